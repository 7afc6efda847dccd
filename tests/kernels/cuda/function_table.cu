// Which function a thread calls is read from memory: the addresses of all three are in a table. The
// stores (lines 7 and 8) of two threads that call different ones race, and those of two that call
// the same one as well; store_none is no race.
using Action = void (*)(int*);
extern "C" {
__device__ __noinline__ void store_none(int* to) {}
__device__ __noinline__ void store_one(int* to) { *to = 1; }
__device__ __noinline__ void store_two(int* to) { *to = 2; }
}
__device__ Action actions[3] = {store_none, store_one, store_two};
__global__ void dispatch(const int* which, int* out) { actions[which[threadIdx.x] % 3](out); }
