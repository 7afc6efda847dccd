// Asking a cat model about a test.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "axioms/axioms.hpp"
#include "litmus/language/reader.hpp"
#include "tests/oracle/litmus_text.hpp"
#include "tests/short_test.hpp"

namespace opexplore::axioms {

using opexplore::testing::short_test;

/// A relation between the events of an execution, as NamedRelation has it.
using Edges = std::vector<std::pair<std::size_t, std::size_t>>;

/// What is wrong with the text of a model.
inline std::string refusal(std::string_view text) {
  try {
    read_model(text, "m.cat");
  } catch (const CatError& error) {
    return error.what();
  }
  return "accepted";
}

/// The values of the outcomes that the model allows.
inline std::set<Outcome> values_of(const AxiomaticReport& report) {
  std::set<Outcome> result;
  for (const AxiomaticOutcome& outcome : report.outcomes) result.insert(outcome.values);
  return result;
}

/// testing::short_test in Vulkan, with the places of oracle::vulkan_text.
inline Test short_vulkan_test(std::string_view threads, std::string_view condition,
                              std::string_view declarations = "x=0; y=0;") {
  return read(oracle::vulkan_text("short", declarations, threads, condition), "short");
}

/// Whether the model, by its text, allows what the condition of an `exists` test asks for.
inline bool allows(const std::string& model, const Test& test) {
  return condition_holds(test, evaluate(read_model(model, "test.cat"), test));
}

}  // namespace opexplore::axioms
