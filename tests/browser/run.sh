#!/usr/bin/env bash
# Runs tests in Debian's Chromium:
#   run.sh WORK SOURCE PROGRAM FILE.test.mjs …
# Packages of npm go to WORK.
set -euo pipefail
work=$1 source=$2 program=$3
shift 3

# shellcheck source=tests/npm.sh
. "$source/tests/npm.sh"

need node npm chromium
mkdir -p "$work"
cp "$source"/tests/browser/{package.json,package-lock.json,.npmrc,*.mjs} "$work"
cd "$work"
npm_packages --loglevel error
OPEXPLORE_PROGRAM=$program OPEXPLORE_SOURCE_DIR=$source exec node --test "$@"
