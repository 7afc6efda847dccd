#include "opmodel/machines/gpu_queues/machine.hpp"

#include <algorithm>

namespace opexplore::gpu_queues {

std::optional<std::string> Machine::refusal(const Test& test, const MachineOptions&) {
  return queue_model::refusal(test, name, false);
}

Machine::Machine(const Test& test, const MachineOptions& options, Weakening weakening)
    : test_(test),
      context_(
          std::make_shared<const Context>(test, options, value_of(settings[0], options) == "true",
                                          value_of(settings[1], options) == "true",
                                          value_of(settings[2], options) == "receiver", weakening)),
      choice_(std::make_shared<const Choice>(test, *context_, options)),
      ample_(options.ample_threads && options.fuse_local && options.forget_dead &&
             weakening == Weakening{}) {}

State Machine::initial() const {
  State state;
  for (std::size_t t = 0; t < context_->plan().threads(); ++t) {
    state.threads.push_back(context_->queues.initial(static_cast<ThreadId>(t)));
    for (const Location& location : test_.program.locations) {
      state.views.push_back({location.initial, false, false, 0});
    }
  }
  forget(state);
  return state;
}

// Steps of a thread's own instructions.
void Machine::thread_steps(const State& state, ThreadId thread, Steps& steps) const {
  const Context& context = *context_;
  const ThreadState& mine = state.threads[thread];
  rule_list.offer<queue_model::local<Context, State>>(steps, thread, {}, context, state);
  rule_list.offer<queue_model::issue<Context, State>>(steps, thread, {}, context, state);
  for (std::size_t e = 0; e < mine.pending.size(); ++e) {
    switch (context.queues.planned(thread, mine.pending[e]).kind) {
      case Kind::load:
        rule_list.offer<queue_model::load_out<Context, State>>(steps, thread, {e}, context, state);
        rule_list.offer<load>(steps, thread, {e}, context, state);
        break;
      case Kind::store:
        rule_list.offer<store>(steps, thread, {e}, context, state);
        break;
      case Kind::membar_cta:
        rule_list.offer<membar_cta>(steps, thread, {e}, context, state);
        return;  // nothing behind a fence can move
      case Kind::membar_gl:
        rule_list.offer<membar_gl>(steps, thread, {e}, context, state);
        return;
      case Kind::atomic:
      case Kind::local:
        break;
    }
  }
}

// Deliveries of a thread's view.
void Machine::distributions_of(const State& state, ThreadId thread, Steps& steps) const {
  const Context& context = *context_;
  const std::size_t receivers = context.by_receiver ? state.threads.size() : 1;
  for (std::size_t a = 0; a < context.locations(); ++a) {
    for (std::size_t receiver = 0; receiver < receivers; ++receiver) {
      const DeliveryArgument to{static_cast<LocationId>(a), static_cast<ThreadId>(receiver)};
      rule_list.offer<distribute_block>(steps, thread, to, context, state);
      rule_list.offer<distribute_gpu>(steps, thread, to, context, state);
    }
  }
}

bool Machine::enabled(const State& state, Steps& steps) const {
  bool diverges = false;
  for (std::size_t t = 0; t < state.threads.size(); ++t) {
    const auto thread = static_cast<ThreadId>(t);
    diverges = diverges || context_->queues.runs_forever(thread, state.threads[t]);
    thread_steps(state, thread, steps);
    distributions_of(state, thread, steps);
  }
  if (steps.empty() && !diverges) {
    if (const auto location = unsettled(state)) {
      for_each_thread(context_->who_sees(*location), [&](ThreadId thread) {
        steps.push_back(rule_list.step<settle>(thread, {*location}));
      });
    }
  }
  std::sort(steps.begin(), steps.end());
  if (ample_ && steps.size() > 1) choose(state, steps);
  return diverges;
}

// Leaves the steps of an ample set of agents. Views that are about to settle have no agents.
void Machine::choose(const State& state, Steps& steps) const {
  if (rule_list.is<settle>(steps.front())) return;
  SmallVector<Agent, 32> acting;
  for (const Step step : steps) acting.push_back(choice_->agent_of(state, step));
  const AgentSet chosen = choice_->of(state, span_of(acting));
  std::size_t kept = 0;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (chosen.contains(acting[i])) steps[kept++] = steps[i];
  }
  steps.resize(kept);
}

void Machine::apply(State& state, Step step) const {
  rule_list.take(step, *context_, state);
  forget(state);
}

