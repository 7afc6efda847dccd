#include "axioms/skeleton.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace opexplore::axioms {

namespace {

bool in_amdgpu(const Skeleton& skeleton) { return skeleton.program.language == Language::amdgpu; }

// Whether a synchronising operation of that scope, by one thread, includes the other thread.
bool scope_includes(const Program& program, const GraphEvent& event, ThreadId other) {
  return event.what.scope >= common_scope(program.threads[event.thread], program.threads[other]);
}

bool has_scope(const GraphEvent& event) {
  if (event.what.vulkan) return event.what.vulkan->scope.has_value();
  return event.what.order != Order::weak;
}

// Whether the scopes of two events of threads, if they have some, include each other's thread.
bool include_each_other(const Program& program, const GraphEvent& x, const GraphEvent& y) {
  if (!has_scope(x) || !has_scope(y)) return false;
  if (x.what.vulkan) {
    const VulkanScope smaller = std::min(*x.what.vulkan->scope, *y.what.vulkan->scope);
    return share(smaller, program.threads[x.thread], program.threads[y.thread]);
  }
  if (x.what.amdgpu && y.what.amdgpu) {
    const SyncScope smaller = std::min(*x.what.amdgpu->scope, *y.what.amdgpu->scope);
    const bool same = x.thread == y.thread;
    return distance(program.threads[x.thread], program.threads[y.thread], same) <= smaller;
  }
  return scope_includes(program, x, y.thread) && scope_includes(program, y, x.thread);
}

}  // namespace

Skeleton::Skeleton(const Program& test_program, std::vector<const Path*> chosen_paths)
    : program(test_program), paths(std::move(chosen_paths)) {
  add_events();
  const std::size_t n = events.size();
  program_order = same_location = same_virtual = rmw = mutual_scope = Relation(n);
  same_thread = same_warp = same_cta = same_gpu = system_synchronised = Relation(n);
  address_dependency = data_dependency = control_dependency = Relation(n);
  for (EventIndex a = 0; a < n; ++a) {
    relate_dependencies(a);
    for (EventIndex b = 0; b < n; ++b) relate(a, b);
  }
}

void Skeleton::add_events() {
  for (std::size_t l = 0; l < program.locations.size(); ++l) {
    GraphEvent init;
    init.what.kind = EventKind::write;
    init.location = static_cast<LocationId>(l);
    events.push_back(init);
  }
  for (std::size_t l = 0; in_amdgpu(*this) && l < program.locations.size(); ++l) {
    GraphEvent source = events[l];
    source.gives_undef = true;
    events.push_back(source);
  }
  for (std::size_t t = 0; t < paths.size(); ++t) {
    first_event.push_back(events.size());
    for (const PathEvent& what : paths[t]->events) {
      GraphEvent event{what, static_cast<ThreadId>(t), 0, 0};
      if (what.kind == EventKind::read || what.kind == EventKind::write) {
        event.location = program.addresses[what.address].location;
        event.virtual_address = program.addresses[what.address].generic;
      } else if (what.asynchronous && what.asynchronous->on_mbarrier()) {
        event.location = program.addresses[what.address].location;
      }
      events.push_back(event);
    }
  }
  if (events.size() > max_events) {
    throw Unsupported("more than " + std::to_string(max_events) + " events in one execution");
  }
  for (EventIndex e = 0; e < events.size(); ++e) {
    const EventSet bit = event_bit(e);
    if (events[e].gives_undef) {
      undef_sources |= bit;
      continue;
    }
    if (events[e].thread == no_thread) initial |= bit;
    switch (events[e].what.kind) {
      case EventKind::read:
        reads |= bit;
        break;
      case EventKind::write:
        writes |= bit;
        break;
      case EventKind::fence:
        fences |= bit;
        break;
      case EventKind::proxy_fence:
        proxy_fences |= bit;
        break;
      case EventKind::device_operation:
      case EventKind::asynchronous:
        break;
      case EventKind::barrier:
        barriers |= bit;
        if (events[e].what.vulkan && events[e].what.vulkan->is_fence()) fences |= bit;
        break;
    }
  }
}

void Skeleton::relate_dependencies(EventIndex e) {
  if (events[e].thread == no_thread) return;
  const PathEvent& what = events[e].what;
  const EventIndex first = first_event[events[e].thread];
  for_each_event(what.address_from, [&](EventIndex r) { address_dependency.add(first + r, e); });
  for_each_event(what.data_from, [&](EventIndex r) { data_dependency.add(first + r, e); });
  for_each_event(what.control_from, [&](EventIndex r) { control_dependency.add(first + r, e); });
  if (what.rmw_read) rmw.add(first + *what.rmw_read, e);
}

