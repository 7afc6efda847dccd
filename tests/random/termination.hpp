// Whether programs end, as a machine says and as the slow oracle of progress models says.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "explorer/explore.hpp"
#include "opmodel/condition.hpp"
#include "opmodel/results/promise.hpp"

namespace opexplore::random_programs {

enum class EndingAgreement : std::uint8_t {
  equal,
  different,
  refused,    ///< the machine does not run such programs
  undecided,  ///< the machine does not say: a limit, or a data race
  too_large,  ///< the oracle did
};

struct EndingComparison {
  EndingAgreement agreement = EndingAgreement::equal;
  std::size_t states = 0;           ///< of the oracle
  std::size_t violations = 0;       ///< weak, of the oracle
  std::size_t trapped = 0;          ///< strong, of the oracle
  std::size_t witnesses = 0;        ///< lassos that the machine has confirmed
  bool deadlock = false;            ///< the oracle found one
  std::vector<std::string> differ;  ///< one sentence each
};

/// The machine of that name. Throws std::runtime_error if the build has no such machine, or it does
/// not judge infinite runs.
const MachineEntry& judging_machine(std::string_view name);

/// The uniform promises, and three with models of their own; the same for the same number.
std::vector<Promise> promises_for(std::uint64_t seed);

/// One to three resident CTAs, with fair threads and with random models. Where stores take time, a
/// CTA may leave its place before they are seen, which the oracle knows nothing of.
std::vector<Promise> resident_promises_for(std::uint64_t seed);

/// Compares the verdicts under these promises, and replays the machine's lassos. Throws as
/// judging_machine() does. The oracle is sequentially consistent: a program of two locations that
/// has weak outcomes may come to other ends on the machine, which then is a difference.
EndingComparison compare_endings(const Test& test, std::string_view machine,
                                 const std::vector<Promise>& promises, std::size_t limit);

/// The test, and what differs, to be printed; the smallest found on which something does.
std::string explain_difference(const Test& test, std::string_view machine,
                               const std::vector<Promise>& promises, std::size_t limit);

}  // namespace opexplore::random_programs
