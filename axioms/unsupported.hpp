// What a model cannot treat.
#pragma once

#include <optional>
#include <stdexcept>
#include <string>

#include "opmodel/refusal.hpp"

namespace opexplore::axioms {

/// The program cannot be evaluated: says why.
struct Unsupported : std::runtime_error {
  explicit Unsupported(const std::string& why, std::optional<SourcePlace> where = std::nullopt)
      : std::runtime_error(why), place(where) {}
  Refusal refusal() const { return {what(), place}; }
  std::optional<SourcePlace> place;
};

}  // namespace opexplore::axioms
