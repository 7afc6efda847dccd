#!/usr/bin/env bash
# programs.sh BUILD: what the recorded kernels become in that build, to be compared with another
# one's. Each module is launched as its table says, and each of its kernels in the usual way.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
program=$(realpath "$1")/tests/opexplore_kernel_programs

lines() {
  local folder file
  for folder in tests/kernels/cuda tests/kernels/corpus tests/kernels/asynchronous; do
    python3 - "$folder" <<'PYTHON'
import csv, glob, sys
folder = sys.argv[1]
for row in csv.DictReader(open(folder + "/expected.csv")):
    for file in sorted(glob.glob(f"{folder}/{row['file']}.*.ptx")):
        print(file, row["options"])
PYTHON
  done
  for file in tests/kernels/*.ptx tests/kernels/*/*.ptx litmus/*/*.ptx; do
    printf '%s\n%s --grid 2 --block 2\n%s --grid 1 --block 64 --threads 0,1,32\n' \
      "$file" "$file" "$file"
  done
  for file in tests/kernels/setup.json tests/kernels/mp.json; do
    printf -- '--launch %s %s\n' "$file" "tests/kernels/$(basename "$file" .json).sm_90.ptx"
  done
}

lines | "$program"
