// The ticket lock of ticket_lock.cu with fences behind and before the turn. 2.
__global__ void add(unsigned* next, volatile unsigned* serving, int* counter) {
  unsigned ticket = atomicAdd(next, 1);
  while (*serving != ticket) {}
  __threadfence();
  *counter = *counter + 1;
  __threadfence();
  *serving = ticket + 1;
}
