#!/usr/bin/env bash
# Bundles the scripts of pages again, and compares with what is kept:
#   bundles.sh WORK FOLDER …
set -euo pipefail
work=$1
shift
# shellcheck source=tests/npm.sh
. "$(dirname "${BASH_SOURCE[0]}")/../npm.sh"

need node npm
for folder in "$@"; do
  copy=$work/$(basename "$(dirname "$folder")")
  mkdir -p "$copy"
  cp -r "$folder"/{package.json,package-lock.json,.npmrc,build.mjs,src} "$copy"
  cd "$copy"
  npm_packages --loglevel error
  node build.mjs "$copy/bundle"
  diff -rq "$copy/bundle" "$folder/bundle"
done
echo 'the bundles are what their sources give'
