#include "export/log.hpp"

#include <sstream>
#include <string>

#include "explorer/explore.hpp"
#include "opmodel/results/answer.hpp"
#include "tests/catch.hpp"
#include "tests/export/log_grammar.hpp"
#include "tests/export/sample.hpp"

using namespace opexplore;
using namespace opexplore::testing;

namespace {

std::string log_of(const Test& test, const Answer& answer, const LogOptions& options = {}) {
  std::ostringstream out;
  write_log(out, test, answer, sample_hash, options);
  return out.str();
}

const std::string good_log =
    "Test SB Allowed\n"
    "States 3\n"
    "0:r0=0; 1:r0=0; [x]=1;\n"
    "0:r0=0; 1:r0=1; [x]=1;\n"
    "0:r0=1; 1:r0=-1; [x]=1;\n"
    "Ok\n"
    "Witnesses\n"
    "Positive: 2 Negative: 8\n"
    "Condition exists (0:r0=0 /\\ 1:r0=0)\n"
    "Observation SB Sometimes 2 8\n"
    "Time SB 0.12\n"
    "Hash=0123456789abcdef0123456789abcdef\n"
    "machine=sample version=3 variant=plain\n"
    "states=40 transitions=70 depth=9 final=10 stuck=0 filtered_outcomes=0\n"
    "bytes_per_state=12.5 peak_memory=65536\n"
    "\n";

std::string replaced(const std::string& what, const std::string& with) {
  std::string log = good_log;
  const auto at = log.find(what);
  REQUIRE(at != std::string::npos);
  return log.replace(at, what.size(), with);
}

}  // namespace

TEST_CASE("a log of exists is herd's, byte by byte", "[export][log]") {
  CHECK(log_of(sample_test(), sample_answer()) == good_log);
  CHECK(log_fault(good_log).empty());
}

TEST_CASE("outcomes that differ in unshown observables are one state", "[export][log]") {
  const LogReader reader(log_of(sample_test(), sample_answer()));
  REQUIRE(reader.blocks().size() == 1);
  CHECK(reader.blocks()[0].states.size() == 3);
  CHECK(reader.blocks()[0].observed + reader.blocks()[0].unobserved == 10);
}

TEST_CASE("negated exists swaps Positive and Negative but not the observation", "[export][log]") {
  const std::string log = log_of(sample_test(Quantifier::not_exists), sample_answer());
  CHECK(log_fault(log).empty());
  CHECK(log.find("Test SB Forbidden\n") == 0);
  CHECK(log.find("\nNo\nWitnesses\nPositive: 8 Negative: 2\n") != std::string::npos);
  CHECK(log.find("Condition ~exists (0:r0=0 /\\ 1:r0=0)\n") != std::string::npos);
  CHECK(log.find("Observation SB Sometimes 2 8\n") != std::string::npos);
}

TEST_CASE("forall is Required", "[export][log]") {
  const std::string log = log_of(sample_test(Quantifier::forall), sample_answer());
  CHECK(log_fault(log).empty());
  CHECK(log.find("Test SB Required\n") == 0);
  CHECK(log.find("\nNo\nWitnesses\nPositive: 2 Negative: 8\n") != std::string::npos);
}

TEST_CASE("Never and Always", "[export][log]") {
  Answer answer = sample_answer();
  answer.outcomes.erase(answer.outcomes.begin());
  const std::string never = log_of(sample_test(), answer);
  CHECK(log_fault(never).empty());
  CHECK(never.find("\nNo\n") != std::string::npos);
  CHECK(never.find("Observation SB Never 0 8\n") != std::string::npos);
  answer = sample_answer();
  answer.outcomes.resize(1);
  const std::string always = log_of(sample_test(Quantifier::forall), answer);
  CHECK(log_fault(always).empty());
  CHECK(always.find("\nOk\n") != std::string::npos);
  CHECK(always.find("Observation SB Always 2 0\n") != std::string::npos);
}

TEST_CASE("an incomplete search says Loop and why, after the hash", "[export][log]") {
  Answer answer = sample_answer();
  answer.coverage.incomplete = Incomplete::states;
  answer.coverage.reason = "stopped after 40 states";
  const LogReader reader(log_of(sample_test(Quantifier::not_exists), answer));
  CHECK_FALSE(reader.fault());
  REQUIRE(reader.blocks().size() == 1);
  CHECK(reader.blocks()[0].loop);
  CHECK(reader.blocks()[0].ours.back() == "incomplete=states: stopped after 40 states");
}

TEST_CASE("stuck states are flagged", "[export][log]") {
  Answer answer = sample_answer();
  answer.statistics.stuck_states = 1;
  answer.deadlock_reason = "P0 waits at barrier 0";
  const LogReader reader(log_of(sample_test(), answer));
  CHECK_FALSE(reader.fault());
  REQUIRE(reader.blocks().size() == 1);
  CHECK(reader.blocks()[0].flags == std::vector<std::string>{"deadlock"});
  CHECK(reader.blocks()[0].ours.back() == "deadlock=P0 waits at barrier 0");
}

