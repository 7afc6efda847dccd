#include "explorer/termination/termination.hpp"

#include "explorer/termination/replay_lasso.hpp"

namespace opexplore {

void throw_wrong_form() {
  throw std::logic_error("a form of the machine that does not judge infinite runs was picked");
}

void complete_report(TerminationReport& report, const ExploreOptions& options) {
  report.incomplete_reason = explain(report.incomplete, options);
}

std::string left_out(const Program& program, const Promise& promise, const Threads& threads,
                     ThreadMask run) {
  const Group tree = scope_tree(program);
  const ThreadMask owed = guaranteed(promise, tree, threads) & ~run;
  if (owed == 0) return "some thread could go on, and none that is needed does";
  return "P" + std::to_string(std::countr_zero(owed)) +
         " has no step in the loop, though it can go on and the promise guarantees it";
}

}  // namespace opexplore
