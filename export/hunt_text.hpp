// What a hunt comes to, in a line as it is said while it goes on.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <tuple>

#include "export/outcome_text.hpp"
#include "opmodel/condition.hpp"
#include "opmodel/results/hunt_find.hpp"

namespace opexplore {

/// "found after 0.1 s, 1 change of the thread: 1:r0=0; 1:r1=1;", without an end of the line.
std::string hunt_line(const Test& test, const HuntFind& find, Radix radix = Radix::decimal);

/// The lines of a hunt as it goes on: of outcomes the first few, of races between the same places
/// of the source the first. What is left out is in the report.
class HuntLines {
 public:
  static constexpr unsigned most_outcomes = 20;

  /// Refers to the test.
  HuntLines(const Test& test, Radix radix) : test_(test), radix_(radix) {}

  std::optional<std::string> line(const HuntFind& find);

 private:
  using Places = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t>;

  bool is_worth_a_line(const HuntFind& find);

  const Test& test_;
  Radix radix_;
  unsigned outcomes_ = 0;
  std::set<Places> races_;
};

}  // namespace opexplore
