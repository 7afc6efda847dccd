#version 450
// A letter from one workgroup to another; the memory model is that of before Vulkan's.
layout(local_size_x = 1) in;
layout(binding = 0) coherent buffer Box { uint letter; uint sent; uint got; };

void main() {
  if (gl_WorkGroupID.x == 0u) {
    letter = 42u;
    memoryBarrierBuffer();
    atomicExchange(sent, 1u);
  } else {
    while (atomicOr(sent, 0u) == 0u) {}
    memoryBarrierBuffer();
    got = letter;
  }
}
