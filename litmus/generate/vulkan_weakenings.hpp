// What an instruction of Vulkan can lose: order, scope, storage classes, availability and
// visibility, privacy.
#pragma once

#include <string>
#include <vector>

#include "opmodel/program.hpp"

namespace opexplore::generate {

/// A weaker form of an instruction.
struct VulkanWeakening {
  std::string what;  ///< "acq_rel-acq", "dv-qf", "semsc1-none", "av-nonpriv"
  Action action;
};

/// The forms that are weaker by one step: half of an order, or none; the next smaller scope; a
/// storage class less that it orders; no bulk availability or visibility; an access that makes only
/// itself available or visible instead of an atomic, one that does not, a private one. Of other
/// instructions, and of a fence that has half an order, nothing. Precondition: it is one of a
/// Vulkan program.
std::vector<VulkanWeakening> vulkan_weakenings(const Action& action);

/// Makes the attributes those that the action's order and kind can have: of an atomic it is
/// non-private, available if it writes and visible if it reads; what has no order orders no storage
/// classes. Precondition as above.
void settle_attributes(Action& action);

}  // namespace opexplore::generate
