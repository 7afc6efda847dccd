#include "export/termination_dot.hpp"

#include <ostream>

#include "export/dot.hpp"
#include "export/event_graph.hpp"
#include "export/termination_words.hpp"
#include "export/witness_graph.hpp"
#include "opmodel/vocabulary.hpp"

namespace opexplore {

void write_lasso_dot(std::ostream& out, const Test& test, const Lasso& lasso,
                     const std::string& source, const OutputOptions& options) {
  Drawing drawing{{source}, options.picture};
  for (const LassoThread& thread : lasso.threads) {
    const bool steps = thread.role == Role::steps;
    drawing.threads.push_back(steps ? "" : thread_text(test.program, thread));
  }
  write_dot(out, test, event_graph(test, lasso), drawing);
}

void write_termination_dot(std::ostream& out, const Test& test, const Answer& answer,
                           const OutputOptions& options) {
  const Termination& report = *answer.termination;
  for (const EndJudgement& judgement : report.judgements) {
    if (!judgement.lasso) continue;
    write_lasso_dot(out, test, *judgement.lasso,
                    answer.answered_by + ", for ever under " + judgement.promise.name, options);
  }
  if (report.deadlock) {
    write_dot(out, test, witness_graph(test, report.deadlock->path),
              {{answer.answered_by, "deadlock: " + told(report.deadlock->reason, test.program)},
               options.picture});
  }
}

}  // namespace opexplore
