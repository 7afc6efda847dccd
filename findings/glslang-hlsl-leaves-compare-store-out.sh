#!/usr/bin/env bash
# glslang 12.0.0 for HLSL: InterlockedCompareStore is left out of the module, which is written all the
# same, and the exit code is 0.
#
# `InterlockedCompareStore(d, e, v)` stores v where it finds e (HLSL, "InterlockedCompareStore").
# glslang says "Missing functionality: unknown glslang aggregate", and goes on without it: where the
# operation stood the module has only two plain loads. A build that asks for the exit code goes on
# too, and the store is never made. InterlockedCompareExchange, which does the same and returns what
# it found, is compiled.
# Seen with Debian's glslang-tools 12.0.0-2.
#
# Exit code: 0 while that is so, 1 when it has changed, 2 when the packages cannot be had.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

apt-get download glslang-tools=12.0.0-2 spirv-tools=2023.1-2 >download.log 2>&1 || {
  cat download.log >&2
  exit 2
}
for package in ./*.deb; do dpkg-deb -x "$package" root; done
PATH=$folder/root/usr/bin:$PATH

# atomics <statement>: how many atomic operations the module has; what was said goes to compile.log.
atomics() {
  cat >one.hlsl <<HLSL
RWStructuredBuffer<uint> lock : register(u0);
[numthreads(1, 1, 1)] void main() { uint old; $1; }
HLSL
  rm -f one.spv
  glslangValidator -D -V -S comp -e main one.hlsl -o one.spv >compile.log || return 2
  spirv-dis --no-color one.spv | grep -c OpAtomic || true
}

changed=0
# expect <what> <found> <wanted>
expect() {
  printf '%-28s %s\n' "$1" "$2"
  if [[ $2 != "$3" ]]; then changed=1; fi
}
expect InterlockedCompareExchange "$(atomics 'InterlockedCompareExchange(lock[0], 0, 1, old)')" 1
stored=$(atomics 'InterlockedCompareStore(lock[0], 0, 1)') || stored='exit code not 0'
expect InterlockedCompareStore "$stored" 0
expect 'what is said of it' "$(grep -c 'Missing functionality' compile.log || true)" 1
if ((changed)); then echo 'changed: InterlockedCompareStore is compiled, or refused, now'; fi
exit "$changed"
