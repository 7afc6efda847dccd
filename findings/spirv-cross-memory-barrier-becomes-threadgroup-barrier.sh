#!/usr/bin/env bash
# SPIRV-Cross 1.3.239 to MSL: a memory barrier becomes a barrier that waits for the threadgroup.
#
# OpMemoryBarrier orders the accesses of one invocation and waits for nobody (SPIR-V specification,
# OpMemoryBarrier), so it may stand where only some invocations come: GLSL's memoryBarrierBuffer()
# often does, before a flag is raised. In Metal `threadgroup_barrier` has to be reached by all
# threads of the threadgroup (Metal Shading Language Specification, "Threadgroup and SIMD-group
# Synchronization Functions"). The translation of a memory barrier in a branch that one invocation
# takes is such a barrier, still in the branch: a program that hangs or has no meaning, of one that
# is correct. The HLSL that the tool makes of the same module has DeviceMemoryBarrier(), which waits
# for nobody.
# Seen with Debian's spirv-cross 2021.01.15+1.3.239.0-1, for MSL 2.1 and 3.0.
#
# Exit code: 0 while that is so, 1 when it has changed, 2 when the packages cannot be had.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

apt-get download spirv-cross=2021.01.15+1.3.239.0-1 glslang-tools=12.0.0-2 >download.log 2>&1 || {
  cat download.log >&2
  exit 2
}
for package in ./*.deb; do dpkg-deb -x "$package" root; done
PATH=$folder/root/usr/bin:$PATH

cat >flag.comp <<'GLSL'
#version 450
layout(local_size_x = 32) in;
layout(binding = 0) buffer Box { uint data; uint flag; };
void main() {
  if (gl_LocalInvocationIndex == 0u) {
    data = 1u;
    memoryBarrierBuffer();
    atomicExchange(flag, 1u);
  }
}
GLSL
glslangValidator -V flag.comp -o flag.spv >compile.log || exit 2

changed=0
# expect <what> <barrier> <options>...: the only line with a barrier, and how deep it stands.
expect() {
  local what=$1 barrier=$2 is
  shift 2
  is=$(spirv-cross flag.spv "$@" | grep -iE 'barrier|fence' |
    awk '{match($0, /[^ ]/); print int((RSTART - 1) / 4) ": " substr($0, RSTART)}')
  printf '%-8s %s\n' "$what" "$is"
  if [[ $is != "$barrier" ]]; then changed=1; fi
}
expect 'MSL 2.1' '2: threadgroup_barrier(mem_flags::mem_device);' --msl --msl-version 20100
expect 'MSL 3.0' '2: threadgroup_barrier(mem_flags::mem_device);' --msl --msl-version 30000
expect HLSL '2: DeviceMemoryBarrier();' --hlsl --shader-model 50
if ((changed)); then echo 'changed: a memory barrier is translated in another way now'; fi
exit "$changed"
