// Kernels as they are understood: in the language of kernels (code/), each instruction with what is
// written for it, and the line of the source that it comes from.
#pragma once

#include <string>

#include "litmus/kernels/module.hpp"

namespace opexplore::kernel {

/// All kernels and functions of the module that have a body, or the kernel of that name and the
/// functions; `name` may be empty. Throws InputError for what is no PTX, and UsageError where no
/// kernel has the name.
std::string listing(const Source& source, const std::string& name);

}  // namespace opexplore::kernel
