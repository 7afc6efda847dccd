// A second opinion on findings of tools that watch a run: each is explored as a small program under
// the model, so that the answer is about all executions, and about what the tool cannot see.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "answers/ask.hpp"
#include "answers/exit_code.hpp"
#include "studies/second/program.hpp"

namespace opexplore::second {

/// A finding, explored as one reading of it. Stays where it is: the run refers to the rest.
struct Explored {
  Explored(Reading read, Pairing asked, kernel::LaunchedKernel launched);
  Explored(const Explored&) = delete;
  Explored& operator=(const Explored&) = delete;

  Reading reading;
  Pairing pairing;
  kernel::LaunchedKernel program;
  TerminationQuestion ends;
  std::optional<AnsweredTest> run = {};  ///< with findings; nothing: see `refusal`
  std::vector<std::string> loads = {};   ///< "one thread reads 0 or 1"
  std::string refusal = {};              ///< why it was not explored

  bool has_bug() const { return run && !run->answer.findings->bugs.empty(); }
  /// Whether all of it was, and nothing is wrong.
  bool is_fine() const;
};

/// What is said of a finding.
struct Opinion {
  enum class Verdict : std::uint8_t {
    happens,      ///< something is wrong, as the tool tells it
    other,        ///< that is not, but something else
    depends,      ///< that hangs on what nobody has told
    harmless,     ///< nothing is wrong
    not_answered  ///< nothing was explored, or not all of it
  };
  Verdict verdict = Verdict::not_answered;
  const Finding* finding = nullptr;
  /// The first is what the tool says; the others differ in what it does not know.
  std::vector<std::unique_ptr<Explored>> readings = {};
  std::string why_not = {};  ///< not_answered
  ExitCode code = ExitCode::incomplete;
};
/// "happens", "other", "depends", "harmless", "not-answered".
std::string_view name_of(Opinion::Verdict verdict);

/// Of its findings, in their order; it outlives the opinions. Throws InputError for a finding that
/// no program can have, at its place.
std::vector<Opinion> second_opinions(const Report& report, const ExploreOptions& explore);

/// The worst of them.
ExitCode code_of(const std::vector<Opinion>& opinions);

}  // namespace opexplore::second
