#include "opmodel/parts/hoist.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <utility>

#include "opmodel/instruction.hpp"
#include "opmodel/parts/flow.hpp"

namespace opexplore {

namespace {

// Per instruction, whether a branch leads to it: what stands there begins a basic block.
std::vector<char> jump_targets(const Thread& thread) {
  std::vector<char> targets(thread.instructions.size() + 1, 0);
  for (const Instruction& instruction : thread.instructions) {
    const Branch* const branch = branch_of(instruction.action);
    if (branch != nullptr) targets[branch->target] = 1;
  }
  return targets;
}

bool only_loads(const Action& action) { return reads_memory(action) && !writes_memory(action); }
bool only_stores(const Action& action) { return writes_memory(action) && !reads_memory(action); }

bool synchronises(Order order) { return order != Order::weak && order != Order::relaxed; }

LocationId location_of(const Program& program, const Action& action) {
  return program.addresses[*address_of(action)].location;
}

bool needs_result_of(const Action& store, const Action& earlier) {
  const auto written = register_written(earlier);
  return written && registers_read(store).test(*written);
}

// Whether the thread has an instruction before `at`, or behind it, for which `holds`; all are both
// where the thread goes back.
bool any_before(const Thread& thread, std::size_t at, const auto& holds) {
  const auto begin = thread.instructions.begin();
  const auto end = has_backward_jump(thread) ? thread.instructions.end()
                                             : begin + static_cast<std::ptrdiff_t>(at);
  return std::any_of(begin, end, [&](const Instruction& each) { return holds(each.action); });
}
bool any_behind(const Thread& thread, std::size_t at, const auto& holds) {
  const auto begin = thread.instructions.begin();
  return std::any_of(has_backward_jump(thread) ? begin : begin + static_cast<std::ptrdiff_t>(at),
                     thread.instructions.end(),
                     [&](const Instruction& each) { return holds(each.action); });
}

// Whether the fence has no effect: it ends an acquire pattern only behind a strong read, begins a
// release pattern only before a strong write (PTX ISA 8.8), and is in no Fence-SC order.
bool is_idle_fence(const Thread& thread, std::size_t at) {
  const auto fence = fence_of(thread.instructions[at].action);
  if (!fence || fence->proxy || fence->order == Order::sc) return false;
  const auto strong = [](const Action& action) { return *order_of(action) != Order::weak; };
  const auto observes = [&](const Action& each) { return reads_memory(each) && strong(each); };
  const auto is_observed = [&](const Action& each) { return writes_memory(each) && strong(each); };
  return !any_before(thread, at, observes) && !any_behind(thread, at, is_observed);
}

// Whether the store behind `earlier` may as well stand in front of it.
bool commutes(const Program& program, const Action& earlier, const Action& store) {
  if (!only_stores(store) || synchronises(*order_of(store))) return false;
  if (needs_result_of(store, earlier)) return false;
  if (is_local(earlier)) return branch_of(earlier) == nullptr;
  return only_loads(earlier) && !synchronises(*order_of(earlier)) &&
         location_of(program, earlier) != location_of(program, store);
}

std::vector<InstructionId> in_place(const Thread& thread) {
  std::vector<InstructionId> original(thread.instructions.size());
  std::iota(original.begin(), original.end(), InstructionId{0});
  return original;
}

bool has_barrier(const Program& program) {
  for (const Thread& thread : program.threads) {
    for (const Instruction& instruction : thread.instructions) {
      if (barrier_of(instruction.action) != nullptr) return true;
    }
  }
  return false;
}

// A store at a jump target stays: whoever jumps there would otherwise execute its neighbour.
std::vector<InstructionId> hoist_stores(const Program& program, Thread& thread) {
  std::vector<InstructionId> original = in_place(thread);
  const std::vector<char> targets = jump_targets(thread);
  for (std::size_t i = 1; i < original.size(); ++i) {
    for (std::size_t at = i; at > 0 && targets[at] == 0; --at) {
      auto& code = thread.instructions;
      const bool idle = is_idle_fence(thread, at - 1) && only_stores(code[at].action);
      if (!idle && !commutes(program, code[at - 1].action, code[at].action)) break;
      std::swap(code[at - 1], code[at]);
      std::swap(original[at - 1], original[at]);
    }
  }
  return original;
}

}  // namespace

Hoisted hoist_stores(Test test) {
  if (has_barrier(test.program)) return as_written(std::move(test));
  Hoisted hoisted;
  for (Thread& thread : test.program.threads) {
    hoisted.original.push_back(hoist_stores(test.program, thread));
  }
  hoisted.test = std::move(test);
  return hoisted;
}

Hoisted as_written(Test test) {
  Hoisted result;
  for (const Thread& thread : test.program.threads) result.original.push_back(in_place(thread));
  result.test = std::move(test);
  return result;
}

}  // namespace opexplore
