#!/usr/bin/env python3
"""Takes the walk of a page as a reader would, in a home folder of its own.

  walk.py PAGE SOURCE BUILD WORK [FOLDER]

In the home folder, WORK, ~/opexplore is the source tree and ~/opexplore/build/release the build.
The blocks of the page are executed one after the other:

  console   each `$ command`, by a shell for the whole page; it must end with 0 and print what the
            page shows. A line … stands for any lines.
  cmake     the file that its first line names in a comment; likewise cpp
  diff      the edits of the file that it names: each hunk's old lines must be there once

Other blocks are for the reader. Fails at the first block that does not do what it says.

With a FOLDER of the tree the page changes what is there: the home folder has a copy of it. A build
of the whole tree would take too long, so that in place of cmake what was changed is compiled, and
linked before the libraries that have the rest.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys

BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
COMMAND = re.compile(r"^\$ ((?:.*\\\n)*.*)\n((?:(?!\$ ).*\n)*)", re.MULTILINE)


def give_home(source, build, home, changed):
    """The tree and the build, as the page has them."""
    shutil.rmtree(home, ignore_errors=True)
    tree = home / "opexplore"
    (tree / "build").mkdir(parents=True)
    for entry in source.iterdir():
        if entry.name == changed:
            shutil.copytree(entry, tree / entry.name)
        elif entry.name not in ("build", ".git"):
            (tree / entry.name).symlink_to(entry)
    if changed:
        (tree / "build" / "release" / "tools").mkdir(parents=True)
        put_in_place_of_cmake(source, build, tree, home / "bin", changed)
    else:
        (tree / "build" / "release").symlink_to(build)


def put_in_place_of_cmake(source, build, tree, programs, changed):
    """A `cmake` that makes the program of the tree from what differs in the folder."""
    commands = subprocess.run(["ninja", "-C", build, "-t", "commands", "tools/opexplore"],
                              capture_output=True, text=True, check=True).stdout
    program = tree / "build" / "release" / "tools" / "opexplore"
    link = commands.splitlines()[-1].replace(
        "-o tools/opexplore",
        f"-Wl,--allow-multiple-definition '{programs}'/*.o -o '{program}'")
    programs.mkdir()
    script = programs / "cmake"
    script.write_text(f"""#!/bin/bash
set -e
cd '{tree}'
for file in {changed}/*.cpp; do
  cmp -s $file '{source}'/$file && continue
  $CXX $CXXFLAGS -std=c++20 -c -I. $file -o '{programs}'/$(basename $file).o
done
cd '{build}'
{link}
""")
    script.chmod(0o755)
    os.environ["PATH"] = f"{programs}:{os.environ['PATH']}"


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
    file, text = re.match(r"(?:#|//) (\S+)\n(.*)", block, re.DOTALL).groups()
    (home / file).write_text(text)


def main():
    page, source, build, home = (pathlib.Path(argument).resolve() for argument in sys.argv[1:5])
    changed = sys.argv[5] if len(sys.argv) > 5 else None
    give_home(source, build, home, changed)
    folder = home
    taken = set()
    for language, block in BLOCK.findall(page.read_text()):
        taken.add(language)
        if language == "console":
            folder = run(block, home, folder)
        elif language == "diff":
            edit(block, home)
        elif language in ("cmake", "cpp"):
            write(block, home)
    missing = {"console", "diff", "cpp" if changed else "cmake"} - taken
    if missing:
        sys.exit(f"{page} has no block of {', '.join(sorted(missing))}")


if __name__ == "__main__":
    main()
