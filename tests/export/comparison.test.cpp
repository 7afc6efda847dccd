#include <sstream>
#include <string>
#include <utility>

#include "answers/compare.hpp"
#include "export/comparison_text.hpp"
#include "export/json.hpp"
#include "opmodel/results/answer.hpp"
#include "tests/catch.hpp"
#include "tests/export/sample.hpp"
#include "tests/export/schema_check.hpp"

using namespace opexplore;
using namespace opexplore::testing;

namespace {

// An answer with these outcomes (registers of both threads, [x], and [y] that is not shown).
Answer answer_with(const std::vector<Outcome>& outcomes, Incomplete incomplete = Incomplete::none) {
  Answer report;
  report.plan = {Stage{}};
  report.answered_by = "other";
  report.machine_version = "1";
  for (const Outcome& values : outcomes) report.outcomes.push_back({values, 1});
  report.coverage.incomplete = incomplete;
  if (incomplete != Incomplete::none) report.coverage.reason = "stopped";
  report.statistics.final_states = outcomes.size();
  return report;
}

Trace trace_of(std::size_t steps) {
  Trace trace = sample_trace();
  trace.steps.resize(steps);
  return trace;
}

bool has_witness(const Answer& answer, std::size_t outcome) {
  return answer.outcomes.at(outcome).trace || answer.outcomes.at(outcome).execution;
}

const Outcome weak{0, 0, 1, 1};
const Outcome weak_too{0, 0, 1, 0};  // differs in what is not shown
const Outcome left{0, 1, 1, 1};
const Outcome right{1, 0, 1, 1};

std::string text_of(const OutcomeComparison& comparison, const Answer& first,
                    const Answer& second) {
  std::ostringstream out;
  write_comparison(out, sample_test(), {"long-name", first}, {"b", second}, comparison);
  return out.str();
}

}  // namespace

TEST_CASE("equal machines", "[export][comparison]") {
  const auto comparison =
      compare(sample_test(), answer_with({weak, left}), answer_with({weak_too, weak, left}));
  CHECK(comparison.agreement() == Agreement::equal);
  REQUIRE(comparison.outcomes.size() == 2);
  CHECK(comparison.outcomes[0].values == Outcome{0, 0, 1});
  CHECK(comparison.outcomes[0].satisfies);
  CHECK_FALSE(comparison.outcomes[1].satisfies);
  CHECK(comparison_answer("a", "b", comparison) == "equal");
}

TEST_CASE("each machine has something that the other lacks", "[export][comparison]") {
  const auto comparison =
      compare(sample_test(), answer_with({weak, left}), answer_with({left, right}));
  CHECK(comparison.agreement() == Agreement::different);
  CHECK(comparison.only_first == 1);
  CHECK(comparison.only_second == 1);
  CHECK(comparison.undecided == 0);
  REQUIRE(comparison.outcomes.size() == 3);
  CHECK(comparison.outcomes[0].second == Reached::no);
  CHECK(comparison.outcomes[2].first == Reached::no);
  CHECK(comparison_answer("a", "b", comparison) == "only a: 1, only b: 1");
}

TEST_CASE("an incomplete search lacks nothing for certain", "[export][comparison]") {
  const Answer all = answer_with({weak, left});
  SECTION("the second one is incomplete") {
    const auto comparison = compare(sample_test(), all, answer_with({left}, Incomplete::states));
    CHECK(comparison.agreement() == Agreement::undecided);
    CHECK(comparison.undecided == 1);
    CHECK(comparison.outcomes[0].second == Reached::unknown);
  }
  SECTION("but what it has is a difference") {
    const auto comparison =
        compare(sample_test(), all, answer_with({left, right}, Incomplete::time));
    CHECK(comparison.agreement() == Agreement::different);
    CHECK(comparison.only_first == 0);
    CHECK(comparison.only_second == 1);
    CHECK(comparison.undecided == 1);
    CHECK(comparison_answer("a", "b", comparison) == "only a: 0, only b: 1, undecided: 1");
  }
  SECTION("a search that stopped at its verdict is incomplete too") {
    Answer stopped = answer_with({left});
    stopped.coverage.stopped_at_verdict = true;
    CHECK(compare(sample_test(), stopped, all).agreement() == Agreement::undecided);
  }
  SECTION("the same outcomes so far") {
    const auto comparison =
        compare(sample_test(), all, answer_with({weak, left}, Incomplete::memory));
    CHECK(comparison.agreement() == Agreement::undecided);
    CHECK(comparison_answer("a", "b", comparison) == "undecided: the same outcomes so far");
  }
}

