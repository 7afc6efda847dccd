// The tests of a batch, their results in the order of the command line.
#pragma once

#include <variant>
#include <vector>

#include "tools/jobs.hpp"
#include "tools/single.hpp"

namespace opexplore {

/// A test file, or why an argument names none.
using Source = std::variant<std::filesystem::path, Failure>;

/// The files that the arguments mean, each once. An argument that means none does not hide the
/// others.
std::vector<Source> sources_of(const Options& options);

/// Starts to run the tests. The context must outlive the jobs. After an interruption the results
/// of the rest are Ending::not_run.
Jobs<SingleResult> run_tests(const Context& context, const std::vector<Source>& sources);

}  // namespace opexplore
