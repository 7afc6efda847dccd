// The rules of a machine as they are listed and cited, and their instances.
#pragma once

#include <compare>
#include <cstdint>
#include <string_view>

#include "opmodel/program.hpp"

namespace opexplore {

/// A rule of a machine, as it is listed, traced and cited.
struct Rule {
  std::string_view name;     ///< the paper's name; what traces print
  std::string_view section;  ///< where the rule comes from, e.g. "PTX ISA 8.9.5"
  std::string_view summary;  ///< one sentence
};

/// One rule instance. `argument` selects among the instances of the rule for
/// that thread; its meaning belongs to the rule.
struct Step {
  std::uint8_t rule = 0;
  ThreadId thread = 0;
  std::uint16_t argument = 0;
  bool operator==(const Step&) const = default;
  auto operator<=>(const Step&) const = default;
};

}  // namespace opexplore
