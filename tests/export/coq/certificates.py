#!/usr/bin/env python3
"""Checks certificates with coqc.

  certificates.py [--machine NAME] [--opexplore PROGRAM] [--library DIR] [--seconds N]
                  [--forge | --confuse] FILE.litmus ...

opexplore writes the certificate of each test with --coq. check_certificate.py must accept it, and
its claim must be the verdict of opexplore's own search, which uses all reductions. With --forge,
certificates that claim or show something else are made of it, and coqc must refuse each; with
--confuse, which is for forgeries.litmus, all that forgeries.py has. Ends with 1 if anything is
otherwise, or coqc computes longer than --seconds. The library must have been compiled
(export/coq/README.md).
"""
import argparse
import os
import re
import resource
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
sys.path.insert(0, os.path.join(ROOT, "export/coq"))
sys.dont_write_bytecode = True

import check_certificate  # noqa: E402
import forgeries  # noqa: E402


class Wrong(Exception):
    """Something is not as it must be."""


def coqc(options, folder, text):
    """What coqc says of a text that it has to accept."""
    path = os.path.join(folder, "Forged.v")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    run = subprocess.run(["coqc", "-q", "-noglob", "-Q", options.library, "Opexplore", path],
                         capture_output=True, text=True, check=False)
    if run.returncode != 0:
        line = int(re.search(r"line (\d+)", run.stderr).group(1))
        raise Wrong(f"coqc says of forgeries: {run.stderr}" + "\n".join(
            text.splitlines()[max(0, line - 20):line]))
    return run.stdout


def expected(log):
    """What the log says of the condition: whether the certificate's claim is `allowed`."""
    kind = re.search(r"^Test .* (\w+)$", log, re.M).group(1)
    observation = re.search(r"^Observation .* (\w+) \d+ \d+$", log, re.M).group(1)
    if kind == "Required":
        return observation != "Always"
    return observation != "Never"


def changed(options, folder, text):
    """How many certificates with a change coqc refuses."""
    forged = [each for each in (change(text) for change in forgeries.CHANGED.values()) if each]
    coqc(options, folder, forgeries.together(text, map(forgeries.fails, forged)))
    return len(forged)


def is_refused(text):
    """Whether check_certificate.py refuses it before coqc is asked."""
    try:
        check_certificate.theorems_of(text)
    except check_certificate.Refused:
        return True
    return False


def confused(options, folder, text):
    """How many certificates with other names or sentences are refused."""
    def made(kind):
        return [change(text) for change in kind.values()]
    names = made(forgeries.HONEST) + [forgeries.fails(each) for each in made(forgeries.NAMES)]
    coqc(options, folder, forgeries.together(text, names))
    said = coqc(options, folder, forgeries.together(text, made(forgeries.ADMITTED)))
    if said.count("Axioms:") != len(forgeries.ADMITTED) or check_certificate.CLOSED in said:
        raise Wrong(f"Print Assumptions does not say what was admitted: {said}")
    said = coqc(options, folder, forgeries.together(text, made(forgeries.FOOLING)))
    if said.replace(check_certificate.CLOSED, ""):
        raise Wrong(f"coqc is not fooled: {said}")
    head = forgeries.head_of(text)
    for what, change in forgeries.WHOLE.items():
        if is_refused(head + change(text)):
            raise Wrong(f"check_certificate.py refuses {what}")
    for what, change in {**forgeries.ADMITTED, **forgeries.FOOLING}.items():
        if not is_refused(head + change(text)):
            raise Wrong(f"check_certificate.py accepts a certificate in which {what}")
    path = os.path.join(folder, "Unproved.v")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text.replace("[1; 1]", "[1; 0]"))
    run = subprocess.run([sys.executable, check_certificate.__file__, "--library", options.library,
                          path], capture_output=True, text=True, check=False)
    if run.returncode != 1 or not run.stderr.startswith(f"{path}: refused: coqc refuses it: "):
        raise Wrong(f"check_certificate.py ends with {run.returncode}: {run.stderr}")
    return len(forgeries.NAMES) + len(forgeries.ADMITTED) + len(forgeries.FOOLING)


def check(options, folder, path):
    target = os.path.join(folder, "Certificate.v")
    run = subprocess.run([options.opexplore, "-q", "--machine", options.machine, "--coq", target,
                          path], capture_output=True, text=True, check=False)
    if run.returncode not in (0, 10):
        raise Wrong(f"opexplore ends with {run.returncode}: {run.stderr}")
    with open(target, encoding="utf-8") as file:
        text = file.read()
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    try:
        theorems = check_certificate.check(text, options.library)
    except check_certificate.Refused as what:
        raise Wrong(str(what)) from what
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    if len(theorems) < 2:
        raise Wrong(f"there is one theorem alone: {theorems}")
    word = forgeries.CLAIM.search(text).group(2)
    if (word == "allowed") != expected(run.stdout):
        raise Wrong(f"the certificate says {word}, and the log:\n{run.stdout}")
    states = re.search(r"^States: +(\d+)", text, re.M).group(1)
    forge = changed if options.forge else confused if options.confuse else None
    forged = f", {forge(options, folder, text)} forgeries refused" if forge else ""
    if options.seconds and seconds > options.seconds:
        raise Wrong(f"coqc took {seconds:.1f} s")
    return f"{word}, {states} states, {seconds:.1f} s{forged}"


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--machine", default="sc")
    arguments.add_argument("--opexplore", default="opexplore")
    arguments.add_argument("--library", default=os.path.join(ROOT, "export/coq"))
    arguments.add_argument("--seconds", type=float)
    arguments.add_argument("--forge", action="store_true")
    arguments.add_argument("--confuse", action="store_true")
    arguments.add_argument("files", nargs="+")
    options = arguments.parse_args()
    wrong = 0
    for path in options.files:
        name = os.path.basename(path)
        with tempfile.TemporaryDirectory() as folder:
            try:
                print(f"ok     {name}: {check(options, folder, path)}")
            except Wrong as what:
                wrong += 1
                print(f"WRONG  {name}: {what}")
        sys.stdout.flush()
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
