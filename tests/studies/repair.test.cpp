// The cheapest changes of small programs, by hand.
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "litmus/language/reader.hpp"
#include "studies/repair/document.hpp"
#include "studies/repair/fix.hpp"
#include "studies/repair/patch.hpp"
#include "studies/repair/verify.hpp"
#include "tests/catch.hpp"
#include "tests/contains.hpp"
#include "tests/studies/repair_cases.hpp"

namespace opexplore::testing {

using repair::Conclusion;
using repair::FixAnswer;
using repair::Task;
using Texts = std::vector<std::string>;

namespace {

// Message passing between CTAs, by a flag that is relaxed.
SpelledTest relaxed_passing() {
  return spelled_test(
      "0,0: st.weak x, 1; st.relaxed.gpu y, 1 || 1,0: ld.relaxed.gpu r0, y; ld.weak r1, x",
      "exists (1:r0=1 /\\ 1:r1=0)");
}

// The sum of the last of two blocks, which reads the other's part.
SpelledTest last_block() {
  return spelled_test(
      "0,0: st.weak x, 1; fence.sc.gpu; atom.relaxed.gpu.add r0, n, 1; ld.weak r1, y || "
      "1,0: st.weak y, 1; fence.sc.gpu; atom.relaxed.gpu.add r0, n, 1; ld.weak r1, x",
      "exists ((0:r0=1 /\\ 0:r1=0) \\/ (1:r0=1 /\\ 1:r1=0))", "x=0; y=0; n=0;");
}

}  // namespace

TEST_CASE("repair: message passing takes a release and an acquire", "[repair]") {
  const FixAnswer answer = fix(relaxed_passing().test, fix_question(Task::repair));
  CHECK(answer.conclusion == Conclusion::changed);
  CHECK(answer.cost == 5);
  REQUIRE(answer.fixes.size() == 1);
  CHECK(answer.fixes.front().cost == 32);
  CHECK(answer.fixes.front().axioms == repair::AxiomsSay::the_same);
  CHECK(changes_of(answer) ==
        Texts{"P0 line 7: st.release.gpu y, 1; P1 line 6: ld.acquire.gpu r0, y"});
}

TEST_CASE("repair: the sum of the last block takes an acquire", "[repair]") {
  const FixAnswer answer = fix(last_block().test, fix_question(Task::repair));
  CHECK(answer.cost == 84);
  REQUIRE(answer.fixes.size() == 1);
  CHECK(answer.fixes.front().cost == 102);
  for (const std::string& change : changes_of(answer)) {
    CHECK(contains(change, "atom.acquire.gpu.add r0, n, 1"));
  }
}

TEST_CASE("optimise: the sum of the last block needs no fence", "[repair]") {
  const FixAnswer answer = fix(last_block().test, fix_question(Task::optimise));
  REQUIRE(answer.fixes.size() == 1);
  CHECK(answer.fixes.front().cost == 58);
  CHECK(contains(changes_of(answer).front(), "atom.acq_rel.gpu.add r0, n, 1"));
}

TEST_CASE("weaken: an SC fence between a store and a flag may release alone", "[repair]") {
  const SpelledTest spelled = spelled_test(
      "0,0: st.weak x, 1; fence.sc.sys; st.relaxed.sys y, 1 || "
      "1,0: ld.relaxed.sys r0, y; fence.sc.sys; ld.weak r1, x",
      "~exists (1:r0=1 /\\ 1:r1=0)");
  const FixAnswer answer = fix(spelled.test, fix_question(Task::weaken));
  CHECK(changes_of(answer) == Texts{"P0 line 7: fence.acq_rel.gpu; P0 line 8: st.relaxed.gpu y, 1; "
                                    "P1 line 6: ld.relaxed.gpu r0, y; P1 line 7: "
                                    "fence.acq_rel.gpu"});
  CHECK(answer.fixes.front().cost == 55);
}

TEST_CASE("repair: store buffering takes SC fences, and sc shows what no fence mends", "[repair]") {
  const std::string threads =
      "0,0: st.relaxed.gpu x, 1; ld.relaxed.gpu r0, y || "
      "1,0: st.relaxed.gpu y, 1; ld.relaxed.gpu r0, x";
  const FixAnswer fences =
      fix(spelled_test(threads, "exists (0:r0=0 /\\ 1:r0=0)").test, fix_question(Task::repair));
  CHECK(changes_of(fences) ==
        Texts{"before P0 line 7: fence.sc.gpu; before P1 line 7: fence.sc.gpu"});
  const FixAnswer never =
      fix(spelled_test(threads, "exists (0:r0=1 /\\ 1:r0=1)").test, fix_question(Task::repair));
  CHECK(never.conclusion == Conclusion::interleaving);
  REQUIRE(never.bad_end);
  CHECK(repair::code_of(never) == ExitCode::disagreement);
  repair::FixQuestion accesses = fix_question(Task::repair);
  accesses.moves.fences = false;
  const FixAnswer without = fix(spelled_test(threads, "exists (0:r0=0 /\\ 1:r0=0)").test, accesses);
  CHECK(without.conclusion == Conclusion::no_change);
  const FixAnswer good = fix(spelled_test(threads, "~exists (0:r0=2)").test, accesses);
  CHECK(good.conclusion == Conclusion::nothing_to_do);
}

TEST_CASE("repair: a proxy fence of the right kind, in the right place", "[repair]") {
  const SpelledTest spelled = spelled_test("0,0: st.weak x, 1; cold.weak r0, c", "exists (0:r0=0)",
                                           "x=0; c @ constant aliases x;");
  const FixAnswer answer = fix(spelled.test, fix_question(Task::repair));
  CHECK(changes_of(answer) == Texts{"before P0 line 7: fence.proxy.constant"});
}

TEST_CASE("repair: places may be kept, and changes counted instead", "[repair]") {
  const Test test = relaxed_passing().test;
  repair::FixQuestion question = fix_question(Task::repair);
  question.moves.keep = {{ThreadId{1}, 6}};
  CHECK(changes_of(fix(test, question)) ==
        Texts{"P0 line 7: st.release.gpu y, 1; before P1 line 7: fence.acq_rel.gpu"});
  question = fix_question(Task::repair);
  question.moves.one_sided = true;
  question.moves.accesses = false;
  CHECK(changes_of(fix(test, question)) ==
        Texts{"before P0 line 7: fence.release.gpu; before P1 line 7: fence.acquire.gpu"});
  question = fix_question(Task::repair);
  question.all_minimal = true;
  CHECK(fix(test, question).fixes.size() == 4);
  question.most_found = 2;
  CHECK(fix(test, question).fixes.size() == 2);
}

TEST_CASE("weaken: what a loop waits for stays strong", "[repair]") {
  const SpelledTest spelled = spelled_test(
      "0,0: st.weak x, 1; st.release.gpu y, 1 || "
      "1,0: LC0: ld.acquire.gpu r0, y; bne r0, 1, LC0; ld.weak r1, x",
      "~exists (1:r1=0)");
  repair::FixQuestion question = fix_question(Task::weaken);
  question.moves.allow_weak = true;
  const FixAnswer answer = fix(spelled.test, question);
  CHECK(answer.conclusion == Conclusion::nothing_to_do);
  for (const repair::Point& point : answer.points) {
    for (const repair::Level& level : point.levels) {
      CHECK((level.order != Order::weak || point.thread != 1));
    }
  }
}

TEST_CASE("weaken: outcomes that the condition does not name are kept", "[repair]") {
  const SpelledTest spelled = spelled_test(
      "0,0: st.weak x, 1; st.weak z, 1; st.release.gpu y, 1 || "
      "1,0: ld.acquire.gpu r0, y; ld.weak r1, x; ld.weak r2, z",
      "~exists (1:r0=2)", "x=0; y=0; z=0;");
  CHECK(fix(spelled.test, fix_question(Task::weaken)).conclusion == Conclusion::nothing_to_do);
  repair::FixQuestion question = fix_question(Task::weaken);
  question.condition_only = true;
  CHECK(changes_of(fix(spelled.test, question)) ==
        Texts{"P0 line 8: st.relaxed.gpu y, 1; P1 line 6: ld.relaxed.gpu r0, y"});
}

TEST_CASE("repair: what a limit leaves open is not proposed, and said", "[repair]") {
  repair::FixQuestion question = fix_question(Task::repair);
  question.explore.max_states = 3;
  const FixAnswer answer = fix(relaxed_passing().test, question);
  CHECK(answer.conclusion == Conclusion::undecided);
  CHECK(repair::code_of(answer) == ExitCode::incomplete);
}

TEST_CASE("repair: the patch is of the file, and gives the changed program", "[repair]") {
  const SpelledTest spelled = read_spelled(
      "PTX MP\n{ x=0; y=0; }\n"
      " P0@cta 0,gpu 0     | P1@cta 1,gpu 0           ;\n"
      " st.weak x, 1       | LC0: ld.relaxed.gpu r0, y ; (* the flag *)\n"
      " st.relaxed.gpu y, 1| bne r0, 1, LC0            ;\n"
      "                    | ld.weak r1, x             ;\n"
      "exists (1:r1=0)\n",
      "MP.litmus");
  repair::FixQuestion question = fix_question(Task::repair);
  question.moves.accesses = false;
  const FixAnswer answer = fix(spelled.test, question);
  REQUIRE(answer.fixes.size() == 1);
  CHECK(repair::patch_of(answer, spelled, answer.fixes.front()) ==
        "--- MP.litmus\n+++ MP.litmus\n"
        "@@ -2,6 +2,8 @@\n"
        " { x=0; y=0; }\n"
        "  P0@cta 0,gpu 0     | P1@cta 1,gpu 0           ;\n"
        "  st.weak x, 1       | LC0: ld.relaxed.gpu r0, y ; (* the flag *)\n"
        "+ fence.acq_rel.gpu  |                           ;\n"
        "  st.relaxed.gpu y, 1| bne r0, 1, LC0            ;\n"
        "+                    | fence.acq_rel.gpu         ;\n"
        "                     | ld.weak r1, x             ;\n"
        " exists (1:r1=0)\n");
}

TEST_CASE("repair: how far costs may go is where another change becomes cheaper", "[repair]") {
  repair::FixQuestion question = fix_question(Task::repair);
  question.sensitivity = true;
  const Test test = last_block().test;
  const FixAnswer answer = fix(test, question);
  REQUIRE(answer.sensitivity);
  REQUIRE_FALSE(answer.sensitivity->empty());
  for (const repair::Sensitivity& one : *answer.sensitivity) {
    INFO(one.row << '.' << one.column);
    const auto cost_at = [&](repair::Cost number) {
      repair::FixQuestion other = fix_question(Task::repair);
      other.costs = question.costs.with(one.row, one.column, number);
      const FixAnswer cheapest = fix(test, other);
      const auto prices = repair::prices(test, answer.points, other.costs);
      repair::Cost first = cheapest.cost;
      for (std::size_t p = 0; p < prices.size(); ++p) {
        const std::uint8_t level = answer.fixes.front().levels[p];
        first += prices[p][level] - prices[p][answer.points[p].now];
      }
      return std::pair(first, cheapest.fixes.front().cost);
    };
    if (one.least) {
      CHECK(cost_at(*one.least).first == cost_at(*one.least).second);
      CHECK(cost_at(*one.least - 1).first > cost_at(*one.least - 1).second);
    }
    if (one.most) {
      CHECK(cost_at(*one.most).first == cost_at(*one.most).second);
      CHECK(cost_at(*one.most + 1).first > cost_at(*one.most + 1).second);
    }
  }
}

TEST_CASE("costs: a table has to be monotone, and says by which pair it is not", "[repair]") {
  const auto complaint = [](const std::string& text) -> std::string {
    try {
      repair::Costs().read(text, "t.json");
    } catch (const InputError& error) {
      return error.what();
    }
    return {};
  };
  CHECK(complaint(R"({"ld.acquire": {"gpu": 9, "sys": 9}})").empty());
  CHECK(contains(complaint(R"({"ld.acquire": {"cta": 0}})"),
                 "ld.acquire.cta (0) costs less than ld.relaxed.cta (1), which is weaker"));
  CHECK(contains(complaint(R"({"fence.sc": {"cta": 80}})"),
                 "fence.sc.gpu (40) costs less than fence.sc.cta (80)"));
  CHECK(contains(complaint(R"({"fence.seq": {"cta": 80}})"), "there is no row 'fence.seq'"));
  CHECK(contains(complaint(R"({"fence.sc": {"warp": 1}})"), "'warp' is no scope"));
  CHECK(contains(complaint(R"({"fence.sc": {"cta": -1}})"), "a whole number from 0"));
}

}  // namespace opexplore::testing
