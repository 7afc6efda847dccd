#version 450
// Each invocation hands a number to its neighbour, and waits for nobody.
#pragma use_vulkan_memory_model
layout(local_size_x = 2) in;
layout(binding = 0) buffer Result { uint result[2]; };
shared uint tile[2];

void main() {
  uint me = gl_LocalInvocationIndex;
  tile[me] = 10u + me;
  memoryBarrierShared();
  result[me] = tile[1u - me];
}
