#include "axioms/orders.hpp"

namespace opexplore::axioms {

bool PartialOrder::add(EventIndex a, EventIndex b) {
  if (decided.has(a, b)) return true;
  if (a == b || decided.has(b, a)) return false;
  const EventSet after = decided.row(b) | event_bit(b);
  for (EventIndex e = 0; e < decided.size(); ++e) {
    if (e == a || decided.has(e, a)) decided.row(e) |= after;
  }
  return true;
}

std::optional<std::pair<EventIndex, EventIndex>> PartialOrder::open_pair() const {
  for (EventIndex a = 0; a < required.size(); ++a) {
    EventSet open = required.row(a) & ~decided.row(a);
    for (; open != 0; open &= open - 1) {
      const auto b = static_cast<EventIndex>(std::countr_zero(open));
      if (!decided.has(b, a)) return std::pair{a, b};
    }
  }
  return std::nullopt;
}

Orders::Orders(const CompiledModel& model, const Plan& plan, const Skeleton& skeleton,
               Evaluation& evaluation)
    : model_(model), plan_(plan), skeleton_(skeleton), evaluation_(evaluation) {
  initial_orders();
}

// Initial writes come first; sc fences of one thread follow program order. (In the PTX models the
// other direction would only add pairs to causality, and more causality allows less.)
void Orders::initial_orders() {
  const std::size_t n = skeleton_.size();
  first_coherence_ = {Relation(n), Relation(n)};
  first_fences_ = {Relation(n), Relation(n)};
  for_each_event(skeleton_.writes, [&](EventIndex w) {
    const EventSet others = skeleton_.same_location.row(w) & skeleton_.writes & ~event_bit(w);
    if ((skeleton_.initial & event_bit(w)) != 0) first_coherence_.decided.row(w) = others;
    if (!model_.partial_coherence) first_coherence_.required.row(w) = others;
  });
  if (!model_.uses_sync_fence) return;
  const EventSet sc = base_set(Base::sc, skeleton_) & skeleton_.fences;
  for_each_event(sc, [&](EventIndex f) {
    const EventSet others = skeleton_.mutual_scope.row(f) & sc & ~event_bit(f);
    first_fences_.decided.row(f) = others & skeleton_.program_order.row(f);
    first_fences_.required.row(f) = others;
  });
  first_fences_.decided = first_fences_.decided.closure();
}

// The lower bound is what is decided. The upper one is everything that can be added; with the last
// word spoken nothing can.
void Orders::publish(Variable variable, bool last) {
  const PartialOrder& now = order(variable);
  const auto lower = evaluation_.bound(variable, Bound::lower);
  const auto upper = evaluation_.bound(variable, Bound::upper);
  const EventSet sc = base_set(Base::sc, skeleton_) & skeleton_.fences;
  for (EventIndex e = 0; e < skeleton_.size(); ++e) {
    lower[e] = now.decided.row(e);
    if (last) {
      upper[e] = now.decided.row(e);
      continue;
    }
    const bool mine = ((variable == Variable::fences ? sc : skeleton_.writes) & event_bit(e)) != 0;
    EventSet possible = 0;
    if (mine && variable == Variable::fences) possible = sc;
    if (mine && variable == Variable::coherence) {
      possible = skeleton_.same_location.row(e) & skeleton_.writes;
    }
    upper[e] = possible & ~event_bit(e);
  }
  if (last) return;
  for (EventIndex e = 0; e < skeleton_.size(); ++e) {
    for_each_event(now.decided.row(e), [&](EventIndex later) { upper[later] &= ~event_bit(e); });
  }
}

bool Orders::reset(Variables changed) {
  fences_ = first_fences_;
  coherence_ = first_coherence_;
  fences_closed_ = coherence_closed_ = false;
  publish(Variable::fences, false);
  publish(Variable::coherence, false);
  return propagate(changed | bit(Variable::fences) | bit(Variable::coherence));
}

// Looks at the checks and adds the pairs that they cannot do without, until nothing is new.
bool Orders::propagate(Variables changed) {
  while (changed != 0) {
    if (!evaluation_.update(changed)) return false;
    changed = 0;
    bool possible = true;
    meet_demands(changed, possible);
    if (!possible) return false;
    for (const Variable variable : {Variable::fences, Variable::coherence}) {
      if ((changed & bit(variable)) != 0) publish(variable, false);
    }
  }
  return true;
}

bool Orders::meet_demands(Variables& changed, bool& possible) {
  for (std::size_t i = 0; i < plan_.demands.size(); ++i) {
    const Demand& demand = model_.demands[i];
    if (demand.either_way) continue;
    const bool closed = demand.variable == Variable::fences ? fences_closed_ : coherence_closed_;
    PartialOrder& mine = order(demand.variable);
    const auto needed = evaluation_.rows(plan_.demands[i].needed);
    for (EventIndex a = 0; a < skeleton_.size(); ++a) {
      EventSet missing = needed[a] & ~mine.decided.row(a);
      if (plan_.demands[i].otherwise) missing &= ~evaluation_.rows(*plan_.demands[i].otherwise)[a];
      for_each_event(missing, [&](EventIndex b) {
        possible = possible && !closed && mine.add(a, b);
        changed |= bit(demand.variable);
      });
      if (!possible) return false;
    }
  }
  return true;
}

std::optional<std::pair<EventIndex, EventIndex>> Orders::open_pair(Variable variable) {
  PartialOrder& mine = order(variable);
  if (const auto pair = mine.open_pair()) return pair;
  for (std::size_t i = 0; i < plan_.demands.size(); ++i) {
    const Demand& demand = model_.demands[i];
    if (!demand.either_way || demand.variable != variable) continue;
    PartialOrder wanted{mine.decided, Relation(skeleton_.size())};
    const auto needed = evaluation_.rows(plan_.demands[i].needed);
    for (EventIndex a = 0; a < skeleton_.size(); ++a) {
      wanted.required.row(a) = needed[a];
      if (!plan_.demands[i].otherwise) continue;
      wanted.required.row(a) &= ~evaluation_.rows(*plan_.demands[i].otherwise)[a];
    }
    if (const auto pair = wanted.open_pair()) return pair;
  }
  return std::nullopt;
}

bool Orders::decide(const std::function<bool()>& count, const std::function<bool()>& use) {
  return decide_next(Variable::fences, count, use);
}

bool Orders::decide_next(Variable variable, const std::function<bool()>& count,
                         const std::function<bool()>& use) {
  if (!count()) return false;
  const auto open = open_pair(variable);
  const Relation fences_before = fences_.decided;
  const Relation coherence_before = coherence_.decided;
  // What was decided after this is decided anew.
  const Variables changed = bit(variable) | bit(Variable::coherence);
  const auto restore = [&] {
    fences_.decided = fences_before;
    coherence_.decided = coherence_before;
    if (variable == Variable::fences) fences_closed_ = false;
    coherence_closed_ = false;
    publish(Variable::fences, fences_closed_);
    publish(Variable::coherence, false);
  };
  if (!open) {
    (variable == Variable::fences ? fences_closed_ : coherence_closed_) = true;
    publish(variable, true);
    bool go_on = true;
    if (propagate(changed)) {
      go_on = variable == Variable::fences ? decide_next(Variable::coherence, count, use) : use();
    }
    restore();
    return go_on;
  }
  for (const bool forward : {true, false}) {
    const auto [a, b] = *open;
    bool go_on = true;
    if (order(variable).add(forward ? a : b, forward ? b : a)) {
      publish(variable, false);
      if (propagate(changed)) go_on = decide_next(variable, count, use);
    }
    restore();
    if (!go_on) return false;
  }
  return true;
}

}  // namespace opexplore::axioms
