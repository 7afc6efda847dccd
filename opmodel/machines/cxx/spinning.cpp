#include "opmodel/machines/cxx/spinning.hpp"

#include <algorithm>
#include <vector>

#include "opmodel/machines/cxx/thread_run.hpp"

namespace opexplore::cxx {

namespace {

bool changes_nothing(const Context& context, const State& state, EventName name) {
  const GraphEvent& event = state.at(name);
  if (event.done == Done::fence || event.done == Done::read) return true;
  if (event.done == Done::branch) return true;
  if (context.has_undef() || event.done != Done::update ||
      event.written != value_read(context, state, name))
    return false;
  return context.uniform(context.plan(name.thread, event.instruction).location);
}

// Where a thread stood before an event, and with what.
struct Moment {
  InstructionId pc = 0;
  std::vector<Value> live;
  bool operator==(const Moment&) const = default;
};

// Nothing, where a live register is unknown.
std::optional<Moment> moment_of(const Context& context, const ThreadRun& run, ThreadId thread) {
  Moment moment{run.pc(), {}};
  for (const RegisterId reg : context.liveness().live(thread, run.pc())) {
    if (run.unknown(reg)) return std::nullopt;
    moment.live.push_back(run.registers()[reg]);
  }
  return moment;
}

}  // namespace

std::optional<std::size_t> begin_of_spin(const Context& context, const State& state,
                                         ThreadId thread) {
  const auto& events = state.threads[thread];
  std::size_t first = events.size();  // of those at the end that change nothing
  while (first > 0 &&
         changes_nothing(context, state, {thread, static_cast<std::uint8_t>(first - 1)})) {
    --first;
  }
  if (first == events.size()) return std::nullopt;
  ThreadRun run(context, state, thread);
  std::vector<std::optional<Moment>> moments;
  for (std::size_t i = 0; i < events.size(); ++i) {
    if (i >= first) moments.push_back(moment_of(context, run, thread));
    run.pass();
  }
  if (run.stand() != Stand::event) return std::nullopt;
  const auto now = moment_of(context, run, thread);
  if (!now) return std::nullopt;
  // The last one: where iterations stay in the graph there may be several.
  const auto then = std::find(moments.rbegin(), moments.rend(), now);
  if (then == moments.rend()) return std::nullopt;
  return first + static_cast<std::size_t>(moments.rend() - then) - 1;
}

bool spins(const Context& context, const State& state, ThreadId thread) {
  return begin_of_spin(context, state, thread).has_value();
}

std::optional<State> back_at_head(const Context& context, const State& state, ThreadId thread) {
  const auto begin = begin_of_spin(context, state, thread);
  if (!begin) return std::nullopt;
  const auto goes = [&](const EventName& event) {
    return event.thread == thread && event.index >= *begin;
  };
  // What goes and writes, writes what it read.
  const auto pass_by = [&](std::optional<EventName>& write) {
    while (write && goes(*write)) write = state.at(*write).source;
  };
  State left = state;
  left.threads[thread].resize(*begin);
  for (auto& order : left.coherence) std::erase_if(order, goes);
  for (auto& events : left.threads) {
    for (GraphEvent& event : events) pass_by(event.source);
  }
  for (auto& floors : left.floors) std::ranges::for_each(floors, pass_by);
  return left;
}

}  // namespace opexplore::cxx
