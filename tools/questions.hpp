// What the options ask: whom, a machine or model alone or beside another, and about which tests.
#pragma once

#include <map>
#include <optional>
#include <variant>
#include <vector>

#include "answers/jobs.hpp"
#include "answers/pairing.hpp"
#include "tools/options.hpp"
#include "tools/single.hpp"

namespace opexplore {

/// What the options say about all machines and models.
SemanticsOptions semantics_options(const Options& options);

/// Who answers tests in the languages that the usual pairing is not for: where the command line
/// names no machine, the default ones of those that it fits. Throws axioms::CatError.
std::map<Language, Pairing> pairings_of_other_languages(const Options& options,
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

/// A test, or why an argument names none.
using Source = std::variant<TestSource, Failure>;

/// The file that it is in and what that has, or the name of a test that is in none.
std::string identity_of(const Source& source);

/// What the options say about which tests run.
SelectionFiles selection_files(const Options& options);

/// The files that the arguments mean, each once, and the tests that are generated. An argument that
/// means none does not hide the others. Throws UsageError and InputError for a wrong --generate.
std::vector<Source> sources_of(const Options& options);

/// Tests, and why others could not be read.
struct ReadTests {
  std::vector<Test> tests;
  std::vector<Failure> failures;
};

/// Reads the tests that the arguments mean and -names and -excl leave. What cannot be read is said
/// on standard error. Throws as sources_of, and InputError for wrong tables.
ReadTests read_tests(const Options& options);

/// Starts to run the tests; of `shared` are results that are known, and who notes the others. Where
/// the options have company, the search of one goes over its processes; of several they do one
/// each, and all but the first have no jobs when this returns. Context and sources must outlive the
/// jobs. After an interruption the results of the rest are Ending::not_run.
Jobs<SingleResult> run_tests(const Context& context, const std::vector<Source>& sources,
                             SharedJobs<SingleResult> shared);

}  // namespace opexplore
