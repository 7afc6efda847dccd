#!/usr/bin/env python3
"""What building costs, by target and by unit, from the log that Ninja keeps.

  build_seconds.py [BUILD] [--units N]

BUILD is a build folder (default build/release) in which everything was compiled from nothing, by no
more jobs than there are cores and without a compiler cache (CCACHE_DISABLE=1): then the time that a
step took is about its processor time. Prints seconds by target, their sum, what opexplore alone
needs, and the N dearest units (default 10).
"""
import argparse
import collections
import pathlib
import sys

# The libraries that the program opexplore links.
OPEXPLORE = {"opexplore", "opexplore_tools", "opexplore_opmodel", "opexplore_litmus",
             "opexplore_axioms", "opexplore_explorer", "opexplore_export", "opexplore_hardware",
             "opexplore_mappings"}


def seconds_of_units(log):
    """Seconds by object file; of what was built twice the last time counts."""
    units = {}
    for line in log.read_text().splitlines():
        if line.startswith("#"):
            continue
        start, end, _, output, _ = line.split("\t")
        if output.endswith(".o"):
            units[output] = (int(end) - int(start)) / 1000
    return units


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("build", nargs="?", default="build/release", type=pathlib.Path)
    parser.add_argument("--units", type=int, default=10)
    arguments = parser.parse_args()
    log = arguments.build / ".ninja_log"
    if not log.is_file():
        sys.exit(f"{log} is not there: build with Ninja first")
    units = seconds_of_units(log)
    targets = collections.Counter()
    for unit, seconds in units.items():
        targets[unit.split("CMakeFiles/")[1].split(".dir/")[0]] += seconds
    for target, seconds in targets.most_common():
        print(f"{seconds:8.1f}  {target}")
    print(f"{sum(targets.values()):8.1f}  together")
    print(f"{sum(targets[target] for target in OPEXPLORE):8.1f}  opexplore alone")
    for unit, seconds in sorted(units.items(), key=lambda item: -item[1])[:arguments.units]:
        print(f"{seconds:8.1f}  {unit}")


if __name__ == "__main__":
    main()
