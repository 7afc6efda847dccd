// The numbers that the program ends with. docs/output.md explains them to users.
#pragma once

#include <cstdint>

#include "opmodel/results/coverage.hpp"

namespace opexplore {

enum class ExitCode : std::uint8_t {
  complete = 0,     ///< everything explored; nothing that was asked to hold failed
  incomplete = 1,   ///< a limit of states, memory or the machine was reached
  wrong_input = 2,  ///< usage, missing file, syntax, unsupported feature
  unexpected = 10,  ///< a condition contradicts its expectation
  data_race = 11,   ///< a data race, where races were asked about
  never_ends = 12,  ///< no final state can be reached
  deadlock = 13,    ///< a stuck state, where deadlocks were asked about
  disagreement =
      20,  ///< two differ where they must not: --check-axioms, --within; a trace is refused
  internal_error = 30,
  timed_out = 31,
  cancelled = 32,  ///< by Ctrl-C
  no_gpu = 77,     ///< a GPU was needed, and there is none: CTest skips a test that ends so
};

/// Which of the two a batch ends with. From worst: internal error, cancelled, no GPU, wrong
/// input, disagreement, unexpected, data race, deadlock, never ends, time-out, incomplete,
/// complete. What was not even run outranks what was found, and a definite finding outranks a
/// limit.
ExitCode worse(ExitCode a, ExitCode b);

/// The code of a search that ended so.
ExitCode code_of(Incomplete incomplete);

}  // namespace opexplore
