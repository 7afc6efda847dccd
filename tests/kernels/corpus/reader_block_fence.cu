// A message of volatile accesses; the reader's fence is for its block only.
// Expected: nothing races, for volatile is strong. Between blocks a fence of narrow scope on one
// side orders nothing: 0 or 42. In one block the scope takes in both: 42.
__global__ void handoff(volatile int* data, volatile int* flag, int* out) {
  if (blockIdx.x + threadIdx.x == 0) {
    *data = 42;
    __threadfence();
    *flag = 1;
  } else {
    while (*flag == 0) {}
    __threadfence_block();
    *out = *data;
  }
}
