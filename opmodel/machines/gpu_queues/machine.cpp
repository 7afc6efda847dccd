#include "opmodel/machines/gpu_queues/machine.hpp"

#include <algorithm>
#include <stdexcept>

namespace opexplore::gpu_queues {

std::optional<Refusal> Machine::refusal(const Test& test, const MachineOptions&) {
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

bool Machine::enabled(const State& state, Steps& steps) const {
  bool diverges = false;
  for (std::size_t t = 0; t < state.threads.size(); ++t) {
    const auto thread = static_cast<ThreadId>(t);
    diverges = diverges || context_->queues.runs_forever(thread, state.threads[t]);
    add_thread_steps(*context_, state, thread, steps);
    add_deliveries(*context_, state, thread, steps);
  }
  if (steps.empty() && !diverges) {
    if (const auto location = unsettled(*context_, state)) {
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

bool Machine::is_final(const State& state) const {
  return at_rest(*context_, state) && !unsettled(*context_, state);
}

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

void throw_no_tables() {
  throw std::logic_error("gpu-queues has no tables for this test and these options");
}

}  // namespace opexplore::gpu_queues
