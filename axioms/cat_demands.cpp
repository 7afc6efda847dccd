#include "axioms/cat_demands.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace opexplore::axioms {

namespace {

bool is_order(const Node& node, Variable variable) {
  const Base base = variable == Variable::fences ? Base::sync_fence : Base::coherence;
  return node.op == Op::base_relation && node.base == base;
}

// `empty needed \ (order | order^-1 | otherwise)`.
std::optional<Demand> demanded(Formula& formula, const Check& check, Variable variable,
                               const std::vector<NodeId>& settled) {
  if (check.kind != CheckKind::empty || check.negated || check.flag) return std::nullopt;
  const Node difference = formula[check.node];
  if (difference.op != Op::relation_difference) return std::nullopt;
  Demand result;
  result.variable = variable;
  result.needed = difference.first;
  if (formula.polarity(result.needed, variable, settled).negative) return std::nullopt;
  bool forward = false;
  for (const NodeId id : formula.alternatives(difference.second)) {
    const Node node = formula[id];
    if (is_order(node, variable)) {
      forward = true;
    } else if (node.op == Op::inverse && is_order(formula[node.first], variable)) {
      result.either_way = true;
    } else if ((node.variables & bit(variable)) != 0) {
      return std::nullopt;
    } else {
      result.otherwise =
          result.otherwise ? formula.add(Op::relation_union, *result.otherwise, id) : id;
    }
  }
  if (!forward) return std::nullopt;
  return result;
}

// Where `empty pairs \\ (co | co^-1)` is checked, all pairs of `pairs` are decided, so that `co &
// pairs` is the same in any larger order without cycles: it may stand anywhere. These nodes.
std::vector<NodeId> settled_parts(Formula& formula, const std::vector<Check>& checks) {
  std::vector<NodeId> decided;
  for (const Check& check : checks) {
    const auto demand = demanded(formula, check, Variable::coherence, {});
    if (!demand || !demand->either_way || demand->otherwise) continue;
    if ((formula[demand->needed].variables & bit(Variable::coherence)) != 0) continue;
    decided.push_back(demand->needed);
  }
  std::vector<NodeId> result;
  for (NodeId id = 0; id < formula.size(); ++id) {
    const Node& node = formula[id];
    if (node.op != Op::relation_intersection) continue;
    for (const auto& [order, pairs] :
         {std::pair{node.first, node.second}, std::pair{node.second, node.first}}) {
      if (!is_order(formula[order], Variable::coherence)) continue;
      if (std::ranges::find(decided, pairs) != decided.end()) result.push_back(id);
    }
  }
  return result;
}

}  // namespace

void find_demands(CompiledModel& model, const std::vector<CheckPlace>& places) {
  const std::vector<NodeId> settled = settled_parts(model.formula, model.checks);
  for (std::size_t i = 0; i < model.checks.size(); ++i) {
    const Check& check = model.checks[i];
    for (const Variable variable : {Variable::fences, Variable::coherence}) {
      auto demand = demanded(model.formula, check, variable, settled);
      if (demand) {
        demand->check = i;
        model.demands.push_back(*demand);
      }
      const bool must_be_monotone = variable == Variable::coherence && model.partial_coherence;
      if (!must_be_monotone || demand || check.flag) continue;
      const Polarity use = model.formula.polarity(check.node, variable, settled);
      if (!use.negative && !(check.negated && use.positive)) continue;
      throw CatError(
          places[i].path, places[i].place, "with partial coherence no check may ask co to be large",
          "co may stand under ~ or to the right of \\ only in empty r \\ (co | co^-1 | s), "
          "and co & r anywhere if empty r \\ (co | co^-1) is checked; or let the coherence be "
          "total");
    }
  }
}

}  // namespace opexplore::axioms
