#include "hardware/soundness.hpp"

#include <sstream>
#include <string>

#include "explorer/explore.hpp"
#include "hardware/soundness_json.hpp"
#include "hardware/soundness_text.hpp"
#include "hardware/statistics.hpp"
#include "opmodel/results/answer.hpp"
#include "tests/catch.hpp"
#include "tests/hardware/results.hpp"

using namespace opexplore;
using namespace opexplore::hardware;
using namespace opexplore::testing;

namespace {

Allowed allowed_on(const std::string& machine, const Result& result) {
  const MachineEntry* const entry = find_machine(machine);
  if (const auto refusal = entry->refusal(result.test, {})) return {{}, false, {}, refusal->why};
  return allowed_by(entry->explore(result.test, {}));
}

SoundnessCheck checked(const Result& result, const std::string& machine,
                       const std::vector<Result>& all = {}) {
  const Allowed sc = allowed_on("sc", result);
  return check(result, allowed_on(machine, result), &sc, all);
}

const Counts weak_runs{{{0, 0}, {50, 0}}, {{0, 1}, {2, 2}}, {{1, 0}, {0, 30}}, {{1, 1}, {10, 10}}};
const Counts strong_runs{{{0, 0}, {500, 500}}, {{0, 1}, {100, 200}}, {{1, 1}, {400, 400}}};

// Message passing with fences, and its sibling.
struct Pair {
  Result relaxed = result_of(passing("MP+relaxed"), weak_runs);
  Result fenced = result_of(passing("MP", "fence.acq_rel.gpu", "~exists"), strong_runs);
  Pair() { fenced.sibling = Sibling{relaxed.test.name, relaxed.hash}; }
  std::vector<Result> all() const { return {relaxed, fenced}; }
};

}  // namespace

TEST_CASE("soundness: observed is within allowed", "[hardware]") {
  const SoundnessCheck one = checked(result_of(passing("MP"), weak_runs), "ptx");
  CHECK(one.verdict == Soundness::sound);
  CHECK(one.reason.empty());
  CHECK(one.suspect == Suspect::chip);
  CHECK(one.allowed == 4);
  CHECK(one.observed == 4);
  CHECK(one.weak_allowed == 1U);
  CHECK(one.weak_observed == 1U);
  CHECK(one.unseen.empty());
  CHECK(one.asked.seen == 30);
  CHECK(one.asked.allowed == true);
}

TEST_CASE("soundness: a forbidden outcome is a violation", "[hardware]") {
  const Result result = result_of(passing("MP"), weak_runs);
  const SoundnessCheck one = checked(result, "sc");
  CHECK(one.verdict == Soundness::unsound);
  REQUIRE(one.violations.size() == 1);
  CHECK(one.violations[0].outcome == 2);
  CHECK(one.violations[0].out_of_domain.empty());
  CHECK(one.asked.allowed == false);
  std::ostringstream text;
  write_checks(text, {{result, "sc", one}}, CheckDetail::violations);
  const std::string report = text.str();
  for (const char* const part :
       {"UNSOUND  3/3", "violation: MP (as-written) on Chip, sc\n", "suspect: chip\n",
        "seed 3, nvcc 13.0.88, cubin sha256 c0ffee\n", "1:r0=1; 1:r1=0; seen 30 of 104 times",
        "environment 1: 30 of 42; ",
        "sample: environment 0, launch 2, instance 5, multiprocessors 1 7\n"}) {
    CAPTURE(part);
    CHECK(report.find(part) != std::string::npos);
  }
}

TEST_CASE("soundness: values that no state of a machine has", "[hardware]") {
  Counts odd = strong_runs;
  odd.push_back({{1, 42}, {0, 1}});
  const SoundnessCheck one = checked(result_of(passing("MP"), odd), "ptx");
  REQUIRE(one.violations.size() == 1);
  CHECK(one.violations[0].out_of_domain == "1:r1=42");
}

