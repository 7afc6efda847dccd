// Which modifiers of an instruction of Vulkan go together (Dartagnan's grammar of Vulkan tests; the
// Vulkan specification, appendix Memory Model, says why).
#pragma once

#include "litmus/language/vulkan_format/modifiers.hpp"

namespace opexplore::detail {

/// Refuses what does not go together, and what lacks something.
void require_rules(const Source& source, const Mnemonic& mnemonic, VulkanFamily family,
                   const VulkanModifiers& modifiers);

}  // namespace opexplore::detail
