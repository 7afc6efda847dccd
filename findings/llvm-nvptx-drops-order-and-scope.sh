#!/usr/bin/env bash
# LLVM 19.1.7 for nvptx64: an atomicrmw loses its order and its scope without a word.
#
# LLVM IR gives every atomicrmw an order and a synchronisation scope; without `syncscope` that is the
# whole system (LLVM Language Reference, "Atomic Memory Ordering Constraints"). What llc prints is
# the same `atom.global.add.u32` for seq_cst and monotonic, system, device and block. By the PTX ISA
# (9.7.13, `atom`) that means .relaxed.gpu: a seq_cst addition orders nothing, and one for the system
# is too narrow for another GPU or the CPU. A load that asks for an order it cannot give is refused,
# so one would expect that of these, too. Seen with Debian's llvm-19 1:19.1.7-3~deb12u1.
#
# Exit code: 0 while that is so, 1 when it has changed, 2 when the packages cannot be had.
set -euo pipefail

version='1:19.1.7-3~deb12u1'
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

apt-get download "llvm-19=$version" "libllvm19=$version" >download.log 2>&1 || {
  cat download.log >&2
  exit 2
}
for package in ./*.deb; do dpkg-deb -x "$package" root; done
llc=$folder/root/usr/lib/llvm-19/bin/llc
export LD_LIBRARY_PATH=$folder/root/usr/lib/llvm-19/lib:$folder/root/usr/lib/x86_64-linux-gnu
"$llc" --version >version.txt || exit 2

# instruction <order> <scope>: what an addition of that kind becomes, registers left out.
instruction() {
  local scope=''
  if [[ $2 != system ]]; then scope="syncscope(\"$2\") "; fi
  cat >add.ll <<IR
target triple = "nvptx64-nvidia-cuda"
define i32 @add(ptr addrspace(1) %counter) {
  %old = atomicrmw add ptr addrspace(1) %counter, i32 1 $scope$1
  ret i32 %old
}
IR
  "$llc" -mcpu=sm_70 -mattr=+ptx60 add.ll -o - |
    grep -E '^[[:space:]]*(atom|fence|membar)' | sed -E 's/^[[:space:]]*//; s/[[:space:]]*%.*//' | paste -sd' '
}

changed=0
for order in monotonic acquire release acq_rel seq_cst; do
  for scope in system device block; do
    is=$(instruction "$order" "$scope")
    printf '%-10s %-7s %s\n' "$order" "$scope" "$is"
    if [[ $is != atom.global.add.u32 ]]; then changed=1; fi
  done
done
if ((changed)); then echo 'changed: some addition has an order, a scope or a fence now'; fi
exit "$changed"