TEST_CASE("soundness: whose fault it is", "[hardware]") {
  Result result = result_of(passing("MP"), weak_runs);
  CHECK(checked(result, "sc").suspect == Suspect::chip);
  result.toolchain->roles[1] = {Survival::Verdict::reordered, {}, {}, "the loads changed places"};
  const SoundnessCheck compiled = checked(result, "sc");
  CHECK(compiled.verdict == Soundness::unsound);
  CHECK(compiled.suspect == Suspect::toolchain);
  CHECK(compiled.suspicion ==
        "the machine code of thread 1 is reordered: the loads changed places");
  result.toolchain->roles[0].verdict = Survival::Verdict::unknown;
  CHECK(checked(result, "sc").suspect == Suspect::unknown);
  result.toolchain.reset();
  CHECK(checked(result, "sc").suspicion == "nobody looked into the machine code");
}

TEST_CASE("soundness: what was not executed proves nothing", "[hardware]") {
  Result result = result_of(passing("MP"), weak_runs);
  result.not_run = 1;
  CHECK(checked(result, "ptx").verdict == Soundness::no_verdict);
  CHECK(no_verdict_reason(result) ==
        "in 1 instances some thread did not run: the counts cannot be trusted");
  result = result_of(passing("MP"), {});
  CHECK(checked(result, "sc").reason == "nothing was executed");
  for (const auto status :
       {Result::Status::unsupported, Result::Status::not_run, Result::Status::failed}) {
    result = result_of(passing("MP"), weak_runs);
    result.status = status;
    result.reason = "why";
    CHECK(checked(result, "ptx").reason == std::string(to_string(status)) + ": why");
  }
  result = result_of(passing("MP"), {});
  result.status = Result::Status::timed_out;
  result.reason = "why";
  CHECK(no_verdict_reason(result) == "nothing was executed: timed-out: why");
  // What was counted before a kernel hung was counted all the same.
  result = result_of(passing("MP"), weak_runs);
  result.status = Result::Status::timed_out;
  CHECK(checked(result, "sc").verdict == Soundness::unsound);
}

TEST_CASE("soundness: what a failed run showed was there", "[hardware]") {
  Result result = result_of(passing("MP"), weak_runs);
  result.not_run = 24;
  SoundnessCheck one = checked(result, "sc");
  CHECK(one.verdict == Soundness::unsound);
  CHECK(one.violations.size() == 1);
  CHECK(one.suspect == Suspect::harness);
  CHECK_FALSE(one.has_negatives());
  CHECK(one.reason.empty());
  std::ostringstream text;
  write_checks(text, {{result, "sc", one}}, CheckDetail::unseen);
  CHECK(text.str().find("suspect: harness: in 24 instances some thread did not run: the counts "
                        "cannot be trusted\n") != std::string::npos);
  result = result_of(passing("MP"), weak_runs);
  result.status = Result::Status::failed;
  result.reason = "illegal address";
  one = checked(result, "sc");
  CHECK(one.verdict == Soundness::unsound);
  CHECK(one.suspicion == "failed: illegal address");
  // What it did not show says nothing: no violation, no verdict, and nothing unseen.
  Pair pair;
  pair.fenced.status = Result::Status::failed;
  one = checked(pair.fenced, "ptx", pair.all());
  CHECK(one.verdict == Soundness::no_verdict);
  CHECK(one.unseen.empty());
  const std::vector<Outcome> first{{0, 0}};
  one = check(pair.fenced, {first, false, {}, {}}, nullptr, pair.all());
  CHECK(one.verdict == Soundness::unsound);
  CHECK(one.unseen.empty());
  std::ostringstream silent;
  write_checks(silent, {{pair.fenced, "m", one}}, CheckDetail::unseen);
  CHECK(silent.str().find("unseen (95 %)") == std::string::npos);
  CHECK(silent.str().find("forbidden, unseen") == std::string::npos);
  // Nor does an incomplete search, or a machine that refuses, make a violation of it.
  CHECK(check(pair.fenced, {first, false, "a limit", {}}, nullptr, {}).verdict ==
        Soundness::no_verdict);
  CHECK(check(pair.fenced, {{}, false, {}, "no"}, nullptr, {}).verdict == Soundness::no_verdict);
}