// A view without flags that its thread will not look at any more has no effect, unless the
// test asks for the final value.
bool Machine::needed(const State& state, ThreadId thread, LocationId location) const {
  const Cell& cell = context_->cell(state, thread, location);
  if (!context_->forget_dead || cell.lm || cell.gm || context_->plan().observed(location)) {
    return true;
  }
  const auto reads = context_->queues.reads_left(thread, state.threads[thread]);
  return (reads & queue_model::location_bit(location)) != 0;
}

void Machine::forget(State& state) const {
  for (std::size_t t = 0; t < state.threads.size(); ++t) {
    const auto thread = static_cast<ThreadId>(t);
    for (std::size_t a = 0; a < context_->locations(); ++a) {
      const auto location = static_cast<LocationId>(a);
      if (!needed(state, thread, location)) context_->cell(state, thread, location).value = 0;
    }
  }
}

// All programs done, all queues empty, no flag left.
bool Machine::at_rest(const State& state) const {
  for (std::size_t t = 0; t < state.threads.size(); ++t) {
    if (!context_->queues.done(static_cast<ThreadId>(t), state.threads[t])) return false;
  }
  return std::ranges::none_of(span_of(state.views),
                              [](const Cell& cell) { return cell.lm || cell.gm; });
}

// The first location that the test asks about and that threads at rest see differently, of those
// that can see it.
std::optional<LocationId> Machine::unsettled(const State& state) const {
  if (!at_rest(state)) return std::nullopt;
  for (std::size_t a = 0; a < context_->locations(); ++a) {
    const auto location = static_cast<LocationId>(a);
    if (!context_->plan().observed(location)) continue;
    const ThreadMask readers = context_->who_sees(location);
    const auto first = static_cast<ThreadId>(std::countr_zero(readers));
    bool differs = false;
    for_each_thread(readers, [&](ThreadId thread) {
      differs = differs || context_->cell(state, thread, location).value !=
                               context_->cell(state, first, location).value;
    });
    if (differs) return location;
  }
  return std::nullopt;
}

bool Machine::is_final(const State& state) const { return at_rest(state) && !unsettled(state); }

Outcome Machine::outcome(const State& state) const {
  Outcome values;
  values.reserve(test_.observables.size());
  for (const Observable& observable : test_.observables) {
    if (const auto* term = std::get_if<RegisterTerm>(&observable)) {
      values.push_back(state.threads[term->thread].registers[term->reg]);
    } else {
      const AddressId address = std::get<LocationTerm>(observable).address;
      const LocationId location = test_.program.addresses[address].location;
      const ThreadMask home = context_->plan().members(context_->plan().home(location));
      const auto reader = static_cast<ThreadId>(std::countr_zero(home));
      values.push_back(context_->cell(state, reader, location).value);
    }
  }
  return values;
}

void Machine::encode(const State& state, std::string& bytes) const {
  for (std::size_t t = 0; t < state.threads.size(); ++t) {
    context_->queues.encode(static_cast<ThreadId>(t), state.threads[t], bytes);
  }
  ByteWriter writer(bytes, 3 * state.views.size());
  for (const Cell& cell : state.views) {
    // Values first, so that small ones share a byte with the flags.
    const auto value = static_cast<std::uint64_t>(cell.value);
    const bool small = value < 16;
    writer.put_unsigned((cell.lm ? 1U : 0U) | (cell.gm ? 2U : 0U) |
                        (small ? 4U | value << 3U : 0U));
    if (!small) writer.put_value(cell.value);
    if (context_->by_receiver) writer.put_unsigned(cell.reached);
  }
}

void Machine::decode(std::string_view bytes, State& state) const {
  ByteReader reader(bytes);
  state.threads.resize(context_->plan().threads());
  for (std::size_t t = 0; t < state.threads.size(); ++t) {
    context_->queues.decode(static_cast<ThreadId>(t), reader, state.threads[t]);
  }
  state.views.resize(state.threads.size() * context_->locations());
  for (Cell& cell : state.views) {
    const std::uint64_t packed = reader.get_unsigned();
    cell.lm = (packed & 1U) != 0;
    cell.gm = (packed & 2U) != 0;
    cell.value = (packed & 4U) != 0 ? static_cast<Value>(packed >> 3U) : reader.get_value();
    cell.reached = context_->by_receiver ? reader.get_unsigned() : 0;
  }
}

std::string_view Machine::exceeded(const State& state) const {
  return context_->queues.exceeded(span_of(state.threads));
}

}  // namespace opexplore::gpu_queues
