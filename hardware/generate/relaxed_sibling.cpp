#include <optional>
#include <utility>
#include <vector>

#include "hardware/prepared.hpp"
#include "litmus/language/writer.hpp"
#include "opmodel/instruction.hpp"

namespace opexplore::hardware {

namespace {

/// Whether the order was another.
bool relax(Order& order) {
  const bool strong = order != Order::weak && order != Order::relaxed;
  if (strong) order = Order::relaxed;
  return strong;
}

bool relax(Action& action) {
  MemoryAccess* const access = memory_access(action);
  Atomic* const atomic = read_modify_write(action);
  const bool failure = atomic != nullptr && relax(atomic->failure);
  return (access != nullptr && relax(access->order)) || failure;
}

/// Takes the fences out; jumps lead to what follows their target.
bool without_fences(Thread& thread) {
  std::vector<InstructionId> kept_before;  // by old index; the end too
  std::vector<Instruction> kept;
  for (Instruction& instruction : thread.instructions) {
    kept_before.push_back(static_cast<InstructionId>(kept.size()));
    if (!fence_of(instruction.action)) kept.push_back(std::move(instruction));
  }
  kept_before.push_back(static_cast<InstructionId>(kept.size()));
  const bool changed = kept.size() + 1 != kept_before.size();
  thread.instructions = std::move(kept);
  for (Instruction& instruction : thread.instructions) {
    if (Branch* const branch = branch_of(instruction.action)) {
      branch->target = kept_before[branch->target];
    }
  }
  return changed;
}

}  // namespace

std::optional<Test> relaxed_sibling(const Test& test) {
  Test sibling = test;
  bool changed = false;
  for (Thread& thread : sibling.program.threads) {
    changed = without_fences(thread) || changed;
    for (Instruction& instruction : thread.instructions) {
      if (!relax(instruction.action)) continue;
      instruction.text = to_string(instruction.action, thread, sibling.program);
      changed = true;
    }
  }
  if (!changed) return std::nullopt;
  sibling.name += "+relaxed";
  // What the test forbids is what its sibling has to show.
  sibling.comments.clear();  // they may speak of the answer
  if (sibling.quantifier == Quantifier::not_exists) sibling.quantifier = Quantifier::exists;
  return sibling;
}

}  // namespace opexplore::hardware
