#include "opmodel/machines/vulkan/context.hpp"

#include <algorithm>

#include "opmodel/parts/one_order.hpp"

namespace opexplore::vulkan {

namespace {

// Whether accesses of one location are ordered by it, or are of one thread through one reference.
bool orders(const Plan& plan, OperationId a, OperationId b) {
  const Operation& first = plan[a];
  const Operation& second = plan[b];
  if (!first.is_access() || !second.is_access() || first.location != second.location) return true;
  if (first.thread == second.thread) return first.reference == second.reference;
  if (!first.is_write() && !second.is_write()) return true;
  return plan.mutually_ordered(a, b);
}

// Whether no two accesses of the program can race.
bool orders_all(const Program& program, const Plan& plan) {
  std::vector<OperationId> all;
  for (std::size_t thread = 0; thread < program.threads.size(); ++thread) {
    const auto ahead = plan.ahead(static_cast<ThreadId>(thread), 0);
    all.insert(all.end(), ahead.begin(), ahead.end());
  }
  return std::ranges::all_of(all, [&](OperationId a) {
    return std::ranges::all_of(all, [&](OperationId b) { return orders(plan, a, b); });
  });
}

// Whether somebody may write the location again and again.
bool writes_again(const Program& program, const Plan& plan, LocationId location) {
  for (std::size_t thread = 0; thread < program.threads.size(); ++thread) {
    const auto id = static_cast<ThreadId>(thread);
    for (const OperationId write : plan.ahead(id, 0)) {
      if (!plan[write].is_write() || plan[write].location != location) continue;
      const auto next = successors_of(program.threads[thread], plan[write].at);
      const bool returns = std::ranges::any_of(next, [&](InstructionId pc) {
        const auto ahead = plan.ahead(id, pc);
        return std::ranges::find(ahead, write) != ahead.end();
      });
      if (returns) return true;
    }
  }
  return false;
}

// Where all executions are interleavings. Where nobody writes in a loop threads that go first save
// more.
std::vector<LocationId> brought_locations(const Program& program, const Plan& plan,
                                          const MachineOptions& options) {
  if (!options.bring_writes || std::ranges::none_of(program.threads, has_backward_jump)) return {};
  if (!share_without_circles(program) || !orders_all(program, plan)) return {};
  const std::vector<LocationId> shared = shared_locations(program);
  const auto is_written = [&](LocationId location) {
    return writes_again(program, plan, location);
  };
  return std::ranges::any_of(shared, is_written) ? shared : std::vector<LocationId>();
}

}  // namespace

Context::Context(const Test& test, Chains chains_read, Reading model_read, bool exact_values,
                 const MachineOptions& options)
    : program(test.program),
      plan(test.program),
      exact(exact_values && !orders_all(test.program, plan)),
      late(test.program, plan, exact),
      liveness(test),
      local(test.program, liveness),
      symmetry(options.symmetry ? Symmetry(test) : Symmetry()),
      chains(chains_read),
      reading(model_read),
      observed(test.program.locations.size(), false),
      brought(brought_locations(test.program, plan, options)) {
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
