// Results as litmus7 prints its own, for mcompare7 and for eyes that know it.
//
// Invariant: nothing of ours stands between `Test` and `Time`; our lines follow the block, where
// mcompare7 ignores them. The hash is that of opexplore's log of the same test. So is the name,
// whatever the profile; the first of our lines says which it was.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <vector>

#include "hardware/result.hpp"

namespace opexplore::hardware {

/// An outcome cut down to what the test shows, of the executions that pass its filter.
struct ShownCount {
  Outcome values;  ///< of the first Test::shown observables
  std::uint64_t count = 0;
  bool holds = false;  ///< the proposition of the condition
};

/// The outcomes that were seen, equal ones merged, in increasing order of their values.
std::vector<ShownCount> shown_counts(const Result& result);

/// Writes the block of a result, the empty line at its end included. Of a result whose counts are
/// worth nothing (no_verdict_reason()) no block, but the reason in a line that begins with
/// `Skipped`.
void write_log(std::ostream& out, const Result& result);

}  // namespace opexplore::hardware
