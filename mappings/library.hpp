// The tables that are part of the library.
#pragma once

#include <span>
#include <string_view>

namespace opexplore::mappings {

/// A table file as text.
struct EmbeddedTable {
  std::string_view name;  ///< without .json
  std::string_view text;
};

/// By name. The build writes it from mappings/*.json.
std::span<const EmbeddedTable> embedded_tables();

}  // namespace opexplore::mappings
