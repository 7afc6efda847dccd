// An explored test as texts: log, warnings, drawings, JSON, files.
#pragma once

#include <optional>
#include <string>

#include "export/comparison.hpp"
#include "tools/single.hpp"

namespace opexplore {

/// What the second machine of --compare-with found, and how it compares.
struct ComparedReport {
  Report report;
  OutcomeComparison comparison;
};

/// Of an explored test, everything that the texts are made from.
struct Explored {
  const Context& context;
  const Test& test;
  const Report& report;
  std::string hash;
  std::optional<bool> expected;    ///< herd's Ok, as a table expects it
  const ComparedReport* compared;  ///< or nullptr
};

/// Everything that is printed and written for the test.
SingleResult rendered(const Explored& run);

}  // namespace opexplore
