#!/bin/sh
# Records what clang makes of the kernels here: with pointers that have types (clang 14) and without
# (clang 16). Of what is the same at several levels the lowest is kept.
set -eu
cd "$(dirname "$0")"
make_one() { # NAME TARGET LEVEL CLANG OPTIONS...
  name=$1 target=$2 level=$3 clang=$4
  shift 4
  out=$name.$target.$level.clang-$clang.ll
  "clang-$clang" -S -emit-llvm --cuda-device-only -Wno-unknown-cuda-version -g "-$level" \
    -fdebug-compilation-dir=. "$@" "$name.cu" -o "$out"
  for lower in O1 O2; do
    other=$name.$target.$lower.clang-$clang.ll
    if [ "$lower" != "$level" ] && [ -e "$other" ] && cmp -s "$other" "$out"; then rm "$out"; fi
  done
}
for one in handoff locks blocks forms; do
  while read -r level clang; do
    make_one "$one" nvptx64 "$level" "$clang" -x cuda --cuda-gpu-arch=sm_70 -nocudalib -nocudainc
    make_one "$one" amdgcn "$level" "$clang" -x hip --offload-arch=gfx900 -nogpulib -nogpuinc
  done <<BUILDS
O1 14
O2 14
O3 14
O2 16
BUILDS
done
for clang in 14 16; do
  "clang-$clang" -S -emit-llvm -Xclang -finclude-default-header -x cl -cl-std=CL2.0 -g -O2 \
    -target amdgcn-amd-amdhsa -mcpu=gfx900 -nogpulib -fdebug-compilation-dir=. scopes.cl \
    -o "scopes.amdgcn.O2.clang-$clang.ll"
done
# The same kernels from nvcc, for another opinion.
for one in handoff locks blocks forms; do
  nvcc -ptx -O3 -arch=sm_90 "$one.cu" -o "$one.sm_90.ptx"
done
