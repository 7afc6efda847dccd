#!/usr/bin/env bash
# clang 14.0.6 and 16.0.6 for nvptx64, -O3: an atomic exchange whose result is not used is a store.
#
# A read-modify-write continues a release sequence, a store ends it (C11 5.1.2.4, C++20
# [intro.races]): who acquires what an exchange wrote also sees what a release before it published.
# At -O0 `__atomic_exchange_n(x, 2, __ATOMIC_RELAXED)` is `atom.exch`, at -O3 `st.volatile`, and for
# PTX they differ too: observation goes on through read-modify-writes alone (PTX ISA, "Observation
# Order").
# 14.0.6 also makes a load of a relaxed addition of 0, which then no longer reads the newest value.
# The optimisation is of every target. Seen with Debian's clang-14 1:14.0.6-12 and clang-16
# 1:16.0.6-15~deb12u1; clang 19.1.7 keeps both instructions.
#
# Exit code: 0 while that is so, 1 when it has changed, 2 when the packages cannot be had.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

# fetch <major> <version of clang, libclang-cpp and libllvm>: into root-MAJOR.
fetch() {
  mkdir "packages-$1"
  (cd "packages-$1" && apt-get download "clang-$1=$2" "libclang-cpp$1=$2" "libllvm$1=$2") \
    >download.log 2>&1 || {
    cat download.log >&2
    exit 2
  }
  for package in "packages-$1"/*.deb; do dpkg-deb -x "$package" "root-$1"; done
}
fetch 14 1:14.0.6-12
fetch 16 '1:16.0.6-15~deb12u1'

cat >exchange.cu <<'CUDA'
extern "C" __attribute__((global)) void exchange(int* x) {
  __atomic_exchange_n(x, 2, __ATOMIC_RELAXED);
}
CUDA
cat >add.cu <<'CUDA'
extern "C" __attribute__((global)) void add(int* x, int* result) {
  *result = __atomic_fetch_add(x, 0, __ATOMIC_RELAXED);
}
CUDA

# access <major> <level> <program>: the instruction that accesses *x.
access() {
  local libraries=$folder/root-$1/usr/lib/llvm-$1/lib:$folder/root-$1/usr/lib/x86_64-linux-gnu
  LD_LIBRARY_PATH=$libraries "root-$1/usr/lib/llvm-$1/bin/clang" -x cuda --cuda-device-only \
    --cuda-gpu-arch=sm_70 -nocudainc -nocudalib -Wno-unknown-cuda-version "$2" -S -o - "$3.cu" |
    grep -oE '\b(atom|ld\.volatile|st\.volatile)[a-z0-9.]*' | sed 's/\.global//' | paste -sd' '
}

changed=0
# expect <major> <level> <program> <instruction>
expect() {
  local is
  is=$(access "$1" "$2" "$3") || exit 2
  printf 'clang %s %s %-8s %s\n' "$1" "$2" "$3" "$is"
  if [[ $is != "$4" ]]; then changed=1; fi
}
for major in 14 16; do
  expect "$major" -O0 exchange atom.exch.b32
  expect "$major" -O3 exchange st.volatile.u32
  expect "$major" -O0 add atom.add.u32
done
expect 14 -O3 add ld.volatile.u32
expect 16 -O3 add atom.or.b32
if ((changed)); then echo 'changed: some program is compiled in another way now'; fi
exit "$changed"
