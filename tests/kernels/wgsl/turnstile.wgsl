// One invocation of a workgroup at a time passes, and counts.
struct Turnstile { taken: atomic<u32>, passed: u32 };
@group(0) @binding(0) var<storage, read_write> gate: Turnstile;

@compute @workgroup_size(1)
fn pass_through() {
  loop { if (atomicExchange(&gate.taken, 1u) == 0u) { break; } }
  storageBarrier();
  gate.passed = gate.passed + 1u;
  storageBarrier();
  atomicStore(&gate.taken, 0u);
}
