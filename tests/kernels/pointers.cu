// Kernels that compute addresses when they run: indices from memory, and pointers in memory.
//   nvcc -ptx -O3 -arch=sm_90 pointers.cu -o pointers.sm_90.ptx
#include <cuda/atomic>

using Index = cuda::atomic<unsigned, cuda::thread_scope_device>;
constexpr unsigned slots = 2;

// One block sends 1, 2 and 3 through a ring of two slots, another takes them.
extern "C" __global__ void ring(Index* head, Index* tail, int* slot, int* taken) {
  constexpr int messages = 3;
  if (blockIdx.x == 0) {
    for (int i = 1; i <= messages; ++i) {
      const unsigned at = head->load(cuda::memory_order_relaxed);
      while (at - tail->load(cuda::memory_order_acquire) == slots) {
      }
      slot[at % slots] = i;
      head->store(at + 1, cuda::memory_order_release);
    }
  } else {
    for (int i = 0; i < messages; ++i) {
      const unsigned at = tail->load(cuda::memory_order_relaxed);
      while (head->load(cuda::memory_order_acquire) == at) {
      }
      taken[i] = slot[at % slots];
      tail->store(at + 1, cuda::memory_order_release);
    }
  }
}

struct Node {
  int value;
  Node* next;
};
using Top = cuda::atomic<Node*, cuda::thread_scope_device>;

// Two blocks push a node each, and take one.
template <cuda::memory_order Pushes, cuda::memory_order Pops>
__device__ void push_and_pop(Top* top, Node* nodes, int* taken) {
  Node* const mine = &nodes[blockIdx.x];
  mine->value = 10 + blockIdx.x;
  Node* old = top->load(cuda::memory_order_relaxed);
  do {
    mine->next = old;
  } while (!top->compare_exchange_weak(old, mine, Pushes, cuda::memory_order_relaxed));
  old = top->load(Pops);
  while (old != nullptr && !top->compare_exchange_weak(old, old->next, Pops, Pops)) {
  }
  taken[blockIdx.x] = old == nullptr ? 0 : old->value;
}

extern "C" __global__ void stack(Top* top, Node* nodes, int* taken) {
  push_and_pop<cuda::memory_order_release, cuda::memory_order_acquire>(top, nodes, taken);
}

extern "C" __global__ void relaxed_stack(Top* top, Node* nodes, int* taken) {
  push_and_pop<cuda::memory_order_relaxed, cuda::memory_order_relaxed>(top, nodes, taken);
}

// A list that another kernel has built.
extern "C" __global__ void build(Node** first, Node* nodes) {
  nodes[0].value = 3;
  nodes[0].next = &nodes[1];
  nodes[1].value = 4;
  nodes[1].next = nullptr;
  *first = &nodes[0];
}

extern "C" __global__ void sum(Node** first, Node* nodes, int* total) {
  int result = 0;
  for (const Node* at = *first; at != nullptr; at = at->next) result += at->value;
  *total = result;
}

// The low bit of the pointer says that the node may be read.
extern "C" __global__ void tagged(unsigned long long* place, Node* nodes, int* out) {
  if (blockIdx.x == 0) {
    nodes[1].value = 7;
    __threadfence();
    *(volatile unsigned long long*)place = (unsigned long long)&nodes[1] | 1;
  } else {
    const unsigned long long seen = *(volatile unsigned long long*)place;
    __threadfence();
    if ((seen & 1) != 0) {
      Node* const node = (Node*)(seen & ~1ULL);
      out[0] = node->value;
      out[1] = (int)(node - nodes);
    }
  }
}

// A pointer of 48 bits and a version of 16 in one word.
extern "C" __global__ void packed(unsigned long long* place, Node* nodes, int* out) {
  if (blockIdx.x == 0) {
    nodes[1].value = 7;
    __threadfence();
    *(volatile unsigned long long*)place = (unsigned long long)&nodes[1] << 16 | 5;
  } else {
    const unsigned long long seen = *(volatile unsigned long long*)place;
    __threadfence();
    if ((seen & 0xFFFF) == 5) out[0] = ((Node*)(seen >> 16))->value;
  }
}
