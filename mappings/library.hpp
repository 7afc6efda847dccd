// The tables that are part of the library.
#pragma once

#include <span>

#include "opmodel/embedded_file.hpp"

namespace opexplore::mappings {

/// By name. The build writes it from mappings/*.json.
std::span<const EmbeddedFile> embedded_tables();

}  // namespace opexplore::mappings
