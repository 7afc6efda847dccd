#include "axioms/evaluation.hpp"

#include <algorithm>

namespace opexplore::axioms {

Evaluation::Evaluation(const CompiledModel& model, const Plan& plan, const Skeleton& skeleton)
    : model_(model),
      plan_(plan),
      skeleton_(skeleton),
      size_(std::max<std::size_t>(skeleton.size(), 1)),
      all_(base_set(Base::everything, skeleton)),
      values_(plan.slots * size_, 0),
      slot_of_check_(plan.checks),
      check_of_sets_(plan.checks) {
  for (const auto* steps : {&plan.search, &plan.final, &plan.races}) {
    for (const Step& step : *steps) {
      if (step.kind != Step::Kind::check) continue;
      slot_of_check_[step.index] = step.first;
      check_of_sets_[step.index] = step.of_sets;
    }
  }
}

std::span<EventSet> Evaluation::bound(Variable variable, Bound bound) {
  return rows(plan_.variables[static_cast<std::size_t>(variable)][static_cast<std::size_t>(bound)]);
}

bool Evaluation::start() {
  for (const Step& step : plan_.search) {
    if (step.variables != 0) continue;
    if (step.kind == Step::Kind::check) {
      if (!holds(step.index)) return false;
    } else if (step.kind == Step::Kind::loop) {
      loop(plan_.loops[step.index]);
    } else {
      perform(step);
    }
  }
  return true;
}

bool Evaluation::run(const std::vector<Step>& steps, Variables changed, bool everything) {
  for (const Step& step : steps) {
    if (!everything && (step.variables & changed) == 0) continue;
    switch (step.kind) {
      case Step::Kind::operation:
        perform(step);
        break;
      case Step::Kind::loop:
        loop(plan_.loops[step.index]);
        break;
      case Step::Kind::check:
        if (!everything && !holds(step.index)) return false;
        break;
    }
  }
  return true;
}

bool Evaluation::holds(std::size_t check) const {
  return holds(model_.checks[check].kind, check_of_sets_[check], slot_of_check_[check]);
}

bool Evaluation::holds(CheckKind kind, bool of_sets, Slot slot) const {
  const auto relation = rows(slot);
  if (of_sets) return relation[0] == 0;
  switch (kind) {
    case CheckKind::empty:
      return std::all_of(relation.begin(), relation.end(), [](EventSet row) { return row == 0; });
    case CheckKind::irreflexive:
      for (EventIndex e = 0; e < size_; ++e) {
        if ((relation[e] & event_bit(e)) != 0) return false;
      }
      return true;
    case CheckKind::acyclic:
      break;
  }
  // Takes away events that lead nowhere until none is left or none can go.
  EventSet left = all_;
  for (bool more = true; more;) {
    more = false;
    for_each_event(left, [&](EventIndex e) {
      if ((relation[e] & left) != 0) return;
      left &= ~event_bit(e);
      more = true;
    });
  }
  return left == 0;
}

void Evaluation::loop(const Loop& loop) {
  for (const Slot name : loop.names) std::ranges::fill(rows(name), 0);
  for (bool more = true; more;) {
    more = false;
    for (const Step& step : loop.steps) {
      if (step.kind == Step::Kind::loop) {
        this->loop(plan_.loops[step.index]);
      } else {
        perform(step);
      }
    }
    for (std::size_t i = 0; i < loop.names.size(); ++i) {
      const auto name = rows(loop.names[i]);
      const auto body = rows(loop.bodies[i]);
      if (std::ranges::equal(name, body)) continue;
      std::ranges::copy(body, name.begin());
      more = true;
    }
  }
}

void Evaluation::perform(const Step& step) {
  if (gives_set(step.op)) {
    perform_on_sets(step);
  } else {
    perform_on_relations(step);
  }
}

void Evaluation::perform_on_sets(const Step& step) {
  EventSet& target = set(step.target);
  const EventSet first = set(step.first);
  const EventSet second = set(step.second);
  switch (step.op) {
    case Op::base_set:
      target = base_set(step.base, skeleton_);
      break;
    case Op::set_union:
      target = first | second;
      break;
    case Op::set_intersection:
      target = first & second;
      break;
    case Op::set_difference:
      target = first & ~second;
      break;
    case Op::set_complement:
      target = all_ & ~first;
      break;
    case Op::domain:
    case Op::range: {
      EventSet result = 0;
      const auto relation = rows(step.first);
      for (EventIndex e = 0; e < size_; ++e) {
        if (step.op == Op::range) result |= relation[e];
        if (step.op == Op::domain && relation[e] != 0) result |= event_bit(e);
      }
      target = result;
      break;
    }
    default:
      target = 0;
  }
}

void Evaluation::perform_on_relations(const Step& step) {
  const auto target = rows(step.target);
  const auto first = rows(step.first);
  const auto second = rows(step.second);
  switch (step.op) {
    case Op::base_relation: {
      const Relation base = base_relation(step.base, skeleton_);
      std::ranges::copy(base.rows(), target.begin());
      break;
    }
    case Op::relation_union:
      for (EventIndex e = 0; e < size_; ++e) target[e] = first[e] | second[e];
      break;
    case Op::relation_intersection:
      for (EventIndex e = 0; e < size_; ++e) target[e] = first[e] & second[e];
      break;
    case Op::relation_difference:
      for (EventIndex e = 0; e < size_; ++e) target[e] = first[e] & ~second[e];
      break;
    case Op::relation_complement:
      for (EventIndex e = 0; e < size_; ++e) target[e] = all_ & ~first[e];
      break;
    case Op::identity_on:
      for (EventIndex e = 0; e < size_; ++e) target[e] = first[0] & event_bit(e);
      break;
    case Op::product:
      for (EventIndex e = 0; e < size_; ++e) {
        target[e] = (first[0] & event_bit(e)) != 0 ? second[0] : 0;
      }
      break;
    case Op::sequence:
      for (EventIndex e = 0; e < size_; ++e) {
        EventSet row = 0;
        for_each_event(first[e], [&](EventIndex middle) { row |= second[middle]; });
        target[e] = row;
      }
      break;
    case Op::inverse:
      std::ranges::fill(target, 0);
      for (EventIndex e = 0; e < size_; ++e) {
        for_each_event(first[e], [&](EventIndex to) { target[to] |= event_bit(e); });
      }
      break;
    case Op::maybe:
    case Op::star:
    case Op::plus:
      std::ranges::copy(first, target.begin());
      if (step.op != Op::maybe) close(target);
      if (step.op == Op::plus) break;
      for (EventIndex e = 0; e < size_; ++e) target[e] |= all_ & event_bit(e);
      break;
    default:
      std::ranges::fill(target, 0);
  }
}

// Warshall.
void Evaluation::close(std::span<EventSet> relation) const {
  for (EventIndex middle = 0; middle < size_; ++middle) {
    const EventSet reached = relation[middle];
    if (reached == 0) continue;
    const EventSet through = event_bit(middle);
    for (EventIndex e = 0; e < size_; ++e) {
      if ((relation[e] & through) != 0) relation[e] |= reached;
    }
  }
}

}  // namespace opexplore::axioms
