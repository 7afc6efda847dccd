// Which tests the options ask about, and what starts to ask about them.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "answers/jobs.hpp"
#include "litmus/corpus/selection.hpp"
#include "tools/options.hpp"
#include "tools/single.hpp"

namespace opexplore {

/// A test, or why an argument names none.
using Source = std::variant<TestSource, Failure>;

/// \name The same, known to be one of the launches that ask one question; and which one it is.
/// @{
Source with_inputs(Source source, const kernel::InputCase& inputs);
kernel::InputCase inputs_of(const Source& source);
/// @}

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