TEST_CASE("a data race makes the verdict Undef", "[export][log]") {
  Answer answer = sample_answer();
  answer.statistics.racy_states = 3;
  answer.races = true;
  answer.race_reason = "P0 and P1 race on x";
  answer.coverage.incomplete = GENERATE(Incomplete::none, Incomplete::states);
  const std::string text = log_of(sample_test(), answer);
  CHECK(text.find("\nUndef\nWitnesses\n") != std::string::npos);
  CHECK(text.find(" racy=3 ") != std::string::npos);
  const LogReader reader(text);
  CHECK_FALSE(reader.fault());
  REQUIRE(reader.blocks().size() == 1);
  CHECK(reader.blocks()[0].undefined);
  CHECK_FALSE(reader.blocks()[0].loop);
  CHECK(reader.blocks()[0].flags == std::vector<std::string>{"data-race"});
  CHECK(reader.blocks()[0].ours.back() == "race=P0 and P1 race on x");
}

TEST_CASE("a model's log counts executions and has the model's flags", "[export][log]") {
  CHECK(log_of(sample_test(), sample_evaluation()) ==
        "Test SB Allowed\n"
        "States 2\n"
        "0:r0=0; 1:r0=0; [x]=1;\n"
        "0:r0=0; 1:r0=1; [x]=1;\n"
        "Ok\n"
        "Witnesses\n"
        "Positive: 2 Negative: 7\n"
        "Flag racy\n"
        "Flag read-old\n"
        "Condition exists (0:r0=0 /\\ 1:r0=0)\n"
        "Observation SB Sometimes 2 7\n"
        "Time SB 0.12\n"
        "Hash=0123456789abcdef0123456789abcdef\n"
        "model=mine\n"
        "candidates=40 executions=9 circular=1 filtered_outcomes=0\n"
        "\n");
  Answer answer = sample_evaluation();
  answer.coverage.incomplete = Incomplete::machine_bound;
  answer.coverage.reason = "a loop was cut after 2 jumps back";
  const LogReader reader(log_of(sample_test(), answer));
  CHECK_FALSE(reader.fault());
  REQUIRE(reader.blocks().size() == 1);
  CHECK(reader.blocks()[0].loop);
  CHECK(reader.blocks()[0].flags == std::vector<std::string>{"racy", "read-old"});
  CHECK(reader.blocks()[0].ours.front() == "model=mine");
  CHECK(reader.blocks()[0].ours.back() ==
        "incomplete=machine_bound: a loop was cut after 2 jumps back");
}

TEST_CASE("exact path counts of any size", "[export][log]") {
  Answer answer = sample_answer();
  answer.statistics.paths = "1267650600228229401496703205376";
  const std::string log = log_of(sample_test(), answer);
  CHECK(log.find("\npaths=1267650600228229401496703205376\n") != std::string::npos);
  CHECK(log_fault(log).empty());
}

TEST_CASE("hexadecimal values are two's complement", "[export][log]") {
  const std::string log = log_of(sample_test(), sample_answer(), {Radix::hexadecimal, true});
  CHECK(log.find("0:r0=0x1; 1:r0=0xffffffffffffffff; [x]=0x1;\n") != std::string::npos);
  CHECK(log_fault(log).empty());
}

TEST_CASE("programs that never end fail every quantifier", "[export][log]") {
  Answer answer = sample_answer();
  answer.outcomes.clear();
  answer.statistics.final_states = 0;
  answer.statistics.endless_states = 2;
  answer.endless.emplace();
  answer.endless_reason = "P0 is at line 5: `ld.weak r0, y`";
  for (const auto quantifier : {Quantifier::exists, Quantifier::not_exists, Quantifier::forall}) {
    const std::string log = log_of(sample_test(quantifier), answer);
    CHECK(log.find("States 0\nNo\nWitnesses\nPositive: 0 Negative: 0\nFlag never-ends\n") !=
          std::string::npos);
    CHECK(log.find("Observation SB Never 0 0\n") != std::string::npos);
    CHECK(log.find(" endless=2 ") != std::string::npos);
    const LogReader reader(log);
    CHECK_FALSE(reader.fault());
    REQUIRE(reader.blocks().size() == 1);
    CHECK(reader.blocks()[0].flags == std::vector<std::string>{"never-ends"});
    CHECK(reader.blocks()[0].ours.back() == "endless=P0 is at line 5: `ld.weak r0, y`");
  }
  answer.outcomes = sample_answer().outcomes;
  const LogReader some(log_of(sample_test(), answer));
  CHECK_FALSE(some.fault());
  REQUIRE(some.blocks().size() == 1);
  CHECK(some.blocks()[0].ok);
  CHECK(some.blocks()[0].flags == std::vector<std::string>{"may-not-end"});
}

