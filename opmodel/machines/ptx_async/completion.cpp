#include "opmodel/machines/ptx_async/completion.hpp"

#include "opmodel/machines/ptx_async/groups.hpp"
#include "opmodel/machines/ptx_async/tensor_order.hpp"

namespace opexplore::ptx_async {

namespace {

class Completions {
 public:
  Completions(const Context& context, const State& state)
      : context_(context), state_(state), completions_(state.events.size()) {
    for (std::size_t i = 0; i < count(); ++i) {
      const auto id = static_cast<EventId>(i);
      const Event& event = at(id);
      const auto* const mbarrier = context.of<MbarrierOperation>(event);
      const bool waits = mbarrier != nullptr && mbarrier->kind == MbarrierOperation::Kind::wait;
      if (waits && event.value != 0) complete_counted(id);
      if (context.of<WaitGroup>(event) != nullptr) complete_groups(id);
      const auto* const grid = context.of<GridControl>(event);
      if (grid != nullptr && !grid->launches) complete_grids(id);
    }
  }

  Rows take() && { return std::move(completions_); }

 private:
  const Event& at(EventId id) const { return state_.events[id]; }
  std::size_t count() const { return state_.events.size(); }

  // 9.7.9.25.3.3, 9.7.9.27: all that is in groups of this thread but the newest ones.
  void complete_groups(EventId wait) {
    const WaitGroup& what = *context_.of<WaitGroup>(at(wait));
    for (const EventId issue : waited_for(context_, state_, at(wait).thread, wait, what)) {
      for (std::size_t i = 0; i < count(); ++i) {
        const Event& event = state_.events[i];
        const bool reads = event.what == Happens::descriptor || event.what == Happens::source;
        if (is_asynchronous(event.what) && event.issue == issue && (reads || !what.reads_only)) {
          completions_[i] |= EventSet::of(wait);
        }
      }
    }
  }

  // The events that are known to have completed when the completion was counted.
  std::vector<EventId> completed_with(EventId completion) const {
    const Event& counted = at(completion);
    const bool copies = context_.of<MbarrierOperation>(counted) != nullptr;
    std::vector<EventId> result;
    for (std::size_t i = 0; i < count(); ++i) {
      const Event& event = state_.events[i];
      if (!is_asynchronous(event.what) || event.thread != counted.thread) continue;
      const auto* const operation = context_.of<AsynchronousOperation>(event);
      const bool writes = event.what == Happens::target || event.what == Happens::combine;
      const bool copied = copies && operation != nullptr &&
                          operation->kind == AsynchronousOperation::Kind::copy &&
                          event.issue < counted.issue;
      const bool tracked = copied || is_tracked(context_, event, counted);
      const bool own =
          event.issue == counted.issue &&
          (!writes || copies || context_.recipient(event) == context_.recipient(counted));
      if (event.what != Happens::complete && (tracked || (own && !copies))) {
        result.push_back(static_cast<EventId>(i));
      }
    }
    return result;
  }

  bool learns(EventId acquire, ThreadId issuer) const {
    return is_acquire(context_.strength(at(acquire)).order) &&
           is_reached(context_, at(acquire), issuer);
  }

  void complete_counted(EventId wait) {
    const ThreadId thread = at(wait).thread;
    at(wait).observed.for_each([&](std::size_t counted) {
      const auto completion = static_cast<EventId>(counted);
      if (at(completion).what != Happens::complete) return;
      EventSet ends;
      const auto add = [&](EventId end) {
        if (learns(end, at(completion).thread)) ends |= EventSet::of(end);
      };
      add(wait);
      for (std::size_t i = wait + std::size_t{1}; i < count(); ++i) {
        if (state_.events[i].thread == thread && state_.events[i].what == Happens::fence) {
          add(static_cast<EventId>(i));
        }
      }
      for (const EventId event : completed_with(completion)) completions_[event] |= ends;
    });
  }

  // 9.7.15.14
  void complete_grids(EventId wait) {
    for (std::size_t i = 0; i < count(); ++i) {
      const Event& event = state_.events[i];
      const bool earlier = context_.grid(event.thread) < context_.grid(at(wait).thread);
      if (earlier && is_asynchronous(event.what)) completions_[i] |= EventSet::of(wait);
    }
  }

  const Context& context_;
  const State& state_;
  Rows completions_;
};

}  // namespace

bool is_reached(const Context& context, const Event& event, ThreadId issuer) {
  if (context.reading().completes_for_any) return true;
  const Scope needed = context.distance(event.thread, issuer);
  return context.strength(event).scope >= needed && needed <= Scope::cluster;
}

Rows completions_of(const Context& context, const State& state) {
  return Completions(context, state).take();
}

}  // namespace opexplore::ptx_async
