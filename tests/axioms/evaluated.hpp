// Asking a cat model about a test.
#pragma once

#include <set>
#include <string>
#include <string_view>

#include "axioms/axioms.hpp"
#include "litmus/language/reader.hpp"
#include "tests/oracle/litmus_text.hpp"

namespace opexplore::axioms {

/// The values of the outcomes that the model allows.
inline std::set<Outcome> values_of(const AxiomaticReport& report) {
  std::set<Outcome> result;
  for (const AxiomaticOutcome& outcome : report.outcomes) result.insert(outcome.values);
  return result;
}

/// A test in the short form of oracle::litmus_text.
inline Test short_test(std::string_view threads, std::string_view condition,
                       std::string_view declarations = "x=0; y=0;") {
  return read(oracle::litmus_text("short", declarations, threads, condition), "short");
}

/// The same in Vulkan, with the places of oracle::vulkan_text.
inline Test short_vulkan_test(std::string_view threads, std::string_view condition,
                              std::string_view declarations = "x=0; y=0;") {
  return read(oracle::vulkan_text("short", declarations, threads, condition), "short");
}

/// Whether the model, by its text, allows what the condition of an `exists` test asks for.
inline bool allows(const std::string& model, const Test& test) {
  return condition_holds(test, evaluate(read_model(model, "test.cat"), test));
}

}  // namespace opexplore::axioms
