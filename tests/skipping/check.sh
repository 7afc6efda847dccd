#!/usr/bin/env bash
# check.sh SOURCE TESTS WORK: that skipped tests are counted and, if they must not be, fail the run.
# TESTS is the folder of ctest's entries for the tests of SOURCE.
set -euo pipefail
source=$1 tests=$2 work=$3

# shellcheck source=.ci/build.sh
with_tests=ON source "$source/.ci/build.sh"
# shellcheck source=.ci/tests.sh
source "$source/.ci/tests.sh"

# expect <code> <last lines> <strict> <argument of ctest> …: what run_ctest ends with.
expect() {
  local code=0 output wanted=$1 lines=$2 strict=$3
  shift 3
  output=$(run_ctest "$work/results.xml" "$strict" --test-dir "$work" "$@" 2>&1) || code=$?
  if [[ $code != "$wanted" || $'\n'$output != *$'\n'"$lines" ]]; then
    printf 'ctest %s ended with %s:\n%s\nbut %s was expected, after\n%s\n' \
      "$*" "$code" "$output" "$wanted" "$lines"
    exit 1
  fi
}

rm -rf "$work"
mkdir -p "$work"
cat >"$work/CTestTestfile.cmake" <<EOF
subdirs("$tests")
add_test(passing "$(type -P true)")
add_test(failing "$(type -P false)")
add_test([["a test" of <two> GPUs & more]] "$(type -P echo)" "skipped: needs gpu: there is 'one'")
set_tests_properties([["a test" of <two> GPUs & more]] PROPERTIES SKIP_REGULAR_EXPRESSION "skipped: needs ")
add_test(only_says_so "$(type -P echo)" "skipped: needs gpu: not really")
EOF
gpus="skipped: \"a test\" of <two> GPUs & more: needs gpu: there is 'one'"

expect 0 '2 passed, 0 failed, 0 skipped' strict -R '^(passing|only_says_so)$'
expect 0 "$gpus
skipped for want of: gpu (1)
1 passed, 0 failed, 1 skipped" strict -R '^(passing|"a test".*)$'
expect 8 "$gpus
skipped for want of: gpu (1)
1 passed, 1 failed, 1 skipped" strict -R '^(passing|failing|"a test".*)$'

# A test of this tree that draws with Graphviz, where a package has not been installed.
mkdir "$work/bin"
for program in ctest rm sed sort grep sh; do ln -s "$(type -P "$program")" "$work/bin/$program"; done
PATH=$work/bin
drawn='skipped: Graphviz draws it: needs graphviz: there is no dot'
expect 0 "$drawn
skipped for want of: graphviz (1)
0 passed, 0 failed, 1 skipped" '' -R '^Graphviz draws it$'
expect 1 "$drawn
skipped for want of: graphviz (1)
no test may be skipped for what packages provide: graphviz
0 passed, 0 failed, 1 skipped" strict -R '^Graphviz draws it$'
expect 8 "$gpus
$drawn
skipped for want of: gpu (1), graphviz (1)
no test may be skipped for what packages provide: graphviz
0 passed, 1 failed, 2 skipped" \
  strict -R '^(failing|"a test".*|Graphviz draws it)$'
# Nothing is known of tests that were not run.
expect 0 'Total Tests: 1' '' -N -R '^passing$'
expect 1 'Total Tests: 1' strict -N -R '^passing$'
