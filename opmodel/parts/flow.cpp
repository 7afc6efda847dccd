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

}  // namespace opexplore
