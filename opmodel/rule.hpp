// The rules of a machine as they are listed and cited, and their instances.
#pragma once

#include <compare>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "opmodel/program.hpp"

namespace opexplore {

/// A field of Step::argument: what a rule calls it, and how many bits it has.
struct ArgumentField {
  std::string_view name;
  unsigned bits = 0;
};

/// A rule of a machine, as it is listed, traced and cited.
struct Rule {
  std::string_view name;     ///< the paper's name; what traces print
  std::string_view section;  ///< where the rule comes from, e.g. "PTX ISA 8.9.5"
  std::string_view summary;  ///< one sentence
  /// What Step::argument is made of, the lowest bits first; empty: it is 0.
  std::span<const ArgumentField> arguments = {};
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

/// The fields of a step's argument, in the order of Rule::arguments. Precondition: the step is one
/// of the rule.
inline std::vector<unsigned> argument_values(const Rule& rule, Step step) {
  std::vector<unsigned> values;
  unsigned rest = step.argument;
  for (const ArgumentField& field : rule.arguments) {
    values.push_back(rest % (1U << field.bits));
    rest >>= field.bits;
  }
  return values;
}

}  // namespace opexplore