TEST_CASE("a filter that lets nothing through is no endless program", "[export][log]") {
  Answer answer = sample_answer();
  answer.outcomes.clear();
  answer.filtered_outcomes = 3;
  const std::string log = log_of(sample_test(Quantifier::not_exists), answer);
  CHECK(log.find("States 0\nOk\n") != std::string::npos);
  CHECK(log.find("Flag") == std::string::npos);
  CHECK(log_fault(log).empty());
}

TEST_CASE("an observation that more searching could change is undecided", "[export][log]") {
  Answer answer = sample_answer();
  answer.coverage.incomplete = Incomplete::states;
  answer.coverage.reason = "stopped after 40 states";
  const std::string both = log_of(sample_test(), answer);
  CHECK(both.find("Observation SB Sometimes 2 8\n") != std::string::npos);
  CHECK(log_fault(both).empty());
  answer.outcomes.resize(1);
  const std::string one = log_of(sample_test(), answer);
  CHECK(one.find("\nLoop Ok\n") != std::string::npos);
  CHECK(one.find("Observation SB Undecided 2 0\n") != std::string::npos);
  CHECK(log_fault(one).empty());
  const auto replaced = [](std::string log, const std::string& what, const std::string& with) {
    return log.replace(log.find(what), what.size(), with);
  };
  CHECK(log_fault(replaced(one, "Undecided", "Always")) ==
        "line 16: the observation is not Undecided");
  answer.coverage.incomplete = Incomplete::none;
  const std::string known = log_of(sample_test(), answer);
  CHECK(log_fault(known).empty());
  CHECK_FALSE(log_fault(replaced(known, "Always", "Undecided")).empty());
  answer.coverage.incomplete = Incomplete::states;
  answer.outcomes.clear();
  const std::string none = log_of(sample_test(Quantifier::forall), answer);
  CHECK(none.find("\nLoop Ok\n") != std::string::npos);
  CHECK(none.find("Observation SB Undecided 0 0\n") != std::string::npos);
  CHECK(none.find("Flag") == std::string::npos);
  CHECK(log_fault(none).empty());
}

TEST_CASE("no outcome at all", "[export][log]") {
  Answer answer = sample_answer();
  answer.outcomes.clear();
  const std::string log = log_of(sample_test(), answer);
  CHECK(log.find("States 0\nNo\nWitnesses\nPositive: 0 Negative: 0\n") != std::string::npos);
  CHECK(log.find("Observation SB Never 0 0\n") != std::string::npos);
  CHECK(log_fault(log).empty());
}

TEST_CASE("the grammar takes several blocks and text between them", "[export][log]") {
  const LogReader reader("A header line\n" + good_log + "Trace of SB\n   1  P0\n\n" + good_log);
  CHECK_FALSE(reader.fault());
  CHECK(reader.blocks().size() == 2);
}

TEST_CASE("the grammar rejects what mcompare7 does not read", "[export][log]") {
  const auto [what, with] = GENERATE(
      table<std::string, std::string>({{"0:r0=0; 1:r0=0;", "P0:r0=0; 1:r0=0;"},
                                       {"0:r0=0; 1:r0=0;", "0:%r0=0; 1:r0=0;"},
                                       {"0:r0=0; 1:r0=0; [x]=1;", "1 *>0:r0=0; via \"1;2\""},
                                       {"[x]=1;\n0:r0=0; 1:r0=1;", "[x]=1\n0:r0=0; 1:r0=1;"},
                                       {"0:r0=0; 1:r0=1;", "0:r0=0; 1:r0=0;"},
                                       {"Ok\n", "Unknown\n"},
                                       {"Ok\n", "No\n"},
                                       {"Sometimes 2 8", "Undecided 2 8"},
                                       {"Condition", "Flag never-ends\nCondition"},
                                       {"States 3", "States 4"},
                                       {"States 3", "States 2"},
                                       {"Allowed", "Forbidden"},
                                       {"Allowed", "Possible"},
                                       {"Witnesses\n", ""},
                                       {"Positive: 2 Negative: 8", "Positive: 2, Negative: 8"},
                                       {"Positive: 2", "Positive: 3"},
                                       {"Condition exists (0:r0=0", "Condition exists (P0:r0=0"},
                                       {"Sometimes", "Always"},
                                       {"Observation SB", "Observation MP"},
                                       {"Time SB", "machine=sample\nTime SB"},
                                       {"Time SB 0.12", "Time SB 0.125"},
                                       {"Hash=", "states=40\nHash="},
                                       {"Hash=0", "Hash="},
                                       {"65536\n\n", "65536\n"}}));
  INFO(what << " -> " << with);
  CHECK_FALSE(log_fault(replaced(what, with)).empty());
}
