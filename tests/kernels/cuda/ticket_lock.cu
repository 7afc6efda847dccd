// A ticket lock without fences. The ticket is atomic and its turn volatile: these do not race. What
// the lock protects does (line 6): 1 or 2.
__global__ void add(unsigned* next, volatile unsigned* serving, int* counter) {
  unsigned ticket = atomicAdd(next, 1);
  while (*serving != ticket) {}
  *counter = *counter + 1;
  *serving = ticket + 1;
}
