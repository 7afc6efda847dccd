#!/usr/bin/env python3
"""What it costs to start opexplore, and what a test costs in a run of many.

  startup.py [--opexplore PROGRAM] [--runs N] [TEST.litmus] [DIRECTORY]

Prints the processor time, user and system together, of whole processes: least and median of N runs
(default 200; of the directory a tenth). /bin/true is what any process costs. Ends with 1 if a run
ends by a signal or with an internal error.
"""
import argparse
import os
import pathlib
import statistics
import sys

NOWHERE = [(os.POSIX_SPAWN_OPEN, descriptor, "/dev/null", os.O_WRONLY, 0) for descriptor in (1, 2)]
INTERNAL_ERROR = 30


def processor_ms(command, runs):
    """Least and median milliseconds of the command."""
    times = []
    for _ in range(runs):
        child = os.posix_spawnp(command[0], command, os.environ, file_actions=NOWHERE)
        _, status, usage = os.wait4(child, 0)
        if os.waitstatus_to_exitcode(status) not in range(INTERNAL_ERROR):
            sys.exit(f"{' '.join(command)} ended with {os.waitstatus_to_exitcode(status)}")
        times.append(1000 * (usage.ru_utime + usage.ru_stime))
    return min(times), statistics.median(times)


def main():
    root = pathlib.Path(__file__).resolve().parents[2]
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--opexplore", default="opexplore")
    arguments.add_argument("--runs", type=int, default=200)
    arguments.add_argument("test", nargs="?", default=root / "litmus/ptx/MP.litmus")
    arguments.add_argument("directory", nargs="?", default=root / "litmus/ptx/classic")
    options = arguments.parse_args()
    true = processor_ms(["/bin/true"], options.runs)
    print(f"{'':28} {'least':>8} {'median':>8}   ms")
    print(f"{'/bin/true':28} {true[0]:8.3f} {true[1]:8.3f}")
    for name, words in [("--version", ["--version"]), ("one test", [str(options.test)])]:
        taken = processor_ms([options.opexplore, *words], options.runs)
        print(f"{name + ', above /bin/true':28} {taken[0] - true[0]:8.3f} {taken[1] - true[1]:8.3f}")
    tests = len(list(pathlib.Path(options.directory).rglob("*.litmus")))
    taken = processor_ms([options.opexplore, "-q", str(options.directory)], max(1, options.runs // 10))
    print(f"{f'each of {tests} tests':28} {taken[0] / tests:8.3f} {taken[1] / tests:8.3f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
