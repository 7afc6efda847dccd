# shellcheck shell=bash
# shellcheck disable=SC2154  # variables shared with the caller
# Sourced by run-tests: runs ctest and says which tests were skipped, and why. A test that is skipped
# prints a line of its own (tests/skip.hpp, add_skipped_test() of tests/CMakeLists.txt):
#   skipped: needs NAME: REASON
# NAME is one of `test_packages` in .ci/build.sh, or what no package provides: naga, nvcc, suite, tint.

# skipped_tests <results>: of ctest's JUnit file the lines NAME<tab>TEST<tab>REASON, sorted.
skipped_tests() {
  local line test='' status=''
  sed "s/&quot;/\"/g; s/&apos;/'/g; s/&lt;/</g; s/&gt;/>/g; s/&amp;/\&/g" "$1" |
    while IFS= read -r line; do
      if [[ $line =~ \<testcase\ name=\"(.*)\"\ classname=.*\ status=\"([a-z]*)\" ]]; then
        test=${BASH_REMATCH[1]} status=${BASH_REMATCH[2]}
      elif [[ $status == notrun && $line =~ skipped:\ needs\ ([a-z0-9-]+):\ (.*) ]]; then
        printf '%s\t%s\t%s\n' "${BASH_REMATCH[1]}" "$test" "${BASH_REMATCH[2]}"
        status=''
      fi
    done | sort
}

# is_packaged <need>: whether a package of test_packages provides it.
is_packaged() {
  local package
  for package in "${test_packages[@]}"; do
    if [[ ${package%%:*} == "$1" ]]; then return 0; fi
  done
  return 1
}

# summarise_tests <results> <strict>: prints why tests were skipped and, last, how many there were.
# With `strict`, 1 when one was skipped for what a package provides.
summarise_tests() {
  local results=$1 strict=$2 need test reason needs='' skipped=0 passed disabled all provided=()
  local -A count=()
  while IFS=$'\t' read -r need test reason; do
    printf 'skipped: %s: needs %s: %s\n' "$test" "$need" "$reason"
    skipped=$((skipped + 1))
    count[$need]=$((${count[$need]:-0} + 1))
  done < <(skipped_tests "$results")
  for need in $(printf '%s\n' "${!count[@]}" | sort); do
    needs+="${needs:+, }$need (${count[$need]})"
    if is_packaged "$need"; then provided+=("$need"); fi
  done
  all=$(grep -c '<testcase ' "$results") || true
  passed=$(grep -c '<testcase .* status="run"' "$results") || true
  disabled=$(grep -c '<testcase .* status="disabled"' "$results") || true
  if [[ $needs ]]; then printf 'skipped for want of: %s\n' "$needs"; fi
  if [[ $strict == strict ]] && ((${#provided[@]})); then
    printf 'no test may be skipped for what packages provide: %s\n' "${provided[*]}"
  fi
  printf '%d passed, %d failed, %d skipped\n' \
    "$passed" $((all - passed - disabled - skipped)) "$skipped"
  [[ $strict != strict ]] || ((${#provided[@]} == 0))
}

# run_ctest <results> <strict> <argument of ctest> …: ends with ctest's exit code, or with that of
# summarise_tests when ctest found nothing wrong. With `strict`, running no test is wrong.
run_ctest() {
  local results=$1 strict=$2 code=0
  shift 2
  rm -f "$results"
  ctest --output-junit "$results" "$@" </dev/null || code=$?
  if grep -qs '<testcase ' "$results"; then
    summarise_tests "$results" "$strict" || code=$((code ? code : 1))
  elif [[ $strict == strict ]]; then
    code=$((code ? code : 1))
  fi
  return "$code"
}
