// What words say of a kernel's tensormaps: `--input map=tensor:in:8x4:box=4x2`.
#pragma once

#include "litmus/kernels/default_launch.hpp"
#include "litmus/kernels/launch.hpp"
#include "litmus/kernels/launch_words.hpp"
#include "litmus/kernels/module.hpp"

namespace opexplore::kernel {

/// Whether the word is about one.
bool says_tensormap(const LaunchWord& word);

/// Sets them: parameters, members of parameters, memory that pointers lead to, variables. What they
/// describe is the memory of a pointer of that name, or a variable, or memory of its own. Throws as
/// fail() does.
void add_tensormaps(const LaunchWords& words, const NamedEntry& entry, const Module& module,
                    Launch& launch);

}  // namespace opexplore::kernel
