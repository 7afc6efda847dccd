#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "hardware/prepared.hpp"
#include "litmus/writer.hpp"

namespace opexplore::hardware {

namespace {

bool is_fence(const Action& action) {
  return std::holds_alternative<Fence>(action) || std::holds_alternative<ProxyFence>(action);
}

/// Whether the order was another.
bool relax(Order& order) {
  const bool strong = order != Order::weak && order != Order::relaxed;
  if (strong) order = Order::relaxed;
  return strong;
}

bool relax(Action& action) {
  if (auto* const load = std::get_if<Load>(&action)) return relax(load->order);
  if (auto* const store = std::get_if<Store>(&action)) return relax(store->order);
  if (auto* const atomic = std::get_if<Atomic>(&action)) {
    const bool failure = relax(atomic->failure);
    return relax(atomic->order) || failure;
  }
  return false;
}

/// Takes the fences out; jumps lead to what follows their target.
bool without_fences(Thread& thread) {
  std::vector<InstructionId> kept_before;  // by old index; the end too
  std::vector<Instruction> kept;
  for (Instruction& instruction : thread.instructions) {
    kept_before.push_back(static_cast<InstructionId>(kept.size()));
    if (!is_fence(instruction.action)) kept.push_back(std::move(instruction));
  }
  kept_before.push_back(static_cast<InstructionId>(kept.size()));
  const bool changed = kept.size() + 1 != kept_before.size();
  thread.instructions = std::move(kept);
  for (Instruction& instruction : thread.instructions) {
    if (auto* const branch = std::get_if<Branch>(&instruction.action)) {
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
