// The rows of a checklist for Vulkan (Vulkan specification, appendix Memory Model): releases and
// acquires with the storage classes that they order, scopes, availability and visibility.
#pragma once

#include <vector>

#include "answers/why/chains.hpp"
#include "answers/why/why.hpp"

namespace opexplore::why_parts {

/// Of a chain along which knowledge has to travel.
std::vector<WhyRow> vulkan_rows(const Happening& happening, const Chain& chain);

/// Of a cycle that goes against time several times: rows without remedies, for every axiom of
/// Vulkan speaks of one location.
std::vector<WhyRow> vulkan_rows(const Happening& happening, const std::vector<Chain>& chains);

}  // namespace opexplore::why_parts
