#!/usr/bin/env bash
# glslang 12.0.0 for HLSL: whether a buffer is globallycoherent depends on which buffer comes first.
#
# `globallycoherent` says of one buffer that its accesses reach other groups (HLSL, "Globally
# Coherent"). glslang makes it a decoration of the structure type, and all RWStructuredBuffers with
# the same elements share one type, which the first of them that the shader accesses has made. So of
# two shaders that differ in the order of two independent statements, one has the decoration on
# both buffers, and the other on none: there the buffer that was declared coherent is not, and a
# message that one group leaves for another may never be seen.
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

# coherent <first statement> <second statement>: the decorations of that kind in the module.
coherent() {
  cat >both.hlsl <<HLSL
RWStructuredBuffer<uint> usual : register(u0);
globallycoherent RWStructuredBuffer<uint> shared_with_all : register(u1);
[numthreads(1, 1, 1)] void main() {
  $1
  $2
}
HLSL
  glslangValidator -D -V -S comp -e main both.hlsl -o both.spv >compile.log || exit 2
  spirv-dis --no-color both.spv | grep -cE 'Decorate .* Coherent' || true
}

changed=0
# expect <what> <count> <wanted>
expect() {
  printf '%-28s %s\n' "$1" "$2"
  if [[ $2 != "$3" ]]; then changed=1; fi
}
expect 'the usual buffer first' "$(coherent 'usual[0] = 1;' 'shared_with_all[0] = 1;')" 0
expect 'the coherent buffer first' "$(coherent 'shared_with_all[0] = 1;' 'usual[0] = 1;')" 1
if ((changed)); then echo 'changed: coherence is decided in another way now'; fi
exit "$changed"
