#!/usr/bin/env bash
# Runs litmus/hardware/@first-tests on the GPU of this machine and checks what it showed, in less
# than ten minutes: hardware/run-first-tests.sh [-o DIR] [--suite DIR] [--oplitmus PROGRAM]
#   -o DIR              where the results go (default: hardware/results/CHIP)
#   --suite DIR         a suite that is built already; then no nvcc is needed
#   --oplitmus PROGRAM  instead of the one in build/release, which is built if it is not there
# Writes first-tests.jsonl, first-tests.log, check.txt, check.json and command.txt. Ends with 77 if
# there is no GPU, with 10 if the chip showed what ptx-proxy forbids.
set -euo pipefail
me=run-first-tests.sh
root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd -P)
out='' suite='' oplitmus=''
command_line="hardware/$me $*"

stop() {
  printf '%s: %s\n' "$me" "$1" >&2
  exit "${2:-2}"
}

while (($# > 0)); do
  case $1 in
    -o | --suite | --oplitmus) (($# > 1)) || stop "$1 needs a value" ;;&
    -o) out=$2 ;;
    --suite) suite=$2 ;;
    --oplitmus) oplitmus=$2 ;;
    -h | --help)
      sed -n '2,9s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"
      exit 0
      ;;
    *) stop "what is $1? --help lists the options" ;;
  esac
  shift 2
done

# Before anything is built: without a GPU there is nothing to do.
chip=$(nvidia-smi --query-gpu=name --format=csv,noheader 2>/dev/null | head -n 1) ||
  stop 'no GPU: nvidia-smi does not answer' 77
[[ -n $chip ]] || stop 'no GPU: nvidia-smi lists none' 77
arch=sm_$(nvidia-smi --query-gpu=compute_cap --format=csv,noheader | head -n 1 | tr -d .)
out=${out:-$root/hardware/results/$(tr -cs 'A-Za-z0-9\n' - <<<"$chip")}
mkdir -p "$out"

if [[ -z $oplitmus ]]; then
  oplitmus=$root/build/release/tools/oplitmus
  if [[ ! -x $oplitmus ]]; then
    with_tests=OFF
    # shellcheck source=.ci/build.sh
    source "$root/.ci/build.sh"
    ensure_packages "${build_packages[@]}"
    build release oplitmus
  fi
fi
if [[ -z $suite ]]; then
  suite=$(mktemp -d)
  trap 'rm -rf "$suite"' EXIT
  "$oplitmus" gen -o "$suite" --arch "$arch" "$root/litmus/hardware/@first-tests"
  "$oplitmus" build "$suite"
fi

printf '%s\n' "$command_line" >"$out/command.txt"
# 12 environments of a quarter second and 3 seconds in the best: 7 minutes for 70 tests.
run_code=0
"$oplitmus" run "$suite" --seed 1 --envs 12 --seconds 0.25 --final 3 \
  --json "$out/first-tests.jsonl" >"$out/first-tests.log" || run_code=$?
if ((run_code == 77)) || [[ ! -s $out/first-tests.jsonl ]]; then exit "$run_code"; fi
# The machines that forbid more than PTX are expected to be contradicted: 10. A result that cannot be
# judged ends it with 1, and is listed.
"$oplitmus" check "$out/first-tests.jsonl" --machine ptx-proxy,ptx,gpu-scoped,sc \
  --json "$out/check.json" >"$out/check.txt" || [[ $? == 1 || $? == 10 ]] || stop 'check failed' 30
check_code=0
"$oplitmus" check -q "$out/first-tests.jsonl" --machine ptx-proxy >/dev/null || check_code=$?
cat "$out/check.txt"
if ((check_code == 10)); then exit 10; fi
exit $((run_code > 0 ? run_code : check_code))
