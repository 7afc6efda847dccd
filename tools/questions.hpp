// Whom the options ask: a machine or model alone or beside another.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "answers/pairing.hpp"
#include "tools/options.hpp"

namespace opexplore {

/// What the options say about all machines and models.
SemanticsOptions semantics_options(const Options& options);

/// Who answers programs that the usual pairing is not for, by the names of their default machines:
/// where the command line names no machine, those that it fits. Throws axioms::CatError.
std::map<std::string, Pairing> pairings_of_other_programs(const Options& options,
                                                          const Pairing& usual);

/// Throws UsageError, axioms::CatError.
Pairing chosen_pairing(const Options& options);

/// Whether programs end, as the options ask it; nothing where they do not. The usual promise is
/// that of CUDA.
std::optional<TerminationQuestion> termination_question(const Options& options);

/// One for each machine or model of the list in --machine; without one, that for tests in the
/// language. Throws UsageError, axioms::CatError.
std::vector<Pairing> chosen_pairings(const Options& options, Language language);

/// The two of --distinguish. Precondition: it is given, with one source. Throws UsageError,
/// axioms::CatError.
Pairing distinguished_pair(const Options& options);

/// Throws UsageError where --coq is asked for and there are no certificates for what answers the
/// tests.
void require_certifiable(const Options& options, const Pairing& pairing);

}  // namespace opexplore
