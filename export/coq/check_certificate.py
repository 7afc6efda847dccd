#!/usr/bin/env python3
"""Checks a certificate of opexplore or opfix, without trusting who wrote it.

  check_certificate.py [--library DIR] [--coqc PROGRAM] FILE.v ...

The file has to be made of the sentences that one of them writes, in their order, and of nothing else:
no definition, notation, axiom, option or plugin of its own. Then coqc has to accept it, and to say
of every theorem that it is closed under the global context. Prints the theorems; ends with 1 after a
refusal. DIR is the compiled library, this folder if not given (README.md).

What remains to be read is the test, the question and the answer, in the theorems.
"""
import argparse
import os
import re
import subprocess
import sys
import tempfile
import unicodedata

COMMENT = re.compile(r'\(\*(?:(?!\(\*|\*\))[^"])*\*\)')
STRING = re.compile(r'"(?:[^"]|"")*"')
NAME = re.compile(r'"[A-Za-z0-9_.$%]+"')
CLOSED = "Closed under the global context\n"

# The words of sentences, in which " stands for a string, and all white space is one space.
NUMBER = r"-?\d+"
OPERAND = rf'(?:"|{NUMBER}|\(via " "\))'


def several(element):
    """A list of these."""
    return rf"\[(?: {element}(?: ; {element})*)? \]"


MNEMONIC = (r"(?:(?:t|su|co)?ld|(?:su)?(?:st|atom|red)|fence|bar\.cta|mov|add|sub|mul|div|and|or|"
            r"xor|setp|b(?:eq|ne|lt|le|gt|ge)|goto)(?:\.[a-z0-9_]+)*")
LINE = rf'(?:label "|{MNEMONIC}(?: {OPERAND}(?:, {OPERAND})*)?)'
REGISTERS = several(rf'\(", {NUMBER}\)')
COLUMN = rf"column \d+ \d+ {REGISTERS} {several(LINE)}"
DECLARATION = rf'(?:in_(?:global|shared) " (?:\d+|\(-\d+\))|(?:generic_)?alias " ")'
SEEN = r'(?:P\d+:"|LocationOf ")'
OUTCOME = rf"\[(?:{NUMBER}(?:; {NUMBER})*)?\]"
STEP = r'\(", P\d+, \d+, \d+\)%nat'
STEPS = rf"\[(?: {STEP}(?:; {STEP})*)? \]"
CONDITION = rf'\(((?:P\d+:"|\["\]|{NUMBER}|not|truth|[=<>/\\() ])+)\)'
LEVELS = r"\[\[[\d; ]*\](?:; \[[\d; ]*\])*\]%nat"
LEVEL = rf"\(\d+, (?:nothing|line \({LINE}\))\)"
CHOICE = rf"(?:always \({LINE}\)|one_of {several(LEVEL)})"
CHOICE_COLUMN = rf"choice_column \d+ \d+ {REGISTERS} {several(CHOICE)}"
CHOICES = r"(?P<test>\w+)_choices"
ENOUGH = r"\((?:forbidden_with_on PtxProxy\.model|forbidden_with Ptx75\.ptx75)\)"
TEST = r"(?:Sc|GpuScoped|PtxProxy)\.model (?P<test>\w+)_test"
BY_TRACE = r"with (?P<test>\w+)_trace"

