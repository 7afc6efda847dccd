#include "tests/oracle/candidate.hpp"

#include <utility>

namespace opexplore::oracle {

namespace {

using Kind = PathEvent::Kind;

bool scope_includes(const Program& program, const Event& event, ThreadId other) {
  const Scope needed = common_scope(program.threads[event.thread], program.threads[other]);
  return event.what.scope >= needed;
}

}  // namespace

Candidate::Candidate(const Program& test_program, const Model& chosen_model,
                     std::vector<const Path*> chosen_paths)
    : program(test_program), model(chosen_model), paths(std::move(chosen_paths)) {
  add_events();
  relate();
  relate_strength();
  relate_patterns();
}

void Candidate::add_events() {
  for (std::size_t l = 0; l < program.locations.size(); ++l) {
    Event init;
    init.what.kind = Kind::write;
    init.location = static_cast<LocationId>(l);
    events.push_back(init);
  }
  std::vector<AddressId> name_of(program.locations.size(), 0);
  for (std::size_t a = program.addresses.size(); a-- > 0;) {
    name_of[program.addresses[a].location] = static_cast<AddressId>(a);
  }
  for (std::size_t t = 0; t < paths.size(); ++t) {
    first_event.push_back(events.size());
    for (const PathEvent& what : paths[t]->events) {
      Event event{what, static_cast<ThreadId>(t), 0, 0};
      if (what.kind == Kind::read || what.kind == Kind::write) {
        event.location = program.addresses[what.address].location;
        event.virtual_address = program.addresses[what.address].generic;
        if (!model.proxies) {
          // 6.0 knows neither aliases nor proxies: all names are the location.
          event.virtual_address = name_of[event.location];
          event.what.proxy = Proxy::generic;
        }
      }
      events.push_back(event);
    }
  }
  if (events.size() > max_events) throw Unsupported("more than 64 events in one execution");
}

void Candidate::relate() {
  const std::size_t n = events.size();
  program_order = same_location = same_virtual = same_proxy = cta = Relation(n);
  morally_strong = location_order = dependency = rmw = release = acquire = Relation(n);
  for (EventIndex e = 0; e < n; ++e) {
    const PathEvent& what = events[e].what;
    const EventSet bit = event_bit(e);
    if (what.kind == Kind::read) reads |= bit;
    if (what.kind == Kind::write) writes |= bit;
    if (what.kind == Kind::barrier) barriers |= bit;
    if (what.kind == Kind::proxy_fence && model.proxies) proxy_fences |= bit;
    if (what.kind == Kind::fence && what.sc) fences_sc |= bit;
    if (events[e].thread == no_thread) continue;
    if (is_memory(e) && what.proxy == Proxy::generic) generic |= bit;
    if (is_memory(e) && what.proxy != Proxy::generic) needs_proxies = true;
    const EventIndex first = first_event[events[e].thread];
    dependency.row(e) = 0;
    for_each_event(what.depends_on, [&](EventIndex r) { dependency.add(first + r, e); });
    if (what.rmw_read) rmw.add(first + *what.rmw_read, e);
  }
  for (EventIndex a = 0; a < n; ++a) {
    for (EventIndex b = 0; b < n; ++b) {
      const Event& x = events[a];
      const Event& y = events[b];
      const bool memory = is_memory(a) && is_memory(b);
      if (memory && x.location == y.location) same_location.add(a, b);
      if (x.thread == no_thread || y.thread == no_thread) continue;
      if (x.thread == y.thread && a < b) program_order.add(a, b);
      const Scope distance = common_scope(program.threads[x.thread], program.threads[y.thread]);
      if (distance == Scope::cta) cta.add(a, b);
      if (!memory) continue;
      if (x.what.proxy == y.what.proxy) same_proxy.add(a, b);
      if (x.virtual_address == y.virtual_address) same_virtual.add(a, b);
      if (x.location == y.location && x.virtual_address != y.virtual_address) needs_proxies = true;
    }
  }
  location_order = program_order & same_virtual;
}

// PTX ISA 8.7; Lustig 2022, section 6.2.2. Ordinary fences count as generic.
bool Candidate::strong_pair(EventIndex a, EventIndex b) const {
  const Event& x = events[a];
  const Event& y = events[b];
  if (a == b || x.thread == no_thread || y.thread == no_thread) return false;
  for (const Kind kind : {x.what.kind, y.what.kind}) {
    if (kind == Kind::barrier || kind == Kind::proxy_fence) return false;
  }
  const bool both_memory = is_memory(a) && is_memory(b);
  if (both_memory && (!same_virtual.has(a, b) || !same_proxy.has(a, b))) return false;
  if (!both_memory && (x.what.proxy != Proxy::generic || y.what.proxy != Proxy::generic)) {
    return false;
  }
  if (x.thread == y.thread) return true;
  return x.what.strong && y.what.strong && scope_includes(program, x, y.thread) &&
         scope_includes(program, y, x.thread);
}

void Candidate::relate_strength() {
  for (EventIndex a = 0; a < size(); ++a) {
    for (EventIndex b = 0; b < size(); ++b) {
      if (strong_pair(a, b)) morally_strong.add(a, b);
    }
  }
}

// Release and acquire patterns on one location (PTX ISA 8.8).
void Candidate::relate_patterns() {
  for (EventIndex a = 0; a < size(); ++a) {
    const PathEvent& x = events[a].what;
    const bool strong_write = x.kind == Kind::write && x.strong;
    const bool strong_read = x.kind == Kind::read && x.strong;
    if (strong_write && x.release) release.add(a, a);
    if (strong_read && x.acquire) acquire.add(a, a);
    for_each_event(program_order.row(a), [&](EventIndex b) {
      const PathEvent& y = events[b].what;
      const bool near = same_virtual.has(a, b);
      const bool heads = x.release && (x.kind == Kind::fence || (strong_write && near));
      if (heads && y.kind == Kind::write && y.strong) release.add(a, b);
      const bool tails = y.acquire && (y.kind == Kind::fence || (y.kind == Kind::read && near));
      if (strong_read && tails) acquire.add(a, b);
    });
  }
}

std::optional<Value> Candidate::written(EventIndex write, const ReadsFrom& reads_from) const {
  const Event& event = events[write];
  if (event.thread == no_thread) return program.locations[event.location].initial;
  return evaluate(event.thread, event.what.value, reads_from);
}

std::optional<Value> Candidate::evaluate(ThreadId thread, ExpressionIndex index,
                                         const ReadsFrom& reads_from) const {
  const Expression& expression = paths[thread]->expressions[index];
  using Form = Expression::Kind;
  if (expression.kind == Form::constant) return expression.constant;
  if (expression.kind == Form::read) {
    const auto source = reads_from[first_event[thread] + expression.read];
    return source ? written(*source, reads_from) : std::nullopt;
  }
  if (expression.kind == Form::arithmetic && expression.arithmetic == ArithmeticOp::move) {
    return evaluate(thread, expression.first, reads_from);
  }
  if (expression.kind == Form::atomic &&
      (expression.atomic == AtomicOp::exch || expression.atomic == AtomicOp::cas)) {
    return evaluate(thread, expression.second, reads_from);
  }
  const auto first = evaluate(thread, expression.first, reads_from);
  const auto second = evaluate(thread, expression.second, reads_from);
  if (!first || !second) return std::nullopt;
  if (expression.kind == Form::arithmetic) {
    return opexplore::evaluate(expression.arithmetic, *first, *second, expression.type);
  }
  if (expression.kind == Form::atomic) {
    return opexplore::evaluate(expression.atomic, *first, *second);
  }
  const auto expected = evaluate(thread, expression.third, reads_from);
  if (!expected) return std::nullopt;
  return *first == *expected ? second : first;
}

bool Candidate::contradicts(const ReadsFrom& reads_from) const {
  for (std::size_t t = 0; t < paths.size(); ++t) {
    for (const Constraint& constraint : paths[t]->constraints) {
      const auto thread = static_cast<ThreadId>(t);
      const auto left = evaluate(thread, constraint.left, reads_from);
      const auto right = evaluate(thread, constraint.right, reads_from);
      if (!left || !right) continue;
      const bool holds = opexplore::evaluate(constraint.comparison, *left, *right);
      if (holds != constraint.expected) return true;
    }
  }
  return false;
}

}  // namespace opexplore::oracle
