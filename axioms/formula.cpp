#include "axioms/formula.hpp"

#include <utility>

namespace opexplore::axioms {

namespace {

std::uint64_t group_bit(std::size_t group) { return std::uint64_t{1} << group; }

Variables variables_of(Base base) {
  switch (base) {
    case Base::reads_from:
      return bit(Variable::reads_from);
    case Base::coherence:
      return bit(Variable::coherence);
    case Base::sync_fence:
      return bit(Variable::fences);
    case Base::sync_barrier:
      return bit(Variable::barriers);
    default:
      return 0;
  }
}

}  // namespace

bool gives_set(Op op) {
  switch (op) {
    case Op::base_set:
    case Op::empty_set:
    case Op::set_union:
    case Op::set_intersection:
    case Op::set_difference:
    case Op::set_complement:
    case Op::domain:
    case Op::range:
      return true;
    default:
      return false;
  }
}

std::size_t operand_count(Op op) {
  switch (op) {
    case Op::base_set:
    case Op::base_relation:
    case Op::empty_set:
    case Op::empty_relation:
    case Op::recursive:
    case Op::fixpoint:
      return 0;
    case Op::set_complement:
    case Op::relation_complement:
    case Op::domain:
    case Op::range:
    case Op::identity_on:
    case Op::inverse:
    case Op::maybe:
    case Op::plus:
    case Op::star:
      return 1;
    default:
      return 2;
  }
}

NodeId Formula::insert(const Node& node) {
  const auto [at, added] = known_.try_emplace({node.op, node.base, node.first, node.second},
                                              static_cast<NodeId>(nodes_.size()));
  if (added) nodes_.push_back(node);
  return at->second;
}

NodeId Formula::add(Op op, NodeId first, NodeId second) {
  // Coherence is transitive whatever has been decided of it.
  const Node& operand = nodes_.empty() ? Node{} : nodes_[first];
  const bool of_order = operand.op == Op::base_relation && operand.base == Base::coherence;
  if (op == Op::plus && (of_order || operand.op == Op::plus)) return first;
  Node node;
  node.op = op;
  node.first = first;
  node.second = second;
  for (std::size_t i = 0; i < operand_count(op); ++i) {
    const Node& part = nodes_[i == 0 ? first : second];
    node.variables |= part.variables;
    node.groups |= part.groups;
  }
  return insert(node);
}

NodeId Formula::add_base(Base base, bool is_set) {
  Node node;
  node.op = is_set ? Op::base_set : Op::base_relation;
  node.base = base;
  node.variables = variables_of(base);
  return insert(node);
}

std::size_t Formula::begin_group(std::size_t size) {
  groups_.emplace_back();
  groups_.back().bodies.resize(size);
  return groups_.size() - 1;
}

NodeId Formula::recursive(std::size_t group, std::size_t index) {
  Node node;
  node.op = Op::recursive;
  node.first = static_cast<NodeId>(group);
  node.second = static_cast<NodeId>(index);
  node.groups = group_bit(group);
  return insert(node);
}

void Formula::end_group(std::size_t group, std::vector<NodeId> bodies) {
  for (const NodeId body : bodies) groups_[group].variables |= nodes_[body].variables;
  groups_[group].bodies = std::move(bodies);
}

NodeId Formula::fixpoint(std::size_t group, std::size_t index) {
  Node node;
  node.op = Op::fixpoint;
  node.first = static_cast<NodeId>(group);
  node.second = static_cast<NodeId>(index);
  node.variables = groups_[group].variables;
  for (const NodeId body : groups_[group].bodies) node.groups |= nodes_[body].groups;
  node.groups &= ~group_bit(group);
  return insert(node);
}

std::vector<NodeId> Formula::alternatives(NodeId node) const {
  std::vector<NodeId> result;
  std::vector<NodeId> pending{node};
  std::vector<bool> seen(nodes_.size(), false);
  while (!pending.empty()) {
    const NodeId id = pending.back();
    pending.pop_back();
    if (seen[id]) continue;
    seen[id] = true;
    if (nodes_[id].op != Op::relation_union) {
      result.push_back(id);
      continue;
    }
    pending.push_back(nodes_[id].first);
    pending.push_back(nodes_[id].second);
  }
  return result;
}

// Walks down with a sign; each node is visited at most once per sign.
template <class IsLeaf>
Polarity Formula::occurrences(NodeId start, const std::vector<NodeId>& left_out,
                              IsLeaf&& is_leaf) const {
  Polarity result;
  std::vector<std::pair<NodeId, bool>> pending{{start, true}};
  std::vector<std::uint8_t> seen(nodes_.size(), 0);
  for (const NodeId node : left_out) seen[node] = 3;
  while (!pending.empty()) {
    const auto [id, positive] = pending.back();
    pending.pop_back();
    const std::uint8_t mark = positive ? 1 : 2;
    if ((seen[id] & mark) != 0) continue;
    seen[id] |= mark;
    const Node& node = nodes_[id];
    if (is_leaf(node)) (positive ? result.positive : result.negative) = true;
    if (node.op == Op::fixpoint) {
      for (const NodeId body : groups_[node.first].bodies) pending.emplace_back(body, positive);
      continue;
    }
    const std::size_t operands = operand_count(node.op);
    const bool flips = node.op == Op::set_complement || node.op == Op::relation_complement;
    const bool subtracts = node.op == Op::set_difference || node.op == Op::relation_difference;
    if (operands >= 1) pending.emplace_back(node.first, flips ? !positive : positive);
    if (operands >= 2) pending.emplace_back(node.second, subtracts ? !positive : positive);
  }
  return result;
}

Polarity Formula::polarity(NodeId node, Variable variable,
                           const std::vector<NodeId>& settled) const {
  return occurrences(node, settled, [&](const Node& leaf) {
    return leaf.op == Op::base_relation && variables_of(leaf.base) == bit(variable);
  });
}

Polarity Formula::polarity_of_recursion(NodeId node, std::size_t group) const {
  return occurrences(
      node, {}, [&](const Node& leaf) { return leaf.op == Op::recursive && leaf.first == group; });
}

}  // namespace opexplore::axioms