TEST_CASE("soundness: an execution cut at the loop bound shows nothing", "[hardware]") {
  Result result = result_of(passing("MP"), {});
  result.executed = result.out_of_bound = 1'000'000;
  const SoundnessCheck none = checked(result, "ptx");
  CHECK(none.verdict == Soundness::no_verdict);
  CHECK(none.reason == "every execution was ended at the loop bound");
  CHECK(none.unseen.empty());
  // Half of environment 1 was cut: 500 of its 1,000 executions are left to show anything.
  Pair pair;
  pair.fenced = result_of(passing("MP", "fence.acq_rel.gpu", "~exists"),
                          {{{0, 0}, {500, 300}}, {{1, 1}, {500, 200}}});
  pair.fenced.sibling = Sibling{pair.relaxed.test.name, pair.relaxed.hash};
  pair.fenced.environments[1].executed += 500;
  pair.fenced.executed += 500;
  pair.fenced.out_of_bound = 500;
  const SoundnessCheck half = checked(pair.fenced, "ptx", pair.all());
  REQUIRE(half.unseen.size() == 2);  // (0, 1) is allowed
  const Unseen& forbidden = half.unseen[1];
  CHECK(forbidden.bound == unseen_bound(1500));
  CHECK(forbidden.best == 1U);
  CHECK(forbidden.best_bound == unseen_bound(500));
  CHECK(forbidden.evidence.executed == 500);
  // Without a sibling, the line about the condition has the same bound.
  std::ostringstream text;
  write_checks(text, {{pair.fenced, "ptx", checked(pair.fenced, "ptx")}}, CheckDetail::unseen);
  CAPTURE(text.str());
  CHECK(text.str().find("forbidden    below 0.002 ") != std::string::npos);
  // Where outcomes are not listed, nobody knows in which environment executions were cut.
  pair.fenced.overflow = 1;
  pair.fenced.executed += 1;
  pair.fenced.outcomes.insert(pair.fenced.outcomes.begin() + 1, SeenOutcome{{1, 0}, 0, 0, {}});
  for (EnvironmentResult& run : pair.fenced.environments) {
    run.counts.insert(run.counts.begin() + 1, 0);
  }
  const SoundnessCheck partial = checked(pair.fenced, "ptx", pair.all());
  REQUIRE(partial.unseen.size() == 2);
  CHECK(partial.unseen[1].bound == unseen_bound(1501));
  CHECK_FALSE(partial.unseen[1].best_bound);
}

TEST_CASE("soundness: the rate of a violation is of executions that ended", "[hardware]") {
  Result result = result_of(passing("MP"), weak_runs);
  result.out_of_bound = 900;
  result.executed += 900;
  const SoundnessCheck one = checked(result, "sc");
  std::ostringstream text;
  write_checks(text, {{result, "sc", one}}, CheckDetail::violations);
  CHECK(text.str().find("seen 30 of 104 times") != std::string::npos);
  const Interval rate = rate_interval(30, 104);
  CHECK(json_check({result, "sc", one})["violations"][0]["ci95"][0] == rate.low);
}

TEST_CASE("soundness: the rate of a sibling is of executions that ended", "[hardware]") {
  // Most of environment 1 of the sibling was cut, so its rate there is higher than in 0.
  Pair pair;
  pair.relaxed = result_of(passing("MP+relaxed"), {{{0, 0}, {80, 10}}, {{1, 0}, {20, 10}}});
  pair.relaxed.environments[1].executed += 980;
  pair.relaxed.executed += 980;
  pair.relaxed.out_of_bound = 980;
  CHECK(checked(pair.fenced, "ptx", pair.all()).asked.evidence.best == 1U);
  pair.relaxed.out_of_bound = 0;
  pair.relaxed.overflow = 980;
  CHECK_FALSE(checked(pair.fenced, "ptx", pair.all()).asked.evidence.best);
}

