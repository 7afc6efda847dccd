// The models that are part of the library.
#pragma once

#include <span>

#include "opmodel/embedded_file.hpp"

namespace opexplore::axioms {

/// By name. The build writes it from models/*.cat.
std::span<const EmbeddedFile> embedded_models();

/// What they include of each other's: parts that are no models by themselves. From models/parts.
std::span<const EmbeddedFile> embedded_parts();

}  // namespace opexplore::axioms
