// Small Vulkan programs that tell readings of the memory model apart, with their races and
// outcomes.
#pragma once

#include <span>
#include <string_view>

namespace opexplore::oracle {

/// One program, as vulkan_text() takes it, and what the model says of it.
struct VulkanVerdict {
  std::string_view id;
  std::string_view declarations;
  std::string_view threads;
  /// A filter: executions that fail it do not count. Or an exists clause.
  std::string_view clause;
  /// With chains, without, with the chains of the specification: 'r' if some execution has a race
  /// and else 'f'. A capital letter if the exists clause holds of an execution that there is.
  std::string_view verdicts;
};

std::span<const VulkanVerdict> vulkan_verdicts();

}  // namespace opexplore::oracle
