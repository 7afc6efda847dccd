// Checked results to read.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "hardware/soundness.hpp"

namespace opexplore::hardware {

/// A result, the machine that it was held against, and what came of it.
struct CheckedResult {
  const Result& result;
  std::string machine;  ///< with its settings, as users write it
  SoundnessCheck check;
};

/// How much write_checks() says beside the table and the violations.
enum class CheckDetail : std::uint8_t {
  violations,  ///< nothing
  unseen,      ///< what was not seen
  full         ///< and all environments and samples of violations
};

/// Writes a line for each checked result, then the violations, then why others have no verdict,
/// then what was not seen.
void write_checks(std::ostream& out, const std::vector<CheckedResult>& checks, CheckDetail detail);

/// "1:r0=1; [x]=2;": all observables, those of the filter too.
std::string state_text(const Test& test, const Outcome& outcome);

/// "NVIDIA H200", or "-" where nothing was run.
std::string device_name(const Result& result);

/// The parameters that differ from the standard environment, "stride=8 barrier=2", or "standard".
std::string environment_text(const Environment& environment);

}  // namespace opexplore::hardware
