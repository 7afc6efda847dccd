// Which read is to blame, and what is missing: each missing row is shown by searches to be needed,
// and all of them together to forbid the outcome.
#include "answers/why/why.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "answers/why/edit.hpp"
#include "explorer/report.hpp"
#include "litmus/language/reader.hpp"
#include "tests/answers/why_cases.hpp"
#include "tests/catch.hpp"

namespace opexplore::testing {
namespace {

std::string place(ThreadId thread, InstructionId instruction) {
  return "P" + std::to_string(thread) + ":" + std::to_string(instruction);
}

std::string row_text(const WhyRow& row) {
  return std::string(to_string(row.kind)) + " " + place(row.thread, row.instruction);
}

// The trace to an outcome that satisfies the condition.
struct Found {
  Trace trace;
  Outcome outcome;
};

Found found(const MachineEntry& machine, const Test& test) {
  ExploreOptions options;
  options.threads = 1;
  options.traces = Traces::witness;
  Report report = machine.explore(test, options);
  for (OutcomeReport& outcome : report.outcomes) {
    if (outcome.trace && holds(test.condition, outcome.values)) {
      return {*std::move(outcome.trace), outcome.values};
    }
  }
  FAIL("the outcome is not reached");
  return {};
}

bool reached(const MachineEntry& machine, Test test, const std::vector<Edit>& edits) {
  test = why_parts::edited(test, edits).test;
  ExploreOptions options;
  options.threads = 1;
  const Report report = machine.explore(test, options);
  return std::ranges::any_of(report.outcomes, [&](const OutcomeReport& outcome) {
    return holds(test.condition, outcome.values);
  });
}

ExploreOptions single() {
  ExploreOptions options;
  options.threads = 1;
  return options;
}

std::vector<std::string> culprits(const Why& said) {
  std::vector<std::string> result;
  for (const Violation& violation : said.violations) {
    for (const Culprit& one : violation.culprits) {
      result.push_back(place(one.thread, one.instruction) + " " +
                       std::string(to_string(one.fault)));
    }
  }
  std::ranges::sort(result);
  return result;
}

std::vector<std::string> rows(const Violation& violation, RowStatus status, bool elsewhere) {
  std::vector<std::string> result;
  for (const WhyRow& row : violation.rows) {
    if (row.status == status && row.elsewhere == elsewhere) result.push_back(row_text(row));
  }
  std::ranges::sort(result);
  return result;
}

std::vector<std::string> missing(const Why& said) {
  std::vector<std::string> result;
  for (const Violation& violation : said.violations) {
    for (const bool elsewhere : {false, true}) {
      for (std::string& row : rows(violation, RowStatus::missing, elsewhere)) {
        result.push_back(std::move(row));
      }
    }
  }
  return result;
}

// Together they forbid the outcome, and with any of them left out it is possible; in each of their
// ways.
void check_by_runs(const MachineEntry& machine, const Test& test, const Violation& violation) {
  std::vector<const WhyRow*> absent;
  for (const WhyRow& row : violation.rows) {
    if (row.status == RowStatus::missing) absent.push_back(&row);
  }
  const auto edits_with = [&](const WhyRow* left_out, const WhyRow* other, std::size_t way) {
    std::vector<Edit> edits;
    for (const WhyRow* row : absent) {
      if (row == left_out) continue;
      const Remedy& remedy = row->remedies[row == other ? way : 0];
      edits.insert(edits.end(), remedy.begin(), remedy.end());
    }
    return edits;
  };
  CHECK_FALSE(reached(machine, test, edits_with(nullptr, nullptr, 0)));
  for (const WhyRow* row : absent) {
    CAPTURE(row_text(*row));
    CHECK(reached(machine, test, edits_with(row, nullptr, 0)));
    for (std::size_t way = 1; way < row->remedies.size(); ++way) {
      CHECK_FALSE(reached(machine, test, edits_with(nullptr, row, way)));
    }
  }
}

}  // namespace

TEST_CASE("the explanation names the read that matters, and what is missing", "[why]") {
  const MachineEntry& machine = *find_machine("ptx-proxy");
  const std::vector<WhyCase> cases = why_cases();
  CHECK(cases.size() >= 30);
  for (const WhyCase& one : cases) {
    CAPTURE(one.name);
    const Test test = read(litmus_of(one), one.name + ".litmus");
    const Found trace = found(machine, test);
    const Why said = why(test, trace.trace, {machine, trace.outcome, single()});
    CAPTURE(said.sentence);
    CHECK(culprits(said) == one.culprits);
    CHECK(missing(said) == one.missing);
    for (const Violation& violation : said.violations) {
      CAPTURE(violation.unverified);
      CHECK(violation.verified);
      check_by_runs(machine, test, violation);
      const auto there = rows(violation, RowStatus::ok, false);
      for (const std::string& row : one.ok) {
        CAPTURE(row);
        CHECK(std::ranges::find(there, row) != there.end());
      }
    }
  }
}

}  // namespace opexplore::testing
