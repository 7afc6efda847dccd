// Single instructions of Vulkan as text.
#pragma once

#include <string>

#include "opmodel/program.hpp"

namespace opexplore::detail {

/// E.g. "st.atom.rel.dv.sc0.semsc0 x, 1". A jump names the label `LC` + index of the instruction
/// that it goes to. What only another language has is spelled as there.
std::string vulkan_text(const Action& action, const Thread& thread, const Program& program);

}  // namespace opexplore::detail
