// What kernels do when they run, for tests of the kernel front-end.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>

#include "explorer/explore.hpp"
#include "opmodel/condition.hpp"
#include "opmodel/results/answer.hpp"
#include "tests/catch.hpp"

namespace opexplore::testing {

/// All outcomes of the test.
inline Answer explored(const Test& test, const std::string& machine = "ptx-proxy") {
  const MachineEntry* const entry = find_machine(machine);
  REQUIRE(entry != nullptr);
  REQUIRE_FALSE(entry->refusal(test, {}));
  Answer report = entry->explore(test, {});
  REQUIRE(report.coverage.complete());
  return report;
}

/// Whether some outcome satisfies the condition of the test.
inline bool reached(const Test& test, const std::string& machine = "ptx-proxy") {
  const Answer report = explored(test, machine);
  return std::ranges::any_of(report.outcomes, [&](const AnsweredOutcome& outcome) {
    return holds(test.condition, outcome.values);
  });
}

/// Whether the observable can have the value at the end.
inline bool can_be(const Test& test, const Answer& report, const Observable& what, Value value) {
  const auto at = std::ranges::find(test.observables, what);
  REQUIRE(at != test.observables.end());
  const auto index = static_cast<std::size_t>(at - test.observables.begin());
  return std::ranges::any_of(report.outcomes, [&](const AnsweredOutcome& outcome) {
    return outcome.values.at(index) == value;
  });
}

}  // namespace opexplore::testing
