// The memory of the tensors that tensormaps describe, and that of the maps themselves.
#pragma once

#include <string>
#include <utility>

#include "litmus/kernels/executors.hpp"
#include "litmus/kernels/step.hpp"

namespace opexplore::kernel {

/// Gives the parameter, by its name and a number of bytes, the map: it is one, or points to one.
/// Throws InputError where it is too small.
void bind_tensormap(Surroundings& around, const std::pair<std::string, Value>& parameter,
                    const TensorMap& map, LaunchedExecutor& launched);

/// Where the memory begins that the map describes: a buffer of the launch, or a variable of the
/// module.
Abstract memory_of(Surroundings& around, const Executor& executor, const TensorMap& map);

}  // namespace opexplore::kernel
