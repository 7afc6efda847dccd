#!/usr/bin/env bash
# A campaign over ranks says what it says in one process, whoever is killed while it runs:
#   campaign.sh OPEXPLORE OPEXPLORE-MPI MPIRUN RANKS KILLS
# Of each run but the first, one rank is killed at some moment, until so many were hit. Without rank
# 0 the campaign goes on from its journal.
set -euo pipefail
opexplore=$1 opexplore_mpi=$2 mpirun=$3 ranks=$4 kills=$5
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

words=(campaign -q --machine ptx --compare-with sc
  "--every 61 --exhaustive --threads 2 --accesses 2 --fences 1,acq_rel,sc --orders weak,rlx,acq,rel
    --scopes cta,gpu --placements cta,gpu"
  "--random 3000 --profile everything --threads 2-4 --instructions 4-6")

timeless() {
  sed -E 's/"seconds": *[0-9.e+-]+/"seconds": 0/' "$1.json"
  sed -E 's/ +[0-9.]+$//; s/ +seconds$//' "$1.txt"
}

fail() {
  echo "$*"
  cat ranks.err
  exit 1
}

# One of the processes of this mpirun, in a word: its rank and its number.
some_rank() {
  local process rank found=()
  for process in $(pgrep -P "$1"); do
    rank=$(tr '\0' '\n' 2>/dev/null <"/proc/$process/environ" | sed -n 's/^OMPI_COMM_WORLD_RANK=//p') || true
    if [[ $rank ]]; then found+=("$rank:$process"); fi
  done
  if ((${#found[@]})); then echo "${found[RANDOM % ${#found[@]}]}"; fi
}

# Then the ranks have met.
await_journal() {
  until [[ -e campaign.journal ]]; do
    kill -0 "$1" 2>/dev/null || fail "the ranks ended before they had begun"
    sleep 0.01
  done
}

over_ranks() {
  "$mpirun" --oversubscribe --enable-recovery -n "$ranks" "$opexplore_mpi" "${words[@]}" \
    --journal campaign.journal --resume --json ranks.json >ranks.txt 2>ranks.err
}

# What one process says, and how many milliseconds ranks take once they have met.
code=0
"$opexplore" "${words[@]}" --json one.json >one.txt || code=$?
timeless one >expected
over_ranks &
run=$!
await_journal "$run"
begin=$(date +%s%N)
wait "$run" || (($? == code)) || fail "over ranks the exit code is not $code"
milliseconds=$((($(date +%s%N) - begin) / 1000000))
timeless ranks >got
cmp expected got || fail "over ranks the report is another"

struck=0 led=0
for ((round = 1; struck < kills; ++round)); do
  ((round <= 20 * (kills + 1))) || fail "only $struck of $kills kills hit a rank"
  rm -f campaign.journal ranks.*
  over_ranks &
  run=$!
  await_journal "$run"
  moment=$((RANDOM % (milliseconds / 2 + 1)))
  sleep "$((moment / 1000)).$(printf %03d $((moment % 1000)))"
  mpirun_process=$(pgrep -P "$run" | head -n 1) || true
  victim=$(some_rank "${mpirun_process:-$run}")
  if [[ $victim ]] && kill -9 "${victim#*:}" 2>/dev/null; then
    struck=$((struck + 1))
  else  # it had ended: the next moment is to be an earlier one
    milliseconds=$((milliseconds * 3 / 4))
  fi
  wait "$run" || true
  if [[ ${victim%%:*} == 0 ]]; then
    led=$((led + 1))
    over_ranks || true
  fi
  if [[ ! -s ranks.json ]]; then fail "round $round: rank ${victim:-none}, $moment ms: no report"; fi
  timeless ranks >got
  cmp expected got || fail "round $round: rank ${victim:-none}, $moment ms: another report"
done
echo "$struck kills hit a rank, $led of them rank 0, and nothing was lost"
