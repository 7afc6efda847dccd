#include "opmodel/machines/vulkan/fairness.hpp"

#include <algorithm>

#include "opmodel/machines/vulkan/machine.hpp"
#include "opmodel/machines/vulkan/parts.hpp"
#include "opmodel/parts/ahead.hpp"

namespace opexplore::vulkan {

namespace {

// Whether the thread may come to the instruction again that it executes there.
bool may_return(const Context& context, ThreadId thread, InstructionId at) {
  const auto next = successors_of(context.program.threads[thread], at);
  return std::ranges::any_of(next, [&](InstructionId pc) {
    return std::ranges::any_of(context.plan.ahead(thread, pc),
                               [&](OperationId id) { return context.plan[id].at == at; });
  });
}

}  // namespace

Fairness::Fairness(const Context& context) : context_(context) {
  for (std::size_t thread = 0; thread < context.program.threads.size(); ++thread) {
    look_ahead(static_cast<ThreadId>(thread));
  }
}

void Fairness::look_ahead(ThreadId thread) {
  const Program& program = context_.program;
  const Thread& code = program.threads[thread];
  const std::vector<bool> none(program.locations.size(), false);
  const auto of = [&](InstructionId at) {
    Repeated fact{none, none};
    const Action& action = code.instructions[at].action;
    const auto address = address_of(action);
    if (!address || !may_return(context_, thread, at)) return fact;
    const LocationId location = program.addresses[*address].location;
    fact.accesses[location] = true;
    fact.writes[location] = writes_memory(action);
    return fact;
  };
  const auto join = [](Repeated& fact, const Repeated& other) {
    for (std::size_t location = 0; location < fact.accesses.size(); ++location) {
      fact.accesses[location] = fact.accesses[location] || other.accesses[location];
      fact.writes[location] = fact.writes[location] || other.writes[location];
    }
  };
  repeated_.push_back(facts_ahead(code, Repeated{none, none}, of, join));
}

// Whether the thread may still read what the last write of the location overwrites, or place a
// write before it. Without a race a non-atomic access has no choice.
bool Fairness::lags(const State& state, ThreadId thread, LocationId location) const {
  const Places places = places_of(state, location);
  const std::size_t last = places.size() - 1;
  if (brought_place(state, places, thread) == last) return false;
  const auto ahead = context_.plan.ahead(thread, state.next[thread]);
  return std::ranges::any_of(ahead, [&](OperationId id) {
    const Operation& what = context_.plan[id];
    if (!what.is_access() || what.location != location) return false;
    if (context_.exact) return true;
    return what.event.atomic && floor_ahead(context_, state, id) < last;
  });
}

bool Fairness::is_full(const State& state, LocationId location) const {
  if (places_of(state, location).size() < window_writes) return false;
  for (std::size_t thread = 0; thread < state.next.size(); ++thread) {
    if (repeated(state, static_cast<ThreadId>(thread)).writes[location]) return true;
  }
  return false;
}

bool Fairness::may_propagate(const State& state, ThreadId thread, LocationId location) const {
  if (!repeated(state, thread).accesses[location] && !is_full(state, location)) return false;
  return lags(state, thread, location);
}

bool Fairness::withholds(const State& state, ThreadId thread) const {
  const Instruction* const next = context_.next(state, thread);
  if (next == nullptr || !writes_memory(next->action)) return false;
  const LocationId location = context_.program.addresses[*address_of(next->action)].location;
  if (!is_full(state, location)) return false;
  for (std::size_t other = 0; other < state.next.size(); ++other) {
    if (lags(state, static_cast<ThreadId>(other), location)) return true;
  }
  return false;
}

bool Fairness::has_too_many_writes(const State& state) const {
  if (!context_.exact) return false;
  for (std::size_t location = 0; location < context_.program.locations.size(); ++location) {
    const auto here = static_cast<LocationId>(location);
    // The initial write is one of them.
    if (places_of(state, here).size() > followed_writes + 1 && is_full(state, here)) return true;
  }
  return false;
}

std::uint32_t Fairness::duty_of(ThreadId thread, LocationId location) const {
  return static_cast<std::uint32_t>(thread * context_.program.locations.size() + location);
}

// Who waits at one barrier waits at no other, and all stay until it opens.
std::uint32_t Fairness::duty_to_open(const Instance& instance) const {
  const std::size_t threads = context_.program.threads.size();
  return static_cast<std::uint32_t>(threads * context_.program.locations.size() +
                                    instance.arrived.front().thread);
}

Duties Fairness::open(const State& state) const {
  Duties duties;
  for (std::size_t index = 0; index < state.next.size(); ++index) {
    const auto thread = static_cast<ThreadId>(index);
    for (std::size_t location = 0; location < context_.program.locations.size(); ++location) {
      const auto here = static_cast<LocationId>(location);
      if (!repeated(state, thread).accesses[here] || !lags(state, thread, here)) continue;
      duties.push_back(duty_of(thread, here));
    }
  }
  for (std::size_t index = 0; index < state.instances.size(); ++index) {
    if (!may_open(context_, state, 0, {index})) continue;
    duties.push_back(duty_to_open(state.instances[index]));
  }
  std::ranges::sort(duties);
  return duties;
}

// A thread that has not begun waits for those that synchronise with it as a whole.
Standing Machine::standing(const State& state) const {
  Standing standing;
  for (std::size_t index = 0; index < state.next.size(); ++index) {
    const auto thread = static_cast<ThreadId>(index);
    if (context_.has_ended(state, thread)) {
      standing.ended |= thread_bit(thread);
    } else if (!may_step(state, thread)) {
      standing.waiting |= thread_bit(thread);
    }
  }
  return standing;
}

bool Machine::is_memory_step(Step step) const {
  return rule_list.is<propagate>(step) || rule_list.is<barrier_open>(step);
}

Duties Machine::duties(const State& state) const { return fairness_.open(state); }

StepDuties Machine::step_duties(const State& before, Step step, const State&) const {
  if (rule_list.is<propagate>(step)) {
    return {{}, {fairness_.duty_of(step.thread, rule_list.argument<propagate>(step).location)}};
  }
  if (rule_list.is<barrier_open>(step)) {
    const std::size_t instance = rule_list.argument<barrier_open>(step).instance;
    return {{}, {fairness_.duty_to_open(before.instances[instance])}};
  }
  return {};
}

std::string_view Machine::cut(const State& state) const {
  for (std::size_t index = 0; index < state.next.size(); ++index) {
    const auto thread = static_cast<ThreadId>(index);
    if (may_step(state, thread) && fairness_.withholds(state, thread)) return beyond_window;
  }
  return {};
}

void Machine::add_memory_steps(const State& state, Steps& steps) const {
  for (std::size_t index = 0; index < state.next.size(); ++index) {
    const auto thread = static_cast<ThreadId>(index);
    for (std::size_t location = 0; location < test_.program.locations.size(); ++location) {
      const auto here = static_cast<LocationId>(location);
      if (!fairness_.may_propagate(state, thread, here)) continue;
      steps.push_back(rule_list.step<propagate>(thread, {here}));
    }
  }
}

}  // namespace opexplore::vulkan
