// Which of generated tests are taken.
#include "litmus/generate/generate.hpp"

#include <algorithm>
#include <cstdint>
#include <set>

#include "tests/catch.hpp"

namespace opexplore::generate {

TEST_CASE("generate: one of so many tests", "[generate]") {
  for (const std::uint64_t every : {1U, 2U, 7U, 100U}) {
    CHECK(is_selected(0, every));
    std::set<std::uint64_t> places;
    for (std::uint64_t group = 0; group < 50; ++group) {
      unsigned taken = 0;
      for (std::uint64_t i = 0; i < every; ++i) {
        if (!is_selected(group * every + i, every)) continue;
        ++taken;
        places.insert(i);
      }
      CHECK(taken == 1);
    }
    CHECK(places.size() >= std::min<std::uint64_t>(every, 10) / 2);
  }
}

}  // namespace opexplore::generate
