#include "answers/findings/in_one_piece.hpp"

#include <variant>

#include "answers/findings/ends.hpp"
#include "answers/findings/mend.hpp"

namespace opexplore {

namespace {

// Whether all that was asked of a kernel has an answer, and that is good.
bool is_right(const AnsweredTest& run) {
  if (!run.answer.coverage.complete()) return false;
  if (!run.answer.data_races.empty()) return false;
  if (run.answer.termination && !known_to_end(run)) return false;
  return bugs_in(run).empty();
}

}  // namespace

void add_note_on_vectors(const AnsweredTest& answered, const ExploreOptions& explore,
                         Findings& verdict) {
  if (verdict.bugs.empty() || answered.asked.kernel->in_one_piece == nullptr) return;
  const kernel::LaunchedKernel& changed = *answered.asked.kernel->in_one_piece;
  TerminationQuestion ends;
  if (answered.answer.termination) ends = asked_again(*answered.answer.termination);
  const Question asked{.pairing = answered.asked.pairing,
                       .test = changed.test,
                       .dialect = answered.asked.dialect,
                       .termination = answered.answer.termination ? &ends : nullptr,
                       .kernel = &changed.facts};
  const auto found = ask(asked, for_changed(explore));
  const auto* const run = std::get_if<AnsweredTest>(&found);
  if (run == nullptr || !is_right(*run)) return;
  verdict.notes.push_back(
      {"it has no bug if aligned vectors of 8 bytes are read and written in one piece, as GPUs do "
       "and PTX does not promise (--vector 8)",
       {}});
}

}  // namespace opexplore
