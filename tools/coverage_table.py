#!/usr/bin/env python3
"""Sums an LCOV file by module: coverage_table.py LCOV SOURCE_FOLDER LINES_FILE LEAST_PERCENT (see tools/coverage)."""
import collections
import pathlib
import sys

lcov, source, listing, least = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3], float(sys.argv[4])
reached = collections.defaultdict(dict)  # file -> line -> was it reached by any program
for line in open(lcov):
    if line.startswith("SF:"):
        file = pathlib.Path(line[3:].strip())
    elif line.startswith("DA:"):
        number, count = line[3:].split(",")[:2]
        reached[file][int(number)] = reached[file].get(int(number), False) or int(count) > 0

modules, missed = collections.defaultdict(lambda: [0, 0]), []
with open(listing, "w") as out:
    for file in sorted(reached):
        if not file.is_relative_to(source):
            continue
        lines = reached[file]
        name = file.relative_to(source)
        good = sum(lines.values())
        modules[name.parts[0]][0] += good
        modules[name.parts[0]][1] += len(lines)
        missed.append((len(lines) - good, good / len(lines), name))
        for number in sorted(n for n, hit in lines.items() if not hit):
            print(f"{name}:{number}", file=out)

print(f"{'module':<16}{'lines':>8}{'reached':>10}")
for module, (good, all_lines) in sorted(modules.items()):
    print(f"{module:<16}{all_lines:>8}{100 * good / all_lines:>9.1f}%")
good, all_lines = (sum(m[k] for m in modules.values()) for k in (0, 1))
percent = 100 * good / all_lines if all_lines else 0
print(f"{'all of src':<16}{all_lines:>8}{percent:>9.1f}%\n\nmost lines that no test reaches:")
for count, part, name in sorted(missed, key=lambda entry: -entry[0])[:12]:
    print(f"  {count:>5} of {name} ({100 * part:.0f}% reached)")
sys.exit(0 if percent >= least else 1)
