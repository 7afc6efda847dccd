// Inputs of a module that may be anything: as in litmus/kernels/all_values.hpp.
#pragma once

#include <string>
#include <vector>

#include "litmus/kernels/launch_word.hpp"
#include "litmus/spirv/declarations.hpp"

namespace opexplore::spirv {

/// Numbers such that each that the constant, or the number in a variable, may be leads to what one
/// of them leads to. Throws as fail() does where there is no small set of which that is known.
std::vector<Value> values_for_all(const Module& module, const Declarations& declarations,
                                  const kernel::LaunchWord& word, std::string name);

}  // namespace opexplore::spirv