# The sentences, each with a letter.
SENTENCES = {
    "A": r"From Coq Require Import ZArith List String",
    "B": r"From Opexplore Require Import Litmus Certified(?: CertifiedAxioms)?",
    "C": r"From Opexplore Require (?:Sc|GpuScoped|PtxProxy)(?: Ptx75)?(?: GpuScopedReduction)?",
    "D": r"Import ListNotations",
    "E": r"Open Scope string_scope",
    "F": r"Open Scope Z_scope",
    "T": rf'Definition (?P<test>\w+)_test : LitmusTest := litmus " {several(DECLARATION)} '
         rf"{several(COLUMN)} {several(SEEN)}",
    "x": rf"Theorem (?P<theorem>\w+_ends_in_exactly) : exactly_on {TEST} {several(SEEN)} "
         rf"{several(OUTCOME)}",
    "f": rf"Theorem (?P<theorem>\w+_is_forbidden) : forbidden_on {TEST} {CONDITION}",
    "t": rf"Definition (?P<test>\w+)_trace : Trace := {STEPS}",
    "a": rf"Theorem (?P<theorem>\w+_is_allowed) : allowed_on {TEST} {CONDITION}",
    "u": r"Theorem (?P<theorem>\w+_is_allowed_by_ptx75) : allowed_under Ptx75\.ptx75 "
         rf"(?P<test>\w+)_test {CONDITION}",
    "p": r"Proof",
    "1": r"apply by_(?:search with|reduced_search with GpuScopedReduction\.reduction) \d+%nat",
    "2": r"apply \(by_outcomes (?P<test>\w+)_ends_in_exactly\)",
    "3": rf"apply by_steps {BY_TRACE}",
    "4": rf"apply by_axioms {BY_TRACE}",
    "v": r"vm_cast_no_check \(eq_refl true\)",
    "q": r"Qed",
    "P": r"Print Assumptions (?P<printed>\w+)",
}
# Those of opfix.
CHANGE_SENTENCES = {
    **{kind: SENTENCES[kind] for kind in "ADEFpvqP"},
    "B": r"From Opexplore Require Import Litmus Cheapest",
    "C": r"From Opexplore Require PtxProxy Ptx75",
    "T": rf'Definition (?P<test>\w+)_choices : ChoiceTest := choices " {several(DECLARATION)} '
         rf"{several(CHOICE_COLUMN)} {several(SEEN)}",
    "t": rf"Definition (?P<test>\w+)_trace_\d+ : Trace := {STEPS}",
    "i": rf"Theorem (?P<theorem>\w+_insufficient_\d+) : allowed_with Ptx75\.ptx75 {CHOICES} "
         rf"{LEVELS} {CONDITION}",
    "1": r"apply allowed_by_steps with (?P<test>\w+)_trace_\d+",
    "m": rf"Definition (?P<test>\w+)_maxima : list Levels := \[(?: {LEVELS}(?: ; {LEVELS})*)? \]",
    "n": rf"Theorem (?P<theorem>\w+_nothing_cheaper) : nothing_cheaper Ptx75\.ptx75 {CHOICES} \d+ "
         rf"{CONDITION}",
    "2": r"apply by_maxima with (?P<test>\w+)_maxima",
    "3": r"exact (?:\(also \w+_insufficient_\d+ )*none\)*",
    "c": rf"Theorem (?P<theorem>\w+_cost_\d+) : cost_with {CHOICES} {LEVELS} = Some \d+",
    "4": r"vm_cast_no_check \(eq_refl \(Some \d+\)\)",
    "a": rf"Theorem (?P<theorem>\w+_enough_by_ptx75_\d+) : forbidden_with Ptx75\.ptx75 {CHOICES} "
         rf"{LEVELS} {CONDITION}",
    "5": r"apply forbidden_by_candidates",
    "e": rf"Theorem (?P<theorem>\w+_enough_\d+) : forbidden_with_on PtxProxy\.model {CHOICES} "
         rf"{LEVELS} {CONDITION}",
    "6": r"apply forbidden_by_states with \d+%nat",
    "k": rf"Theorem (?P<theorem>\w+_cheapest(?:_by_ptx75)?_\d+) : cheapest {ENOUGH} Ptx75\.ptx75 "
         rf"{CHOICES} {LEVELS} {CONDITION}",
    "7": r"exact \(together \w+_enough(?:_by_ptx75)?_\d+ \w+_nothing_cheaper \w+_cost_\d+\)",
}
CHANGE_ORDER = re.compile(r"ABCDEFT(?:tip1vq)*mnp23vq(?:cp4q(?:(?:ap5vqkp7q)?ep6vqkp7q)?)+P+")
SUFFIX = re.compile(r"_(?:ends_in_exactly|is_forbidden|is_allowed(?:_by_ptx75)?|nothing_cheaper|"
                    r"(?:insufficient|cost|(?:enough|cheapest)(?:_by_ptx75)?)_\d+)$")
ORDER = re.compile(r"ABCDEFT(?:xp1vq)?(?:(?<=q)fp2vq|tap3vq(?:up4vq)?)P+")


