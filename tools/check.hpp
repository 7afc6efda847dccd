// One test, two answers: equal, different, or not known.
#pragma once

#include <variant>

#include "answers/compare.hpp"
#include "tools/campaign.hpp"
#include "tools/pairing.hpp"

namespace opexplore {

/// What two say of one test, and how that compares.
struct BothAnswers {
  Report first, second;
  OutcomeComparison comparison;
};

/// Asks both; the failure is of the first one that cannot run the test.
std::variant<BothAnswers, Failure> both_answers(const Semantics& first, const Semantics& second,
                                                Asked asked, const Test& test,
                                                const ExploreOptions& explore);

/// Compares what both say; incomplete answers that do not differ are undecided. `explore` gives
/// limits and threads. Precondition: there is a second.
Checked checked(const Pairing& pairing, const Test& test, const ExploreOptions& explore);

/// The same as a check of a campaign: one thread per test.
Check check_of(const Pairing& pairing, const ExploreOptions& explore);

/// "ptx, ptx60"; of an inclusion "ptx within ptx60".
std::string name_of(const Pairing& pairing);

}  // namespace opexplore
