#include "opmodel/machines/vulkan/context.hpp"

#include <algorithm>

namespace opexplore::vulkan {

Context::Context(const Test& test, Chains chains_read, Reading model_read, bool exact_values,
                 bool arranges)
    : program(test.program),
      plan(test.program),
      late(test.program, plan, exact_values),
      liveness(test),
      local(test.program, liveness),
      symmetry(arranges ? Symmetry(test) : Symmetry()),
      chains(chains_read),
      reading(model_read),
      exact(exact_values),
      observed(test.program.locations.size(), false) {
  std::size_t count = 0;
  for (const Thread& thread : program.threads) {
    first_register.push_back(count);
    count += thread.registers.size();
  }
  for (const Observable& observable : test.observables) {
    if (const auto* const term = std::get_if<LocationTerm>(&observable)) {
      observed[program.addresses[term->address].location] = true;
    }
  }
}

bool Context::waits(const State& state, ThreadId thread) const {
  return std::ranges::any_of(state.instances, [&](const Instance& instance) {
    return !instance.open && std::ranges::any_of(instance.arrived, [&](const Member& member) {
      return member.thread == thread;
    });
  });
}

Places places_of(const State& state, LocationId location) {
  const auto& messages = state.messages;
  const auto begin = std::ranges::lower_bound(messages, location, {}, &Message::location);
  const auto end = std::ranges::upper_bound(messages, location, {}, &Message::location);
  return {static_cast<std::size_t>(begin - messages.begin()),
          static_cast<std::size_t>(end - messages.begin())};
}

std::optional<std::size_t> place_of(const State& state, Places places, EventId write) {
  if (write == no_event) return std::nullopt;
  for (std::size_t place = 0; place < places.size(); ++place) {
    if (state.messages[places.begin + place].write == write) return place;
  }
  return std::nullopt;
}

}  // namespace opexplore::vulkan
