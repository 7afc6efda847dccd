// Blocks take jobs from a counter that is no atomic.
// Expected: the counter races, both may take job 0, and nobody job 1.
__global__ void work(int* next, int* done_by) {
  int job = *next;
  *next = job + 1;
  done_by[job] = blockIdx.x + 1;
}
