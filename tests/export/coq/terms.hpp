// Numbers and lists as terms of Coq.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "opmodel/program.hpp"

namespace opexplore::coq_terms {

inline std::string number(std::size_t value) { return std::to_string(value); }
inline std::string integer(Value value) { return '(' + std::to_string(value) + ")%Z"; }
inline std::string mask(std::uint64_t set) { return std::to_string(set) + "%N"; }
inline std::string truth(bool value) { return value ? "true" : "false"; }

inline std::string integer(const std::optional<Value>& value) {
  return value ? "(Some " + integer(*value) + ')' : "None";
}

/// "[a; b]" of what `term` makes of each element.
template <class Range, class Term>
std::string list(const Range& range, Term&& term) {
  std::string text;
  for (const auto& element : range) text += (text.empty() ? "" : "; ") + term(element);
  return '[' + text + ']';
}

inline std::string integers(std::span<const Value> values) {
  return list(values, [](Value value) { return integer(value); });
}

}  // namespace opexplore::coq_terms
