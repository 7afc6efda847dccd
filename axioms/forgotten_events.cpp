#include "axioms/forgotten_events.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "axioms/axioms.hpp"

namespace opexplore::axioms {

namespace {

struct Change {
  bool shrinks = true;
  bool keeps = true;
};

Change both(const Change& a, const Change& b) {
  return {a.shrinks && b.shrinks, a.keeps && b.keeps};
}
Change negated(const Change& a) { return {a.keeps, a.shrinks}; }
Change only_shrinks(const Change& a) { return {a.shrinks, false}; }

class Changes {
 public:
  explicit Changes(const CompiledModel& model) : model_(model) {
    // Operands come before what is made of them.
    for (NodeId id = 0; id < model.formula.size(); ++id) of_.push_back(change(id));
  }

  const Change& operator[](NodeId id) const { return of_[id]; }

 private:
  Change change(NodeId id) const {
    const Node& node = model_.formula[id];
    switch (node.op) {
      case Op::base_set:
      case Op::empty_set:
      case Op::empty_relation:
        return {};
      case Op::base_relation:
        return base(node.base);
      case Op::recursive:
        return {true, false};
      case Op::fixpoint:
        return fixpoint(node);
      case Op::set_complement:
      case Op::relation_complement:
        return negated(of_[node.first]);
      case Op::set_difference:
      case Op::relation_difference:
        return both(of_[node.first], negated(of_[node.second]));
      case Op::sequence:
        return sequence(node);
      case Op::domain:
      case Op::range:
      case Op::plus:
      case Op::star:
        return only_shrinks(of_[node.first]);
      case Op::identity_on:
      case Op::inverse:
      case Op::maybe:
        return of_[node.first];
      case Op::set_union:
      case Op::set_intersection:
      case Op::relation_union:
      case Op::relation_intersection:
      case Op::product:
        return both(of_[node.first], of_[node.second]);
    }
    return {false, false};
  }

  // Of a branch that is left out nothing depends any more. Fewer events ask for fewer pairs of the
  // orders; a total one stays as it is.
  Change base(Base base) const {
    const bool chosen_less =
        base == Base::sync_fence || (base == Base::coherence && model_.partial_coherence);
    return {true, base != Base::control && !chosen_less};
  }

  // The first events of `[S]; r` are events of it, not events between.
  Change sequence(const Node& node) const {
    const Change parts = both(of_[node.first], of_[node.second]);
    const Formula& formula = model_.formula;
    const bool direct =
        formula[node.first].op == Op::identity_on || formula[node.second].op == Op::identity_on;
    return direct ? parts : only_shrinks(parts);
  }

  Change fixpoint(const Node& node) const {
    const std::vector<NodeId>& bodies = model_.formula.group(node.first).bodies;
    return {std::ranges::all_of(bodies, [&](NodeId body) { return of_[body].shrinks; }), false};
  }

  const CompiledModel& model_;
  std::vector<Change> of_;
};

// Whether the axiom holds of the smaller execution if it holds of the larger one. Where it asks for
// pairs of an order, fewer pairs are asked for, and the order without the others has them.
bool survives(const CompiledModel& model, std::size_t check, const Changes& changes) {
  if (model.checks[check].negated) return false;
  const auto demand = std::ranges::find(model.demands, check, &Demand::check);
  if (demand == model.demands.end()) return changes[model.checks[check].node].shrinks;
  return changes[demand->needed].shrinks &&
         (!demand->otherwise || changes[*demand->otherwise].keeps);
}

// Whether one event, or two, raise the flag and go on doing so.
bool stays_raised(const Check& check, const Changes& changes) {
  return check.negated && check.kind != CheckKind::acyclic && changes[check.node].keeps;
}

}  // namespace

std::optional<unsigned> idle_iterations_needed(const CompiledModel& model, bool data_races) {
  const Changes changes(model);
  unsigned needed = 0;
  for (std::size_t i = 0; i < model.checks.size(); ++i) {
    const Check& check = model.checks[i];
    if (check.flag && check.name == racing_accesses_flag && !data_races) continue;
    if (check.flag ? !stays_raised(check, changes) : !survives(model, i, changes)) {
      return std::nullopt;
    }
    if (check.flag) needed = 1;
  }
  return needed;
}

}  // namespace opexplore::axioms
