// Who answers the tests of a run: a machine or model, and the one it is compared with.
#pragma once

#include <optional>
#include <vector>

#include "answers/pairing.hpp"
#include "tools/options.hpp"

namespace opexplore {

/// What the options say about all machines and models.
SemanticsOptions semantics_options(const Options& options);

/// The machine for C++, where the command line names no machine and what it says fits that one.
std::optional<Pairing> pairing_for_cxx(const Options& options);

/// Throws UsageError, axioms::CatError.
Pairing chosen_pairing(const Options& options);

/// One for each machine or model of the list in --machine. Throws UsageError, axioms::CatError.
std::vector<Pairing> chosen_pairings(const Options& options);

/// The two of --distinguish. Throws UsageError, axioms::CatError.
Pairing distinguished_pair(const Options& options);

/// Throws UsageError where --coq is asked for and there are no certificates for what answers the
/// tests.
void require_certifiable(const Options& options, const Pairing& pairing);

}  // namespace opexplore
