// The models that are part of the library.
#pragma once

#include <span>
#include <string_view>

namespace opexplore::axioms {

/// A model file as text.
struct EmbeddedModel {
  std::string_view name;  ///< without .cat
  std::string_view text;
};

/// By name. The build writes it from models/*.cat.
std::span<const EmbeddedModel> embedded_models();

}  // namespace opexplore::axioms
