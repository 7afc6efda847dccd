// A test of Vulkan that means what a shading language's text makes of a shader, as the test that a
// compiler of the language makes of it.
#pragma once

#include <optional>

#include "mappings/compile.hpp"

namespace opexplore::mappings::detail {

/// The entry of the language's own table that has that meaning; nothing if none has.
std::optional<EntryId> operation_meaning(const Action& action, const Table& meanings);

/// As compile(), of a table of a shading language. Throws MappingError.
Compiled compile_shader(const Test& source, const Table& table);

}  // namespace opexplore::mappings::detail
