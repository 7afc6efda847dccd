#!/usr/bin/env python3
"""What a build from nothing costs: processor time, by target and by unit.

  build_seconds.py [BUILD] [--jobs N] [--target NAME] [--units N]
  build_seconds.py --again [BUILD] [--units N]

Configures the preset `release` in BUILD (default build/measured), a folder that must not be there
yet, builds the target (default: all) with Ninja, and prints processor seconds by target, their sum,
what the program opexplore alone needs, and the N dearest units (default 10). With --again, prints what
was measured in BUILD.

It starts each compiler and linker itself, without a cache, and asks the kernel for their time; so
other work on the machine matters little, and the number of jobs not at all.
"""
import argparse
import collections
import pathlib
import re
import resource
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
LOG = "build_seconds.log"  # in the build folder: seconds, tab, what was made


def run(command):
    """Runs a compiler or linker, in the build folder, and notes what it took."""
    code = subprocess.run(command, check=False).returncode
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    output = command[command.index("-o") + 1]
    with open(LOG, "a", encoding="utf-8") as log:
        log.write(f"{usage.ru_utime + usage.ru_stime:.2f}\t{output}\n")
    return code


def measure(build, jobs, target):
    """Builds the target from nothing."""
    if build.exists():
        sys.exit(f"{build} is there already: remove it, or ask with --again what was measured")
    launcher = f"{sys.executable};{pathlib.Path(__file__).resolve()};--run"
    subprocess.run(["cmake", "--preset", "release", "-G", "Ninja", "-B", str(build),
                    f"-DCMAKE_CXX_COMPILER_LAUNCHER={launcher}",
                    f"-DCMAKE_CXX_LINKER_LAUNCHER={launcher}"],
                   cwd=ROOT, stdout=subprocess.DEVNULL, check=True)
    subprocess.run(["cmake", "--build", str(build), "--target", target,
                    *(["--parallel", str(jobs)] if jobs else [])], check=True)


def target_of(output):
    """The target that an object file or a program is made for."""
    match = re.search(r"(?:^|/)CMakeFiles/([^/]+)\.dir/", output)
    return match.group(1) if match else pathlib.PurePath(output).name


def report(build, units):
    """Prints what was measured."""
    seconds = {}
    for line in (build / LOG).read_text(encoding="utf-8").splitlines():
        took, output = line.split("\t")
        seconds[output] = float(took)
    targets = collections.Counter()
    for output, took in seconds.items():
        targets[target_of(output)] += took
    for target, took in targets.most_common():
        print(f"{took:8.1f}  {target}")
    print(f"{sum(seconds.values()):8.1f}  together")
    inputs = subprocess.run(["ninja", "-C", str(build), "-t", "inputs", "opexplore"], text=True,
                            stdout=subprocess.PIPE, check=True).stdout.split("\n")
    alone = seconds.get("tools/opexplore", 0) + sum(seconds.get(each, 0) for each in inputs)
    print(f"{alone:8.1f}  opexplore alone")
    for output, took in sorted(seconds.items(), key=lambda item: -item[1])[:units]:
        print(f"{took:8.1f}  {output}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("build", nargs="?", default=ROOT / "build/measured", type=pathlib.Path)
    parser.add_argument("--jobs", type=int)
    parser.add_argument("--target", default="all")
    parser.add_argument("--units", type=int, default=10)
    parser.add_argument("--again", action="store_true")
    arguments = parser.parse_args()
    build = arguments.build.absolute()
    if not arguments.again:
        measure(build, arguments.jobs, arguments.target)
    report(build, arguments.units)


if __name__ == "__main__":
    sys.exit(run(sys.argv[2:]) if sys.argv[1:2] == ["--run"] else main())
