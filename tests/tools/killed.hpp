// Programs that are killed, and begin again.
#pragma once

#include <cstddef>
#include <random>
#include <string>

#include "tests/catch.hpp"
#include "tests/tools/cli.hpp"

namespace opexplore::testing {

struct Survived {
  CommandResult result;  ///< of the first run that came to its end
  std::size_t kills = 0;
};

/// Runs the program, which goes on where it was, until it comes to its end, and kills it each time
/// after `least` seconds and up to `more` of them besides; longer each time: where all goes slowly,
/// as under sanitizers, it still gets on.
inline Survived survived(const std::string& program, double least, double more, unsigned seed) {
  std::minstd_rand random(seed);
  Survived run_to_end;
  for (;;) {
    const double share = static_cast<double>(random() % 1000) / 1000;
    const double tens = static_cast<double>(run_to_end.kills) / 10;
    const double longer = 1 + tens + tens * tens / 10;
    run_to_end.result = run(program + " 2>/dev/null & pid=$!; (sleep " +
                            std::to_string((least + more * share) * longer) +
                            "; kill -KILL $pid) >/dev/null 2>&1 & wait $pid");
    if (run_to_end.result.status == 0) return run_to_end;
    ++run_to_end.kills;
    REQUIRE(run_to_end.kills < 500);
  }
}

}  // namespace opexplore::testing
