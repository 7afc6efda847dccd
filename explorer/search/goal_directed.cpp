#include "explorer/search/goal_directed.hpp"

#include <algorithm>

#include "opmodel/parts/flow.hpp"

namespace opexplore {

bool asks_for_verdict(const ExploreOptions& options) {
  if (options.find_deadlocks || options.count_paths || options.count_stalls) return false;
  if (options.machine.races) return false;  // every execution may have one
  return options.machine.goal || options.verdict_only;
}

bool surely_ends(const Program& program) {
  return !program.threads.empty() &&
         std::ranges::none_of(program.threads, [](const Thread& thread) {
           return has_backward_jump(thread) ||
                  std::ranges::any_of(thread.instructions, [](const Instruction& instruction) {
                    return barrier_of(instruction.action) != nullptr;
                  });
         });
}

Test asking_for_end(Test test) {
  test.quantifier = Quantifier::exists;
  test.condition = {};
  return test;
}

Test asking_for(const Test& test, const Outcome& values) {
  Test asked = test;
  asked.quantifier = Quantifier::exists;
  asked.filter.reset();
  asked.condition = {};
  for (std::size_t i = 0; i < values.size(); ++i) {
    asked.condition.kind = Proposition::Kind::conjunction;
    asked.condition.parts.push_back({Proposition::Kind::comparison,
                                     Comparison::equal,
                                     ObservableIndex{static_cast<std::uint16_t>(i)},
                                     values[i],
                                     {}});
  }
  return asked;
}

}  // namespace opexplore
