"""Puts the schema of model files to use:  validate_schema.py PRINT_SCHEMA FOLDER...

Every model file of the folders must satisfy the schema, and a few that the reader refuses must not. Exit code 77
(skipped) where the validator is not installed.
"""

import json
import re
import subprocess
import sys
from pathlib import Path

try:
    import yaml
    from jsonschema import Draft202012Validator
except ImportError as missing:
    print(f"skipped: {missing}")
    sys.exit(77)


class Loader(yaml.SafeLoader):
    """YAML 1.2 as far as model files go: 1e-8 is a number, and `on` is a text."""


Loader.yaml_implicit_resolvers = {}
for tag, pattern, first in (
    ("bool", r"true|false", "tf"),
    ("null", r"~|null|", ["~", "n", ""]),
    ("int", r"[-+]?[0-9]+", "-+0123456789"),
    ("float", r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?", "-+0123456789."),
):
    Loader.add_implicit_resolver(f"tag:yaml.org,2002:{tag}", re.compile(f"^(?:{pattern})$"), list(first))

BAD = {
    "unknown key at the top": "joint: {}",
    "unknown key": "bodies: {a: {type: point, mass: 1, mas: 2}}",
    "unknown type": "bodies: {a: {type: pint, mass: 1}}",
    "missing type": "bodies: {a: {mass: 1}}",
    "missing mass": "bodies: {a: {type: point}}",
    "zero mass": "bodies: {a: {type: point, mass: 0}}",
    "vector of one": "bodies: {a: {type: point, mass: 1, position: [1]}}",
    "one marker": "joints: {j: {type: revolute, between: [a]}}",
    "axis_of_second of a hinge": "joints: {j: {type: revolute, between: [a, b], at: [0, 0], axis_of_second: [0, 0, 1]}}",
    "choice": "forces: {f: {type: spring_damper, between: [a, b], acts_in: tensoin}}",
    "type of function": "functions: {f: {type: harmonik, amplitude: 1}}",
    "units": "units: mm",
    "section as a list": "bodies: [{type: point, mass: 1}]",
    "shape of unknown type": "bodies: {a: {type: point, mass: 1, shapes: [{type: boxx, size: [1, 1, 1]}]}}",
    "shape with a key of another": "bodies: {a: {type: point, mass: 1, shapes: [{type: sphere, radius: 1, length: 1}]}}",
    "color": "bodies: {a: {type: point, mass: 1, color: red}}",
    "polyline of one point": "bodies: {ground: {shapes: [{type: polyline, points: [[0, 0]]}]}}",
    "camera": "view: {camera: front}",
    "plot of nothing": "view: {plots: [{title: x}]}",
    "mass of the ground": "bodies: {ground: {mass: 1}}",
}


def main():
    schema = json.loads(subprocess.run([sys.argv[1]], check=True, capture_output=True).stdout)
    Draft202012Validator.check_schema(schema)
    validator = Draft202012Validator(schema)
    failures = 0
    files = [path for folder in sys.argv[2:] for path in sorted(Path(folder).glob("**/*.yaml"))]
    for path in files:
        for error in validator.iter_errors(yaml.load(path.read_text(encoding="utf-8"), Loader)):
            print(f"{path.name}: {'.'.join(map(str, error.absolute_path))}: {error.message[:300]}")
            failures += 1
    for name, text in BAD.items():
        if validator.is_valid(yaml.load(text, Loader)):
            print(f"accepted although it is bad: {name}")
            failures += 1
    print(f"{len(files)} good files, {len(BAD)} bad ones, {failures} failures")
    return 1 if failures or not files else 0


if __name__ == "__main__":
    sys.exit(main())
