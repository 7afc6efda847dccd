# shellcheck shell=bash
# Sourced by what runs tests with node: skips them where something is missing, as tests/skip.hpp has
# it, and fetches packages of npm.

skip() {
  printf 'skipped: needs %s: %s\n' "$1" "$2"
  exit 0
}

# need <command> …
need() {
  local command
  for command in "$@"; do
    command -v "$command" >/dev/null || skip "$command" "there is no $command"
  done
}

# npm_packages <option> …: those of the package-lock.json here, once.
npm_packages() {
  if cmp -s package-lock.json node_modules/.installed; then return; fi
  npm ci --no-audit --no-fund "$@" >npm.log 2>&1 ||
    skip npm "no packages: $(head -n 1 npm.log)"
  cp package-lock.json node_modules/.installed
}
