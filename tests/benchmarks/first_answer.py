#!/usr/bin/env python3
"""What a fresh clone costs: processor time and wall time, without a compiler cache.

  first_answer.py [--everything] [--units N] [--keep FOLDER]

Clones what is committed into an empty folder, and has opexplore-quickstart build the program there and
answer a question about a kernel; with --everything, builds all, with tests, instead. Prints the seconds
of all processes of that, and how long it took. With --units N, also those of each target and of the N
dearest units; then each compiler is started by this script, which costs about a second in a hundred.

Other work on the machine adds to the wall time, and to processor time where two cores are one.
"""
import argparse
import collections
import os
import pathlib
import re
import resource
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
LOG = "FIRST_ANSWER_LOG"  # names a file with lines: seconds, tab, what was made
CORES = len(os.sched_getaffinity(0))
QUESTION = "tests/kernels/cuda/handoff.sm_90.ptx"


def used():
    """Processor seconds of the children that have ended."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def compile_one(command):
    """Runs a compiler or linker, and notes what it took."""
    code = subprocess.run(command, check=False).returncode
    output = command[command.index("-o") + 1] if "-o" in command else command[-1]
    with open(os.environ[LOG], "a", encoding="utf-8") as log:
        log.write(f"{used():.2f}\t{output}\n")
    return code


def build(folder, everything, launcher, log):
    """Builds in a fresh clone. A launcher of its own keeps ccache away: CMakeLists.txt."""
    environment = dict(os.environ, CMAKE_CXX_COMPILER_LAUNCHER=launcher,
                       CMAKE_CXX_LINKER_LAUNCHER=launcher, CMAKE_GENERATOR="Ninja",
                       **{LOG: str(log)})
    run = lambda *command: subprocess.run(command, cwd=folder, env=environment, check=True)
    if everything:
        run("cmake", "--preset", "release")
        run("cmake", "--build", "build/release", "--parallel", str(CORES))
    else:
        answer = subprocess.run(["./opexplore-quickstart", QUESTION], cwd=folder, env=environment,
                                check=False)
        if answer.returncode != 11:  # it has a data race
            sys.exit(f"opexplore-quickstart ended with {answer.returncode}")


def report(log, units):
    """Prints targets and units, dearest first."""
    seconds = collections.Counter()
    targets = collections.Counter()
    for line in log.read_text(encoding="utf-8").splitlines():
        took, output = line.split("\t")
        seconds[output] += float(took)
        match = re.search(r"(?:^|/)CMakeFiles/([^/]+)\.dir/", output)
        targets[match.group(1) if match else pathlib.PurePath(output).name] += float(took)
    for name, took in targets.most_common():
        print(f"{took:8.1f}  {name}")
    print(f"dearest of {len(seconds)} units:")
    for name, took in seconds.most_common(units):
        print(f"{took:8.1f}  {name}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--everything", action="store_true")
    parser.add_argument("--units", type=int, default=0, metavar="N")
    parser.add_argument("--keep", type=pathlib.Path, metavar="FOLDER",
                        help="clone there, and leave it")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = arguments.keep.absolute() if arguments.keep else pathlib.Path(temporary) / "opexplore"
        subprocess.run(["git", "clone", "--quiet", str(ROOT), str(folder)], check=True)
        log = folder / "build" / "units.log"
        log.parent.mkdir()
        launcher = "env"
        if arguments.units:
            launcher = f"{sys.executable};{pathlib.Path(__file__).resolve()};--compile"
        before, start = used(), time.monotonic()
        build(folder, arguments.everything, launcher, log)
        took = time.monotonic() - start
        if arguments.units:
            report(log, arguments.units)
        print(f"{used() - before:8.1f}  processor seconds, {took / 60:.1f} minutes on {CORES} cores")


if __name__ == "__main__":
    sys.exit(compile_one(sys.argv[2:]) if sys.argv[1:2] == ["--compile"] else main())
