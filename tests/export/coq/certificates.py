#!/usr/bin/env python3
"""Checks certificates with coqc.

  certificates.py [--machine NAME] [--opexplore PROGRAM] [--library DIR] [--seconds N] [--forge]
                  FILE.litmus ...

opexplore writes the certificate of each test with --coq. coqc must accept it, without axioms, and
its claim must be the verdict of opexplore's own search, which uses all reductions. With --forge,
certificates that claim or show something else are made of it; coqc must refuse each. Ends with 1
if anything is otherwise, or coqc computes longer than --seconds. The library must have been
compiled (export/coq/README.md).
"""
import argparse
import os
import re
import resource
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
CLAIM = re.compile(r"Theorem (\w+)_is_(allowed|forbidden) :\n  \w+ (\(\w+\.machine \w+\))\n"
                   r"    (\(.*\))\.\nProof\.(?:.|\n)*?Qed\.\n")
OUTCOMES = re.compile(r"(\(observables \w+\)\n    \[ )((?:.|\n)*?)( \]\.\nProof)")
STEP = re.compile(r"^.*\)%nat.*$", re.M)


class Wrong(Exception):
    """Something is not as it must be."""


def coqc(options, folder, text):
    """Whether coqc accepts the text, what it says, and how long it computed."""
    path = os.path.join(folder, "Certificate.v")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    run = subprocess.run(["coqc", "-q", "-Q", options.library, "Opexplore", path],
                         capture_output=True, text=True, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return run.returncode == 0, run.stdout + run.stderr, seconds


def expected(log):
    """What the log says of the condition: whether the certificate's claim is `allowed`."""
    kind = re.search(r"^Test .* (\w+)$", log, re.M).group(1)
    observation = re.search(r"^Observation .* (\w+) \d+ \d+$", log, re.M).group(1)
    if kind == "Required":
        return observation != "Always"
    return observation != "Never"


def outcomes_with(text, change):
    """The certificate with another list of outcomes; nothing if it stays the same."""
    match = OUTCOMES.search(text)
    if match is None:
        return None
    rows = [row.strip() for row in match.group(2).split(" ;\n")]
    changed = change(list(rows))
    if changed == rows:
        return None
    return text[:match.start(2)] + " ;\n".join(changed) + text[match.end(2):]


def one_more(row):
    """The outcome with its first value increased."""
    return re.sub(r"-?\d+", lambda number: str(int(number.group()) + 7), row, count=1)


def steps_with(text, change):
    """The certificate with other lines of steps; nothing if it shows none."""
    lines = STEP.findall(text)
    if not lines:
        return None
    first = text.index(lines[0])
    end = text.index(lines[-1]) + len(lines[-1])
    tuples = [re.search(r"\(\"\w+\", P\d+, \d+, \d+\)", line).group() + "%nat" for line in lines]
    head = lines[0][:lines[0].index("(")]
    changed = change(tuples)
    if changed == tuples:
        return None
    return text[:first] + head + "; ".join(changed) + " " + text[end:]


def other_claim(text):
    """The opposite claim, with the proof that it would have."""
    match = CLAIM.search(text)
    name, word, machine, condition = match.groups()
    if word == "allowed":
        if f"{name}_ends_in_exactly" not in text:
            return None
        proof = (f"Theorem {name}_is_allowed : forbidden {machine} {condition}.\nProof. apply "
                 f"(forbidden_by_outcomes _ _ _ _ {name}_ends_in_exactly). reflexivity. Qed.\n")
    else:
        proof = ("From Opexplore Require Import Replay.\n"
                 f"Theorem {name}_is_forbidden : allowed {machine} {condition}.\nProof. apply "
                 f"allowed_by_trace with (trace_of {machine} []). reflexivity. Qed.\n")
    return text[:match.start()] + proof + text[match.end():]


def without_condition(text):
    """A claim that no proof has: that no outcome is allowed, or that all are forbidden."""
    match = CLAIM.search(text)
    condition = "not Truth" if match.group(2) == "allowed" else "Truth"
    return text[:match.start(4)] + f"({condition})" + text[match.end(4):]


def other_program(text):
    """The same claim about a program that stores something else."""
    changed = re.sub(r"^(.*\bst\.[\w.]+ \w+, )(\d+)", lambda m: f"{m.group(1)}{int(m.group(2)) + 8}",
                     text[text.index("Definition"):], count=1, flags=re.M)
    changed = text[:text.index("Definition")] + changed
    return changed if changed != text else None


FORGERIES = {
    "an outcome is missing": lambda text: outcomes_with(text, lambda rows: rows[1:]),
    "the last outcome is missing": lambda text: outcomes_with(text, lambda rows: rows[:-1]),
    "an outcome is wrong": lambda text: outcomes_with(
        text, lambda rows: [one_more(rows[0])] + rows[1:]),
    "an outcome is one too many": lambda text: outcomes_with(
        text, lambda rows: rows + [one_more(rows[0])]),
    "no outcome": lambda text: outcomes_with(text, lambda rows: []),
    "the first step is missing": lambda text: steps_with(text, lambda steps: steps[1:]),
    "the last step is missing": lambda text: steps_with(text, lambda steps: steps[:-1]),
    "a step is missing": lambda text: steps_with(
        text, lambda steps: steps[:len(steps) // 2] + steps[len(steps) // 2 + 1:]),
    "a step is done twice": lambda text: steps_with(text, lambda steps: steps + [steps[-1]]),
    "a step of another thread": lambda text: steps_with(
        text, lambda steps: [re.sub(r"P\d+", "P7", steps[0])] + steps[1:]),
    "a step of no rule": lambda text: steps_with(
        text, lambda steps: [re.sub(r'"\w+"', '"leap"', steps[0])] + steps[1:]),
    "the opposite claim": other_claim,
    "another condition": without_condition,
    "another program": other_program,
}


def forge(options, folder, text):
    """How many forgeries of the certificate were made; throws if coqc accepts one."""
    made = 0
    for what, change in FORGERIES.items():
        forged = change(text)
        if forged is None:
            continue
        accepted, said, _ = coqc(options, folder, forged)
        if accepted:
            raise Wrong(f"coqc accepts a certificate in which this is wrong: {what}")
        if re.search(r"Syntax error|not found|Lexer|Unknown|no interpretation", said):
            raise Wrong(f"the forgery ({what}) is no certificate: {said}")
        made += 1
    return made


def check(options, folder, path):
    target = os.path.join(folder, "Certificate.v")
    run = subprocess.run([options.opexplore, "-q", "--machine", options.machine, "--coq", target,
                          path], capture_output=True, text=True, check=False)
    if run.returncode not in (0, 10):
        raise Wrong(f"opexplore ends with {run.returncode}: {run.stderr}")
    with open(target, encoding="utf-8") as file:
        text = file.read()
    accepted, said, seconds = coqc(options, folder, text)
    if not accepted:
        raise Wrong(f"coqc refuses it: {said}")
    asked = text.count("Print Assumptions")
    if asked < 2 or said.count("Closed under the global context") != asked:
        raise Wrong(f"the theorems are not closed: {said}")
    word = CLAIM.search(text).group(2)
    if (word == "allowed") != expected(run.stdout):
        raise Wrong(f"the certificate says {word}, and the log:\n{run.stdout}")
    states = re.search(r"^States: +(\d+)", text, re.M).group(1)
    forged = f", {forge(options, folder, text)} forgeries refused" if options.forge else ""
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
