// Generated tests of PTX, written in Vulkan's dialect.
#pragma once

#include <concepts>
#include <variant>

#include "litmus/language/reader.hpp"
#include "litmus/language/writer.hpp"
#include "opmodel/instruction.hpp"

namespace opexplore::generate {

/// The same test with atomics of the device for strong accesses, and non-private accesses that are
/// made available and visible for weak ones: all to one storage class, which fences and
/// synchronising accesses order. Precondition: it has neither barriers nor fences that are sc.
inline Test in_vulkan(Test test) {
  test.program.language = Language::vulkan;
  for (Thread& thread : test.program.threads) {
    for (Instruction& instruction : thread.instructions) {
      VulkanAttributes attributes{.non_private = true};
      attributes.visible = reads_memory(instruction.action);
      attributes.available = writes_memory(instruction.action);
      std::visit(Overloaded{[](auto&) {},
                            [&](Fence& fence) {
                              fence.scope = {};
                              fence.vulkan = {.semantics = set_of(0)};
                            },
                            [&]<std::derived_from<MemoryAccess> Access>(Access& access) {
                              if (access.order > Order::relaxed) attributes.semantics = set_of(0);
                              access.scope = {};
                              access.vulkan = attributes;
                            }},
                 instruction.action);
    }
  }
  return read(write(test), test.name);
}

}  // namespace opexplore::generate
