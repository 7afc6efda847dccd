#version 450
// All invocations set a flag of their workgroup.
#pragma use_vulkan_memory_model
layout(local_size_x = 2) in;
layout(binding = 0) buffer Result { uint result[2]; };
shared uint found;

void main() {
  found = 1u;
  barrier();
  result[gl_LocalInvocationIndex] = found;
}
