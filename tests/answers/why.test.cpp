// Which read is to blame, and what is missing: each missing row is shown by searches to be needed,
// and all of them together to forbid the outcome.
#include "answers/why/why.hpp"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "answers/why/edit.hpp"
#include "litmus/language/reader.hpp"
#include "opmodel/results/answer.hpp"
#include "tests/answers/why_cases.hpp"
#include "tests/catch.hpp"
#include "tests/locations.hpp"

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

std::optional<Found> found_in(const MachineEntry& machine, const Test& test) {
  ExploreOptions options;
  options.threads = 1;
  options.traces = Traces::witness;
  Answer report = machine.explore(test, options);
  const bool wanted = test.quantifier != Quantifier::forall;
  for (AnsweredOutcome& outcome : report.outcomes) {
    if (outcome.trace && holds(test.condition, outcome.values) == wanted) {
      return Found{*std::move(outcome.trace), outcome.values};
    }
  }
  return std::nullopt;
}

Found found(const MachineEntry& machine, const Test& test) {
  auto trace = found_in(machine, test);
  if (!trace) FAIL("the outcome is not reached");
  return *std::move(trace);
}

bool reached(const MachineEntry& machine, Test test, const std::vector<Edit>& edits) {
  test = why_parts::edited(test, edits).test;
  ExploreOptions options;
  options.threads = 1;
  const Answer report = machine.explore(test, options);
  return std::ranges::any_of(report.outcomes, [&](const AnsweredOutcome& outcome) {
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

namespace {

// The rows that stand in the way, and the accesses that would be to blame.
std::vector<std::string> said_of(const Violation& prevented) {
  std::vector<std::string> result;
  for (const Culprit& one : prevented.culprits) {
    result.push_back(place(one.thread, one.instruction) + " " + std::string(to_string(one.fault)));
  }
  for (const WhyRow& row : prevented.rows) {
    result.push_back(row_text(row) + " " + std::string(to_string(row.status)));
  }
  return result;
}

bool ends_so(const MachineEntry& machine, const Test& test, const Outcome& outcome) {
  if (machine.refusal(test, {})) return false;
  const Answer report = machine.explore(test, single());
  return std::ranges::any_of(report.outcomes,
                             [&](const AnsweredOutcome& one) { return one.values == outcome; });
}

}  // namespace

TEST_CASE("what forbids an outcome is said by the same rows", "[why]") {
  const MachineEntry& machine = *find_machine("ptx-proxy");
  const auto rows_of = [&](const WhyCase& one) {
    const Test test = read(litmus_of(one), one.name + ".litmus");
    const auto found = prevented(test, {machine, {}, single()});
    return found ? said_of(*found) : std::vector<std::string>{};
  };
  const std::string here = "cta 0,gpu 0", there = "cta 1,gpu 0";
  CHECK(rows_of({"MP",
                 "x = 0; y = 0;",
                 {{here, {"st.weak x, 1", "fence.acq_rel.gpu", "st.relaxed.gpu y, 1"}},
                  {there, {"LC10:", "ld.acquire.gpu r0, y", "bne r0, 1, LC10", "ld.weak r1, x"}}},
                 "exists (1:r1=0)",
                 {},
                 {}}) == std::vector<std::string>{"P1:2 stale", "release P0:1 ok",
                                                  "acquire P1:0 ok", "scope P0:1 ok",
                                                  "proxy P1:2 ok"});
  CHECK(rows_of({"SB",
                 "x = 0; y = 0;",
                 {{here, {"st.weak x, 1", "fence.sc.gpu", "ld.weak r0, y"}},
                  {there, {"st.weak y, 1", "fence.sc.gpu", "ld.weak r0, x"}}},
                 "exists (0:r0=0 /\\ 1:r0=0)",
                 {},
                 {}}) == std::vector<std::string>{"P0:2 stale", "P1:2 stale", "sc P0:1 ok",
                                                  "scope P0:1 ok", "sc P1:1 ok", "scope P1:1 ok",
                                                  "proxy P0:2 ok", "proxy P1:2 ok"});
}

TEST_CASE("each outcome of the corpus that no interleaving has is explained", "[why]") {
  const MachineEntry& machine = *find_machine("ptx-proxy");
  const MachineEntry& interleaving = *find_machine("sc");
  std::size_t explained = 0;
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(std::string(source_folder) + "/litmus/ptx")) {
    if (entry.path().extension() != ".litmus") continue;
    CAPTURE(entry.path().filename().string());
    const Test test = read_file(entry.path());
    const auto trace = found_in(machine, test);
    if (!trace) continue;
    const Why said = why(test, trace->trace, {machine, trace->outcome, single()});
    CAPTURE(said.sentence);
    CHECK(said.violations.empty() == ends_so(interleaving, test, trace->outcome));
    for (const Violation& violation : said.violations) {
      CAPTURE(violation.unverified);
      CHECK(violation.verified);
      CHECK_FALSE(violation.culprits.empty());
      ++explained;
    }
    std::size_t reads = 0;
    for (const TraceStep& step : trace->trace.steps) {
      reads += static_cast<std::size_t>(
          std::ranges::count(step.events, Event::Kind::read, &Event::kind));
    }
    CHECK(said.reads.size() == reads);
  }
  CHECK(explained > 100);
}

TEST_CASE("the order between two accesses that race", "[why]") {
  const MachineEntry& machine = *find_machine("ptx-proxy");
  const auto rows_between = [&](const WhyCase& one, const RacingPair& pair) {
    const Test test = read(litmus_of(one), one.name + ".litmus");
    std::vector<std::string> result;
    for (const WhyRow& row : order_between(test, found(machine, test).trace, pair, machine, {})) {
      result.push_back(row_text(row) + " " + std::string(to_string(row.status)));
    }
    return result;
  };
  const std::string here = "cta 0,gpu 0", there = "cta 1,gpu 0";
  const WhyCase passed{"passed",
                       "x = 0; y = 0;",
                       {{here, {"st.weak x, 1", "st.release.gpu y, 1"}},
                        {there, {"ld.relaxed.gpu r0, y", "ld.weak r1, x"}}},
                       "exists (1:r0=1 /\\ 1:r1=0)",
                       {},
                       {}};
  CHECK(rows_between(passed, {0, 0, 1, 1}) ==
        std::vector<std::string>{"release P0:1 ok", "acquire P1:0 missing", "scope P0:1 ok",
                                 "proxy P1:1 ok"});
  const WhyCase apart{
      "apart",           "x = 0;", {{here, {"st.weak x, 1"}}, {there, {"ld.weak r0, x"}}},
      "exists (1:r0=0)", {},       {}};
  CHECK(rows_between(apart, {0, 0, 1, 0}) ==
        std::vector<std::string>{"release P0:0 missing", "acquire P1:0 missing"});
}

}  // namespace opexplore::testing
