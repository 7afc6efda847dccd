#!/usr/bin/env bash
# Runs tests in Debian's Chromium:
#   run.sh WORK SOURCE PROGRAM FILE.test.mjs …
# Packages of npm go to WORK; what is missing skips the tests, as tests/skip.hpp has it.
set -euo pipefail
work=$1 source=$2 program=$3
shift 3

skip() {
  printf 'skipped: needs %s: %s\n' "$1" "$2"
  exit 0
}

command -v node >/dev/null || skip nodejs 'there is no node'
command -v npm >/dev/null || skip npm 'there is no npm'
command -v chromium >/dev/null || skip chromium 'there is no chromium'
mkdir -p "$work"
cp "$source"/tests/browser/{package.json,package-lock.json,.npmrc,*.mjs} "$work"
cd "$work"
if ! cmp -s package-lock.json node_modules/.installed; then
  npm ci --silent --no-audit --no-fund >npm.log 2>&1 || skip npm "no packages: $(tail -n 1 npm.log)"
  cp package-lock.json node_modules/.installed
fi
OPEXPLORE_PROGRAM=$program OPEXPLORE_SOURCE_DIR=$source exec node --test "$@"
