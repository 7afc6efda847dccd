// Each of four threads writes one of n + 1 slots: two of them write the same one unless n is 3 or
// more.
__global__ void slots(int* out, int n) { out[threadIdx.x % (n + 1)] = threadIdx.x; }
