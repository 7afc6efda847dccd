// Iterations that change nothing are left out, and nothing else is: by hand, and against the axioms
// in C++, which look at every iteration.
#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

#include "axioms/compiled_model.hpp"
#include "axioms/forgotten_events.hpp"
#include "axioms/library.hpp"
#include "tests/axioms/evaluated.hpp"
#include "tests/catch.hpp"
#include "tests/oracle/axiomatic.hpp"
#include "tests/random/looping_programs.hpp"
#include "tests/random/message_programs.hpp"

namespace opexplore::axioms {

namespace {

constexpr const char* anything = "exists ([x]=0)";

AxiomaticReport evaluated(const std::string& model, const Test& test, unsigned loop_bound = 0) {
  EvaluateOptions options;
  options.loop_bound = loop_bound;
  return evaluate(load_model(model), test, options);
}

bool complete(const std::string& threads, std::string_view condition = anything,
              const std::string& model = "ptx75") {
  return evaluated(model, short_test(threads, condition)).complete();
}

// What a model that is given by its text needs.
std::optional<unsigned> needed(const std::string& text, bool data_races = false) {
  return idle_iterations_needed(read_model(text, "m.cat").compiled(), data_races);
}

// With so many jumps back both have the same outcomes, since leaving iterations out leaves no more
// jumps. Of races the model has no fewer.
void check_against_every_iteration(const Test& test, unsigned jumps) {
  oracle::Limits limits;
  limits.backward_jumps = jumps;
  limits.nodes = 200'000;
  oracle::Result all;
  try {
    all = oracle::enumerate_races(test, oracle::ptx75(), limits);
  } catch (const Unsupported&) {
    return;  // too large
  }
  const AxiomaticReport report = evaluated("ptx75", test, jumps);
  CHECK(values_of(report) == all.outcomes);
  EvaluateOptions options;
  options.loop_bound = jumps;
  options.data_races = true;
  const AxiomaticReport racing = evaluate(load_model("ptx75"), test, options);
  CHECK(values_of(racing) == all.outcomes);
  CHECK(std::ranges::includes(racing.data_races, all.races));
}

}  // namespace

TEST_CASE("axioms: a loop that only waits needs no bound", "[axioms][idle]") {
  const std::string writer = "0,0: st.relaxed.gpu x, 1; st.release.gpu y, 1 || ";
  CHECK(complete(writer + "1,0: L: ld.acquire.gpu r0, y; bne r0, 1, L; ld.weak r1, x",
                 "exists (1:r1=1)"));
  CHECK(complete(writer + "1,0: L: ld.relaxed.gpu r0, y; fence.sc.gpu; bne r0, 1, L"));
  CHECK(complete(writer + "1,0: L: ld.relaxed.gpu r0, y; ld.relaxed.gpu r1, x; bne r0, r1, L",
                 "exists (1:r1=1)"));
  CHECK(complete(writer + "1,0: L: add r1, r1, 1; ld.relaxed.gpu r0, y; bne r0, 1, L"));
  CHECK(complete(writer + "1,0: L: ld.relaxed.gpu r0, y; beq r0, 0, L; ld.relaxed.gpu r1, x; "
                          "bne r1, 1, L"));
}

TEST_CASE("axioms: a compare-and-swap that fails changes nothing, unless it writes",
          "[axioms][idle]") {
  const std::string lock =
      "L: atom.acquire.gpu.cas r0, y, 0, 1; bne r0, 0, L; ld.weak r1, x; add r1, r1, 1; "
      "st.weak x, r1; st.release.gpu y, 0";
  const Test locks = short_test("0,0: " + lock + " || 1,0: " + lock, "forall ([x]=2)");
  const AxiomaticReport report = evaluated("ptx75", locks);
  CHECK(report.complete());
  CHECK(values_of(report) == std::set<Outcome>{{2}});
  CHECK_FALSE(evaluated("ptx75-dat3m", locks).complete());
}

TEST_CASE("axioms: iterations with an effect are not left out", "[axioms][idle]") {
  const std::string writer = "0,0: st.relaxed.gpu y, 1 || 1,0: ";
  // Somebody asks how often it went round.
  CHECK_FALSE(
      complete(writer + "L: add r1, r1, 1; ld.relaxed.gpu r0, y; bne r0, 1, L", "exists (1:r1=1)"));
  CHECK_FALSE(complete(writer + "L: add r1, r1, 1; ld.relaxed.gpu r0, y; bne r0, 1, L; "
                                "st.weak x, r1"));
  // It writes, or meets others.
  CHECK_FALSE(complete(writer + "L: st.relaxed.gpu x, 1; ld.relaxed.gpu r0, y; bne r0, 1, L"));
  CHECK_FALSE(complete(writer + "L: atom.relaxed.gpu.add r0, x, 1; bne r0, 3, L"));
  CHECK_FALSE(complete(writer + "L: bar.cta.sync 0; ld.relaxed.gpu r0, y; bne r0, 1, L"));
  // What it read is still there in the next iteration.
  CHECK_FALSE(
      complete(writer + "L: mov r1, r0; ld.relaxed.gpu r0, y; bne r0, 1, L", "exists (1:r1=0)"));
  // The value is the same, but it now depends on what was read.
  CHECK_FALSE(complete(writer + "L: add r2, r1, 0; ld.relaxed.gpu r0, y; xor r1, r0, r0; "
                                "bne r0, 1, L; st.weak x, r2"));
}

TEST_CASE("axioms: which models let reads be left out", "[axioms][idle]") {
  for (const BuiltInModel& known : built_in_models()) {
    INFO(known.name);
    const Model model = load_model(std::string(known.name) + ".cat");
    std::optional<unsigned> wanted;  // not in Vulkan
    if (model.compiled().language == Language::ptx) wanted = 0;
    const bool undefined =
        model.compiled().language == Language::cxx || model.compiled().asynchronous;
    if (undefined) wanted = 1;  // a flag says so
    CHECK(idle_iterations_needed(model.compiled(), false) == wanted);
  }
  CHECK(idle_iterations_needed(load_model("ptx75").compiled(), true) == 1U);
  CHECK(idle_iterations_needed(load_model("cxx20").compiled(), false) == 1U);
  // A sequence may have gone through what is gone.
  CHECK(needed("acyclic po; rf") == 0U);
  CHECK_FALSE(needed("empty po \\ (rf; po)"));
  CHECK_FALSE(needed("empty ~(po; po) & rf"));
  CHECK(needed("empty po \\ ([R]; po)") == 0U);
  CHECK_FALSE(needed("empty po \\ ctrl"));
  CHECK_FALSE(needed("empty W \\ range(rf)"));
  CHECK_FALSE(needed("~empty rf"));
  // A flag needs the events that raise it.
  CHECK(needed("flag ~empty rf as seen") == 1U);
  CHECK(needed("flag ~empty rf \\ (po; rf) as seen") == 1U);
  CHECK_FALSE(needed("flag ~empty rf; po as seen"));
  CHECK_FALSE(needed("flag ~acyclic rf | po as seen"));
  CHECK_FALSE(needed("flag empty rf as seen"));
  CHECK(needed("flag ~empty rf; po as racing-accesses") == 0U);
  CHECK_FALSE(needed("flag ~empty rf; po as racing-accesses", true));
}

TEST_CASE("axioms: a model that asks how often a thread looked sees every iteration",
          "[axioms][idle]") {
  // Two reads of one write, one of them before the last.
  const std::string twice = "flag ~empty ([R]; po; [R]) & (rf^-1; rf) as twice";
  const Test test = short_test(
      "0,0: st.relaxed.gpu y, 1 || 1,0: L: ld.relaxed.gpu r0, y; bne r0, 1, L", anything);
  EvaluateOptions options;
  const auto report = evaluate(read_model(twice, "m.cat"), test, options);
  CHECK_FALSE(report.complete());
  REQUIRE(report.flags.size() == 1);
}

TEST_CASE("axioms: what races only in an iteration that waits in vain is found", "[axioms][idle]") {
  // The last look at x comes after the flag was seen, those before do not.
  const Test waits = short_test(
      "0,0: st.weak x, 1; st.release.gpu y, 1 || "
      "1,0: L: ld.weak r1, x; ld.acquire.gpu r0, y; bne r0, 1, L; ld.weak r1, x",
      "exists (1:r1=1)");
  EvaluateOptions options;
  options.loop_bound = 0;
  options.data_races = true;
  const auto races = evaluate(load_model("ptx75"), waits, options).data_races;
  const auto wanted = oracle::enumerate_races(waits, oracle::ptx75()).races;
  CHECK(std::set<RacingPair>(races.begin(), races.end()) == wanted);
  CHECK_FALSE(wanted.empty());
}

TEST_CASE("axioms: random loops end as they do with every iteration", "[axioms][idle][random]") {
  using namespace random_programs;
  for (std::uint64_t seed = 0; seed < 150; ++seed) {
    INFO("seed " << seed);
    const Test looping = read(looping_program(profile_for(seed), seed), "looping");
    check_against_every_iteration(looping, 1);
    check_against_every_iteration(message_program(seed), 2);
  }
}

}  // namespace opexplore::axioms
