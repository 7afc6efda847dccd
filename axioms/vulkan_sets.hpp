// The sets of events that Vulkan's memory model is written in.
#pragma once

#include "axioms/base_names.hpp"
#include "opmodel/vulkan.hpp"

namespace opexplore::axioms {

/// Whether the event has the tag that this base set is of. False of sets that are not of Vulkan
/// alone.
bool in_vulkan_set(Base base, const VulkanEvent& event);

}  // namespace opexplore::axioms
