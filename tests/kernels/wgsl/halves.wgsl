// Each invocation reads what the other one has stored, behind a barrier.
@group(0) @binding(0) var<storage, read_write> cells: array<u32, 4>;

@compute @workgroup_size(2)
fn main(@builtin(local_invocation_index) me: u32) {
  cells[me] = 5u + me;
  storageBarrier();
  cells[me + 2u] = cells[1u - me];
}
