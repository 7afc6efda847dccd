// The definitions of a model as one graph of operations on sets and relations, equal ones shared.
//
// Invariant: the operands of a node come before it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <tuple>
#include <vector>

#include "axioms/base_names.hpp"

namespace opexplore::axioms {

enum class Op : std::uint8_t {
  base_set,
  base_relation,
  empty_set,
  empty_relation,
  recursive,  ///< a name being defined by `let rec`, inside its definitions
  fixpoint,   ///< the same name, outside
  set_union,
  set_intersection,
  set_difference,
  set_complement,
  domain,
  range,
  relation_union,
  relation_intersection,
  relation_difference,
  relation_complement,
  identity_on,
  product,
  sequence,
  inverse,
  maybe,
  plus,
  star
};

/// Whether the result is a set; else it is a relation.
bool gives_set(Op op);

using NodeId = std::uint32_t;

/// The choices that an execution consists of, in the order in which they are made.
enum class Variable : std::uint8_t { reads_from, barriers, fences, coherence };
using Variables = std::uint8_t;  ///< a set of them, one bit each
constexpr Variables bit(Variable variable) {
  return static_cast<Variables>(1U << static_cast<unsigned>(variable));
}

struct Node {
  Op op = Op::empty_set;
  Base base = Base::everything;  ///< base_set, base_relation
  NodeId first = 0, second = 0;  ///< operands; recursive, fixpoint: group and index in it
  Variables variables = 0;       ///< what the value depends on
  std::uint64_t groups = 0;      ///< the `let rec` groups inside whose definitions it stands
};

/// Definitions that refer to each other.
struct RecursiveGroup {
  std::vector<NodeId> bodies;
  Variables variables = 0;
};

/// Where something occurs: `positive` if more of it can only give more of the whole.
struct Polarity {
  bool positive = false, negative = false;
};

class Formula {
 public:
  NodeId add(Op op, NodeId first = 0, NodeId second = 0);
  NodeId add_base(Base base, bool is_set);

  /// A new group of that many recursive relations.
  std::size_t begin_group(std::size_t size);
  /// The names inside the definitions of the group.
  NodeId recursive(std::size_t group, std::size_t index);
  /// Sets the definitions. The names outside are fixpoint(group, index) from now on.
  void end_group(std::size_t group, std::vector<NodeId> bodies);
  NodeId fixpoint(std::size_t group, std::size_t index);

  const Node& operator[](NodeId id) const { return nodes_[id]; }
  const RecursiveGroup& group(std::size_t index) const { return groups_[index]; }
  std::size_t size() const { return nodes_.size(); }
  std::size_t groups() const { return groups_.size(); }
  bool is_set(NodeId id) const { return gives_set(nodes_[id].op); }

  /// The operands of a union of unions of relations; a node that is no union stands for itself.
  std::vector<NodeId> alternatives(NodeId node) const;

  /// How the node depends on a choice, not counting what is in the nodes of `settled`.
  Polarity polarity(NodeId node, Variable variable, const std::vector<NodeId>& settled = {}) const;
  /// How a definition of a group depends on the names of that group.
  Polarity polarity_of_recursion(NodeId node, std::size_t group) const;

 private:
  NodeId insert(const Node& node);
  template <class IsLeaf>
  Polarity occurrences(NodeId node, const std::vector<NodeId>& left_out, IsLeaf&& is_leaf) const;

  std::vector<Node> nodes_;
  std::vector<RecursiveGroup> groups_;
  std::map<std::tuple<Op, Base, NodeId, NodeId>, NodeId> known_;
};

/// How many operands the operation has.
std::size_t operand_count(Op op);

}  // namespace opexplore::axioms
