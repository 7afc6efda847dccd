#include "opmodel/ptx/fence_slots.hpp"

#include <algorithm>

#include "opmodel/parts/flow.hpp"
#include "opmodel/ptx/future.hpp"
#include "opmodel/ptx/rule_list.hpp"
#include "opmodel/ptx/rules/fence_sc.hpp"

namespace opexplore::ptx_model {

namespace {

struct ScFence {
  ThreadId thread = 0;
  InstructionId at = 0;
  Scope scope = Scope::sys;
};

// Calls f(thread, instruction) for each instruction.
template <class F>
void for_each_instruction(const Semantics& semantics, F&& f) {
  for (std::size_t t = 0; t < semantics.threads(); ++t) {
    const std::size_t count = semantics.program().threads[t].instructions.size();
    for (std::size_t at = 0; at < count; ++at) {
      f(static_cast<ThreadId>(t), static_cast<InstructionId>(at));
    }
  }
}

std::vector<ScFence> sc_fences(const Semantics& semantics) {
  std::vector<ScFence> fences;
  for_each_instruction(semantics, [&](ThreadId thread, InstructionId at) {
    if (semantics.rule(thread, at) != number<fence_sc_>) return;
    fences.push_back({thread, at, fence_of(semantics.instruction(thread, at).action)->scope});
  });
  return fences;
}

bool all_related(const Semantics& semantics, const std::vector<ScFence>& fences) {
  return std::ranges::all_of(fences, [&](const ScFence& one) {
    return std::ranges::all_of(fences, [&](const ScFence& other) {
      return morally_strong_fences(semantics, one.thread, one.scope, other.thread, other.scope);
    });
  });
}

// Whether each two accesses that concern one location meet there in the same way, and coherence
// relates each two writes.
bool coherence_is_total(const Semantics& semantics) {
  std::vector<Access> accesses;
  for_each_instruction(semantics, [&](ThreadId thread, InstructionId at) {
    const Access& access = semantics.access(thread, at);
    if (access.reads || access.writes) accesses.push_back(access);
  });
  return std::ranges::all_of(accesses, [&](const Access& one) {
    return std::ranges::all_of(accesses, [&](const Access& other) {
      if (one.location != other.location) return true;
      if (one.address != other.address) return false;
      return !(one.writes && other.writes) || semantics.morally_strong(one, other);
    });
  });
}

}  // namespace

bool may_leave_fences_open(const Semantics& semantics) {
  const std::vector<ScFence> fences = sc_fences(semantics);
  if (fences.size() > FenceSet::capacity) return false;
  const auto is_elsewhere = [&](const ScFence& fence) {
    return fence.thread != fences.front().thread;
  };
  if (std::ranges::none_of(fences, is_elsewhere)) return false;
  const auto repeats = [&](const ScFence& fence) {
    return may_return(semantics.program().threads[fence.thread], fence.at);
  };
  return semantics.stages().count == 1 && std::ranges::none_of(fences, repeats) &&
         all_related(semantics, fences) && coherence_is_total(semantics);
}

FenceSlots::FenceSlots(const Semantics& semantics) {
  for (const Thread& thread : semantics.program().threads) {
    slots_.emplace_back(thread.instructions.size(), std::uint8_t{0});
  }
  for (const ScFence& fence : sc_fences(semantics)) {
    slots_[fence.thread][fence.at] = static_cast<std::uint8_t>(places_.size());
    places_.push_back({fence.thread, fence.at});
  }
}

}  // namespace opexplore::ptx_model
