#!/usr/bin/env python3
"""Fails when headers of the tree include each other, directly or through others.

  includes.py FOLDER
"""
import pathlib
import re
import sys

INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*"([^"]+)"', re.MULTILINE)


def included(folder):
    """By header, the headers of the tree that it includes."""
    texts = {}
    for path in sorted(folder.rglob("*.hpp")):
        name = path.relative_to(folder)
        if not name.parts[0].startswith((".", "build")):
            texts[name.as_posix()] = path.read_text(encoding="utf-8")
    return {name: [other for other in INCLUDE.findall(text) if other in texts]
            for name, text in texts.items()}


def cycle_in(graph):
    """Headers each of which includes the next, the first one again at the end; or None."""
    done = set()

    def search(path):
        for other in graph[path[-1]]:
            if other in path:
                return path[path.index(other):] + [other]
            if other not in done and (cycle := search(path + [other])):
                return cycle
        done.add(path[-1])
        return None

    for header in graph:
        if header not in done and (cycle := search([header])):
            return cycle
    return None


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    graph = included(pathlib.Path(sys.argv[1]))
    if cycle := cycle_in(graph):
        sys.exit("headers include each other: " + " -> ".join(cycle))
    print(f"{len(graph)} headers, none includes itself through others")


if __name__ == "__main__":
    main()