void Skeleton::relate(EventIndex a, EventIndex b) {
  const GraphEvent& x = events[a];
  const GraphEvent& y = events[b];
  const bool accesses = is_memory(a) && is_memory(b);
  if (accesses && x.location == y.location) same_location.add(a, b);
  if (x.thread == no_thread || y.thread == no_thread) return;
  if (accesses && x.virtual_address == y.virtual_address) same_virtual.add(a, b);
  if (x.thread == y.thread) same_thread.add(a, b);
  const bool apart = x.what.apart() || y.what.apart();
  if (x.thread == y.thread && a < b && !apart) program_order.add(a, b);
  const Thread& left = program.threads[x.thread];
  const Thread& right = program.threads[y.thread];
  const Scope distance = common_scope(left, right);
  if (distance <= Scope::gpu) same_gpu.add(a, b);
  if (distance <= Scope::cta) same_cta.add(a, b);
  if (distance <= Scope::cta && left.warp == right.warp) same_warp.add(a, b);
  if (include_each_other(program, x, y)) mutual_scope.add(a, b);
  for (const SystemSynchronisation& pair : program.system_synchronisations) {
    if (x.thread == pair.before && y.thread == pair.after) system_synchronised.add(a, b);
  }
}

Values::Values(const Skeleton& skeleton) : skeleton_(skeleton) {
  std::size_t count = 0;
  for (const Path* path : skeleton.paths) {
    first_expression_.push_back(count);
    count += path->expressions.size();
  }
  known_.expressions.resize(count);
}

void Values::update(const ReadsFrom& reads_from) {
  known_.expressions.assign(known_.expressions.size(), std::nullopt);
  known_.open.clear();
  for (std::size_t t = 0; t < skeleton_.paths.size(); ++t) {
    const auto count = static_cast<ExpressionIndex>(skeleton_.paths[t]->expressions.size());
    for (ExpressionIndex i = 0; i < count; ++i) {
      known_.open.emplace_back(static_cast<ThreadId>(t), i);
    }
  }
  extend(reads_from);
}

void Values::extend(const ReadsFrom& reads_from) {
  for (std::size_t before = known_.open.size() + 1; known_.open.size() < before;) {
    before = known_.open.size();
    std::erase_if(known_.open, [&](const auto& open) {
      const auto [thread, index] = open;
      auto& value = known_.expressions[first_expression_[thread] + index];
      value = computed(thread, skeleton_.paths[thread]->expressions[index], reads_from);
      return value.has_value();
    });
  }
}

std::optional<Value> Values::computed(ThreadId thread, const Expression& expression,
                                      const ReadsFrom& reads_from) const {
  using Form = Expression::Kind;
  if (expression.kind == Form::constant) return expression.constant;
  if (expression.kind == Form::read) {
    const auto source = reads_from[skeleton_.first_event[thread] + expression.read];
    return source ? written(*source) : std::nullopt;
  }
  const auto second = of(thread, expression.second);
  const bool has_undef = in_amdgpu(skeleton_);
  if (expression.kind == Form::atomic &&
      (expression.atomic == AtomicOp::exch || expression.atomic == AtomicOp::cas)) {
    return second;
  }
  const auto first = of(thread, expression.first);
  if (first && expression.kind == Form::arithmetic && expression.arithmetic == ArithmeticOp::move) {
    return has_undef ? evaluate_or_undef(expression.arithmetic, *first, 0, expression.type)
                     : evaluate(expression.arithmetic, *first, 0, expression.type);
  }
  if (!first || !second) return std::nullopt;
  if (has_undef && expression.kind == Form::arithmetic) {
    return evaluate_or_undef(expression.arithmetic, *first, *second, expression.type);
  }
  if (has_undef && expression.kind == Form::atomic) {
    return evaluate_or_undef(expression.atomic, *first, *second);
  }
  if (expression.kind == Form::arithmetic) {
    return evaluate(expression.arithmetic, *first, *second, expression.type);
  }
  if (expression.kind == Form::atomic) return evaluate(expression.atomic, *first, *second);
  const auto expected = of(thread, expression.third);
  if (!expected) return std::nullopt;
  return *first == *expected ? second : first;
}

std::optional<Value> Values::written(EventIndex write) const {
  const GraphEvent& event = skeleton_.events[write];
  if (event.gives_undef) return undef;
  if (event.thread == no_thread) return skeleton_.program.locations[event.location].initial;
  return of(event.thread, event.what.value);
}

bool Values::contradict_paths() const {
  const bool has_undef = in_amdgpu(skeleton_);
  for (std::size_t t = 0; t < skeleton_.paths.size(); ++t) {
    for (const Constraint& constraint : skeleton_.paths[t]->constraints) {
      const auto left = of(static_cast<ThreadId>(t), constraint.left);
      const auto right = of(static_cast<ThreadId>(t), constraint.right);
      if (!left || !right) continue;
      if (has_undef && (*left == undef || *right == undef)) continue;  // it goes either way
      if (evaluate(constraint.comparison, *left, *right) != constraint.expected) return true;
    }
  }
  return false;
}

bool Values::branch_on_undef() const {
  for (std::size_t t = 0; t < skeleton_.paths.size(); ++t) {
    for (const Constraint& constraint : skeleton_.paths[t]->constraints) {
      if (!constraint.branch) continue;
      const auto thread = static_cast<ThreadId>(t);
      if (of(thread, constraint.left) == undef || of(thread, constraint.right) == undef)
        return true;
    }
  }
  return false;
}

}  // namespace opexplore::axioms
