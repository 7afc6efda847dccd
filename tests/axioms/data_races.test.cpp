// The data races of the PTX models on programs whose races were worked out by hand, and what nobody
// sees who does not ask for them.
#include <algorithm>
#include <set>
#include <string>
#include <string_view>

#include "axioms/library.hpp"
#include "tests/axioms/evaluated.hpp"
#include "tests/catch.hpp"
#include "tests/oracle/race_examples.hpp"

namespace opexplore::axioms {

namespace {

AxiomaticReport with_races(const char* model, const Test& test) {
  EvaluateOptions options;
  options.data_races = true;
  return evaluate(load_model(model), test, options);
}

std::set<RacingPair> pairs(const std::vector<RacingPair>& list) {
  return {list.begin(), list.end()};
}

std::string races(const char* model, const Test& test) {
  return oracle::to_string(pairs(with_races(model, test).data_races));
}

}  // namespace

TEST_CASE("axioms: races of the classics", "[axioms][races]") {
  for (const oracle::RaceExample& example : oracle::race_examples()) {
    const Test test = oracle::race_test(example);
    for (const char* const model : {"ptx60", "ptx75"}) {
      const AxiomaticReport report = with_races(model, test);
      INFO(example.id << " under " << model << ": " << oracle::to_string(pairs(report.data_races)));
      CHECK(report.looked_for_data_races);
      CHECK(oracle::racing_locations(test, pairs(report.data_races)) == example.races);
      CHECK(report.excluded_data_races.empty());
    }
  }
}

TEST_CASE("axioms: each number of jumps back makes the same pair", "[axioms][races]") {
  const auto lock = [](const std::string& order, const std::string& acquire) {
    const std::string thread = "atom.relaxed.gpu.add r2, in, 1; L: ld." + acquire +
                               ".gpu r0, out; bne r0, r2, L; ld.weak r1, x; add r1, r1, 1; "
                               "st.weak x, r1; add r2, r2, 1; st." +
                               order + ".gpu out, r2";
    return short_test("0,0: " + thread + " || 1,0: " + thread, "forall ([x]=2)",
                      "x=0; in=0; out=0;");
  };
  for (const char* const model : {"ptx60", "ptx75"}) {
    CHECK(races(model, lock("release", "acquire")).empty());
    CHECK(races(model, lock("relaxed", "relaxed")) == "0.3-1.5 0.5-1.3 0.5-1.5");
  }
}

TEST_CASE("axioms: other names of a location race on it", "[axioms][races]") {
  const std::string_view condition = "exists ([x]=0)";
  const std::string_view names = "x=0; xa @ generic aliases x;";
  const Test own = short_test("0,0: st.weak x, 1; ld.weak r0, xa", condition, names);
  CHECK(races("ptx75", own) == "0.0-0.1");
  CHECK(races("ptx60", own).empty());
  const Test fenced =
      short_test("0,0: st.weak x, 1; fence.proxy.alias; ld.weak r0, xa", condition, names);
  CHECK(races("ptx75", fenced).empty());
}

TEST_CASE("axioms: one step of observation finds a race that is none", "[axioms][races]") {
  const Test test = short_test(
      "0,0: st.relaxed.gpu x, 1 || 1,0: atom.relaxed.gpu.add r0, x, 10 || "
      "2,0: ld.relaxed.gpu r0, x; bne r0, 11, L; st.weak x, 5; L:",
      "exists ([x]=0)");
  CHECK(races("ptx75", test).empty());
  CHECK(races("ptx60-dat3m", test).empty());
  CHECK(races("ptx75-dat3m", test) == "0.0-2.2");
}

TEST_CASE("axioms: observation starts at a write and not at an atomic's read", "[axioms][races]") {
  // The store that the atomic reads follows a load that has seen that atomic. Were the atomic's
  // read in observation order before that load, this would be forbidden.
  const Test test =
      short_test("0,0: atom.relaxed.gpu.add r0, x, 1 || 1,0: ld.relaxed.gpu r0, x; st.weak x, 5",
                 "exists (0:r0=5 /\\ 1:r0=6)");
  for (const char* const model : {"ptx60", "ptx60-dat3m", "ptx75", "ptx75-dat3m"}) {
    INFO(model);
    CHECK(condition_holds(test, with_races(model, test)));
  }
  const auto& models = embedded_models();
  const auto ptx75 = std::ranges::find(models, "ptx75", &EmbeddedFile::stem);
  REQUIRE(ptx75 != models.end());
  std::string text(ptx75->text);
  const std::string from_writes = "[W]; observation+; [R]";
  REQUIRE(text.find(from_writes) != std::string::npos);
  text.replace(text.find(from_writes), from_writes.size(), "observation+");
  CHECK_FALSE(allows(text, test));
}

TEST_CASE("axioms: a failed compare-and-swap races where it writes", "[axioms][races]") {
  const Test test =
      short_test("0,0: atom.relaxed.gpu.cas r0, x, 7, 9 || 1,0: ld.weak r0, x", "exists ([x]=0)");
  CHECK(races("ptx75", test).empty());
  CHECK(races("ptx60-dat3m", test) == "0.0-1.0");
  CHECK(races("ptx75-dat3m", test) == "0.0-1.0");
}

TEST_CASE("axioms: executions that the filter excludes race apart", "[axioms][races]") {
  const Test test = short_test(
      "0,0: st.weak x, 1; st.release.gpu y, 1; ld.weak r0, z || "
      "1,0: ld.acquire.gpu r0, y; ld.weak r1, x; st.weak z, 1",
      "filter (1:r0=1) exists ([x]=0)", "x=0; y=0; z=0;");
  const AxiomaticReport report = with_races("ptx75", test);
  CHECK(oracle::to_string(pairs(report.data_races)) == "0.2-1.2");
  CHECK(oracle::to_string(pairs(report.excluded_data_races)) == "0.0-1.1");
}

TEST_CASE("axioms: who does not ask sees no race", "[axioms][races]") {
  const Test test = short_test("0,0: st.weak x, 1 || 1,0: ld.weak r0, x", "exists (1:r0=1)");
  for (const char* const model : {"ptx60", "ptx75", "ptx60-dat3m", "ptx75-dat3m"}) {
    const AxiomaticReport plain = evaluate(load_model(model), test);
    CHECK_FALSE(plain.looked_for_data_races);
    CHECK(plain.data_races.empty());
    CHECK(plain.flags.empty());
    const AxiomaticReport asked = with_races(model, test);
    CHECK(asked.data_races == std::vector{RacingPair{0, 0, 1, 0}});
    CHECK(asked.flags.empty());  // no undefined behaviour
    CHECK(values_of(asked) == values_of(plain));
  }
}

TEST_CASE("axioms: a model may have no notion of a race, or its own", "[axioms][races]") {
  const Test test = short_test("0,0: st.weak x, 1 || 1,0: ld.weak r0, x", "exists (1:r0=1)");
  CHECK_FALSE(with_races("sc.cat", test).looked_for_data_races);
  EvaluateOptions options;
  options.data_races = true;
  const auto own = [&](const std::string& text) {
    return evaluate(read_model(text, "own.cat"), test, options);
  };
  const AxiomaticReport any = own("flag ~empty ext & loc as racing-accesses");
  CHECK(any.data_races == std::vector{RacingPair{0, 0, 1, 0}});  // none with an initial write
  CHECK_FALSE(own("flag ~empty W as racing-accesses").looked_for_data_races);
  CHECK_FALSE(own("empty rmw as racing-accesses").looked_for_data_races);
  const AxiomaticReport flagged = own("flag ~empty ext & loc as data-race");
  CHECK(flagged.data_races == std::vector{RacingPair{0, 0, 1, 0}});
  REQUIRE(flagged.flags.size() == 1);
}

}  // namespace opexplore::axioms
