#!/usr/bin/env python3
"""Counts where code picks kinds of instructions by hand, and fails when it does so often.

  selections.py FOLDER

Code that asks which alternative of Action it has goes on compiling when there is a new one, and is
wrong. opmodel/instruction.hpp says what instructions do, and a visit with one case for each kind
does not compile when one is missing.

Fails also when words are spelled twice: when two files pair the same text with a value of the same
enumeration, in a table or in a switch, or when a list has all the words of a table of three or
more. opmodel/words.hpp has them for all.
"""
import argparse
import collections
import pathlib
import re
import sys

MOST = 10
MOST_FILES = 3

KINDS = "Load|Store|Atomic|Fence|ProxyFence|Barrier|Arithmetic|Branch"
SELECTION = re.compile(
    rf"\b(?:get_if|get|holds_alternative)\s*<\s*(?:const\s+)?(?:\w+::)*(?:{KINDS})(?:\s+const)?\s*>")

WORDS = "opmodel/words.cpp"
ENUMERATION = (r"(?:\w+::)*(Order|Scope|AtomicOp|ArithmeticOp|NumberType|ProxyFenceKind|Proxy"
               r"|Annotation|Region|Comparison|Language)::\w+")
TEXT = r'"((?:\\.|[^"\\\n])*)"'
PAIR = re.compile(rf"\{{\s*{TEXT}(?:sv)?\s*,\s*{ENUMERATION}")
CASE = re.compile(rf"\bcase\s+{ENUMERATION}\s*:\s*return\s+{TEXT}")
TABLE = re.compile(r"\bWord<(\w+)>\s*,\s*\d+>\s*\w+\s*\{")
LIST = re.compile(rf"\{{\s*{TEXT}(?:sv)?(?:\s*,\s*{TEXT}(?:sv)?){{2,}}\s*,?\s*\}}")
# By file and enumeration: why the words are there for all that.
ALLOWED = {}

# Comments, and what looks like one within a string.
COMMENT = re.compile(r'("(?:\\.|[^"\\\n])*")|//[^\n]*|/\*.*?\*/', re.DOTALL)


def sources(folder):
    """Path and text, comments blank, of each file of the program."""
    for path in sorted(folder.rglob("*.[ch]pp")):
        shown = path.relative_to(folder)
        if shown.parts[0].startswith((".", "build", "tests")) or path.name.endswith(".test.cpp"):
            continue
        text = path.read_text(encoding="utf-8")
        yield shown.as_posix(), COMMENT.sub(
            lambda match: match.group(1) or re.sub(r"[^\n]", " ", match.group()), text)


def pairs(text):
    """(text, enumeration, line) of each word that a table or a switch spells."""
    for pattern, word, enumeration in ((PAIR, 1, 2), (CASE, 2, 1)):
        for match in pattern.finditer(text):
            line = text.count("\n", 0, match.start()) + 1
            yield match.group(word), match.group(enumeration), line


def tables(text):
    """(enumeration, its words) of each table of words.cpp."""
    starts = list(TABLE.finditer(text))
    for start, end in zip(starts, starts[1:] + [None]):
        part = text[start.end():end.start() if end else len(text)]
        yield start.group(1), {word for word, _, _ in pairs(part) if word}


def lists(text, known):
    """(words, enumeration, line) of each list that has all the words of a table."""
    for match in LIST.finditer(text):
        words = re.findall(TEXT, match.group())
        for enumeration, table in known:
            if len(table) > 2 and table.issubset(words):
                yield words, enumeration, text.count("\n", 0, match.start()) + 1


def spelled_twice(files):
    """A sentence for each word, or list of words, that is spelled in a second file."""
    where = collections.defaultdict(dict)  # by word and enumeration: by file, the line
    for path, text in files:
        for word, enumeration, line in pairs(text):
            where[word, enumeration].setdefault(path, line)
    for (word, enumeration), places in where.items():
        if word and len(places) > 1:
            for path, line in places.items():
                if path != WORDS and (path, enumeration) not in ALLOWED:
                    others = ", ".join(other for other in places if other != path)
                    yield f'{path}:{line}: "{word}" of {enumeration} is also in {others}'
    known = list(tables(dict(files)[WORDS]))
    for path, text in files:
        for words, enumeration, line in lists(text, known):
            if (path, enumeration) not in ALLOWED:
                yield f'{path}:{line}: {", ".join(words)} of {enumeration} are also in {WORDS}'


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=pathlib.Path)
    files = list(sources(parser.parse_args().folder))
    counts = {path: len(SELECTION.findall(text)) for path, text in files}
    counts = {path: count for path, count in counts.items() if count > 0}
    total = sum(counts.values())
    print(f"{total} selections on kinds of instructions in {len(counts)} files")
    for path, count in sorted(counts.items(), key=lambda each: (-each[1], each[0])):
        print(f"  {count:3} {path}")
    twice = sorted(spelled_twice(files))
    print(f"{len(twice)} words spelled in more than one file")
    for sentence in twice:
        print(f"  {sentence}")
    if total > MOST or len(counts) > MOST_FILES:
        sys.exit(f"too many: at most {MOST} selections in {MOST_FILES} files")
    if twice:
        sys.exit(f"spell it in {WORDS} alone")


if __name__ == "__main__":
    main()