TEST_CASE("traces stay for outcomes of one machine, the shortest one", "[export][comparison]") {
  Answer first = answer_with({weak_too, weak, left});
  first.outcomes[0].trace = trace_of(3);
  first.outcomes[1].trace = trace_of(2);
  first.outcomes[2].trace = trace_of(1);
  Answer second = answer_with({left, right});
  second.outcomes[0].trace = trace_of(1);
  second.outcomes[1].trace = trace_of(1);
  const auto comparison = compare(sample_test(), first, second);
  keep_differing_traces(sample_test(), comparison, first, second);
  CHECK_FALSE(has_witness(first, 0));
  REQUIRE(has_witness(first, 1));
  CHECK((*first.outcomes[1].trace).steps.size() == 2);
  CHECK_FALSE(has_witness(first, 2));
  CHECK_FALSE(has_witness(second, 0));
  CHECK(has_witness(second, 1));
}

TEST_CASE("executions of a model stay where they differ", "[export][comparison]") {
  Answer model = answer_with({weak, left, weak_too});
  model.evaluation = ModelFindings{};
  for (AnsweredOutcome& outcome : model.outcomes) outcome.execution = sample_execution();
  Answer machine = answer_with({left, right});
  const auto comparison = compare(sample_test(), machine, model);
  CHECK(comparison.only_second == 1);
  keep_differing_traces(sample_test(), comparison, machine, model);
  CHECK(has_witness(model, 0));
  CHECK_FALSE(has_witness(model, 1));
  CHECK_FALSE(has_witness(model, 2));
}

TEST_CASE("a machine and a model to read", "[export][comparison]") {
  const Answer first = answer_with({left});
  const Answer second = sample_evaluation();
  const std::string text = text_of(compare(sample_test(), first, second), first, second);
  CHECK(
      text.starts_with("model=mine\ncandidates=40 executions=9 circular=1 filtered_outcomes=0\n"
                       "  outcome "));
  CHECK(text.find("comparison=SB only long-name: 0, only b: 1\n") != std::string::npos);
}

TEST_CASE("no trace stays where the difference is not certain", "[export][comparison]") {
  Answer first = answer_with({weak, left});
  first.outcomes[0].trace = trace_of(2);
  Answer second = answer_with({left}, Incomplete::states);
  const auto comparison = compare(sample_test(), first, second);
  keep_differing_traces(sample_test(), comparison, first, second);
  CHECK_FALSE(has_witness(first, 0));
}

TEST_CASE("a comparison to read", "[export][comparison]") {
  const Answer first = answer_with({weak, left});
  const Answer second = answer_with({left, right});
  CHECK(text_of(compare(sample_test(), first, second), first, second) ==
        "machine=other version=1\n"
        "states=0 transitions=0 depth=0 final=2 stuck=0 filtered_outcomes=0\n"
        "bytes_per_state=0.0 peak_memory=0\n"
        "  outcome                 long-name  b\n"
        "* 0:r0=0; 1:r0=0; [x]=1;  yes        no\n"
        "  0:r0=0; 1:r0=1; [x]=1;  yes        yes\n"
        "  0:r0=1; 1:r0=0; [x]=1;  no         yes\n"
        "  exists                  Ok         No\n"
        "comparison=SB only long-name: 1, only b: 1\n"
        "\n");
}

TEST_CASE("what an incomplete search does not know is a question mark", "[export][comparison]") {
  const Answer first = answer_with({weak, left});
  const Answer second = answer_with({left}, Incomplete::states);
  const std::string text = text_of(compare(sample_test(), first, second), first, second);
  CHECK(text.find("incomplete=states: stopped\n") != std::string::npos);
  CHECK(text.find("* 0:r0=0; 1:r0=0; [x]=1;  yes        ?\n") != std::string::npos);
  CHECK(text.find("  exists                  Ok         undecided\n") != std::string::npos);
}

TEST_CASE("a side with a data race is not compared", "[export][comparison]") {
  const Answer plain = answer_with({weak, left});
  Answer racy = answer_with({right}, GENERATE(Incomplete::none, Incomplete::states));
  racy.statistics.racy_states = 1;
  racy.races = true;
  const Asked asked = GENERATE(Asked::equality, Asked::inclusion);
  const auto second = compare(sample_test(), plain, racy, asked);
  CHECK(second.agreement() == Agreement::undefined);
  CHECK(second.only_first + second.only_second + second.undecided == 0);
  for (const ComparedOutcome& outcome : second.outcomes) CHECK_FALSE(second.differs(outcome));
  CHECK(comparison_answer("a", "b", second) == "undefined: b found a data race");
  const std::string text = text_of(second, plain, racy);
  CHECK(text.find("* 0:r0=0; 1:r0=0; [x]=1;  yes        any\n") != std::string::npos);
  CHECK(text.find("  0:r0=1; 1:r0=0; [x]=1;  no         yes\n") != std::string::npos);
  CHECK(text.find("  exists                  Ok         Undef\n") != std::string::npos);
  const auto first = compare(sample_test(), racy, plain, asked);
  CHECK(first.agreement() == Agreement::undefined);
  CHECK(comparison_answer("a", "b", first) == "undefined: a found a data race");
}

