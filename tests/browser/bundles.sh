#!/usr/bin/env bash
# Bundles the scripts of pages again, and compares with what is kept:
#   bundles.sh WORK FOLDER …
set -euo pipefail
work=$1
shift
command -v npm >/dev/null || { echo 'skipped: needs npm: there is no npm'; exit 0; }
for folder in "$@"; do
  copy=$work/$(basename "$(dirname "$folder")")
  mkdir -p "$copy"
  cp -r "$folder"/{package.json,package-lock.json,.npmrc,build.mjs,src} "$copy"
  cd "$copy"
  if ! cmp -s package-lock.json node_modules/.installed; then
    npm ci --silent --no-audit --no-fund >npm.log 2>&1 ||
      { echo "skipped: needs npm: no packages: $(tail -n 1 npm.log)"; exit 0; }
    cp package-lock.json node_modules/.installed
  fi
  node build.mjs "$copy/bundle"
  diff -rq "$copy/bundle" "$folder/bundle"
done
echo 'the bundles are what their sources give'
