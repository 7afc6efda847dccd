#include "answers/kernel/in_one_piece.hpp"

#include <algorithm>
#include <variant>

#include "answers/kernel/ends.hpp"
#include "answers/kernel/fix.hpp"

namespace opexplore {

namespace {

ExploreOptions bounded(ExploreOptions options) {
  options.traces = Traces::none;
  options.progress = {};
  if (options.timeout) *options.timeout /= 4;  // as side_search() does
  constexpr std::uint64_t most = kernel_fix::most_states_per_fix;
  options.max_states = std::min(options.max_states.value_or(most), most);
  return options;
}

// What was asked about its end.
TerminationQuestion question_of(const TerminationReport& report) {
  TerminationQuestion question;
  for (const EndJudgement& judgement : report.judgements) {
    question.promises.push_back(judgement.promise);
  }
  question.witnesses = false;
  return question;
}

// Whether all that was asked of a kernel has an answer, and that is good.
bool is_right(const AnsweredTest& run, const ExploreOptions& explore) {
  if (run.answer.incomplete != Incomplete::none) return false;
  if (!run.answer.data_races.empty()) return false;
  if (run.termination && !known_to_end(run)) return false;
  return verdict_on(run, explore).bugs.empty();
}

}  // namespace

void add_note_on_vectors(const AnsweredTest& answered, const ExploreOptions& explore,
                         KernelVerdict& verdict) {
  if (verdict.bugs.empty() || answered.kernel->in_one_piece == nullptr) return;
  const kernel::LaunchedKernel& changed = *answered.kernel->in_one_piece;
  TerminationQuestion ends;
  if (answered.termination) ends = question_of(*answered.termination);
  AskedTest asked{changed.test, "", std::nullopt, answered.dialect,
                  answered.termination ? &ends : nullptr};
  asked.kernel = &changed.facts;
  const ExploreOptions options = bounded(explore);
  const auto found = ask(answered.pairing, asked, options);
  const auto* const run = std::get_if<AnsweredTest>(&found);
  if (run == nullptr || !is_right(*run, options)) return;
  verdict.notes.push_back(
      {"it has no bug if aligned vectors of 8 bytes are read and written in one piece, as GPUs do "
       "and PTX does not promise (--vector 8)",
       {}});
}

}  // namespace opexplore
