#include "export/hunt_text.hpp"

#include "tests/catch.hpp"
#include "tests/export/sample.hpp"

using namespace opexplore;
using namespace opexplore::testing;

namespace {

std::string line_of(decltype(HuntFind::what) what, std::uint32_t changes, double seconds) {
  const auto no_trace = [] { return Trace{}; };
  return hunt_line(sample_test(), {std::move(what), no_trace, changes, seconds});
}

}  // namespace

TEST_CASE("what a hunt finds is a line", "[export][hunt]") {
  CHECK(line_of(Outcome{0, 1}, 0, 0.06) ==
        "found after 0.1 s, no change of the thread: " + outcome_text(sample_test(), {0, 1}));
  CHECK(line_of(Outcome{0, 1}, 1, 12.34) ==
        "found after 12.3 s, 1 change of the thread: " + outcome_text(sample_test(), {0, 1}));
  CHECK(line_of(FoundDeadlock{"P0 waits"}, 2, 0) ==
        "found after 0.0 s, 2 changes of the thread: deadlock, P0 waits");
  CHECK(line_of(FoundRace{"P0 and P1 race on x"}, 0, 0) ==
        "found after 0.0 s, no change of the thread: data race, P0 and P1 race on x");
  CHECK(line_of(RacingPair{0, 0, 1, 1}, 0, 0) ==
        "found after 0.0 s, no change of the thread: data race, P0 line 4: `st.weak x, 1` and P1 "
        "line 5: `ld.weak r0, x`");
}

TEST_CASE("a hunt says of many finds those that are new to a reader", "[export][hunt]") {
  Test test = sample_test();
  HuntLines lines(test, Radix::decimal);
  const auto no_trace = [] { return Trace{}; };
  unsigned said = 0;
  for (Value value = 0; value < 100; ++value) {
    said += lines.line({Outcome{0, 0, value}, no_trace, 0, 0}) ? 1 : 0;
  }
  CHECK(said == HuntLines::most_outcomes);
  // Lines 4 and 5 are those of both threads.
  CHECK(lines.line({RacingPair{0, 0, 1, 1}, no_trace, 0, 0}));
  CHECK_FALSE(lines.line({RacingPair{0, 1, 1, 0}, no_trace, 0, 0}));
  CHECK(lines.line({RacingPair{0, 0, 1, 0}, no_trace, 0, 0}));
  CHECK(lines.line({FoundDeadlock{"P0 waits"}, no_trace, 0, 0}));
}
