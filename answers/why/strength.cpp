#include "answers/why/strength.hpp"

#include "opmodel/instruction.hpp"

namespace opexplore::why_parts {

std::optional<Rules> rules_of(const MachineEntry& machine, const MachineOptions& options) {
  if (machine.synchronisation == nullptr) return std::nullopt;
  return machine.synchronisation(options);
}

Order order_at(const Happening& happening, EventNumber event) {
  const Order* const order = order_of(happening.action(event));
  return order != nullptr ? *order : Order::weak;
}

bool is_strong(const Happening& happening, EventNumber event) {
  return order_at(happening, event) != Order::weak;
}

Scope scope_at(const Happening& happening, EventNumber event) {
  const Scope* const scope = scope_of(happening.action(event));
  return scope != nullptr ? *scope : Scope::sys;
}

bool is_sc_fence(const Happening& happening, EventNumber event) {
  const auto facts = fence_of(happening.action(event));
  return facts && facts->order == Order::sc;
}

bool is_release_fence(const Happening& happening, EventNumber event, const Rules& rules) {
  const auto facts = fence_of(happening.action(event));
  if (!facts) return false;
  return releases(facts->order) || (facts->order == Order::sc && rules.fence_sc_orders);
}

bool is_acquire_fence(const Happening& happening, EventNumber event, const Rules& rules) {
  const auto facts = fence_of(happening.action(event));
  if (!facts) return false;
  return acquires(facts->order) || (facts->order == Order::sc && rules.fence_sc_orders);
}

bool is_sc_access(const Happening& happening, EventNumber event, const Rules& rules) {
  return rules.kind == Rules::Kind::cxx && happening.events[event].is_access() &&
         order_at(happening, event) == Order::sc;
}

bool releases(const Happening& happening, EventNumber event, const Rules& rules) {
  return happening.events[event].writes &&
         (opexplore::releases(order_at(happening, event)) || is_sc_access(happening, event, rules));
}

bool acquires(const Happening& happening, EventNumber event, const Rules& rules) {
  return happening.events[event].reads &&
         (opexplore::acquires(order_at(happening, event)) || is_sc_access(happening, event, rules));
}

Scope needed_scope(const Happening& happening, EventNumber a, EventNumber b) {
  const auto& threads = happening.test->program.threads;
  return common_scope(threads[happening.events[a].thread], threads[happening.events[b].thread]);
}

bool overlap(const Happening& happening, EventNumber a, EventNumber b, const Rules& rules) {
  const Happened& one = happening.events[a];
  const Happened& other = happening.events[b];
  if (!rules.proxies) return one.location == other.location;
  const auto& addresses = happening.test->program.addresses;
  return addresses[one.address].generic == addresses[other.address].generic &&
         memory_access(happening.action(a))->proxy == memory_access(happening.action(b))->proxy;
}

bool same_cta(const Happening& happening, EventNumber a, EventNumber b) {
  return needed_scope(happening, a, b) == Scope::cta;
}

Phrase covered(Scope needed) {
  switch (needed) {
    case Scope::cta:
      return "both threads of the " + Phrase(Noun::cta);
    case Scope::cluster:
    case Scope::gpu:
      return "both " + Phrase(Noun::ctas);
    case Scope::sys:
      return "both GPUs";
  }
  return {};
}

Phrase falls_short(Scope scope, ThreadId other, Scope needed) {
  return Phrase(scope) + " does not reach " + Phrase::OfThread{other} +
         (needed == Scope::sys ? Phrase(", on another GPU") : ", in another " + Phrase(Noun::cta));
}

}  // namespace opexplore::why_parts
