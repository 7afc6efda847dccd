#include "axioms/execution.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <string>
#include <utility>

namespace opexplore::axioms {

namespace {

LocationId location_of(const Test& test, const LocationTerm& term) {
  return test.program.addresses[term.address].location;
}

ExecutionEvent::Kind kind_of(const GraphEvent& event) {
  if (event.thread == no_thread) return ExecutionEvent::Kind::initial_write;
  switch (event.what.kind) {
    case EventKind::read:
      return ExecutionEvent::Kind::read;
    case EventKind::write:
      return ExecutionEvent::Kind::write;
    case EventKind::fence:
    case EventKind::device_operation:
    case EventKind::asynchronous:
      return ExecutionEvent::Kind::fence;
    case EventKind::proxy_fence:
      return ExecutionEvent::Kind::proxy_fence;
    case EventKind::barrier:
      return ExecutionEvent::Kind::barrier;
  }
  return ExecutionEvent::Kind::fence;
}

// The first name of the location.
AddressId address_of(const Program& program, LocationId location) {
  AddressId address = 0;
  while (program.addresses[address].location != location) ++address;
  return address;
}

ExecutionEvent event_of(const Skeleton& skeleton, EventIndex e, const Values& values,
                        const ReadsFrom& reads_from) {
  const GraphEvent& event = skeleton.events[e];
  ExecutionEvent result;
  result.kind = kind_of(event);
  if (event.thread == no_thread) {
    result.address = address_of(skeleton.program, event.location);
  } else {
    result.thread = event.thread;
    result.instruction = event.what.instruction;
    if (skeleton.is_memory(e)) result.address = event.what.address;
  }
  if (event.what.kind == EventKind::write) result.value = values.written(e);
  if (event.what.kind == EventKind::read) result.value = values.written(*reads_from[e]);
  return result;
}

NamedRelation relation_of(std::string name, std::span<const EventSet> rows) {
  NamedRelation result{std::move(name), {}};
  for (EventIndex e = 0; e < rows.size(); ++e) {
    for_each_event(rows[e], [&](EventIndex to) { result.edges.emplace_back(e, to); });
  }
  return result;
}

}  // namespace

std::vector<std::vector<Value>> final_memories(const Test& test, const Skeleton& skeleton,
                                               const Values& values, const Relation& coherence) {
  std::vector<bool> observed(test.program.locations.size(), false);
  for (const Observable& observable : test.observables) {
    if (const auto* term = std::get_if<LocationTerm>(&observable)) {
      observed[location_of(test, *term)] = true;
    }
  }
  std::vector<std::vector<Value>> memories{{}};
  for (std::size_t l = 0; l < observed.size(); ++l) {
    std::vector<Value> last;
    const bool has_undef = test.program.language == Language::amdgpu;
    for_each_event(skeleton.writes, [&](EventIndex w) {
      if (skeleton.events[w].location != l || coherence.row(w) != 0) return;
      const Value value = *values.written(w);
      if (has_undef || std::find(last.begin(), last.end(), value) == last.end())
        last.push_back(value);
    });
    if (has_undef && last.size() > 1) last = {undef};  // none of the writes is the last
    if (!observed[l]) last.resize(1);
    std::vector<std::vector<Value>> longer;
    for (const std::vector<Value>& memory : memories) {
      for (const Value value : last) {
        longer.push_back(memory);
        longer.back().push_back(value);
      }
    }
    memories = std::move(longer);
  }
  return memories;
}

Outcome outcome_of(const Test& test, const Skeleton& skeleton, const Values& values,
                   const std::vector<Value>& memory) {
  Outcome outcome;
  for (const Observable& observable : test.observables) {
    if (const auto* term = std::get_if<LocationTerm>(&observable)) {
      outcome.push_back(memory[location_of(test, *term)]);
      continue;
    }
    const auto& term = std::get<RegisterTerm>(observable);
    const ExpressionIndex index = skeleton.paths[term.thread]->registers[term.reg];
    outcome.push_back(values.of(term.thread, index).value());
  }
  return outcome;
}

Execution execution_of(const Plan& plan, const Skeleton& skeleton, const Values& values,
                       const ReadsFrom& reads_from, Evaluation& evaluation) {
  Execution result;
  for (EventIndex e = 0; e < skeleton.size(); ++e) {
    result.events.push_back(event_of(skeleton, e, values, reads_from));
  }
  for (const auto& [name, slot] : plan.relations) {
    result.relations.push_back(relation_of(name, evaluation.rows(slot)));
  }
  const auto coherence = evaluation.bound(Variable::coherence, Bound::lower);
  Relation from_read(skeleton.size());
  for_each_event(skeleton.reads,
                 [&](EventIndex r) { from_read.row(r) = coherence[*reads_from[r]]; });
  const std::array<std::pair<const char*, std::span<const EventSet>>, 10> base{
      {{"po", skeleton.program_order.rows()},
       {"rf", evaluation.bound(Variable::reads_from, Bound::lower)},
       {"co", coherence},
       {"fr", from_read.rows()},
       {"rmw", skeleton.rmw.rows()},
       {"addr", skeleton.address_dependency.rows()},
       {"data", skeleton.data_dependency.rows()},
       {"ctrl", skeleton.control_dependency.rows()},
       {"sync_barrier", evaluation.bound(Variable::barriers, Bound::lower)},
       {"sync_fence", evaluation.bound(Variable::fences, Bound::lower)}}};
  std::vector<NamedRelation> all;
  for (const auto& entry : base) {
    // What the model defines under such a name is what the model means by it.
    const bool redefined = std::ranges::any_of(
        result.relations,
        [&](const NamedRelation& relation) { return relation.name == entry.first; });
    if (!redefined) all.push_back(relation_of(entry.first, entry.second));
  }
  std::ranges::move(result.relations, std::back_inserter(all));
  result.relations = std::move(all);
  return result;
}

std::vector<NamedRelation> broken_flags(const CompiledModel& model, const Evaluation& evaluation) {
  std::vector<NamedRelation> result;
  for (std::size_t i = 0; i < model.checks.size(); ++i) {
    const Check& check = model.checks[i];
    const bool of_events = !model.formula.is_set(check.node);
    if (check.flag && of_events && !evaluation.holds(i)) {
      result.push_back(relation_of(check.name, evaluation.checked(i)));
    }
  }
  return result;
}

}  // namespace opexplore::axioms