TEST_CASE("a comparison as JSON", "[export][comparison][json]") {
  const Answer first = sample_answer();
  Answer second = answer_with({weak, right}, GENERATE(Incomplete::none, Incomplete::states));
  second.outcomes[1].trace = sample_trace();
  if (second.coverage.incomplete == Incomplete::states) {
    second.deadlock_reason = "P0 waits";
    second.statistics.stuck_states = 1;
  }
  const auto comparison = compare(sample_test(), first, second);
  auto document = json_document({"opexplore", "1.2.3", "abc"});
  document["tests"].push_back(json_test(TestResult{sample_test(),
                                                   first,
                                                   {},
                                                   sample_hash,
                                                   "a paper",
                                                   {},
                                                   ComparedResult{second, "another", comparison}}));
  CHECK(schema_fault(json_text(document)) == "");
  const auto& entry = document["tests"][0]["comparison"];
  CHECK(entry["second"]["machine"]["source"] == "another");
  CHECK(entry["second"]["outcomes"].size() == 2);
  CHECK(entry["second"]["outcomes"][1].contains("trace"));
  CHECK(entry["outcomes"].size() == 4);
  CHECK(entry["outcomes"][0]["first"] == true);
  CHECK(entry["outcomes"][0]["second"] == true);
  CHECK(entry["agreement"] == "different");
  if (second.coverage.complete()) {
    CHECK(entry["outcomes"][1]["second"] == false);
    CHECK(entry["only_first"] == 2);
  } else {
    CHECK(entry["outcomes"][1]["second"].is_null());
    CHECK(entry["only_first"] == 0);
    CHECK(entry["undecided"] == 2);
  }
}

TEST_CASE("inclusion: what the second has beside is no difference", "[export][comparison]") {
  const auto comparison =
      compare(sample_test(), answer_with({weak}), answer_with({weak, left}), Asked::inclusion);
  CHECK(comparison.agreement() == Agreement::equal);
  CHECK(comparison.only_second == 0);
  REQUIRE(comparison.outcomes.size() == 2);
  CHECK(comparison.outcomes[1].first == Reached::no);
  CHECK_FALSE(comparison.differs(comparison.outcomes[1]));
  CHECK(comparison_answer("a", "b", comparison) == "a is within b");
}

TEST_CASE("inclusion: what the second lacks is a difference", "[export][comparison]") {
  const auto comparison = compare(sample_test(), answer_with({weak, left}),
                                  answer_with({left, right}), Asked::inclusion);
  CHECK(comparison.agreement() == Agreement::different);
  CHECK(comparison.only_first == 1);
  CHECK(comparison.only_second == 0);
  CHECK(comparison.differs(comparison.outcomes[0]));
  CHECK_FALSE(comparison.differs(comparison.outcomes[1]));
  CHECK_FALSE(comparison.differs(comparison.outcomes[2]));
  CHECK(comparison_answer("a", "b", comparison) == "a is not within b: 1 outcome that b lacks");
}

TEST_CASE("inclusion: which incomplete searches leave it open", "[export][comparison]") {
  const auto asked = [](const Answer& first, const Answer& second) {
    return compare(sample_test(), first, second, Asked::inclusion);
  };
  const Answer some = answer_with({weak, left});
  // All of the first was found, and in the second too: what else that has does not matter.
  const auto found = asked(some, answer_with({weak, left}, Incomplete::time));
  CHECK(found.agreement() == Agreement::equal);
  const auto second = asked(some, answer_with({left, right}, Incomplete::time));
  CHECK(second.agreement() == Agreement::undecided);
  CHECK(second.undecided == 1);
  CHECK(comparison_answer("a", "b", second) ==
        "undecided: 1 outcome of a, where b was not explored to the end");
  const auto first = asked(answer_with({left}, Incomplete::states), answer_with({left, right}));
  CHECK(first.agreement() == Agreement::undecided);
  CHECK(first.undecided == 0);
  CHECK(comparison_answer("a", "b", first) == "undecided: so far no outcome that b lacks");
  const auto certain = asked(answer_with({weak}, Incomplete::states), answer_with({left}));
  CHECK(certain.agreement() == Agreement::different);
}

TEST_CASE("inclusion: traces stay with what the second lacks", "[export][comparison]") {
  Answer first = answer_with({weak, left});
  Answer second = answer_with({left, right});
  for (Answer* report : {&first, &second}) {
    for (AnsweredOutcome& outcome : report->outcomes) outcome.trace = trace_of(2);
  }
  const auto comparison = compare(sample_test(), first, second, Asked::inclusion);
  keep_differing_traces(sample_test(), comparison, first, second);
  CHECK(has_witness(first, 0));
  CHECK_FALSE(has_witness(first, 1));
  CHECK_FALSE(has_witness(second, 0));
  CHECK_FALSE(has_witness(second, 1));
}
