// Data races by the formulas of PTX ISA 8.7.1 on programs whose races were worked out by hand.
#include <set>
#include <string>
#include <string_view>

#include "litmus/language/reader.hpp"
#include "tests/catch.hpp"
#include "tests/oracle/axiomatic.hpp"
#include "tests/oracle/litmus_text.hpp"
#include "tests/oracle/race_examples.hpp"

namespace opexplore::oracle {

namespace {

Test test_of(std::string_view threads, std::string_view declarations = "x=0; y=0;",
             std::string_view condition = "exists ([x]=0)") {
  return read(litmus_text("race", declarations, threads, condition), "race");
}

std::string races(const Test& test, const Model& model) {
  return to_string(enumerate_races(test, model).races);
}

}  // namespace

TEST_CASE("oracle: races of the classics", "[oracle][races]") {
  for (const RaceExample& example : race_examples()) {
    const Test test = race_test(example);
    for (const Model& model : {ptx60(), ptx75()}) {
      const Result result = enumerate_races(test, model);
      INFO(example.id << (model.proxies ? " under 7.5: " : " under 6.0: ")
                      << to_string(result.races));
      CHECK(racing_locations(test, result.races) == example.races);
      CHECK(result.excluded_races.empty());
      CHECK(result.outcomes == enumerate(test, model).outcomes);
    }
  }
}

TEST_CASE("oracle: other names of a location race on it", "[oracle][races]") {
  const std::string_view names = "x=0; xa @ generic aliases x;";
  const Test own = test_of("0,0: st.weak x, 1; ld.weak r0, xa", names);
  CHECK(races(own, ptx75()) == "0.0-0.1");
  CHECK(races(own, ptx60()).empty());  // one name is as good as another
  const Test fenced = test_of("0,0: st.weak x, 1; fence.proxy.alias; ld.weak r0, xa", names);
  CHECK(races(fenced, ptx75()).empty());
  const std::string_view texture = "x=0; t @ texture aliases x;";
  const Test stale = test_of("0,0: st.weak x, 1; tld.weak r0, t", texture);
  CHECK(races(stale, ptx75()) == "0.0-0.1");
  const Test fresh = test_of("0,0: st.weak x, 1; fence.proxy.texture; tld.weak r0, t", texture);
  CHECK(races(fresh, ptx75()).empty());
}

TEST_CASE("oracle: one step of observation finds a race that is none", "[oracle][races]") {
  const Test test = test_of(
      "0,0: st.relaxed.gpu x, 1 || 1,0: atom.relaxed.gpu.add r0, x, 10 || "
      "2,0: ld.relaxed.gpu r0, x; bne r0, 11, L; st.weak x, 5; L:");
  CHECK(races(test, ptx75()).empty());
  CHECK(races(test, ptx60_dat3m()).empty());
  CHECK(races(test, ptx75_dat3m()) == "0.0-2.2");
}

TEST_CASE("oracle: a failed compare-and-swap races where it writes", "[oracle][races]") {
  const Test test = test_of("0,0: atom.relaxed.gpu.cas r0, x, 7, 9 || 1,0: ld.weak r0, x");
  CHECK(races(test, ptx75()).empty());
  CHECK(races(test, ptx60_dat3m()) == "0.0-1.0");
  CHECK(races(test, ptx75_dat3m()) == "0.0-1.0");
}

TEST_CASE("oracle: executions that the filter excludes race apart", "[oracle][races]") {
  const Test test = test_of(
      "0,0: st.weak x, 1; st.release.gpu y, 1; ld.weak r0, z || "
      "1,0: ld.acquire.gpu r0, y; ld.weak r1, x; st.weak z, 1",
      "x=0; y=0; z=0;", "filter (1:r0=1) exists ([x]=0)");
  const Result result = enumerate_races(test, ptx75());
  CHECK(to_string(result.races) == "0.2-1.2");
  CHECK(to_string(result.excluded_races) == "0.0-1.1");
}

}  // namespace opexplore::oracle
