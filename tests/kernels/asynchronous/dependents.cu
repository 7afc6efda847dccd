// A block hands data to another one of the same grid.
// Wrong: griddepcontrol.wait waits for the grids before this one, and not for blocks of this one
// (9.7.15.14).
__global__ void dependents(int* data, int* out) {
  if (blockIdx.x == 0) {
    *data = 42;
    cudaTriggerProgrammaticLaunchCompletion();
  } else {
    cudaGridDependencySynchronize();
    *out = *data;
  }
}
