#pragma once

#include <string>

#include "opmodel/program.hpp"

namespace opexplore::detail {

/// E.g. `store atomic 1, x syncscope("agent") release`. A jump names the label `LC` + index of the
/// instruction that it goes to. What only another language has is empty.
std::string amdgpu_text(const Action& action, const Thread& thread, const Program& program);

}  // namespace opexplore::detail
