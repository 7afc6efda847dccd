// Ranges of a campaign among workers, some of which die.
#include "studies/campaign/handout.hpp"

#include <vector>

#include "tests/catch.hpp"

namespace opexplore {
namespace {

using Range = Handout::Range;

RangeResult result_of(std::uint64_t part, std::uint64_t range) {
  RangeResult result;
  result.part = part;
  result.range = range;
  return result;
}

// All results of the part that are there.
std::vector<std::uint64_t> taken(Handout& handout, std::size_t part) {
  std::vector<std::uint64_t> ranges;
  while (const auto result = handout.take(part)) ranges.push_back(result->range);
  return ranges;
}

TEST_CASE("ranges are handed out in order until the end of a part is known") {
  Handout handout(2, {}, {});
  CHECK(handout.next(0) == Range{0, 0});
  CHECK(handout.next(1) == Range{0, 1});
  CHECK(handout.next(0) == Range{0, 2});  // has no tests, as it turns out
  handout.end(0, tests_per_range + 1);
  CHECK(handout.next(1) == Range{1, 0});
  CHECK_FALSE(handout.is_done(0));
  handout.finish(result_of(0, 1));
  handout.finish(result_of(0, 0));
  CHECK_FALSE(handout.is_done(0));
  CHECK(taken(handout, 0) == std::vector<std::uint64_t>{1, 0});
  CHECK(handout.is_done(0));
  handout.end(1, 0);
  CHECK(handout.is_done(1));
  CHECK(handout.next(0) == std::nullopt);
}

TEST_CASE("what a worker had when it died is done again, and counts once") {
  Handout handout(1, {}, {});
  CHECK(handout.next(0) == Range{0, 0});
  CHECK(handout.next(1) == Range{0, 1});
  CHECK(handout.next(0) == Range{0, 2});
  handout.end(0, 3 * tests_per_range);
  CHECK(handout.next(1) == std::nullopt);
  handout.finish(result_of(0, 0));
  handout.lose(0);
  CHECK_FALSE(handout.is_done(0));
  handout.finish(result_of(0, 2));  // of nobody who has it
  CHECK(handout.next(1) == Range{0, 2});
  CHECK(handout.next(1) == std::nullopt);
  handout.finish(result_of(0, 2));
  handout.finish(result_of(0, 2));
  handout.finish(result_of(0, 1));
  CHECK(taken(handout, 0) == std::vector<std::uint64_t>{0, 2, 1});
  CHECK(handout.is_done(0));
}

TEST_CASE("a range that nobody has once the end is known before it is not done again") {
  Handout handout(1, {}, {});
  CHECK(handout.next(0) == Range{0, 0});
  CHECK(handout.next(1) == Range{0, 1});
  CHECK(handout.next(2) == Range{0, 2});
  handout.lose(2);
  handout.end(0, 1);
  handout.finish(result_of(0, 0));
  CHECK(taken(handout, 0) == std::vector<std::uint64_t>{0});
  CHECK(handout.is_done(0));
  CHECK(handout.next(1) == std::nullopt);
}

TEST_CASE("neither other shards nor what is known is handed out") {
  const std::vector<RangeResult> known{result_of(0, 4)};
  Handout handout(1, {2, 3}, known);  // 1, 4, 7
  CHECK(handout.next(0) == Range{0, 1});
  CHECK(handout.next(0) == Range{0, 7});
  handout.end(0, 8 * tests_per_range);
  CHECK(handout.next(0) == std::nullopt);
  handout.finish(result_of(0, 7));
  handout.finish(result_of(0, 1));
  CHECK(taken(handout, 0) == std::vector<std::uint64_t>{7, 1});
  CHECK(handout.is_done(0));
}

}  // namespace
}  // namespace opexplore
