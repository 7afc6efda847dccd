// The machine ptx-async against its axioms on random programs. OPEXPLORE_RANDOM_TESTS sets how many
// programs, OPEXPLORE_RANDOM_SEED where to start.
#include <string>

#include "litmus/language/reader.hpp"
#include "litmus/language/writer.hpp"
#include "opmodel/asynchronous_use.hpp"
#include "tests/catch.hpp"
#include "tests/random/asynchronous_comparison.hpp"
#include "tests/random/asynchronous_programs.hpp"
#include "tests/random/setting.hpp"

namespace opexplore::random_programs {

TEST_CASE("random: ptx-async has the outcomes of its axioms", "[random][async]") {
  const std::uint64_t seed = setting("OPEXPLORE_RANDOM_SEED", 1);
  const std::uint64_t count = setting("OPEXPLORE_RANDOM_TESTS", 250);
  AsynchronousSides sides({600, 600});
  AsynchronousCount seen;
  for (std::uint64_t i = seed; i < seed + count; ++i) {
    compare_asynchronous(random_asynchronous(i), asynchronous_readings(i), sides, seen);
  }
  for (const std::string& difference : seen.differences) FAIL_CHECK(difference);
  CHECK(seen.compared * 4 >= seen.asked * 3);
  CHECK(seen.several * 2 >= seen.compared);
  CHECK(seen.undefined * 20 >= seen.compared);
  CHECK(seen.undefined * 3 <= seen.compared);
}

TEST_CASE("random: asynchronous programs are read back as they are", "[random][async]") {
  std::uint64_t asynchronous = 0;
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    const Test test = random_asynchronous(seed);
    const std::string text = write(test);
    INFO(text);
    CHECK(write(read(text, test.name)) == text);
    if (asynchronous_found(test.program)) ++asynchronous;
  }
  CHECK(asynchronous == 300);
}

}  // namespace opexplore::random_programs
