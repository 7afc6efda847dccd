// What the tests of the generators share.
#pragma once

#include <string>
#include <vector>

#include "explorer/explore.hpp"
#include "litmus/generate/generate.hpp"
#include "opmodel/results/answer.hpp"
#include "tests/catch.hpp"

namespace opexplore::generate::testing {

inline std::vector<Test> collected(const Specification& specification) {
  std::vector<Test> tests;
  const std::uint64_t count = for_each_test(specification, [&](Test test) {
    tests.push_back(std::move(test));
    return true;
  });
  CHECK(count == tests.size());
  CHECK(count_tests(specification) == tests.size());
  return tests;
}

/// The only test of a cycle.
inline Test cycle_test(const std::string& cycle) {
  const std::vector<Test> tests = collected(CycleTests{cycle, {}});
  REQUIRE(tests.size() == 1);
  return tests.front();
}

/// What a machine says of the test, completely.
inline Answer explored(const Test& test, std::string_view machine = "sc") {
  const MachineEntry* const entry = find_machine(machine);
  REQUIRE(entry != nullptr);
  ExploreOptions options;
  options.threads = 1;
  const Answer report = entry->explore(test, options);
  REQUIRE(report.coverage.complete());
  return report;
}

/// Whether some execution satisfies the proposition.
inline bool reachable(const Test& test, std::string_view machine = "sc") {
  for (const AnsweredOutcome& outcome : explored(test, machine).outcomes) {
    if (holds(test.condition, outcome.values)) return true;
  }
  return false;
}

}  // namespace opexplore::generate::testing