TEST_CASE("soundness: a dependency that a compiler can fold", "[hardware]") {
  const auto dependent = [](const std::string& second, const std::string& third) {
    return result_of(
        "PTX MP\n{ x = 0; y = 0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n"
        " st.relaxed.gpu x, 1 | ld.relaxed.gpu r0, y ;\n"
        " fence.acq_rel.gpu | " +
            second + " ;\n st.relaxed.gpu y, 1 | " + third +
            " ;\n | ld.relaxed.gpu r1, x ;\nexists (1:r0=1 /\\ 1:r1=0)\n",
        weak_runs);
  };
  const std::string folded = "a dependency may be folded in thread 1";
  for (const char* const arithmetic :
       {"xor r2, r0, r0", "sub r2, r0, r0", "and r2, r0, r0", "and r2, r0, 0", "mul r2, 0, r0"}) {
    CAPTURE(arithmetic);
    Result result = dependent(arithmetic, "add r3, r2, 1");
    const SoundnessCheck one = checked(result, "sc");
    CHECK(one.verdict == Soundness::unsound);
    CHECK(one.suspect == Suspect::unknown);
    CHECK(one.suspicion == folded);
    result.profile = Profile::pinned;  // there it stays
    CHECK(checked(result, "sc").suspect == Suspect::chip);
    // What the compiler is known to have done comes first.
    result.profile = Profile::as_written;
    result.toolchain->roles[1].verdict = Survival::Verdict::deleted;
    CHECK(checked(result, "sc").suspect == Suspect::toolchain);
  }
  Result compared = dependent("setp.eq p1, r0, r0", "add r3, r0, 1");
  CHECK(checked(compared, "sc").suspicion == folded);
  compared.profile = Profile::pinned;
  CHECK(checked(compared, "sc").suspicion == folded);
  Result jumping = dependent("beq r0, r0, L", "L:");
  CHECK(checked(jumping, "sc").suspicion == folded);
  jumping.profile = Profile::pinned;
  CHECK(checked(jumping, "sc").suspicion == folded);
  for (const char* const real : {"xor r2, r0, 1", "and r2, r0, 1", "add r2, r0, 0"}) {
    CAPTURE(real);
    CHECK(checked(dependent(real, "add r3, r2, 1"), "sc").suspect == Suspect::chip);
  }
}

TEST_CASE("soundness: not every outcome is listed", "[hardware]") {
  Result result = result_of(passing("MP"), strong_runs);
  result.overflow = 5;
  result.executed += 5;
  const SoundnessCheck one = checked(result, "ptx");
  CHECK(one.verdict == Soundness::partial);
  CHECK(one.unlisted == 5);
  CHECK(one.reason == "the outcomes of 5 executions are not listed");
  REQUIRE(one.unseen.size() == 1);
  CHECK_FALSE(one.unseen[0].bound);
  // An outcome with count 0 was looked for.
  result.outcomes.insert(result.outcomes.begin() + 2, SeenOutcome{{1, 0}, 0, 0, {}});
  for (EnvironmentResult& run : result.environments) run.counts.insert(run.counts.begin() + 2, 0);
  const SoundnessCheck looked = checked(result, "ptx");
  REQUIRE(looked.unseen.size() == 1);
  CHECK(looked.unseen[0].bound == unseen_bound(result.executed));
  // Loops that were ended early say nothing, and hide nothing.
  Result bounded = result_of(passing("MP"), strong_runs);
  bounded.out_of_bound = 9;
  bounded.executed += 9;
  CHECK(checked(bounded, "ptx").verdict == Soundness::sound);
}