class Refused(Exception):
    """The certificate proves nothing."""


def sentences_of(text):
    """The sentences without comments, with strings as one character."""
    for character in text:
        if character != "\n" and unicodedata.category(character) in ("Cc", "Cf", "Co", "Zl", "Zp"):
            raise Refused(f"the file has the character U+{ord(character):04X}, which is not seen")
    pieces, strings, at = [], [], 0
    while at < len(text):
        if text.startswith("(*", at):
            comment = COMMENT.match(text, at)
            if comment is None:
                raise Refused("a comment has a comment or a string in it, or does not end")
            pieces.append(" ")
            at = comment.end()
        elif text[at] == '"':
            string = STRING.match(text, at)
            if string is None:
                raise Refused("a string does not end")
            pieces.append('"')
            strings.append(string.group())
            at = string.end()
        else:
            pieces.append(text[at])
            at += 1
    for string in strings[1:]:  # the first is the title
        if not NAME.fullmatch(string):
            raise Refused(f"{string} is not the name of anything")
    words = " ".join("".join(pieces).split())
    if not words.endswith("."):
        raise Refused("the file does not end with a sentence")
    return words[:-1].split(". ")


def closes(condition):
    """Whether the parentheses of a condition close inside it."""
    depth = 0
    for character in condition:
        depth += {"(": 1, ")": -1}.get(character, 0)
        if depth < 0:
            return False
    return depth == 0


def theorems_of(text):
    """The theorems of a certificate, by name, as they stand in it."""
    kinds, tests, theorems, printed = "", set(), [], []
    sentences = sentences_of(text)
    is_change = any(re.fullmatch(CHANGE_SENTENCES["B"], sentence) for sentence in sentences)
    known, order = (CHANGE_SENTENCES, CHANGE_ORDER) if is_change else (SENTENCES, ORDER)
    for sentence in sentences:
        for kind, pattern in known.items():
            match = re.fullmatch(pattern, sentence, re.ASCII)
            if match and (match.re.groups == len(match.groupdict()) or closes(match.groups()[-1])):
                break
        else:
            raise Refused(f"this is no sentence of a certificate: {sentence}.")
        kinds += kind
        found = match.groupdict()
        if "test" in found:
            tests.add(found["test"])
        if "theorem" in found:
            theorems.append(found["theorem"])
            tests.add(SUFFIX.sub("", found["theorem"]))
        if "printed" in found:
            printed.append(found["printed"])
    if not order.fullmatch(kinds):
        raise Refused("a sentence is missing, is one too many or at another place")
    if len(tests) != 1:
        raise Refused(f"it is about more than one test: {', '.join(sorted(tests))}")
    if printed != theorems:
        raise Refused("Print Assumptions does not ask for each theorem once")
    return theorems


def check(text, library, coqc="coqc"):
    """The theorems that the certificate proves; throws Refused with what is wrong."""
    theorems = theorems_of(text)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "Certificate.v")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        run = subprocess.run([coqc, "-q", "-noglob", "-Q", library, "Opexplore", path],
                             capture_output=True, text=True, check=False)
    if run.returncode != 0:
        raise Refused(f"coqc refuses it: {run.stderr.strip()}")
    if run.stdout != CLOSED * len(theorems):
        raise Refused(f"a theorem is not closed: {run.stdout.strip()}")
    return theorems


def main():
    arguments = argparse.ArgumentParser(description="Checks certificates of opexplore.")
    arguments.add_argument("--library", default=os.path.dirname(os.path.abspath(__file__)))
    arguments.add_argument("--coqc", default="coqc")
    arguments.add_argument("files", nargs="+", metavar="FILE.v")
    options = arguments.parse_args()
    refused = 0
    for path in options.files:
        try:
            with open(path, encoding="utf-8", newline="") as file:
                theorems = check(file.read(), options.library, options.coqc)
            print(f"{path}: proved: {', '.join(theorems)}")
        except (Refused, OSError, UnicodeDecodeError) as what:
            refused += 1
            print(f"{path}: refused: {what}", file=sys.stderr)
    return 1 if refused else 0


if __name__ == "__main__":
    sys.exit(main())
