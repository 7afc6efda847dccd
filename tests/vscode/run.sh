#!/usr/bin/env bash
# Tests the extension of Visual Studio Code, without that editor:
#   run.sh WORK SOURCE PROGRAM
# A copy of it with packages of npm goes to WORK; what is missing skips the tests, as
# tests/skip.hpp has it.
set -euo pipefail
work=$1 source=$2 program=$3

skip() {
  printf 'skipped: needs %s: %s\n' "$1" "$2"
  exit 0
}

command -v node >/dev/null || skip nodejs 'there is no node'
command -v npm >/dev/null || skip npm 'there is no npm'
mkdir -p "$work"
# What was renamed or removed must not stay in the copy, which is packaged.
find "$work" -mindepth 1 -maxdepth 1 ! -name node_modules -exec rm -rf {} +
(cd "$source/tools/vscode" && find . -mindepth 1 -maxdepth 1 ! -name node_modules ! -name '*.vsix' \
  -exec cp -r {} "$work" \;)
cp "$source"/tests/vscode/*.mjs "$work"
cd "$work"
if ! cmp -s package-lock.json node_modules/.installed; then
  # What vsce keeps passwords with is optional, has to be compiled, and is for publishing.
  npm ci --omit=optional --ignore-scripts --loglevel error --no-audit --no-fund >npm.log 2>&1 ||
    skip npm "no packages: $(head -n 1 npm.log)"
  cp package-lock.json node_modules/.installed
fi
OPEXPLORE_PROGRAM=$program OPEXPLORE_SOURCE_DIR=$source exec node --test ./*.test.mjs
