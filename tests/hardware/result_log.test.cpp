#include "hardware/result_log.hpp"

#include <sstream>
#include <string>

#include "answers/reports.hpp"
#include "explorer/explore.hpp"
#include "export/log.hpp"
#include "opmodel/results/answer.hpp"
#include "tests/catch.hpp"
#include "tests/contains.hpp"
#include "tests/hardware/results.hpp"

using namespace opexplore;
using namespace opexplore::hardware;
using namespace opexplore::testing;

namespace {

std::string log_of(const Result& result) {
  std::ostringstream out;
  write_log(out, result);
  return out.str();
}

const Counts seen_weak{{{0, 0}, {500'000, 0}}, {{1, 0}, {0, 3}}, {{1, 1}, {12'000'000, 497}}};

}  // namespace

TEST_CASE("result log: litmus7's block", "[hardware]") {
  const Result result = result_of(passing("MP"), seen_weak);
  const std::string block =
      "Test MP Allowed\n"
      "Histogram (3 states)\n"
      "500000:>1:r0=0; 1:r1=0;\n"
      "3     *>1:r0=1; 1:r1=0;\n"
      "12000497:>1:r0=1; 1:r1=1;\n"
      "Ok\n"
      "\n"
      "Witnesses\n"
      "Positive: 3, Negative: 12500497\n"
      "Condition exists (1:r0=1 /\\ 1:r1=0) is validated\n"
      "Hash=" +
      result.hash +
      "\n"
      "Observation MP Sometimes 3 12500497\n"
      "Time MP 1.00\n";
  const std::string text = log_of(result);
  CHECK(text.substr(0, block.size()) == block);
  CHECK(text.substr(block.size()) ==
        "profile=as-written\n"
        "status=ok seed=3\n"
        "device=Chip driver=13.0\n"
        "survival=exact cubin=c0ffee\n"
        "executed=12500500 launches=20 not_run=0 out_of_bound=0 overflow=0\n\n");
}

TEST_CASE("result log: the hash is that of the explorer's log", "[hardware]") {
  const Result result = result_of(passing("MP"), seen_weak);
  const Answer answer = find_machine("sc")->explore(result.test, {});
  std::ostringstream out;
  write_log(out, result.test, answer, hash(result.test));
  const std::string line = "\nHash=" + result.hash + "\n";
  CHECK(contains(out.str(), line));
  CHECK(contains(log_of(result), line));
}

TEST_CASE("result log: quantifiers", "[hardware]") {
  const std::string forbidden = log_of(result_of(passing("MP", "", "~exists"), seen_weak));
  CHECK(contains(forbidden, "Test MP Forbidden\n"));
  CHECK(contains(forbidden, "\nNo\n\nWitnesses\nPositive: 12500497, Negative: 3\n"));
  CHECK(contains(forbidden, "Condition ~exists (1:r0=1 /\\ 1:r1=0) is NOT validated\n"));
  CHECK(contains(forbidden, "Observation MP Sometimes 3 12500497\n"));
  const std::string required = log_of(result_of(passing("MP", "", "forall"), {{{1, 0}, {4}}}));
  CHECK(
      contains(required, "Test MP Required\nHistogram (1 states)\n4     *>1:r0=1; 1:r1=0;\nOk\n"));
  CHECK(contains(required, "Observation MP Always 4 0\n"));
  const std::string never = log_of(result_of(passing("MP"), {{{1, 0}, {0}}, {{1, 1}, {4}}}));
  CHECK(contains(never, "Histogram (1 states)\n4     :>1:r0=1; 1:r1=1;\nNo\n"));
  CHECK(contains(never, "Observation MP Never 0 4\n"));
}

TEST_CASE("result log: only what the test shows, of what passes its filter", "[hardware]") {
  const std::string text =
      "PTX MP\n{ x = 0; y = 0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n"
      " st.weak x, 1 | ld.weak r0, y ;\n st.weak y, 1 | ld.weak r1, x ;\n"
      "filter (1:r0=1)\nexists (1:r1=0)\n";
  const Result result = result_of(text, {{{0, 0}, {5}}, {{0, 1}, {6}}, {{1, 0}, {7}}});
  REQUIRE(result.test.shown == 1);
  const std::string log = log_of(result);
  CHECK(contains(log, "Histogram (1 states)\n"));
  CHECK(contains(log, ":>1:r1=") != contains(log, "*>1:r1="));
  CHECK_FALSE(contains(log, "1:r0=1;"));
}

TEST_CASE("result log: nothing was executed", "[hardware]") {
  Result result = result_of(passing("MP"), {});
  result.status = Result::Status::unsupported;
  result.reason = "there is no such instruction";
  CHECK(log_of(result) == "Skipped MP: unsupported: there is no such instruction\n\n");
}

TEST_CASE("result log: counts that cannot be trusted are not there", "[hardware]") {
  Result result = result_of(passing("MP"), seen_weak);
  result.status = Result::Status::failed;
  result.reason = "illegal address";
  CHECK(log_of(result) == "Skipped MP: failed: illegal address\n\n");
  result = result_of(passing("MP"), seen_weak);
  result.not_run = 2;
  CHECK(log_of(result) ==
        "Skipped MP: in 2 instances some thread did not run: the counts cannot be trusted\n\n");
  result = result_of(passing("MP"), {});
  result.executed = result.out_of_bound = 7;
  CHECK(log_of(result) == "Skipped MP: every execution was ended at the loop bound\n\n");
}

TEST_CASE("result log: the profile is said, and the name stays", "[hardware]") {
  Result result = result_of(passing("MP"), seen_weak);
  result.profile = Profile::pinned;
  const std::string log = log_of(result);
  CHECK(log.find("Test MP Allowed\n") == 0);
  CHECK(contains(log, "\nTime MP 1.00\nprofile=pinned\n"));
}
