#!/usr/bin/env bash
# Tests the extension of Visual Studio Code, without that editor:
#   run.sh WORK SOURCE PROGRAM
# A copy of it with packages of npm goes to WORK.
set -euo pipefail
work=$1 source=$2 program=$3

# shellcheck source=tests/npm.sh
. "$source/tests/npm.sh"

need node npm
mkdir -p "$work"
# What was renamed or removed must not stay in the copy, which is packaged.
find "$work" -mindepth 1 -maxdepth 1 ! -name node_modules -exec rm -rf {} +
(cd "$source/editors/vscode" && find . -mindepth 1 -maxdepth 1 ! -name node_modules ! -name '*.vsix' \
  -exec cp -r {} "$work" \;)
cp "$source"/tests/vscode/*.mjs "$work"
cd "$work"
# What vsce keeps passwords with is optional, has to be compiled, and is for publishing.
npm_packages --loglevel error --omit=optional --ignore-scripts
OPEXPLORE_PROGRAM=$program OPEXPLORE_SOURCE_DIR=$source exec node --test ./*.test.mjs
