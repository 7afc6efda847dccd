#!/usr/bin/env python3
"""What it costs to check certificates.

  certificates.py --library DIR [--opexplore PROGRAM] [--machine NAME] FILE.litmus ...

DIR is export/coq, compiled. For each test prints the states and transitions of its certificate, the
verdict, the processor time of coqc and how many times as long that is as coqc takes to load the
library. Ends with 1 if coqc refuses one.
"""
import argparse
import os
import re
import resource
import subprocess
import sys
import tempfile


def checked(library, path):
    """Processor seconds of coqc, and its message if it refuses."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    run = subprocess.run(["coqc", "-q", "-Q", library, "Opexplore", path], capture_output=True,
                         text=True, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return seconds, run.stderr if run.returncode else ""


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--library", required=True)
    arguments.add_argument("--opexplore", default="opexplore")
    arguments.add_argument("--machine", default="sc")
    arguments.add_argument("files", nargs="+")
    options = arguments.parse_args()
    refused = 0
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "Certificate.v")
        with open(path, "w", encoding="utf-8") as file:
            file.write("From Opexplore Require Import Litmus CertifiedAxioms.\n"
                       "From Opexplore Require Sc GpuScopedReduction PtxProxy.\n")
        unit, message = checked(options.library, path)
        if message:
            sys.exit(message)
        print(f"loading the library: {unit:.2f} s")
        print(f"{'test':46} {'states':>8} {'trans.':>9} {'verdict':>10} {'cpu s':>7} {'/load':>7}")
        for test in options.files:
            run = subprocess.run([options.opexplore, "-q", "--machine", options.machine, "--coq", path,
                                  test], capture_output=True, text=True, check=False)
            if run.returncode not in (0, 10):
                print(f"{test}: {run.stderr.strip()}")
                continue
            with open(path, encoding="utf-8") as file:
                text = file.read()
            counts = re.search(r"States:\s+(\d+), transitions (\d+)", text)
            states, transitions = counts.groups() if counts else ("-", "-")
            verdict = "allowed" if "_is_allowed :" in text else "forbidden"
            seconds, message = checked(options.library, path)
            refused += bool(message)
            name = os.path.basename(test).removesuffix(".litmus")
            print(f"{name:46} {states:>8} {transitions:>9} {verdict:>10} {seconds:7.2f} "
                  f"{seconds / unit:7.1f}{'  REFUSED: ' + message if message else ''}")
            sys.stdout.flush()
    return 1 if refused else 0


if __name__ == "__main__":
    sys.exit(main())
