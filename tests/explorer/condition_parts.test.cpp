// Conditions in parts: what they are, and what they save.
#include <algorithm>
#include <string>
#include <vector>

#include "explorer/plan/exploration.hpp"
#include "explorer/plan/parts.hpp"
#include "litmus/language/reader.hpp"
#include "opmodel/results/verdict.hpp"
#include "tests/catch.hpp"
#include "tests/explorer/explore_toy.hpp"
#include "tests/explorer/same_report.hpp"
#include "tests/random_conditions.hpp"

using namespace opexplore;

namespace {

Test asked(const std::string& condition) {
  return read(
      "PTX asked\n{ }\nP0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n"
      "ld.weak r0, x | ld.weak r0, y ;\nld.weak r1, x | ld.weak r1, y ;\n" +
          condition + "\n",
      "asked.litmus");
}

std::vector<std::string> texts(const std::string& condition) {
  const Test test = asked(condition);
  std::vector<std::string> texts;
  for (const Proposition& part : parts_of(test)) texts.push_back(to_string(part, test));
  std::ranges::sort(texts);
  return texts;
}

// A writer that says before and behind what it does that it is at it, and readers that look before
// and behind whether it is. Without the last look some reader may see half of it.
Test versions(std::size_t readers, bool looks_again) {
  const std::vector<std::string> writer{"st.relaxed.gpu version, 1", "fence.acq_rel.gpu",
                                        "st.relaxed.gpu left, 1",    "st.relaxed.gpu right, 1",
                                        "fence.acq_rel.gpu",         "st.relaxed.gpu version, 2"};
  const std::vector<std::string> reader{"ld.relaxed.gpu r0, version", "fence.acq_rel.gpu",
                                        "ld.relaxed.gpu r1, left",    "ld.relaxed.gpu r2, right",
                                        "fence.acq_rel.gpu",          "ld.relaxed.gpu r3, version"};
  std::string text = "PTX versions\n{ }\nP0@cta 0,gpu 0", condition;
  for (std::size_t i = 1; i <= readers; ++i) {
    const std::string number = std::to_string(i);
    text += " | P" + number + "@cta " + number + ",gpu 0";
    condition += (i == 1 ? "(" : " \\/ (") + number + ":r0!=1 /\\ " + number + ":r1!=" + number +
                 ":r2 /\\ " + number + (looks_again ? ":r0=" + number + ":r3)" : ":r3!=1)");
  }
  text += " ;\n";
  for (std::size_t row = 0; row < writer.size(); ++row) {
    text += writer[row];
    for (std::size_t i = 0; i < readers; ++i) text += " | " + reader[row];
    text += " ;\n";
  }
  return read(text + "exists (" + condition + ")\n", "versions.litmus");
}

ExploreOptions verdict_alone(unsigned threads, Traces traces = Traces::none) {
  ExploreOptions options = with_threads(threads);
  options.verdict_only = true;
  options.traces = traces;
  return options;
}

}  // namespace

TEST_CASE("parts: disjuncts that ask for the same stay together", "[goal]") {
  CHECK(texts("exists (0:r0=1 \\/ 1:r0=1)") == std::vector<std::string>{"0:r0=1", "1:r0=1"});
  CHECK(texts("forall (0:r0=1 /\\ 1:r0=1)").size() == 2);
  CHECK(texts("~exists (0:r0=1 /\\ (1:r0=1 \\/ 1:r1=1))").size() == 2);
  CHECK(texts("exists (0:r0=1 \\/ 0:r0=2 \\/ 1:r0=1)").size() == 2);
  // One asks for all that another does.
  CHECK(texts("exists ((0:r0=1 /\\ 0:r1=1) \\/ 0:r1=2 \\/ 1:r0=1)").size() == 2);
  // There is but one question.
  CHECK(texts("exists (0:r0=1 /\\ 1:r0=1)").empty());
  CHECK(texts("forall (0:r0=1 \\/ 1:r0=1)").empty());
  CHECK(texts("exists ((0:r0=1 /\\ 1:r0=1) \\/ 1:r0=2)").empty());
  // What is shown besides need not be known.
  CHECK(texts("locations [x;]\nexists (0:r0=1 /\\ 1:r0=1)").size() == 1);
  // All that a filter asks for is asked for with each.
  CHECK(texts("filter (1:r0=1)\nexists (0:r0=1 \\/ 1:r0=1)").empty());
}

TEST_CASE("parts: one of them holds where a final state decides, and nowhere else", "[goal]") {
  const Test test = asked("locations [x;]\nexists (0:r0=1 /\\ 0:r1=1 /\\ 1:r0=1 /\\ 1:r1=1)");
  REQUIRE(test.observables.size() == 5);
  std::vector<Outcome> all;
  for (Value bits = 0; bits < 32; ++bits) {
    Outcome& outcome = all.emplace_back();
    for (unsigned i = 0; i < 5; ++i) outcome.push_back(bits >> i & 1);
  }
  RandomConditions questions(3);
  int in_parts = 0;
  for (int i = 0; i < 2'000; ++i) {
    const Test question = questions.next(test, all);
    const std::vector<Proposition> parts = parts_of(question);
    in_parts += parts.empty() ? 0 : 1;
    for (const Outcome& outcome : all) {
      if (parts.empty() || !passes_filter(question, outcome)) continue;
      const bool any =
          std::ranges::any_of(parts, [&](const Proposition& part) { return holds(part, outcome); });
      REQUIRE(any == decides(question, outcome));
      for (const Proposition& part : parts) {
        const Test alone = asking_for_part_alone(question, part);
        Outcome values;
        for (const Observable& observable : alone.observables) {
          const auto place = std::ranges::find(question.observables, observable);
          values.push_back(outcome[place - question.observables.begin()]);
        }
        REQUIRE(decides(alone, values) == holds(part, outcome));
      }
    }
  }
  CHECK(in_parts > 500);
}

TEST_CASE("parts: readers that are judged one by one take a small search each", "[goal][ptx]") {
  const MachineEntry& machine = *find_machine("ptx-proxy");
  for (const std::size_t n : {4, 5, 6, 8}) {
    const Test test = versions(n, true);
    const Answer report = machine.explore(test, verdict_alone(1));
    CHECK(verdict(test, report).observation == Frequency::never);
    CHECK(report.statistics.states < 40 * n * n);
    CHECK(text_of(report) == text_of(machine.explore(test, verdict_alone(3))));
  }
}

TEST_CASE("parts: a witness has all that the test asks for", "[goal][ptx]") {
  const MachineEntry& machine = *find_machine("ptx-proxy");
  MachineForms forms = machine.forms();
  forms.states_at_once = 1;  // parts are asked at once
  const Test test = versions(3, false);
  for (const Traces traces : {Traces::none, Traces::witness}) {
    const Answer report = explore(forms, test, verdict_alone(1, traces));
    CHECK(verdict(test, report).ok);
    const auto deciding = std::ranges::find_if(
        report.outcomes,
        [&](const AnsweredOutcome& outcome) { return decides(test, outcome.values); });
    REQUIRE(deciding != report.outcomes.end());
    CHECK(deciding->values.size() == test.observables.size());
    CHECK(deciding->trace.has_value() == (traces == Traces::witness));
    CHECK(text_of(report) == text_of(explore(forms, test, verdict_alone(3, traces))));
  }
}
