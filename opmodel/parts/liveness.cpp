#include "opmodel/parts/liveness.hpp"

namespace opexplore {

namespace {

RegisterSet observed_registers(const Test& test, ThreadId thread) {
  RegisterSet set;
  for (const Observable& observable : test.observables) {
    const auto* term = std::get_if<RegisterTerm>(&observable);
    if (term != nullptr && term->thread == thread) set.set(term->reg);
  }
  return set;
}

// Live before an instruction, given what is live after it.
RegisterSet before(const Action& action, RegisterSet after) {
  const auto written = register_written(action);
  const bool needed = !written || !is_local(action) || after.test(*written);
  if (written) after.reset(*written);
  return needed ? after | registers_read(action) : after;
}

// Least fixed point, backwards; litmus threads are short, so sweeps suffice.
std::vector<RegisterSet> live_sets(const Thread& thread, const RegisterSet& at_end) {
  const std::size_t count = thread.instructions.size();
  std::vector<RegisterSet> live(count + 1);
  live[count] = at_end;
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t pc = count; pc-- > 0;) {
      RegisterSet after;
      for (const InstructionId next : successors_of(thread, static_cast<InstructionId>(pc))) {
        after |= live[next];
      }
      const RegisterSet now = before(thread.instructions[pc].action, after);
      changed = changed || now != live[pc];
      live[pc] = now;
    }
  }
  return live;
}

}  // namespace

Liveness::Liveness(const Test& test) {
  threads_.reserve(test.program.threads.size());
  for (std::size_t index = 0; index < test.program.threads.size(); ++index) {
    const Thread& thread = test.program.threads[index];
    std::vector<Point>& points = threads_.emplace_back();
    for (const RegisterSet& set :
         live_sets(thread, observed_registers(test, static_cast<ThreadId>(index)))) {
      Point& point = points.emplace_back();
      point.set = set;
      for (std::size_t reg = 0; reg < thread.registers.size(); ++reg) {
        (set.test(reg) ? point.live : point.dead).push_back(static_cast<RegisterId>(reg));
      }
    }
  }
}

}  // namespace opexplore
