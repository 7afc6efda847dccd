// Two blocks set a byte each, and a third waits for both in one load of two bytes.
// Expected: accesses that overlap in part are not morally strong (PTX ISA, Memory Consistency
// Model), however strong each is. So both bytes race with the load. The sum is still 3: a fence.sc
// that stands behind what another's wrote cannot be before it.
__global__ void gather(int* part, volatile char* ready, int* out) {
  if (blockIdx.x < 2) {
    part[blockIdx.x] = blockIdx.x + 1;
    __threadfence();
    ready[blockIdx.x] = 1;
  } else {
    while (*(volatile short*)ready != 0x0101) {}
    __threadfence();
    *out = part[0] + part[1];
  }
}
