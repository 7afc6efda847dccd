#!/usr/bin/env bash
# Tests, rankings and checks of mappings over ranks say what they say in one process, whoever is
# killed while they run:
#   jobs.sh PROGRAMS MPIRUN RANKS KILLS
# PROGRAMS is the folder with opexplore and opmap, and mpi/ lies beside it. Of each run of tests but the
# first, one rank but 0 is killed at some moment, until so many were hit.
set -euo pipefail
programs=$1 mpirun=$2 ranks=$3 kills=$4
here=$(cd "$(dirname "$0")" && pwd)
litmus=$here/../../litmus
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

fail() {
  echo "$*"
  tail -n 20 -- *.err
  exit 1
}

# What does not differ from run to run.
timeless() {
  sed -E 's/"(seconds|[a-z_]*memory[a-z_]*|threads)": *[0-9.e+-]+/"\1": 0/; /^Time /d; s/[0-9.]+ s$/s/' \
    "$1.json" "$1.txt"
}

over_ranks() {
  "$mpirun" --oversubscribe --enable-recovery -n "$ranks" "$@"
}

# same NAME PROGRAM WORDS...: says the same with one process and with ranks.
same() {
  local name=$1 program=$2
  shift 2
  "$programs/$program" "$@" --json one.json >one.txt 2>one.err || true
  over_ranks "$programs/../mpi/$program-mpi" "$@" --json ranks.json >ranks.txt 2>ranks.err || true
  [[ -s one.json && -s ranks.json ]] || fail "$name: no report"
  timeless one >"$name.expected"
  timeless ranks >got
  cmp "$name.expected" got || fail "$name: over ranks the report is another"
}

tests=("$litmus/ptx/classic" "$litmus/ptx/barriers" no-such-file.litmus)
same files opexplore "${tests[@]}"
same compared opexplore "${tests[@]}" --compare-with sc
same traced opexplore "$litmus/ptx/barriers" --trace --sarif report.sarif
same ranking opexplore "$litmus/thesis" --rank "$litmus/thesis/observed.json" \
  --machine gpu-scoped,ptx
same minimised opexplore minimise "$litmus/ptx/pointers"
same mapping opmap check --table lustig19,trailing --family rmw --every 40

# What ranks have noted one process goes on with, and the other way round.
mapping=(check --table "lustig19,trailing" --family rmw --every 40 --journal mapping.journal --resume)
over_ranks "$programs/../mpi/opmap-mpi" "${mapping[@]}" --json ranks.json >ranks.txt 2>ranks.err
noted=$(stat -c %s mapping.journal)
"$programs/opmap" "${mapping[@]}" --json one.json >one.txt 2>one.err
over_ranks "$programs/../mpi/opmap-mpi" "${mapping[@]}" --json ranks.json >ranks.txt 2>ranks.err
for each in one ranks; do
  timeless "$each" >got
  cmp mapping.expected got || fail "mapping, with a journal: $each says something else"
done
[[ $(stat -c %s mapping.journal) == "$noted" ]] || fail "what was noted was done again"

# The search of one test by all ranks, and searches beside it by the first.
one=$litmus/ptx/MP.litmus
for words in "--compare-with sc" "--trace --html page.html" "--check races --dot graph.dot --show all"; do
  read -ra asked <<<"$words"
  "$programs/opexplore" "$one" "${asked[@]}" >one.txt 2>one.err || true
  over_ranks "$programs/../mpi/opexplore-mpi" "$one" "${asked[@]}" >ranks.txt 2>ranks.err ||
    fail "one test, $words"
  for each in one ranks; do sed -E '/^ *(Time |states=|bytes_per_state=|rank=)/d' $each.txt >$each.log; done
  cmp one.log ranks.log || fail "one test, $words: over ranks the report is another"
done

# What rank 0 alone sees ends all.
for given in "$one" "${tests[*]}"; do
  code=0
  read -ra words <<<"$given"
  "$mpirun" --oversubscribe -n "$ranks" "$programs/../mpi/opexplore-mpi" "${words[@]}" \
    --json no-such-folder/report.json >ranks.txt 2>ranks.err || code=$?
  ((code == 2)) || fail "a report that cannot be written: exit code $code"
done

