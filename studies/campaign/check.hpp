// One test, two answers: equal, different, or not known.
#pragma once

#include "answers/pairing.hpp"
#include "studies/campaign/campaign.hpp"

namespace opexplore {

/// Compares what both say; incomplete answers that do not differ are undecided. `explore` gives
/// limits and threads. Precondition: there is a second.
Checked checked(const Pairing& pairing, const Test& test, const ExploreOptions& explore);

/// The same as a check of a campaign: one thread per test.
Check check_of(const Pairing& pairing, const ExploreOptions& explore);

}  // namespace opexplore
