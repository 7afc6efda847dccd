// An explored test as texts: log, warnings, drawings, JSON, files.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "answers/compare.hpp"
#include "axioms/explain.hpp"
#include "tools/single.hpp"

namespace opexplore {

/// Why a model lacks an outcome.
struct Forbidden {
  std::string model;  ///< its name
  std::string goal;   ///< the outcome, or the proposition that no outcome satisfies
  axioms::Explanation explanation;
};

/// What the second of a comparison found, and how it compares.
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
  std::vector<Forbidden> forbidden = {};
};

/// Everything that is printed and written for the test.
SingleResult rendered(const Explored& run);

}  // namespace opexplore
