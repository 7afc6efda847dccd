#!/usr/bin/env bash
# clang 16.0.6 for nvptx64: an atomic operation on a byte begins with a plain load of four bytes.
#
# The PTX of `__atomic_fetch_add` on a char is a loop of `atom.cas.b32` on the word around it, which
# is entered with `ld.u32`: a weak load, though every access of the program is atomic. By the PTX
# ISA ("Morally strong operations", "Conflict and Data-races") a weak load races with each strong
# store that nothing orders, and so does an access that overlaps another one in part, as this load
# does with the `st.volatile.u8` that stores the next byte. The loop mends a stale value, but the
# race is there; libcu++ begins the same loop with `ld.relaxed.gpu.b32`.
# Seen with Debian's clang-16 1:16.0.6-15~deb12u1, optimised and not.
#
# Exit code: 0 while that is so, 1 when it has changed, 2 when the packages cannot be had.
set -euo pipefail

version='1:16.0.6-15~deb12u1'
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

apt-get download "clang-16=$version" "libclang-cpp16=$version" "libllvm16=$version" \
  >download.log 2>&1 || {
  cat download.log >&2
  exit 2
}
for package in ./*.deb; do dpkg-deb -x "$package" root; done
export LD_LIBRARY_PATH=$folder/root/usr/lib/llvm-16/lib:$folder/root/usr/lib/x86_64-linux-gnu

cat >bytes.cu <<'CUDA'
extern "C" __attribute__((global)) void add(char* x) {
  __atomic_fetch_add(x, 1, __ATOMIC_RELAXED);
}
extern "C" __attribute__((global)) void store(char* x) {
  __atomic_store_n(x + 1, 1, __ATOMIC_RELAXED);
}
CUDA
root/usr/lib/llvm-16/bin/clang -x cuda --cuda-device-only --cuda-gpu-arch=sm_70 -nocudainc \
  -nocudalib -Wno-unknown-cuda-version -O3 -S -o bytes.ptx bytes.cu || exit 2

is=$(grep -oE '\b(ld|st|atom)\.[a-z0-9.]+' bytes.ptx | grep -v param | paste -sd' ')
printf '%s\n' "$is"
if [[ $is != 'ld.global.u32 atom.global.cas.b32 st.volatile.global.u8' ]]; then
  echo 'changed: the loop begins in another way, or the bytes are accessed in another one'
  exit 1
fi
