// Blocks take jobs from a counter.
// Expected: each job has one block, in either order.
__global__ void work(int* next, int* done_by) {
  int job = atomicAdd(next, 1);
  done_by[job] = blockIdx.x + 1;
}
