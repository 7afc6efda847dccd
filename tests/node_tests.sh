#!/usr/bin/env bash
# Runs tests of a folder with node:
#   node_tests.sh WORK SOURCE PROGRAM FOLDER COMMANDS FILE.test.mjs …
# Packages of npm go to WORK; one of the COMMANDS (in one word) that is missing skips the tests, as
# tests/skip.hpp has it.
set -euo pipefail
work=$1 source=$2 program=$3 folder=$4 commands=$5
shift 5

skip() {
  printf 'skipped: needs %s: %s\n' "$1" "$2"
  exit 0
}

for command in $commands; do
  command -v "$command" >/dev/null || skip "$command" "there is no $command"
done
mkdir -p "$work"
cp "$source/tests/$folder"/{package.json,package-lock.json,.npmrc,*.mjs} "$work"
cd "$work"
if ! cmp -s package-lock.json node_modules/.installed; then
  npm ci --silent --no-audit --no-fund >npm.log 2>&1 || skip npm "no packages: $(tail -n 1 npm.log)"
  cp package-lock.json node_modules/.installed
fi
OPEXPLORE_PROGRAM=$program OPEXPLORE_SOURCE_DIR=$source exec node --test "$@"
