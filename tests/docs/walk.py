#!/usr/bin/env python3
"""Takes the walk of a page as a reader would, in a home folder of its own.

  walk.py PAGE SOURCE BUILD WORK

In the home folder, WORK, ~/opexplore is the source tree and ~/opexplore/build/release the build.
The blocks of the page are executed one after the other:

  console   each `$ command`, by a shell for the whole page; it must end with 0 and print what the
            page shows. A line … stands for any lines.
  cmake     the file that its first line names in a comment
  diff      the edits of the file that it names: each hunk's old lines must be there once

Other blocks are for the reader. Fails at the first block that does not do what it says.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys

BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
COMMAND = re.compile(r"^\$ ((?:.*\\\n)*.*)\n((?:(?!\$ ).*\n)*)", re.MULTILINE)


def give_home(source, build, home):
    """The tree and the build, as the page has them."""
    shutil.rmtree(home, ignore_errors=True)
    tree = home / "opexplore"
    (tree / "build").mkdir(parents=True)
    for entry in source.iterdir():
        if entry.name not in ("build", ".git"):
            (tree / entry.name).symlink_to(entry)
    (tree / "build" / "release").symlink_to(build)


def run(block, home, folder):
    """Runs the commands from `folder` on; returns the folder in which they end."""
    for command, shown in COMMAND.findall(block):
        script = f"cd '{folder}' && {{ {command}\n}} && pwd >'{home}/folder'"
        done = subprocess.run(["bash", "-c", script], env=os.environ | {"HOME": str(home)},
                              stdin=subprocess.DEVNULL, capture_output=True, text=True)
        any_lines = r"(?s:.*)"
        expected = any_lines.join(re.escape(part) for part in re.split(r"^…\n", shown,
                                                                       flags=re.MULTILINE))
        if done.returncode != 0 or not re.fullmatch(expected, done.stdout):
            sys.exit(f"$ {command}\nends with {done.returncode} and prints\n"
                     f"{done.stdout}{done.stderr}instead of\n{shown}")
        folder = pathlib.Path((home / "folder").read_text().strip())
    return folder


def edit(block, home):
    """Applies the hunks of a diff."""
    file = home / re.search(r"^\+\+\+ (\S+)$", block, re.MULTILINE).group(1)
    text = file.read_text()
    for hunk in re.split(r"^@@.*\n", block, flags=re.MULTILINE)[1:]:
        lines = hunk.splitlines(keepends=True)
        before = "".join(line[1:] for line in lines if line[0] in " -")
        after = "".join(line[1:] for line in lines if line[0] in " +")
        if text.count(before) != 1:
            sys.exit(f"{file} has {text.count(before)} times\n{before}")
        text = text.replace(before, after)
    file.write_text(text)


def write(block, home):
    """Makes a file."""
    (home / re.match(r"# (\S+)\n", block).group(1)).write_text(block)


def main():
    page, source, build, home = (pathlib.Path(argument).resolve() for argument in sys.argv[1:])
    give_home(source, build, home)
    folder = home
    taken = set()
    for language, block in BLOCK.findall(page.read_text()):
        taken.add(language)
        if language == "console":
            folder = run(block, home, folder)
        elif language == "diff":
            edit(block, home)
        elif language == "cmake":
            write(block, home)
    missing = {"console", "diff", "cmake"} - taken
    if missing:
        sys.exit(f"{page} has no block of {', '.join(sorted(missing))}")


if __name__ == "__main__":
    main()
