// What values can reach locations and registers, and what searches make of it.
#include "opmodel/parts/reachable_values.hpp"

#include <string>
#include <vector>

#include "litmus/language/reader.hpp"
#include "tests/catch.hpp"
#include "tests/machines/reachable.hpp"

using namespace opexplore;

namespace {

std::vector<Value> held(const Test& test, const std::string& name) {
  const ReachableValues values(test);
  for (std::size_t location = 0; location < test.program.locations.size(); ++location) {
    if (test.program.locations[location].name != name) continue;
    const PossibleValues& set = values.of(static_cast<LocationId>(location));
    if (set.is_any()) return {-1};
    return {set.values().begin(), set.values().end()};
  }
  return {};
}

Test program(const std::string& first, const std::string& second,
             const std::string& condition = "true") {
  return read(
      two_threads("x=0; y=0; z=5; 0:r0=0; 0:r1=0; 1:r0=0; 1:r1=0", first, second, condition),
      "in place");
}

std::uint64_t states(const std::string& condition) {
  const Test test =
      program("ld.relaxed.gpu r0, x;ld.relaxed.gpu r1, y;st.relaxed.gpu x, r1;st.relaxed.gpu y, r0",
              "ld.relaxed.gpu r0, y;ld.relaxed.gpu r1, x;st.relaxed.gpu y, r1;st.relaxed.gpu x, r0",
              condition);
  ExploreOptions options;
  options.machine.goal = options.verdict_only = true;
  const Answer report = find_machine("ptx")->explore(test, options);
  CHECK(report.coverage.complete());
  return report.statistics.states;
}

}  // namespace

TEST_CASE("reachable values: what follows from constants") {
  using Values = std::vector<Value>;
  CHECK(held(program("st.relaxed.gpu x, 1", "ld.relaxed.gpu r0, x;st.relaxed.gpu y, r0"), "y") ==
        Values{0, 1});
  // Through arithmetic and read-modify-writes, of what may be there.
  CHECK(held(program("atom.relaxed.gpu.add r0, z, 2", "st.relaxed.gpu z, 1"), "z")[0] == -1);
  CHECK(held(program("atom.relaxed.gpu.exch r0, z, 2;add r1, r0, 1;st.relaxed.gpu x, r1",
                     "atom.relaxed.gpu.cas r0, y, 0, 7"),
             "x") == Values{0, 3, 6});
  CHECK(held(program("st.relaxed.gpu x, 1", "atom.relaxed.gpu.cas r0, y, 0, 7"), "y") ==
        Values{0, 7});
  // A counter of a loop is any number.
  CHECK(held(program("LC00:;add r0, r0, 1;st.relaxed.gpu x, r0;bne r0, 100, LC00", "ld.weak r0, y"),
             "x")[0] == -1);
  // The registers' initial values count only if somebody may read them.
  CHECK(held(program("ld.relaxed.gpu r0, z;st.relaxed.gpu x, r0", "ld.weak r0, y"), "x") ==
        Values{0, 5});
}

TEST_CASE("reachable values: what comes out of thin air is not searched for", "[ptx]") {
  CHECK(states("0:r0=1 /\\ 0:r1=1 /\\ 1:r0=1 /\\ 1:r1=1") == 1);
  CHECK(states("(0:r0=1 /\\ 1:r0=0) \\/ 1:r1=2") == 1);
  CHECK(states("0:r0=0 /\\ 1:r1=0") > 1);
}