TEST_CASE("soundness: an incomplete search forbids nothing", "[hardware]") {
  const Result result = result_of(passing("MP"), weak_runs);
  Allowed some = allowed_on("sc", result);
  some.incomplete = "a limit";
  const SoundnessCheck one = check(result, some, nullptr, {});
  CHECK(one.verdict == Soundness::undecided);
  CHECK(one.reason == "a limit");
  CHECK(one.violations.empty());
  CHECK_FALSE(one.weak_allowed);
  CHECK_FALSE(one.asked.allowed);
  some = allowed_on("ptx", result);
  some.incomplete = "a limit";
  CHECK(check(result, some, nullptr, {}).verdict == Soundness::sound);
  CHECK(check(result, {{}, true, {}, {}}, nullptr, {}).verdict == Soundness::sound);
  CHECK(check(result, {{}, false, {}, "no"}, nullptr, {}).verdict == Soundness::refused);
}

TEST_CASE("soundness: executions that fail the filter do not count", "[hardware]") {
  const std::string text =
      "PTX MP\n{ x = 0; y = 0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n"
      " st.relaxed.gpu x, 1 | ld.relaxed.gpu r0, y ;\n"
      " st.relaxed.gpu y, 1 | ld.relaxed.gpu r1, x ;\n"
      "filter (1:r0=0 \\/ 1:r1=1)\nexists (1:r0=0 /\\ 1:r1=0)\n";
  const SoundnessCheck one = checked(result_of(text, weak_runs), "sc");
  CHECK(one.verdict == Soundness::sound);
  CHECK(one.allowed == 3);
}

TEST_CASE("soundness: a negative counts where the sibling is weak", "[hardware]") {
  const Pair pair;
  const std::vector<Result> all = pair.all();
  const SoundnessCheck one = checked(pair.fenced, "ptx", all);
  CHECK(one.verdict == Soundness::sound);
  REQUIRE(one.unseen.size() == 1);
  const Unseen& forbidden = one.unseen[0];
  CHECK(forbidden.values == Outcome{1, 0});
  CHECK_FALSE(forbidden.allowed);
  CHECK(forbidden.weak == true);
  CHECK(forbidden.bound == unseen_bound(2100));
  CHECK(forbidden.best == 1U);  // the sibling was weak in environment 1 alone
  CHECK(forbidden.best_bound == unseen_bound(1100));
  CHECK(forbidden.evidence.seen == 30);
  CHECK(forbidden.evidence.executed == 1100);
  CHECK(forbidden.evidence.seconds == 1.0);
  CHECK(to_string(forbidden.evidence) == "confidence: sibling MP+relaxed showed it 30 times, 30/s");
  CHECK(one.asked.evidence == forbidden.evidence);
}

TEST_CASE("soundness: a sibling elsewhere proves nothing", "[hardware]") {
  Pair pair;
  const auto says = [&] {
    return to_string(checked(pair.fenced, "ptx", pair.all()).asked.evidence);
  };
  const std::string absent = "says nothing: sibling MP+relaxed has no result of this device";
  CHECK(to_string(checked(pair.fenced, "ptx", {pair.fenced}).asked.evidence) == absent);
  pair.relaxed.profile = Profile::pinned;
  CHECK(says() == absent);
  pair = {};
  pair.relaxed.device->uuid = "another";
  CHECK(says() == absent);
  pair = {};
  pair.relaxed.not_run = 1;
  CHECK(says() == absent);
  pair = {};
  pair.relaxed.environments[1].environment = pair.relaxed.environments[0].environment;
  CHECK(says() == "says nothing: sibling MP+relaxed was not seen to show it in these environments");
  pair = {};
  pair.relaxed.environments[1].id = 7;
  CHECK_FALSE(checked(pair.fenced, "ptx", pair.all()).asked.evidence.counts());
  // Nor does one of which the compiler made another test; of another run it may not have.
  pair = {};
  pair.relaxed.toolchain->roles[1].verdict = Survival::Verdict::reordered;
  CHECK(says() == "says nothing: the compiler changed the sibling");
  CHECK(checked(pair.fenced, "ptx", pair.all()).unseen.empty());
  const std::vector<Result> two{pair.relaxed, Pair().relaxed, pair.fenced};
  CHECK(checked(pair.fenced, "ptx", two).asked.evidence.seen == 30);
  pair.relaxed.toolchain.reset();
  CHECK(says() == "confidence: sibling MP+relaxed showed it 30 times, 30/s");
  pair = {};
  pair.fenced.sibling.reset();
  CHECK(says() == "says nothing: there is no sibling");
  std::ostringstream text;
  write_checks(text, {{pair.fenced, "ptx", checked(pair.fenced, "ptx")}}, CheckDetail::unseen);
  CHECK(text.str().find("unseen (95 %): 1\n  MP (as-written) on Chip, ptx  1:r0=1 /\\ 1:r1=0  "
                        "forbidden  below 0.00143  says nothing: there is no sibling\n") !=
        std::string::npos);
}

