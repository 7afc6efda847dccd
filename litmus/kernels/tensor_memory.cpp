#include "litmus/kernels/tensor_memory.hpp"

#include <algorithm>

#include "litmus/input/input_error.hpp"
#include "litmus/kernels/names.hpp"
#include "litmus/kernels/tensor_map.hpp"
#include "litmus/language/tokens.hpp"

namespace opexplore::kernel {

namespace {

using detail::quote;

constexpr Value pointer_bytes = 8;

}  // namespace

void bind_tensormap(Surroundings& around, const std::pair<std::string, Value>& parameter,
                    const TensorMap& map, LaunchedExecutor& launched) {
  const auto& [name, offset] = parameter;
  const auto& parameters = launched.entry->parameters;
  const auto declared = std::ranges::find_if(
      parameters, [&](const Variable& one) { return one.name.is(parameter.first); });
  const Value bytes = size_of(*declared).value_or(0);
  if (bytes == pointer_bytes) {
    Buffer memory{map.name, std::nullopt, std::nullopt, {}};
    memory.bytes = static_cast<std::uint32_t>(tensormap_bytes);
    memory.tensormaps = {{0, map}};
    launched.executor.parameters.insert_or_assign(parameter,
                                                  address(buffer_object(around, memory), 0));
    return;
  }
  if (offset + tensormap_bytes > bytes || offset % tensormap_alignment != 0) {
    throw InputError(around.launch.path, {},
                     "there is no tensormap at byte " + std::to_string(offset) +
                         " of the parameter " + quote(name) + ", which has " +
                         std::to_string(bytes) + " bytes",
                     "a tensormap has 128 bytes, and begins at a multiple of 64");
  }
  launched.executor.tensormaps.insert_or_assign(parameter, map);
}

Abstract memory_of(Surroundings& around, const Executor& executor, const TensorMap& map) {
  if (!around.memory.has("buffer " + map.location)) {
    for (const Variable& variable : around.module.variables) {
      const bool is_it = local_name(variable.name.text).name == map.location;
      if (is_it && variable.space == Space::global) {
        return variable_address(around, executor, variable, "");
      }
    }
  }
  return address(buffer_object(around, buffer_of_tensors(around.launch, map)), 0);
}

}  // namespace opexplore::kernel
