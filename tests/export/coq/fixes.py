#!/usr/bin/env python3
"""Checks certificates of changes with coqc.

  fixes.py --opfix PROGRAM --library DIR [--forge] FILE.litmus ...

opfix repair writes the certificate of each test with --coq. It must be made of the sentences that
check_certificate.py knows. coqc must accept all of them, say that every theorem is closed, and
among these must be that nothing cheaper is enough. With --forge,
certificates that claim or show something else are made of them, and coqc must refuse each where it
computes. All is one file, each certificate in a module: most of the time goes into loading the
library (export/coq/README.md says how to compile it).
"""
import argparse
import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
sys.path.insert(0, os.path.join(ROOT, "export/coq"))
sys.dont_write_bytecode = True

import check_certificate  # noqa: E402

HEAD = re.compile(r"(?:.|\n)*?(?=^Definition )", re.M)
CHOICES = re.compile(r"^Definition \w+_choices (?:.|\n)*?\.\n$", re.M)
INSUFFICIENT = re.compile(r"^Definition \w+_trace_\d+ (?:.|\n)*?Qed\.\n", re.M)
NOTHING_CHEAPER = re.compile(r"^Definition \w+_maxima (?:.|\n)*?Qed\.\n", re.M)
COST = re.compile(r"^Theorem \w+_cost_1 :(?:.|\n)*?Qed\.\n", re.M)
ENOUGH = re.compile(r"^Theorem \w+_enough(?:_by_ptx75)?_1 :(?:.|\n)*?Qed\.\n", re.M)
BOUND = re.compile(r"(nothing_cheaper Ptx75\.ptx75 \w+_choices )(\d+)")


class Wrong(Exception):
    """Something is not as it must be."""


def swapped(pattern, new, text):
    """The text with the first match replaced; there has to be one."""
    changed, count = re.subn(pattern, new, text, count=1)
    if count == 0 or changed == text:
        raise Wrong(f"there is no {pattern} to change in:\n{text}")
    return changed


def fails(theorems):
    """What coqc accepts if it does not accept the last theorem, because of what it computes."""
    before, _, behind = theorems.rpartition("Qed.")
    return f"{before}Fail Qed. Abort.{behind}"


def forgeries(text):
    """Bodies of modules that claim or show something else than the certificate, by what they do."""
    choices = CHOICES.search(text).group()
    shown = INSUFFICIENT.findall(text)
    none_cheaper = NOTHING_CHEAPER.search(text).group()
    cost = COST.search(text).group()
    proved = choices + "".join(shown)
    last = len(shown)
    # The last level of a place, which nothing is stronger than, costs nothing.
    cheap = re.sub(r"\(\d+, (line \([^()]*\))\) \]", r"(0, \1) ]", choices)
    forged = {
        "a bound above the cost": proved + swapped(
            BOUND, lambda m: m.group(1) + str(int(m.group(2)) + 1), none_cheaper),
        "a maximum is left out": proved + swapped(
            r"\(also \w+_insufficient_%d\s+none\)" % last, "none",
            swapped(r" ;\n\s+\[\[[^\n]*\]\]%nat \]\.", " ].", none_cheaper)),
        "another cost": cheap + "".join(shown) + none_cheaper,
        "the cost of something else": choices + cost.replace("Some ", "Some 1"),
        "the last step is missing": choices + swapped(
            r";  \(\*[^\n]*\n[^\n]*\n    \]\.", "\n    ].", shown[0]),
        "another insufficient assignment": choices + swapped(
            r"\b0\b(?=[^\n]*\]\]%nat)", "1", shown[0]),
    }
    for enough in ENOUGH.findall(text):
        forged[f"not enough: {enough.split()[1]}"] = choices + swapped(
            r"\b[1-9]\b(?=[^\n]*\]\]%nat)", "0", enough)
    return forged


def certificate(options, test, folder):
    """The text that opfix writes."""
    path = os.path.join(folder, "Fix.v")
    run = subprocess.run([options.opfix, "repair", test, f"--coq={path}"], capture_output=True,
                         text=True, check=False)
    if run.returncode != 0:
        raise Wrong(f"{test}: opfix ends with {run.returncode}: {run.stderr}")
    with open(path, encoding="utf-8") as file:
        return file.read()


def check(options, folder):
    """Throws Wrong."""
    bodies, asked, head = [], 0, None
    for number, test in enumerate(options.files):
        text = certificate(options, test, folder)
        head = HEAD.search(text).group()
        theorems = check_certificate.theorems_of(text)
        if not any(name.endswith("_nothing_cheaper") for name in theorems):
            raise Wrong(f"{test}: it does not say that nothing cheaper is enough")
        asked += text.count("Print Assumptions ")
        bodies.append(f"Module M{number}.\n{text[len(head):]}End M{number}.\n")
        if options.forge:
            for i, (what, body) in enumerate(forgeries(text).items()):
                bodies.append(f"(* {what} *)\nModule F{number}_{i}.\n{fails(body)}"
                              f"End F{number}_{i}.\n")
    path = os.path.join(folder, "All.v")
    with open(path, "w", encoding="utf-8") as file:
        file.write(head + "".join(bodies))
    run = subprocess.run(["coqc", "-q", "-noglob", "-Q", options.library, "Opexplore", path],
                         capture_output=True, text=True, check=False)
    if run.returncode != 0:
        line = int(re.search(r"line (\d+)", run.stderr).group(1))
        with open(path, encoding="utf-8") as file:
            around = file.read().splitlines()[max(0, line - 20):line]
        raise Wrong(f"coqc says: {run.stderr}" + "\n".join(around))
    closed = run.stdout.count("Closed under the global context")
    if closed != asked:
        raise Wrong(f"of {asked} theorems {closed} are closed under the global context")
    refused = sum("Fail Qed." in body for body in bodies)
    print(f"{asked} theorems, {refused} forgeries refused")


def main():
    arguments = argparse.ArgumentParser(description="Checks certificates of changes.")
    arguments.add_argument("--opfix", required=True)
    arguments.add_argument("--library", required=True)
    arguments.add_argument("--forge", action="store_true")
    arguments.add_argument("files", nargs="+", metavar="FILE.litmus")
    options = arguments.parse_args()
    try:
        with tempfile.TemporaryDirectory() as folder:
            check(options, folder)
    except (Wrong, check_certificate.Refused) as what:
        print(what, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
