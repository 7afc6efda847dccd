#include "opmodel/parts/barrier_order.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <set>

#include "opmodel/instruction.hpp"

namespace opexplore {

namespace {

constexpr std::size_t without_end = std::numeric_limits<std::size_t>::max();

Value resource_of(const Barrier& barrier) {
  return barrier.id ? std::get<Value>(*barrier.id) : barrier.instance;
}

// One that is named in a register is another one (counted_alike).
bool is_at(const Thread& thread, std::size_t pc, Value resource) {
  const Barrier* const barrier = barrier_of(thread.instructions[pc].action);
  if (barrier == nullptr || (barrier->id && !std::holds_alternative<Value>(*barrier->id))) {
    return false;
  }
  return resource_of(*barrier) == resource;
}

// The barriers whose generations all threads count alike. None if a number may name any.
std::set<Value> counted_alike(const Program& program) {
  std::set<Value> resources;
  std::set<Value> others;
  for (const Thread& thread : program.threads) {
    for (const Instruction& instruction : thread.instructions) {
      const Barrier* const barrier = barrier_of(instruction.action);
      if (barrier == nullptr) continue;
      if (barrier->members && barrier->id) continue;  // of resources that no other instruction has
      if (barrier->id && !std::holds_alternative<Value>(*barrier->id)) return {};
      const bool alike = !barrier->arrive && !barrier->quorum && !barrier->members;
      (alike ? resources : others).insert(resource_of(*barrier));
    }
  }
  for (const Value other : others) resources.erase(other);
  return resources;
}

// Arrivals on the ways to each pc: the fewest, and the most. Where a loop arrives there is no most:
// without one a way has each barrier instruction once at most.
template <class Better>
std::vector<std::size_t> arrivals(const Thread& thread, Value resource, std::size_t unreached,
                                  const Better& better) {
  std::size_t barriers = 0;
  for (std::size_t pc = 0; pc < thread.instructions.size(); ++pc) {
    if (is_at(thread, pc, resource)) ++barriers;
  }
  std::vector<std::size_t> counts(thread.instructions.size() + 1, unreached);
  std::vector<char> reached(counts.size());
  std::vector<std::size_t> open = {0};
  counts[0] = 0;
  reached[0] = 1;
  while (!open.empty()) {
    const std::size_t pc = open.back();
    open.pop_back();
    if (pc == thread.instructions.size()) continue;
    std::size_t after = counts[pc];
    if (after != without_end && is_at(thread, pc, resource)) ++after;
    if (after > barriers) after = without_end;
    for (const InstructionId next : successors_of(thread, static_cast<InstructionId>(pc))) {
      if (reached[next] != 0 && !better(after, counts[next])) continue;
      reached[next] = 1;
      counts[next] = after;
      open.push_back(next);
    }
  }
  return counts;
}

// Greatest fixpoint: who goes round for ever lets nobody pass either.
std::vector<bool> comes_to(const Thread& thread, Value resource) {
  std::vector<bool> comes(thread.instructions.size() + 1, true);
  comes.back() = false;
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t pc = thread.instructions.size(); pc-- > 0;) {
      if (!comes[pc] || is_at(thread, pc, resource)) continue;
      for (const InstructionId next : successors_of(thread, static_cast<InstructionId>(pc))) {
        if (comes[next]) continue;
        comes[pc] = false;
        changed = true;
      }
    }
  }
  return comes;
}

}  // namespace

BarrierOrder::BarrierOrder(const Program& program) {
  for (const Thread& thread : program.threads) {
    ctas_.push_back(std::uint64_t{thread.gpu} << 32U | thread.cta);
  }
  for (const Value resource : counted_alike(program)) {
    Counts& counts = counts_[resource];
    for (const Thread& thread : program.threads) {
      counts.least.push_back(arrivals(thread, resource, 0, std::less<>()));
      counts.most.push_back(arrivals(thread, resource, 0, std::greater<>()));
      counts.comes.push_back(comes_to(thread, resource));
    }
  }
}

bool BarrierOrder::precedes(ThreadId thread, InstructionId first, ThreadId other,
                            InstructionId second) const {
  if (thread == other || ctas_[thread] != ctas_[other]) return false;
  return std::ranges::any_of(counts_, [&](const auto& entry) {
    const Counts& counts = entry.second;
    return counts.comes[thread][first] && counts.most[thread][first] < counts.least[other][second];
  });
}

}  // namespace opexplore
