// A scan whose status and value are read and written by vector accesses, as two elements.
// Expected: the elements of a vector are accesses of their own in no order (PTX ISA, Vector
// Data-types), so the value may be missing where the status is there.
struct State {
  int status;
  int value;
};

__device__ State read(const State* from) {
  State s;
  asm volatile("ld.relaxed.gpu.v2.s32 {%0, %1}, [%2];" : "=r"(s.status), "=r"(s.value) : "l"(from));
  return s;
}

__device__ void write(State* to, int status, int value) {
  asm volatile("st.relaxed.gpu.v2.s32 [%0], {%1, %2};" ::"l"(to), "r"(status), "r"(value));
}

__global__ void scan(State* state, int* out) {
  State before = {0, 0};
  if (blockIdx.x > 0) {
    do {
      before = read(&state[blockIdx.x - 1]);
    } while (before.status == 0);
  }
  write(&state[blockIdx.x], 1, before.value + blockIdx.x + 1);
  out[blockIdx.x] = before.value;
}
