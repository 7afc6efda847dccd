#include "opmodel/parts/flow.hpp"

namespace opexplore {

Successors successors_of(const Thread& thread, InstructionId pc) {
  Successors result;
  if (pc >= thread.instructions.size()) return result;
  const auto* branch = branch_of(thread.instructions[pc].action);
  const auto next = static_cast<InstructionId>(pc + 1);
  if (branch == nullptr || branch->comparison) result.targets[result.count++] = next;
  if (branch != nullptr && (!branch->comparison || branch->target != next)) {
    result.targets[result.count++] = branch->target;
  }
  return result;
}

bool has_backward_jump(const Thread& thread) {
  for (std::size_t pc = 0; pc < thread.instructions.size(); ++pc) {
    const Branch* const branch = branch_of(thread.instructions[pc].action);
    if (branch != nullptr && branch->target <= pc) return true;
  }
  return false;
}

std::vector<bool> steps_back(const Thread& thread) {
  const std::size_t count = thread.instructions.size();
  std::vector<bool> back(count + 1);
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t pc = count; pc-- > 0;) {
      bool now = false;
      for (const InstructionId next : successors_of(thread, static_cast<InstructionId>(pc))) {
        const bool goes_on = next < count && is_local(thread.instructions[next].action);
        now = now || next <= pc || (goes_on && back[next]);
      }
      changed = changed || now != back[pc];
      back[pc] = now;
    }
  }
  return back;
}

}  // namespace opexplore