# One of the processes of this mpirun that is not rank 0.
some_worker() {
  local process found=()
  for process in $(pgrep -P "$1"); do
    if tr '\0' '\n' 2>/dev/null <"/proc/$process/environ" |
      grep -q '^OMPI_COMM_WORLD_RANK=[1-9]'; then found+=("$process"); fi
  done
  if ((${#found[@]})); then echo "${found[RANDOM % ${#found[@]}]}"; fi
}

code=0
"$mpirun" --oversubscribe -n "$ranks" "$programs/../mpi/opexplore-mpi" - <"$one" \
  >ranks.txt 2>ranks.err || code=$?
((code == 2)) || fail "standard input: exit code $code"

generated=(-q --no-ample --max-states 50000
  --generate "--random 1500 --profile everything --threads 3-4 --instructions 5-8 --seed 5")
((kills == 0)) || same generated opexplore "${generated[@]}"
struck=0
for ((round = 1; struck < kills; ++round)); do
  ((round <= 20 * (kills + 1))) || fail "only $struck of $kills kills hit a rank"
  rm -f ranks.*
  : >ranks.txt
  "$mpirun" --oversubscribe --enable-recovery -n "$ranks" "$programs/../mpi/opexplore-mpi" \
    "${generated[@]}" --json ranks.json >ranks.txt 2>ranks.err &
  run=$!
  until [[ -s ranks.txt ]]; do  # then the ranks have met
    kill -0 "$run" 2>/dev/null || fail "the ranks ended before they had begun"
    sleep 0.01
  done
  sleep "0.$(printf %03d $((RANDOM % 500)))"
  victim=$(some_worker "$run")
  if [[ $victim ]] && kill -9 "$victim" 2>/dev/null; then struck=$((struck + 1)); fi
  wait "$run" || true
  [[ -s ranks.json ]] || fail "round $round: no report"
  timeless ranks >got
  cmp generated.expected got || fail "round $round: another report"
done

# One search needs all of them: when one dies, the others end and say so, even where mpirun would let
# them live.
if ((kills)); then
  cat >large.litmus <<'END'
PTX Large
{ a=0; b=0; c=0; d=0; }
 P0@cta 0,gpu 0 | P1@cta 1,gpu 0 | P2@cta 2,gpu 0 | P3@cta 3,gpu 0 ;
 st.weak a, 1   | st.weak b, 1   | st.weak c, 1   | st.weak d, 1   ;
 ld.weak r0, b  | ld.weak r0, c  | ld.weak r0, d  | ld.weak r0, a  ;
 ld.weak r1, c  | ld.weak r1, d  | ld.weak r1, a  | ld.weak r1, b  ;
 ld.weak r2, d  | ld.weak r2, a  | ld.weak r2, b  | ld.weak r2, c  ;
exists (0:r0=0)
END
  "$mpirun" --oversubscribe --enable-recovery -n "$ranks" "$programs/../mpi/opexplore-mpi" \
    -q large.litmus --machine gpu-queues --no-reduce --store states >ranks.txt 2>ranks.err &
  run=$!
  until compgen -G 'states/*/level-*' >/dev/null; do  # then the ranks have met
    kill -0 "$run" 2>/dev/null || fail "one search: the ranks ended before they had begun"
    sleep 0.01
  done
  victim=$(some_worker "$run")
  [[ $victim ]] || fail "one search: it ended before a rank was killed"
  kill -9 "$victim"
  wait "$run" || true
  grep -q '^Error: a process has died' ranks.err || fail "one search: nobody says that one has died"
  if grep -q '^Test' ranks.txt; then fail "one search: a verdict without a rank"; fi
fi

# When all are killed the run goes on from its journal.
if ((kills)); then
  "$mpirun" --oversubscribe -n "$ranks" "$programs/../mpi/opexplore-mpi" "${generated[@]}" \
    --journal run.journal --json ranks.json >ranks.txt 2>ranks.err &
  run=$!
  for ((i = 0; i < 500; ++i)); do
    if [[ -s run.journal && $(stat -c %s run.journal) -gt 20000 ]]; then break; fi
    sleep 0.01
  done
  mapfile -t all < <(pgrep -P "$run")
  kill -9 "${all[@]}" "$run" 2>/dev/null || true
  wait "$run" 2>/dev/null || true
  rm -f ranks.*
  over_ranks "$programs/../mpi/opexplore-mpi" "${generated[@]}" --journal run.journal --resume \
    --json ranks.json >ranks.txt 2>ranks.err || true
  timeless ranks >got
  cmp generated.expected got || fail "gone on from a journal: another report"
fi
echo "the same over $ranks ranks; $struck kills hit one, and nothing was lost"
