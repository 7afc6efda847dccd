#!/usr/bin/env bash
# SPIRV-Cross 1.3.239: atomics that release and acquire become relaxed ones, without a word.
#
# A store that releases and a load that acquires hand data over between invocations (Vulkan
# specification, appendix Memory Model). SPIRV-Cross writes them as atomicExchange() and
# atomicAdd(x, 0u) in GLSL, with --vulkan-semantics too, and with memory_order_relaxed in MSL: no
# order, no scope, no warning. GLSL could say all of it, with GL_KHR_memory_scope_semantics, in
# which this shader was written; glslang makes of the result a module whose two atomics order
# nothing, and in which the data race. MSL has no order for such atomics but relaxed, so there it
# could only be refused, or be given fences.
# Seen with Debian's spirv-cross 2021.01.15+1.3.239.0-1 and glslang-tools 12.0.0-2.
#
# Exit code: 0 while that is so, 1 when it has changed, 2 when the packages cannot be had.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

apt-get download spirv-cross=2021.01.15+1.3.239.0-1 glslang-tools=12.0.0-2 spirv-tools=2023.1-2 \
  >download.log 2>&1 || {
  cat download.log >&2
  exit 2
}
for package in ./*.deb; do dpkg-deb -x "$package" root; done
PATH=$folder/root/usr/bin:$PATH

cat >handover.comp <<'GLSL'
#version 450
#extension GL_KHR_memory_scope_semantics : require
#pragma use_vulkan_memory_model
layout(local_size_x = 1) in;
layout(binding = 0) buffer Box { nonprivate uint data; uint flag; uint seen; };
const int release = gl_SemanticsRelease | gl_SemanticsMakeAvailable;
const int acquire = gl_SemanticsAcquire | gl_SemanticsMakeVisible;
void main() {
  if (gl_WorkGroupID.x == 0u) {
    data = 1u;
    atomicStore(flag, 1u, gl_ScopeDevice, gl_StorageSemanticsBuffer, release);
  } else if (atomicLoad(flag, gl_ScopeDevice, gl_StorageSemanticsBuffer, acquire) == 1u) {
    seen = data;
  }
}
GLSL
glslangValidator -V --target-env vulkan1.2 handover.comp -o handover.spv >compile.log || exit 2
spirv-val --target-env vulkan1.2 handover.spv || exit 2

# atomics <module>: each atomic with its scope and semantics, as numbers.
atomics() {
  spirv-dis --raw-id --no-color "$1" | awk '
    / OpConstant / { number["" $1] = $5 }
    /OpAtomic/ {
      for (i = 1; i <= NF; ++i) if ($i ~ /^OpAtomic/) break
      at = $i == "OpAtomicStore" ? i + 2 : i + 3
      printf "%s%s %s %s", sep, $i, number[$at], number[$(at + 1)]; sep = ", "
    }'
}

changed=0
# expect <what> <is> <wanted>
expect() {
  printf '%-10s %s\n' "$1" "$2"
  if [[ $2 != "$3" ]]; then changed=1; fi
}
expect 'module' "$(atomics handover.spv)" 'OpAtomicStore 1 8260, OpAtomicLoad 1 16450'
spirv-cross handover.spv --vulkan-semantics --output again.comp 2>warnings.txt
expect 'GLSL' "$(grep -oE 'atomic[A-Za-z]*\([^)]*\)' again.comp | sed 's/_[0-9]*\.//' |
  paste -sd' ')" \
  'atomicExchange(flag, 1u) atomicAdd(flag, 0u)'
glslangValidator -V --target-env vulkan1.2 again.comp -o again.spv >compile.log || exit 2
expect 'again' "$(atomics again.spv)" 'OpAtomicExchange 1 0, OpAtomicIAdd 1 0'
expect 'MSL' "$(spirv-cross handover.spv --msl --msl-version 30000 2>>warnings.txt |
  grep -oE 'memory_order_[a-z_]*' | sort | uniq -c | sed 's/^ *//')" '2 memory_order_relaxed'
expect 'warnings' "$(cat warnings.txt)" ''
if ((changed)); then echo 'changed: orders of atomics are translated in another way now'; fi
exit "$changed"
