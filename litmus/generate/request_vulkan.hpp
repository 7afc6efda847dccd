// The values of a request that Vulkan alone has.
#pragma once

#include "litmus/generate/alternatives.hpp"
#include "litmus/generate/request.hpp"

namespace opexplore::generate {

/// Reads scopes, `--privacy`, `--semantics` and `--storage-classes`. Throws UsageError.
VulkanAlternatives read_vulkan_alternatives(const Request& request);

/// Refuses options that only the other language has. Throws UsageError.
void check_language(const Request& request, Language language);

}  // namespace opexplore::generate
