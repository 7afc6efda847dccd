// The threads of a launch.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "litmus/kernels/step.hpp"

namespace opexplore::kernel {

/// A thread, its kernel, and the names of its results.
struct LaunchedExecutor {
  Executor executor;
  const Entry* entry = nullptr;
  std::vector<NewRegister> results;
};

/// How many there are in a shape, the number of one of them, x running fastest, and which has that
/// number.
/// @{
std::uint64_t size(const Triple& shape);
std::uint32_t linear(const Triple& index, const Triple& shape);
Triple from_linear(std::uint32_t number, const Triple& shape);
/// @}

/// \name Kernels and their parameters.
/// @{
/// The kernel of that name. Refuses functions, and names that the module does not have.
const Entry& entry_named(const Surroundings& around, const std::string& name);
/// The kernel that the grid runs.
const Entry& launched_entry(const Surroundings& around, const Grid& grid);
/// The parameter that `key` means, and which byte of it: "p", "1" or "1+8".
std::pair<std::string, Value> parameter_of(const Surroundings& around, const Entry& entry,
                                           const std::string& key);
/// The object of `around.memory` that the buffer is.
std::uint16_t buffer_object(Surroundings& around, const Buffer& buffer);
/// Fills the parameters of the executor, which is the thread of that number.
void bind_parameters(Surroundings& around, const std::vector<Binding>& parameters,
                     std::size_t thread, LaunchedExecutor& launched);
/// @}

/// The first thread of the launch, which has one grid of all its threads, with its parameters.
/// Throws InputError.
LaunchedExecutor first_executor(Surroundings& around);

/// All threads of the launch, in order, their parameters bound to objects of `around.memory`;
/// fills `several_ctas` and `several_gpus` of `around`. Throws InputError.
std::vector<LaunchedExecutor> executors_of(Surroundings& around);

}  // namespace opexplore::kernel
