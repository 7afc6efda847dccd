// The host gives the function: one that stores (line 5, a race) or one that adds atomically, which
// is none. Nobody says which: the first whose address is taken, and a note.
extern "C" {
using Action = void (*)(int*);
__device__ __noinline__ void plain_add(int* to) { *to += 1; }
__device__ __noinline__ void atomic_add(int* to) { atomicAdd(to, 1); }
}
__device__ Action first = plain_add;
__device__ Action second = atomic_add;
__global__ void apply(Action action, int* out) { action(out); }
