// The memory that the question of a launch is about, and that is shown.
#pragma once

#include <string>
#include <vector>

#include "litmus/kernels/question.hpp"
#include "litmus/kernels/step.hpp"

namespace opexplore::kernel {

/// Makes what a question mentions part of memory. It refers to `around`.
Names mentioning(Surroundings& around);

/// What the test calls the location that a question calls by that name and index, -1 without.
/// Throws InputError for an element that is accessed in parts.
std::string asked_location(const Surroundings& around, const std::string& name, int index);

/// Adds what Launch::shown says to what is observed, behind what the question mentions; of memory
/// that nobody named what is written, by address. Throws InputError.
void show_memory(const Surroundings& around, const std::vector<bool>& is_written, Test& test);

}  // namespace opexplore::kernel
