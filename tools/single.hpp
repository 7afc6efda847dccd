// One test from file to texts. Writes nothing itself, so that tests of a batch may run in parallel
// and still be printed in order.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "answers/ask.hpp"
#include "export/single_result.hpp"
#include "litmus/corpus/selection.hpp"
#include "litmus/language/reader.hpp"
#include "tools/options.hpp"
#include "tools/outputs.hpp"

namespace opexplore {

/// What all tests of a run share.
struct Context {
  const Options& options;
  const Selection& selection;
  Pairing pairing;
  ToolInfo tool;
  /// Who answers programs that it is not for, by the names of their default machines, where the
  /// command line leaves the choice to us.
  std::map<std::string, Pairing> of_other_programs = {};
  /// Also asked of each test.
  std::optional<TerminationQuestion> termination = {};

  const TerminationQuestion* asked_of_end() const { return termination ? &*termination : nullptr; }
};

/// A file, one of the tests of a file, a test that was generated, or a kernel that is told of in
/// its own words.
using TestSource = std::variant<std::filesystem::path, SpelledTest, Test, kernel::LaunchedKernel>;

/// Throws InputError.
SpelledTest read_test(const TestSource& source);

/// Reads and asks, and makes all texts. Never throws for what is wrong with the test: that is a
/// result too.
SingleResult run_single(const Context& context, const TestSource& source,
                        const ExploreOptions& explore);

/// The result for an input that is wrong.
SingleResult failed(const Options& options, const Failure& failure);

}  // namespace opexplore
