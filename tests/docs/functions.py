#!/usr/bin/env python3
"""Lists the long C++ functions of the tree, and fails when there are too many.

  functions.py FOLDER [--over LINES]

A function goes from the line of its name to its closing brace; lambdas belong to the function
around them. Functions of tests are listed apart, and may be as long as they like. Of all others
none may have more than 60 lines, and at most 25 may have more than 40.
"""
import argparse
import pathlib
import re
import sys

LONGEST = 60
LONG = 40
MOST_LONG = 25

# Where braces and parentheses mean nothing.
HIDDEN = re.compile(
    r'R"(?P<mark>[^()\s\\"]*)\(.*?\)(?P=mark)"'  # raw strings
    r'|"(?:\\.|[^"\\\n])*"'
    r"|(?<![0-9A-Fa-f])'(?:\\.|[^'\\\n])+'"  # characters, but not the marks between digits
    r"|//[^\n]*|/\*.*?\*/"
    r"|^[ \t]*#(?:\\\n|[^\n])*",  # directives
    re.DOTALL | re.MULTILINE)
SCOPE = re.compile(r"\s*(?:export\s+|inline\s+)*(?:namespace|class|struct|union|enum|extern)\b")
# Words that have parentheses behind them before the function's name may come.
NO_NAME = {"requires", "noexcept", "decltype", "alignas", "explicit", "__attribute__"}


def blank(match):
    return re.sub(r"[^\n]", " ", match.group())


def without_angles(text):
    """The text with template arguments blank."""
    before = None
    while before != text:
        before = text
        text = re.sub(r"(?<![<-])<[^<>(){};]*(?:\([^<>(){};]*\)[^<>(){};]*)*>", blank, text)
    return text


def name_in(head):
    """The place of the name of the function that this declares, or None."""
    head = without_angles(re.sub(r"operator\s*(?:\(\)|[^\w\s(]+)", lambda m: "o" * len(m.group()), head))
    if SCOPE.match(re.sub(r"\btemplate\b|\[\[.*?\]\]", blank, head)):
        return None
    depth = 0
    for match in re.finditer(r"([~\w]+)?\s*\(|\)|=", head):
        if match.group() == ")":
            depth -= 1
        elif match.group() == "=":
            if depth == 0:
                return None
        else:
            if depth == 0 and match.group(1) and match.group(1) not in NO_NAME:
                return match.start()
            depth += 1
    return None


def functions(text):
    """(line, number of lines, name) of every function that has a body."""
    text = HIDDEN.sub(blank, text)
    found = []
    opened = []  # per open brace: "scope", "value", or the place of a function's name
    start = 0  # of the declaration that is being read
    parentheses = 0
    for match in re.finditer(r"[{}();]", text):
        place, char = match.start(), match.group()
        within = any(kind != "scope" for kind in opened)
        if char in "()":
            parentheses += 1 if char == "(" else -1
        elif char == ";" and not within and parentheses == 0:
            start = place + 1
        elif char == "{":
            head = text[start:place]
            name = None if within or parentheses else name_in(head)
            if within or parentheses:
                opened.append("value")
            elif name is None:
                is_scope = SCOPE.match(re.sub(r"\btemplate\b|\[\[.*?\]\]", blank, without_angles(head)))
                opened.append("scope" if is_scope else "value")
                start = place + 1 if is_scope else start
            elif re.search(r"\)[^()?]*(?<!:):(?!:).*[\w>]$", head, re.DOTALL):
                opened.append("value")  # a member's, before the body
            else:
                opened.append(start + name)
        elif char == "}" and opened:
            kind = opened.pop()
            if kind == "scope":
                start = place + 1
            elif kind != "value":
                line = text.count("\n", 0, kind) + 1
                name = re.match(r"\s*[~\w]+", text[kind:]).group().strip()
                found.append((line, text.count("\n", 0, place) + 2 - line, name))
                start = place + 1
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--over", type=int, default=LONG, metavar="LINES", help="which to list")
    arguments = parser.parse_args()
    lengths = {"program": [], "tests": []}
    for path in sorted(arguments.folder.rglob("*.[ch]pp")):
        shown = path.relative_to(arguments.folder)
        if shown.parts[0].startswith((".", "build")):
            continue
        tests = shown.parts[0] == "tests" or path.name.endswith(".test.cpp")
        for line, lines, name in functions(path.read_text(encoding="utf-8")):
            lengths["tests" if tests else "program"].append((lines, f"{shown}:{line}", name))
    for kind, all_lengths in lengths.items():
        over = sorted((each for each in all_lengths if each[0] > arguments.over), reverse=True)
        print(f"{kind}: {len(all_lengths)} functions, {len(over)} over {arguments.over} lines")
        for lines, place, name in over:
            print(f"  {lines:3} {place} {name}")
    program = [lines for lines, _, _ in lengths["program"]]
    long = sum(lines > LONG for lines in program)
    if max(program, default=0) > LONGEST or long > MOST_LONG:
        sys.exit(f"too long: none may have more than {LONGEST} lines, {MOST_LONG} more than {LONG}")


if __name__ == "__main__":
    main()
