#version 450
// Message passing between workgroups.
//
// @Config: 1, 1, 2
// @Output: exists (seen[0] == 1 and seen[1] == 0)
// @Filter: seen[0] == 1
#pragma use_vulkan_memory_model
#extension GL_KHR_memory_scope_semantics : require

layout(local_size_x = 1) in;
layout(set = 0, binding = 0) buffer Data { devicecoherent uint data; uint flag; uint seen[2]; };

void main() {
  if (gl_WorkGroupID.x == 0) {
    data = 1;
    atomicStore(flag, 1u, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsRelease);
  } else {
    uint first = atomicLoad(flag, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsAcquire);
    uint second = data;
    seen[0] = first;
    seen[1] = second;
  }
}
