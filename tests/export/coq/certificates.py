#!/usr/bin/env python3
"""Checks certificates with coqc.

  certificates.py [--machine NAME] [--opexplore PROGRAM] [--library DIR]
                  [--alone] [--forge | --confuse] FILE.litmus ...

opexplore writes the certificate of each test with --coq. check_certificate.py must accept it, and
its claim must be the verdict of opexplore's own search, which uses all reductions. With --forge,
certificates that claim or show something else are made of it, and coqc must refuse each; with
--confuse, which is for forgeries.litmus, all that forgeries.py has. Ends with 1 if anything is
otherwise. The library must have been compiled (export/coq/README.md).

Most of a certificate's time goes into loading the library and into Print Assumptions. So, unless
--alone is given, check_certificate.py checks the first certificate with the same requirements, and
the others are put into one file, each in a module, and all their theorems asked about at once. If
that is refused, each is checked alone to find out which is wrong.
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
import forgeries  # noqa: E402


class Wrong(Exception):
    """Something is not as it must be."""


# Tests of which every execution waits at a barrier for ever, which is proved like any verdict.
DEADLOCKS = {"MP+bars-other-id-p0:p1.litmus"}


def coqc(options, folder, text):
    """What coqc says of a text that it has to accept; throws Wrong."""
    path = os.path.join(folder, "Forged.v")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    run = subprocess.run(["coqc", "-q", "-noglob", "-Q", options.library, "Opexplore", path],
                         capture_output=True, text=True, check=False)
    if run.returncode != 0:
        line = int(re.search(r"line (\d+)", run.stderr).group(1))
        raise Wrong(f"coqc says: {run.stderr}" + "\n".join(
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


def written(options, path):
    """The certificate of the test, whose sentences and claim are as they must be."""
    with tempfile.TemporaryDirectory() as folder:
        target = os.path.join(folder, "Certificate.v")
        run = subprocess.run([options.opexplore, "-q", "--machine", options.machine, "--coq",
                              target, path], capture_output=True, text=True, check=False)
        deadlocks = os.path.basename(path) in DEADLOCKS
        if run.returncode not in ((13,) if deadlocks else (0, 10)):
            raise Wrong(f"opexplore ends with {run.returncode}: {run.stderr}")
        with open(target, encoding="utf-8") as file:
            text = file.read()
    try:
        theorems = check_certificate.theorems_of(text)
    except check_certificate.Refused as what:
        raise Wrong(str(what)) from what
    if len(theorems) < 2:
        raise Wrong(f"there is one theorem alone: {theorems}")
    word = forgeries.CLAIM.search(text).group(2)
    if (word == "allowed") != expected(run.stdout):
        raise Wrong(f"the certificate says {word}, and the log:\n{run.stdout}")
    return text


def check(options, text):
    """What has to be said of a certificate that is right, when coqc was asked about it alone."""
    try:
        check_certificate.check(text, options.library)
    except check_certificate.Refused as what:
        raise Wrong(str(what)) from what
    forge = changed if options.forge else confused if options.confuse else None
    if forge is None:
        return ""
    with tempfile.TemporaryDirectory() as folder:
        return f", {forge(options, folder, text)} forgeries refused"


def check_together(options, texts):
    """The same of several at once, which require the same: throws Wrong."""
    bodies, theorems = [], []
    for number, text in enumerate(texts):
        sentences = text[len(forgeries.head_of(text)):]
        bodies.append(re.sub(r"^Print Assumptions .*\n", "", sentences, flags=re.M))
        theorems += [f"M{number}.{name}" for name in check_certificate.theorems_of(text)]
    pairs = theorems[0]
    for name in theorems[1:]:
        pairs = f"({pairs}, {name})"
    with tempfile.TemporaryDirectory() as folder:
        said = coqc(options, folder, forgeries.together(texts[0], bodies) +
                    f"Definition all := {pairs}.\nPrint Assumptions all.\n")
    if said != check_certificate.CLOSED:
        raise Wrong(f"a theorem is not closed: {said}")


def checked(options, texts):
    """Of each certificate of `texts`, by its file: what is right, or Wrong."""
    found = {}

    def alone(paths):
        for path in paths:
            try:
                found[path] = check(options, texts[path])
            except Wrong as what:
                found[path] = what

    groups = {}
    for path, text in texts.items():
        groups.setdefault(check_certificate.COMMENT.sub("", forgeries.head_of(text)), []).append(path)
    for first, *others in groups.values():
        alone([first])
        if options.alone or not others:
            alone(others)
            continue
        try:
            check_together(options, [texts[each] for each in others])
            found.update((each, "") for each in others)
        except Wrong as what:
            alone(others)
            if not any(isinstance(found[each], Wrong) for each in others):
                found[others[0]] = what
    return found


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--machine", default="sc")
    arguments.add_argument("--opexplore", default="opexplore")
    arguments.add_argument("--library", default=os.path.join(ROOT, "export/coq"))
    arguments.add_argument("--alone", action="store_true")
    arguments.add_argument("--forge", action="store_true")
    arguments.add_argument("--confuse", action="store_true")
    arguments.add_argument("files", nargs="+")
    options = arguments.parse_args()
    options.alone |= options.forge or options.confuse
    texts, found = {}, {}
    for path in options.files:
        try:
            texts[path] = written(options, path)
        except Wrong as what:
            found[path] = what
    found.update(checked(options, texts))
    wrong = 0
    for path in options.files:
        name = os.path.basename(path)
        if isinstance(found[path], Wrong):
            wrong += 1
            print(f"WRONG  {name}: {found[path]}")
        else:
            word = forgeries.CLAIM.search(texts[path]).group(2)
            states = re.search(r"^States: +(\d+)", texts[path], re.M).group(1)
            print(f"ok     {name}: {word}, {states} states{found[path]}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
