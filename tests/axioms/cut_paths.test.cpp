// Loops that change something are followed up to a bound; whether something is behind it is told
// where that can be told, and never wrongly.
#include <algorithm>
#include <cstdint>
#include <string>

#include "axioms/library.hpp"
#include "tests/axioms/evaluated.hpp"
#include "tests/catch.hpp"
#include "tests/oracle/axiomatic.hpp"
#include "tests/random/looping_programs.hpp"
#include "tests/random/message_programs.hpp"

namespace opexplore::axioms {

namespace {

AxiomaticReport bounded(const Test& test, unsigned loop_bound, const char* model = "ptx75") {
  EvaluateOptions options;
  options.loop_bound = loop_bound;
  options.data_races = true;
  options.witnesses = false;
  return evaluate(load_model(model), test, options);
}

// Threads that add 1 to x, each in a CTA of its own. What a swap finds is what the next expects.
Test increments(unsigned threads, const std::string& scope = "gpu") {
  std::string text;
  for (unsigned t = 0; t < threads; ++t) {
    text += (t == 0 ? "" : " || ") + std::to_string(t) + ",0: ld.relaxed." + scope +
            " r0, x; L: mov r1, r0; add r2, r1, 1; atom.relaxed." + scope +
            ".cas r0, x, r1, r2; bne r0, r1, L";
  }
  return short_test(text, "exists ([x]=1)");
}

// With nothing behind the bound, more rounds have no more outcomes and races.
bool check_nothing_behind(const Test& test, unsigned loop_bound) {
  oracle::Limits limits;
  limits.backward_jumps = loop_bound + 2;
  limits.nodes = 300'000;
  try {
    const AxiomaticReport report = bounded(test, loop_bound);
    if (!report.complete()) return false;
    const oracle::Result more = oracle::enumerate_races(test, oracle::ptx75(), limits);
    CHECK(std::ranges::includes(values_of(report), more.outcomes));
    CHECK(std::ranges::includes(report.data_races, more.races));
  } catch (const Unsupported&) {
    return false;  // too large
  }
  return true;
}

}  // namespace

TEST_CASE("axioms: a swap fails as often as others succeed", "[axioms][cut]") {
  CHECK_FALSE(bounded(increments(2), 0).complete());
  CHECK(bounded(increments(2), 1).complete());
  CHECK_FALSE(bounded(increments(3), 1).complete());
  const AxiomaticReport three = bounded(increments(3), 2);
  CHECK(three.complete());
  CHECK(values_of(three) == std::set<Outcome>{{3}});
}

TEST_CASE("axioms: swaps that are not morally strong may fail without end", "[axioms][cut]") {
  CHECK_FALSE(bounded(increments(2, "cta"), 2).complete());
}

TEST_CASE("axioms: a stack is pushed to as often as there are threads", "[axioms][cut]") {
  const auto push = [](const std::string& node) {
    return "ld.relaxed.gpu r0, top; L: mov r1, r0; st.weak " + node +
           ", r1; atom.release.gpu.cas r0, top, r1, " + std::to_string(node == "a" ? 1 : 2) +
           "; bne r0, r1, L";
  };
  const Test test = short_test("0,0: " + push("a") + " || 1,0: " + push("b"),
                               "exists ([a]=0 /\\ [b]=0)", "a=0; b=0; top=0;");
  const AxiomaticReport report = bounded(test, 1);
  CHECK(report.complete());
  CHECK(values_of(report) == std::set<Outcome>{{0, 1}, {2, 0}});
}

TEST_CASE("axioms: what others write behind their cut can be read", "[axioms][cut]") {
  // P1 goes round as often as it likes, and P0 sees how often.
  const Test counts = short_test(
      "0,0: ld.relaxed.gpu r0, x || "
      "1,0: L: atom.relaxed.gpu.add r1, x, 1; ld.relaxed.gpu r0, y; beq r0, 0, L || "
      "2,0: st.relaxed.gpu y, 1",
      "exists (0:r0=7)");
  CHECK_FALSE(bounded(counts, 2).complete());
  // P1 ends only because of what P0 writes in its last round.
  const std::string last = "0,0: L: atom.relaxed.gpu.add r1, x, 1; bne r1, 5, L";
  const Test waits =
      short_test(last + " || 1,0: L: ld.relaxed.gpu r0, x; bne r0, 6, L", "exists (1:r0=6)");
  CHECK_FALSE(bounded(waits, 2).complete());
  const AxiomaticReport six = bounded(waits, 5);
  CHECK(six.complete());
  CHECK(values_of(six) == std::set<Outcome>{{6}});
  const Test turns =
      short_test("0,0: L: atom.relaxed.gpu.add r1, x, 1; bne r1, 2, L", "exists ([x]=3)");
  CHECK_FALSE(bounded(turns, 1).complete());
  CHECK(bounded(turns, 2).complete());
  CHECK(values_of(bounded(turns, 2)) == std::set<Outcome>{{3}});
}

TEST_CASE("axioms: only a model that forbids such cycles knows who is first", "[axioms][cut]") {
  const auto complete = [](const std::string& more) {
    EvaluateOptions options;
    options.loop_bound = 2;
    const std::string text =
        "empty (W * W & loc) \\ (co | co^-1 | id)\n"
        "empty rmw & (fr; co)\nacyclic po & loc | rf | co | fr\n";
    return evaluate(read_model(text + more, "m.cat"), increments(2), options).complete();
  };
  CHECK_FALSE(complete(""));
  CHECK(complete("acyclic rf | data | ctrl"));
  CHECK(complete("acyclic po | rf"));
  CHECK_FALSE(complete("acyclic rf | data"));
  CHECK_FALSE(complete("acyclic rf | ctrl"));
}

TEST_CASE("axioms: with barriers, and loops that write for ever, it stays open", "[axioms][cut]") {
  const std::string add =
      "ld.relaxed.cta r0, x; L: mov r1, r0; add r2, r1, 1; "
      "atom.relaxed.cta.cas r0, x, r1, r2; bne r0, r1, L";
  const Test meets = short_test(
      "0,0: " + add + "; bar.cta.sync 0 || 0,0: " + add + "; bar.cta.sync 0", "exists ([x]=1)");
  CHECK_FALSE(bounded(meets, 2).complete());
  const std::string lock =
      "L: atom.acquire.gpu.exch r0, y, 1; bne r0, 0, L; "
      "st.release.gpu y, 0";
  CHECK_FALSE(
      bounded(short_test("0,0: " + lock + " || 1,0: " + lock, "exists ([y]=0)"), 2).complete());
}

TEST_CASE("axioms: nothing is behind a bound that was enough", "[axioms][cut][random]") {
  using namespace random_programs;
  unsigned checked = 0;
  for (std::uint64_t seed = 1000; seed < 1150; ++seed) {
    INFO("seed " << seed);
    const Test looping = read(looping_program(profile_for(seed), seed), "looping");
    checked += check_nothing_behind(looping, 0) ? 1 : 0;
    checked += check_nothing_behind(looping, 1) ? 1 : 0;
    checked += check_nothing_behind(message_program(seed), 0) ? 1 : 0;
  }
  CHECK(checked > 100);
}

}  // namespace opexplore::axioms