TEST_CASE("soundness: one or two hits of a sibling are weak evidence", "[hardware]") {
  for (const std::uint64_t hits : {1U, 2U, 3U}) {
    CAPTURE(hits);
    Pair pair;
    pair.relaxed = result_of(passing("MP+relaxed"), {{{0, 0}, {50, 0}}, {{1, 0}, {0, hits}}});
    const SoundnessCheck one = checked(pair.fenced, "ptx", pair.all());
    CHECK(one.asked.evidence.counts() == (hits == 3));
    const std::string showed = "sibling MP+relaxed showed it " + std::to_string(hits) + " times";
    CHECK(to_string(one.asked.evidence) ==
          (hits == 3 ? "confidence: " + showed + ", 3/s" : "weak evidence: " + showed));
    std::ostringstream text;
    write_checks(text, {{pair.fenced, "ptx", one}}, CheckDetail::unseen);
    CHECK(text.str().find("unseen (95 %): 1\n") != std::string::npos);
  }
}

TEST_CASE("soundness: the sibling's observables are matched by name", "[hardware]") {
  Pair pair;
  const std::string turned =
      "PTX MP+relaxed\n{ x = 0; y = 0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n"
      " st.relaxed.gpu x, 1 | ld.relaxed.gpu r0, y ;\n"
      " st.relaxed.gpu y, 1 | ld.relaxed.gpu r1, x ;\n"
      "locations [1:r0; 1:r1; [x];]\nexists (1:r1=0 /\\ 1:r0=1)\n";
  Result sibling = result_of(turned, {});
  REQUIRE(sibling.test.observables.size() == 3);
  Outcome values;
  for (const Observable& observable : sibling.test.observables) {
    const std::string name = to_string(observable, sibling.test.program);
    values.push_back(name == "1:r0" ? 1 : name == "1:r1" ? 0 : 5);
  }
  sibling = result_of(turned, {{values, {0, 30}}});
  CHECK(translated(sibling, pair.fenced.test) == std::vector<Outcome>{{1, 0}});
  CHECK_FALSE(translated(pair.fenced, sibling.test));
}

TEST_CASE("soundness: the schema describes what is written", "[hardware]") {
  const Pair pair;
  const std::vector<Result> all = pair.all();
  const auto json = json_check({pair.fenced, "ptx", checked(pair.fenced, "ptx", all)});
  CHECK(json["sound"] == true);
  CHECK(json["coverage"] == 1.0);
  CHECK(json["unseen"][0]["sibling"]["counts"] == true);
  CHECK(json["unseen"][0]["state"].dump() == "{\"1:r0\":1,\"1:r1\":0}");
  const auto bad = json_check({pair.relaxed, "sc", checked(pair.relaxed, "sc", all)});
  CHECK(bad["sound"] == false);
  CHECK(bad["violations"][0]["envs"][0]["id"] == 1);
  CHECK(bad["violations"][0]["samples"][0]["smid"].dump() == "[1,7]");
}
