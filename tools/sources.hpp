// The tests of a batch, their results in the order of the command line.
#pragma once

#include <variant>
#include <vector>

#include "answers/jobs.hpp"
#include "tools/single.hpp"

namespace opexplore {

/// A test, or why an argument names none.
using Source = std::variant<TestSource, Failure>;

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

/// Starts to run the tests. The context must outlive the jobs. After an interruption the results
/// of the rest are Ending::not_run.
Jobs<SingleResult> run_tests(const Context& context, const std::vector<Source>& sources);

}  // namespace opexplore
