#version 450
// Whether two workgroups store to one place depends on a number that the host gives.
#pragma use_vulkan_memory_model
layout(local_size_x = 1) in;
layout(push_constant) uniform Constants { uint shared_place; } host;
layout(binding = 0) buffer Out { uint cells[]; } out_;

void main() {
  uint place = host.shared_place == 0u ? gl_WorkGroupID.x : 0u;
  out_.cells[place] = 7u;
}
