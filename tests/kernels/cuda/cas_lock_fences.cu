// The lock of cas_lock.cu with a fence after it is taken and one before it is given back: what one
// holder did is before what the next does. 2.
__global__ void add(int* mutex, int* counter) {
  while (atomicCAS(mutex, 0, 1) != 0) {}
  __threadfence();
  *counter = *counter + 1;
  __threadfence();
  atomicExch(mutex, 0);
}
