"""Checks the rules of docs/architecture.md on the source tree:  check_architecture.py REPOSITORY

1. A file in src/daedalus/<module>/ includes only its own module and the modules that module may use. What it may use
   is what its daedalus_module(... DEPENDS ...) call in CMake says, followed to the end: there is no second list.
2. Some arrows are forbidden whatever CMake says (FORBIDDEN below), and no two modules need each other.
3. src includes nothing of tools, tests or examples, and includes its own headers by their full name.
4. A source file has at most 500 lines; a header of src begins with '// <its name>: what it is'.
5. No file names a directory of somebody's machine.
"""

import re
import sys
from pathlib import Path

MAX_LINES = 500

# What must stay true even if somebody edits the DEPENDS of a module.
FORBIDDEN = {
    "integrate": {"model", "formulation", "closed_form", "io", "analysis"},  # integrators see the seam only
    "realtime": {"model", "formulation", "closed_form", "io", "analysis"},  # a loop sees an integration
    "formulation": {"integrate"},
    "closed_form": {"model", "formulation", "integrate"},
    "system": {"model", "formulation", "integrate", "result", "closed_form"},
    "model": {"system", "formulation", "integrate"},
    "io": {"integrate"},
}

SKIPPED_FOLDERS = {".git", "build", "out", "__pycache__", ".venv", "node_modules", "dist"}
CODE_FOLDERS = ("src", "tools", "tests", "examples", "benchmarks", "cmake", "python")
CODE_SUFFIXES = {".hpp", ".cpp", ".py", ".cmake", ".sh"}

MODULE_CALL = re.compile(r"\bdaedalus_module\s*\(([^)]*)\)")
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*([<"])([^>"]+)[>"]', re.MULTILINE)
# A leading slash and a first folder, not a fraction of a web address or of a sentence. Does not match this file.
MACHINE_PATH = re.compile(r"(?<![\w.}/-])/(?:(?:home|root|tmp)\b|work/)")


def files_below(folder):
    for path in sorted(folder.iterdir()) if folder.is_dir() else []:
        if path.is_dir():
            if path.name not in SKIPPED_FOLDERS:
                yield from files_below(path)
        else:
            yield path


def text_of(path):
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        return None  # pictures and the like


def direct_dependencies(source):
    """{module: modules named after DEPENDS}, from every daedalus_module() call below `source`."""
    modules = {}
    for path in files_below(source):
        if path.name != "CMakeLists.txt":
            continue
        for call in MODULE_CALL.finditer(re.sub(r"#.*", "", path.read_text(encoding="utf-8"))):
            name, *words = call.group(1).split()
            keyword, depends = "", set()
            for word in words:
                if word in ("SOURCES", "DEPENDS", "LINKS"):
                    keyword = word
                elif keyword == "DEPENDS":
                    depends.add(word)
            modules[name] = depends
    return modules


def reachable(module, direct):
    found, todo = set(), list(direct.get(module, ()))
    while todo:
        name = todo.pop()
        if name not in found:
            found.add(name)
            todo.extend(direct.get(name, ()))
    return found


def check_modules(direct):
    for module in sorted(direct):
        allowed = reachable(module, direct)
        for unknown in sorted(direct[module] - direct.keys()):
            yield f"CMake: module {module} depends on {unknown}, which no daedalus_module() call defines"
        for arrow in sorted(FORBIDDEN.get(module, set()) & allowed):
            yield f"CMake: module {module} reaches {arrow}, an arrow that must not exist"
        if module in allowed:
            yield f"CMake: module {module} depends on itself by way of {', '.join(sorted(direct[module]))}"


def check_includes(root, direct):
    source = root / "src" / "daedalus"
    for path in files_below(root / "src"):
        if path.suffix not in (".hpp", ".cpp"):
            continue
        where = path.relative_to(root)
        inside = path.relative_to(source).parts if path.is_relative_to(source) else ()
        module = inside[0] if len(inside) > 1 else None
        if module not in direct:
            yield f"{where}: lies in no module known to CMake"
            continue
        allowed = (reachable(module, direct) | {module}) - FORBIDDEN.get(module, set())
        for bracket, name in INCLUDE.findall(path.read_text(encoding="utf-8")):
            parts = name.split("/")
            if parts[0] == "daedalus" and len(parts) > 2:
                if parts[1] not in allowed:
                    usable = ", ".join(sorted(allowed - {module})) or "nothing"
                    yield f"{where}: includes {name}, but {module} may use only {usable}"
            elif parts[0] in ("tools", "cli", "tests", "examples", "benchmarks"):
                yield f"{where}: includes {name}, but src knows nothing of {parts[0]}"
            elif bracket == '"':
                yield f'{where}: includes "{name}": write it in full, "daedalus/<module>/<file>.hpp"'


def check_files(root):
    for path in files_below(root):
        where = path.relative_to(root)
        text = text_of(path)
        if text is None:
            continue
        is_code = where.parts[0] in CODE_FOLDERS and (path.suffix in CODE_SUFFIXES or path.name == "CMakeLists.txt")
        if is_code and (lines := text.count("\n")) > MAX_LINES:
            yield f"{where}: {lines} lines; past {MAX_LINES} two concepts have moved in together"
        if path.suffix == ".hpp" and where.parts[0] == "src" and not text.startswith(f"// {path.name}: "):
            yield f"{where}: a header begins with '// {path.name}: what it is'"
        for number, line in enumerate(text.splitlines(), 1):
            if MACHINE_PATH.search(line):
                yield f"{where}:{number}: names a directory of one machine: {line.strip()}"


def violations(root):
    direct = direct_dependencies(root / "src" / "daedalus")
    if not direct:
        yield f"no daedalus_module() call found below {root / 'src' / 'daedalus'}"
    yield from check_modules(direct)
    yield from check_includes(root, direct)
    yield from check_files(root)


def main():
    root = Path(sys.argv[1]).resolve()
    found = list(violations(root))
    for message in found:
        print(message)
    direct = direct_dependencies(root / "src" / "daedalus")
    print(f"{len(direct)} modules, {len(found)} broken rules")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
