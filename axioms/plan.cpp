#include "axioms/plan.hpp"

#include <map>

#include "axioms/axioms.hpp"

namespace opexplore::axioms {

namespace {

Bound other(Bound bound) { return bound == Bound::lower ? Bound::upper : Bound::lower; }

class Planner {
 public:
  explicit Planner(const CompiledModel& model) : model_(model), formula_(model.formula) {}

  Plan run() {
    plan_.checks = model_.checks.size();
    reserve_variables();
    for (std::vector<Step>* const steps : {&plan_.search, &plan_.final, &plan_.races}) {
      steps_ = steps;
      for (std::size_t i = 0; i < model_.checks.size(); ++i) {
        if (&steps_of(model_.checks[i]) == steps) add_check(i);
      }
      if (steps == &plan_.search) add_demands();
    }
    steps_ = &plan_.shown;
    for (const auto& [name, node] : model_.relations) {
      plan_.relations.emplace_back(name, slot(node, Bound::lower));
    }
    return std::move(plan_);
  }

 private:
  std::vector<Step>& steps_of(const Check& check) {
    if (check.flag && check.name == racing_accesses_flag) return plan_.races;
    return check.flag || check.negated ? plan_.final : plan_.search;
  }

  void reserve_variables() {
    for (auto& bounds : plan_.variables) {
      for (Slot& bound : bounds) bound = new_slot();
    }
  }

  void add_check(std::size_t index) {
    const Check& check = model_.checks[index];
    Step step;
    step.kind = Step::Kind::check;
    step.first = slot(check.node, Bound::lower);
    step.of_sets = formula_.is_set(check.node);
    step.variables = formula_[check.node].variables;
    step.index = index;
    steps_->push_back(step);
  }

  void add_demands() {
    for (const Demand& demand : model_.demands) {
      DemandSlots slots;
      slots.needed = slot(demand.needed, Bound::lower);
      if (demand.otherwise) slots.otherwise = slot(*demand.otherwise, Bound::upper);
      plan_.demands.push_back(slots);
    }
  }

  Slot new_slot() { return static_cast<Slot>(plan_.slots++); }

  // Where the value of the node is, after the steps that compute it.
  Slot slot(NodeId id, Bound bound) {
    const Node& node = formula_[id];
    const bool decided = node.variables == 0 && node.groups == 0;
    const auto key = std::pair{id, decided ? Bound::lower : bound};
    if (const auto known = slots_.find(key); known != slots_.end()) return known->second;
    if (node.op == Op::base_relation && node.variables != 0) {
      const Slot result = plan_.variables[variable_index(node)][static_cast<std::size_t>(bound)];
      slots_.emplace(key, result);
      return result;
    }
    if (node.op == Op::fixpoint) return fixpoint(id, bound);
    Step step;
    step.op = node.op;
    step.base = node.base;
    step.variables = node.variables;
    const std::size_t operands = operand_count(node.op);
    if (operands >= 1) {
      const bool flips = node.op == Op::set_complement || node.op == Op::relation_complement;
      step.first = slot(node.first, flips ? other(bound) : bound);
      step.of_sets = formula_.is_set(node.first);
    }
    if (operands >= 2) {
      const bool flips = node.op == Op::set_difference || node.op == Op::relation_difference;
      step.second = slot(node.second, flips ? other(bound) : bound);
    }
    step.target = new_slot();
    steps_->push_back(step);
    slots_.emplace(key, step.target);
    return step.target;
  }

  static std::size_t variable_index(const Node& node) {
    std::size_t index = 0;
    while ((node.variables >> index & 1U) == 0) ++index;
    return index;
  }

  // All names of the group at once.
  Slot fixpoint(NodeId id, Bound bound) {
    const std::size_t group = formula_[id].first;
    const RecursiveGroup& definitions = formula_.group(group);
    Loop loop;
    for (std::size_t i = 0; i < definitions.bodies.size(); ++i) {
      loop.names.push_back(new_slot());
      slots_[{recursive_node(group, i), bound}] = loop.names.back();
    }
    // What does not depend on the names is computed once, before the loop.
    std::vector<std::uint8_t> seen(formula_.size(), 0);
    for (const NodeId body : definitions.bodies) hoist(body, bound, group, seen);
    std::vector<Step>* outer = steps_;
    steps_ = &loop.steps;
    for (const NodeId body : definitions.bodies) loop.bodies.push_back(slot(body, bound));
    steps_ = outer;
    Step step;
    step.kind = Step::Kind::loop;
    step.index = plan_.loops.size();
    step.variables = definitions.variables;
    plan_.loops.push_back(loop);
    steps_->push_back(step);
    for (NodeId node = 0; node < formula_.size(); ++node) {
      const Node& name = formula_[node];
      if (name.op != Op::fixpoint || name.first != group) continue;
      slots_[{node, definitions.variables == 0 && name.groups == 0 ? Bound::lower : bound}] =
          loop.names[name.second];
    }
    return loop.names[formula_[id].second];
  }

  NodeId recursive_node(std::size_t group, std::size_t index) const {
    for (NodeId node = 0; node < formula_.size(); ++node) {
      const Node& name = formula_[node];
      if (name.op == Op::recursive && name.first == group && name.second == index) return node;
    }
    return 0;
  }

  void hoist(NodeId id, Bound bound, std::size_t group, std::vector<std::uint8_t>& seen) {
    const Node& node = formula_[id];
    const auto mark = static_cast<std::uint8_t>(bound == Bound::lower ? 1 : 2);
    if ((seen[id] & mark) != 0) return;
    seen[id] |= mark;
    if ((node.groups >> group & 1U) == 0) {
      slot(id, bound);
      return;
    }
    const bool flips = node.op == Op::set_complement || node.op == Op::relation_complement;
    const bool subtracts = node.op == Op::set_difference || node.op == Op::relation_difference;
    const std::size_t operands = operand_count(node.op);
    if (operands >= 1) hoist(node.first, flips ? other(bound) : bound, group, seen);
    if (operands >= 2) hoist(node.second, subtracts ? other(bound) : bound, group, seen);
  }

  const CompiledModel& model_;
  const Formula& formula_;
  Plan plan_;
  std::vector<Step>* steps_ = nullptr;
  std::map<std::pair<NodeId, Bound>, Slot> slots_;
};

}  // namespace

Plan make_plan(const CompiledModel& model) { return Planner(model).run(); }

}  // namespace opexplore::axioms
