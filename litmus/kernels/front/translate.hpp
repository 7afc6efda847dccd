// PTX in the language that kernels are executed in (code/): each statement becomes an instruction,
// decoded once. What is wrong with one, or not modelled, becomes a refusal there, so that what a
// launch does not use cannot make it fail.
#pragma once

#include "litmus/kernels/module.hpp"

namespace opexplore::kernel {

/// Fills Entry::code of all kernels and functions: read_module() calls it.
void translate(const Source& source, Module& module);

}  // namespace opexplore::kernel
