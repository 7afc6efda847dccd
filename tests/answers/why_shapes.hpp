// What explanations on machines that are not of PTX are asked about: shapes, derived by hand, and
// programs of which each remedy is tried, on the machine and on its axioms.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "answers/why/edit.hpp"
#include "answers/why/why.hpp"
#include "axioms/axioms.hpp"
#include "litmus/language/reader.hpp"
#include "opmodel/results/answer.hpp"
#include "opmodel/vocabulary.hpp"
#include "tests/catch.hpp"

namespace opexplore::testing::why_machines {

inline ExploreOptions with_traces(const MachineOptions& machine) {
  ExploreOptions options;
  options.threads = 1;
  options.traces = Traces::every_outcome;
  options.machine = machine;
  return options;
}

inline std::string place(ThreadId thread, InstructionId instruction) {
  return "P" + std::to_string(thread) + ":" + std::to_string(instruction);
}

// What is said of an outcome: "P0:1 stale", then what is missing, "fence P0:1", each sorted.
struct Said {
  std::vector<std::string> culprits, missing;
  bool verified = true;
  std::string sentence;
};

inline Said said(const Test& test, const Why& why) {
  Said result;
  result.sentence = told(why.sentence, test.program);
  for (const Violation& violation : why.violations) {
    for (const Culprit& one : violation.culprits) {
      result.culprits.push_back(place(one.thread, one.instruction) + " " +
                                std::string(to_string(one.fault)));
    }
    for (const WhyRow& row : violation.rows) {
      if (row.status != RowStatus::missing) continue;
      result.missing.push_back(std::string(to_string(row.kind)) + " " +
                               place(row.thread, row.instruction));
    }
    result.verified = result.verified && violation.verified;
  }
  std::ranges::sort(result.culprits);
  std::ranges::sort(result.missing);
  return result;
}

struct Asked {
  const MachineEntry& machine;
  MachineOptions options = {};
};

// Of the outcome that satisfies the condition; nothing if there is none.
inline std::optional<Said> explained(const Asked& asked, const std::string& text) {
  const Test test = read(text, "test.litmus");
  const ExploreOptions explore = with_traces(asked.options);
  const Answer report = asked.machine.explore(test, explore);
  for (const AnsweredOutcome& outcome : report.outcomes) {
    if (!holds(test.condition, outcome.values)) continue;
    REQUIRE(outcome.trace);
    return said(test, why(test, *outcome.trace, {asked.machine, outcome.values, explore}));
  }
  return std::nullopt;
}

using Threads = std::vector<std::string>;

// Threads in blocks of their own, instructions parted by ';'.
inline std::string ptx(const Threads& threads, const std::string& condition) {
  std::vector<std::vector<std::string>> columns;
  std::size_t length = 0;
  std::string text = "PTX shape\n{ x = 0; y = 0; z = 0; }\n";
  for (std::size_t t = 0; t < threads.size(); ++t) {
    text += (t == 0 ? " P" : " | P") + std::to_string(t) + "@cta " + std::to_string(t) + ",gpu 0";
    auto& column = columns.emplace_back(1);
    for (const char c : threads[t]) {
      if (c == ';') {
        column.emplace_back();
      } else {
        column.back() += c;
      }
    }
    length = std::max(length, column.size());
  }
  text += " ;\n";
  for (std::size_t i = 0; i < length; ++i) {
    for (std::size_t t = 0; t < columns.size(); ++t) {
      text += (t == 0 ? " " : " | ") + (i < columns[t].size() ? columns[t][i] : std::string());
    }
    text += " ;\n";
  }
  return text + "exists (" + condition + ")\n";
}

// A shape with what has to be said; nothing if nothing ends so.
struct Shape {
  std::string name;
  Threads threads;
  std::string condition;
  bool possible = true;
  std::vector<std::string> culprits = {}, missing = {};
};

inline void check(const Asked& asked, const Shape& shape, const std::string& text) {
  INFO(asked.machine.name << ' ' << shape.name << '\n' << text);
  const std::optional<Said> found = explained(asked, text);
  REQUIRE(found.has_value() == shape.possible);
  if (!found) return;
  INFO(found->sentence);
  CHECK(found->culprits == shape.culprits);
  CHECK(found->missing == shape.missing);
  CHECK(found->verified);
}

inline bool has(const std::vector<AnsweredOutcome>& outcomes, const Outcome& wanted) {
  return std::ranges::find(outcomes, wanted, &AnsweredOutcome::values) != outcomes.end();
}

// The first ways of all missing rows.
inline std::vector<Edit> mended(const Violation& violation) {
  std::vector<Edit> edits;
  for (const WhyRow& row : violation.rows) {
    if (row.status != RowStatus::missing) continue;
    edits.insert(edits.end(), row.remedies.front().begin(), row.remedies.front().end());
  }
  return edits;
}

// Checks what is said of each outcome of the test; how many were no interleaving, and how many of
// these have a remedy.
struct Counts {
  int explained = 0, verified = 0;
};

inline void check_remedies(const Asked& asked, const Test& test, Counts& counts) {
  const ExploreOptions explore = with_traces(asked.options);
  const Answer report = asked.machine.explore(test, explore);
  // Of executions behind a race axioms list the outcomes, too.
  if (report.statistics.racy_states > 0) return;
  const axioms::Model model = axioms::load_model(std::string(asked.machine.axioms(asked.options)));
  for (const AnsweredOutcome& outcome : report.outcomes) {
    if (!outcome.trace) continue;
    const Why found = why(test, *outcome.trace, {asked.machine, outcome.values, explore});
    for (const Violation& violation : found.violations) {
      ++counts.explained;
      INFO(told(found.sentence, test.program) << "; " << violation.unverified);
      // Where two writes have one value an interleaving may end so, too.
      if (violation.unverified != "an interleaving gives it as well") CHECK(violation.verified);
      if (!violation.verified) continue;
      ++counts.verified;
      const Test changed = why_parts::edited(test, mended(violation)).test;
      CHECK_FALSE(has(asked.machine.explore(changed, explore).outcomes, outcome.values));
      const axioms::AxiomaticReport allowed = axioms::evaluate(model, changed);
      CHECK(std::ranges::none_of(allowed.outcomes,
                                 [&](const auto& one) { return one.values == outcome.values; }));
    }
  }
}

}  // namespace opexplore::testing::why_machines
