#!/usr/bin/env bash
# spirv-opt 2023.1 --upgrade-memory-model: a correct module of naga becomes one with a data race.
#
# The pass rewrites a module of the memory model GLSL450 for that of Vulkan. Accesses to buffers
# that are decorated Coherent, as GLSL has to have them, become available and visible; all others
# stay plain OpLoad and OpStore. In WGSL storageBarrier() orders all accesses to buffers (its
# specification, "Private vs Non-private" and "Memory Semantics"), and naga emits it as
# OpControlBarrier without any decoration. In the Vulkan memory model an access without
# NonPrivatePointer is private, and no barrier orders it (Vulkan specification, appendix Memory
# Model). So the two invocations of this shader, which the barrier keeps apart, race behind the
# pass, which does not warn; spirv-val finds both modules valid.
# Seen with naga 25.0.1 of npm wgsl-wasm-transpiler-bundler 0.0.1 and Debian's spirv-tools 2023.1-2.
#
# Exit code: 0 while that is so, 1 when it has changed, 2 when the packages cannot be had.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

{
  apt-get download spirv-tools=2023.1-2 && npm pack wgsl-wasm-transpiler-bundler@0.0.1
} >download.log 2>&1 || {
  cat download.log >&2
  exit 2
}
for package in ./*.deb; do dpkg-deb -x "$package" root; done
tar xzf wgsl-wasm-transpiler-bundler-0.0.1.tgz
PATH=$folder/root/usr/bin:$PATH

cat >swap.wgsl <<'WGSL'
@group(0) @binding(0) var<storage, read_write> cells: array<u32, 4>;
@compute @workgroup_size(2)
fn main(@builtin(local_invocation_index) me: u32) {
  cells[me] = 5u + me;
  storageBarrier();
  cells[me + 2u] = cells[1u - me];
}
WGSL
cat >naga.mjs <<'JAVASCRIPT'
import {readFileSync, writeFileSync} from 'node:fs';
import * as naga from './package/wgsl_wasm_transpiler_bg.js';
const wasm = readFileSync('package/wgsl_wasm_transpiler_bg.wasm');
const {instance} = await WebAssembly.instantiate(wasm, {'./wgsl_wasm_transpiler_bg.js': naga});
naga.__wbg_set_wasm(instance.exports);
instance.exports.__wbindgen_start();
const words = naga.compileShader(readFileSync('swap.wgsl', 'utf8'), 'spirv');
writeFileSync('swap.spv', Buffer.from(words, 'base64'));
JAVASCRIPT
node naga.mjs || exit 2
spirv-opt --upgrade-memory-model swap.spv -o upgraded.spv || exit 2
spirv-val swap.spv || exit 2
spirv-val --target-env vulkan1.2 upgraded.spv || exit 2

# told <module>: its memory model, barriers, and accesses that are not private.
told() {
  spirv-dis --no-color "$1" | awk '
    /OpMemoryModel/ { model = $3 }
    /OpControlBarrier/ { ++barriers }
    /NonPrivatePointer|Coherent/ { ++shared }
    END { printf "%s, %d barrier, %d non-private accesses", model, barriers, shared }'
}

changed=0
# expect <what> <is> <wanted>
expect() {
  printf '%-9s %s\n' "$1" "$2"
  if [[ $2 != "$3" ]]; then changed=1; fi
}
expect naga "$(told swap.spv)" 'GLSL450, 1 barrier, 0 non-private accesses'
expect upgraded "$(told upgraded.spv)" 'Vulkan, 1 barrier, 0 non-private accesses'
if ((changed)); then echo 'changed: the upgraded module has other accesses now'; fi
exit "$changed"
