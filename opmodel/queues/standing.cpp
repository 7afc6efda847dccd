#include "opmodel/queues/standing.hpp"

namespace opexplore::queue_model {

Standing::Standing(const Queues& queues, ThreadId thread, const ThreadState& state)
    : queues_(queues),
      thread_(thread),
      state_(state),
      reads_(queues.reads_left(thread, state)),
      writes_(queues.writes_left(thread, state)),
      membar_gl_(queues.plan().fences_from(thread, state.pc).membar_gl),
      membar_cta_(queues.plan().fences_from(thread, state.pc).membar_cta) {
  for (std::size_t e = 0; e < state.pending.size(); ++e) {
    const Kind kind = queues.planned(thread, state.pending[e]).kind;
    if (!is_fence(kind)) continue;
    if (!fence_) fence_ = e;
    (kind == Kind::membar_gl ? membar_gl_ : membar_cta_) = true;
  }
}

// A store or an atomic keeps its place in the queue before all that is younger, and loads theirs
// before a fence: of those a thread can do nothing new to the location before it does what it can
// do now. (Where loads cross a fence, younger ones of their location still wait for them.)
void Standing::before_access(LocationId location, AgentSet& set) const {
  bool loads = false;
  bool writes = false;
  for_each_access(location, [&](std::size_t e) {
    const bool load = queues_.planned(thread_, state_.pending[e]).kind == Kind::load;
    (load ? loads : writes) = true;
  });
  if (writes || (fence_ && loads)) return;
  if (fence_) {
    const bool later = ((reads_ | writes_) & location_bit(location)) != 0;
    if (later) set.add({AgentKind::fence, owner(), 0});
    return;
  }
  const Plan& plan = queues_.plan();
  const LocationSet unissued =
      plan.reads_from(thread_, state_.pc) | plan.writes_from(thread_, state_.pc);
  if ((unissued & location_bit(location)) != 0) before_issue(set);
}

bool Standing::before_fence(FunctionRef<bool(const Pending&)> blocks, AgentSet& set) const {
  if (!fence_) {
    before_issue(set);
    return false;
  }
  std::optional<Agent> first;
  for (std::size_t e = 0; e < *fence_; ++e) {
    const Pending& older = state_.pending[e];
    if (!blocks(older)) continue;
    if (set.contains(access(older))) return false;  // one of them is enough
    if (!first) first = access(older);
  }
  if (first) set.add(*first);
  return !first;
}

// The next instruction waits for a register; a thread that is at its end, or runs forever, waits
// for nothing.
void Standing::before_issue(AgentSet& set) const {
  if (const auto entry = queues_.awaited_by_next(thread_, state_)) {
    set.add(access(state_.pending[*entry]));
  }
}

}  // namespace opexplore::queue_model
