"""python -m daedalus sweep study.yaml: a study in a file, for shells and job arrays.

    model: hmmwv10
    parameters: {speed: [5, 10, 15]}                 # a grid; or
    # latin_hypercube: {n: 100, seed: 1, parameters: {speed: [5, 15]}}      # likewise monte_carlo
    measure: {peak: max(chassis.z)}
    simulate: {method: rk4, h: 1.0e-3, t_span: 2}
    keep: []
    folder: study                                    # beside this file; default: its name without .yaml
"""

import argparse
import pathlib
from typing import Any, Dict, List, Mapping, Tuple

from .errors import Error, FileError, OptionError
from .sampling import latin_hypercube, monte_carlo, normal
from .sweep import sweep

KEYS = ("model", "parameters", "latin_hypercube", "monte_carlo", "measure", "simulate", "keep", "folder")


def _read(file: pathlib.Path) -> Dict[str, Any]:
    try:
        import yaml
    except ImportError:
        raise OptionError("a study in a file needs PyYAML: pip install pyyaml.") from None
    try:
        study = yaml.safe_load(file.read_text(encoding="utf-8"))
    except OSError as problem:
        raise FileError(f"the study {file} cannot be read: {problem.strerror}.") from None
    except yaml.YAMLError as problem:
        raise FileError(f"{file}: {problem}") from None
    if not isinstance(study, dict) or "model" not in study:
        raise OptionError(f"{file}: a study is a mapping with the keys {', '.join(KEYS)}; model is required.")
    unknown = [key for key in study if key not in KEYS]
    if unknown:
        raise OptionError(f"{file}: unknown key '{unknown[0]}'. Available: {', '.join(KEYS)}.")
    return study


def _runs(file: pathlib.Path, study: Mapping[str, Any]) -> Any:
    kinds = [key for key in ("parameters", "latin_hypercube", "monte_carlo") if key in study]
    if len(kinds) != 1:
        raise OptionError(f"{file}: give one of parameters, latin_hypercube and monte_carlo.")
    given = study[kinds[0]]
    if kinds[0] == "parameters":
        return given
    try:
        laws = {name: normal(value["mean"], value["deviation"]) if isinstance(value, Mapping) else tuple(value)
                for name, value in given["parameters"].items()}
        draw = latin_hypercube if kinds[0] == "latin_hypercube" else monte_carlo
        return draw(laws, int(given["n"]), int(given["seed"]))
    except (KeyError, TypeError, AttributeError):
        raise OptionError(f"{file}: {kinds[0]} has the keys n, seed and parameters; a parameter is [low, high] or "
                          "{mean: ..., deviation: ...}.") from None


def _shard(text: str) -> Tuple[int, int]:
    part, _, parts = text.partition("/")
    return int(part), int(parts)


def main(arguments: List[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m daedalus sweep", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("study", type=pathlib.Path, help="study file")
    parser.add_argument("--shard", type=_shard, default=(1, 1), metavar="I/N", help="part I of N, for job arrays")
    parser.add_argument("--workers", type=int, help="threads [processors]")
    parser.add_argument("--dask", metavar="ADDRESS", help="run on the Dask cluster with this scheduler")
    parser.add_argument("--quiet", action="store_true", help="no progress")
    given = parser.parse_args(arguments)
    client = None
    try:
        study = _read(given.study)
        if given.dask:
            from dask.distributed import Client
            client = Client(given.dask)
        model = study["model"]
        beside = given.study.parent / str(model)
        folder = given.study.parent / study.get("folder", given.study.stem)
        found = sweep(str(beside) if beside.is_file() else model, _runs(given.study, study), measure=study.get("measure"),
                      executor=client, workers=given.workers, folder=folder, keep=study.get("keep", ()),
                      shard=given.shard, progress=not given.quiet, **study.get("simulate", {}))
    except Error as problem:
        parser.exit(2, f"daedalus: {problem}\n")
    except KeyboardInterrupt:
        parser.exit(3, "\ndaedalus: interrupted; the same command goes on from here.\n")
    finally:
        if client is not None:
            client.close()
    print(f"{folder}: {len(found)} of {found.runs} runs, {len(found.failed)} failed")
    for row in found.failed[:5]:
        print(f"  run {row['run']}: {row['reason'].splitlines()[0]}")
    return 0
