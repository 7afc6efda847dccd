#include "opmodel/machines/cxx/relations.hpp"

#include <bit>

#include "opmodel/machines/cxx/barriers.hpp"

namespace opexplore::cxx {

namespace {

NodeSet bit(std::size_t node) { return NodeSet{1} << node; }

template <class Use>
void for_each(NodeSet set, const Use& use) {
  for (; set != 0; set &= set - 1) use(static_cast<std::size_t>(std::countr_zero(set)));
}

/// What the row reaches in one step of `relation`.
NodeSet image(NodeSet from, const Matrix& relation) {
  NodeSet result = 0;
  for_each(from, [&](std::size_t node) { result |= relation[node]; });
  return result;
}

Matrix composed(const Matrix& first, const Matrix& second, std::size_t size) {
  Matrix result{};
  for (std::size_t a = 0; a < size; ++a) result[a] = image(first[a], second);
  return result;
}

void close(Matrix& relation, std::size_t size) {
  for (std::size_t k = 0; k < size; ++k) {
    for (std::size_t a = 0; a < size; ++a) {
      if ((relation[a] & bit(k)) != 0) relation[a] |= relation[k];
    }
  }
}

bool acyclic(Matrix relation, std::size_t size) {
  close(relation, size);
  for (std::size_t a = 0; a < size; ++a) {
    if ((relation[a] & bit(a)) != 0) return false;
  }
  return true;
}

}  // namespace

Relations::Relations(const Context& context, const State& state) : context_(context) {
  add_nodes(state);
  for (std::size_t a = 0; a < nodes_.size(); ++a) {
    for (std::size_t b = a + 1; b < nodes_.size(); ++b) {
      if (nodes_[a].name.thread == nodes_[b].name.thread) program_order_[a] |= bit(b);
    }
  }
  find_release_heads();
  find_synchronizes_with();
  find_meetings(state);
  find_happens_before();
  if (context.has_undef()) find_communication();
}

void Relations::add_nodes(const State& state) {
  nodes_.reserve(state.events());
  std::vector<std::vector<std::size_t>> numbers;
  for (std::size_t t = 0; t < state.threads.size(); ++t) {
    const auto thread = static_cast<ThreadId>(t);
    auto& own = numbers.emplace_back();
    for (std::size_t i = 0; i < state.threads[t].size(); ++i) {
      const GraphEvent& event = state.threads[t][i];
      own.push_back(nodes_.size());
      if (event.done == Done::postponed || event.done == Done::branch) continue;
      const Planned& plan = context_.plan(thread, event.instruction);
      const bool failed = event.done == Done::read && plan.kind == Planned::Kind::atomic;
      Node node;
      node.name = {thread, static_cast<std::uint8_t>(i)};
      node.done = event.done;
      node.order = failed ? plan.failure : plan.order;
      node.scope = plan.scope;
      if (event.done == Done::barrier) node.order = plan.order;
      node.location = plan.location;
      node.undefined = event.undefined;
      nodes_.push_back(node);
    }
  }
  const auto number = [&](EventName name) { return numbers[name.thread][name.index]; };
  for (const auto& order : state.coherence) {
    auto& own = coherence_.emplace_back();
    for (std::size_t i = 0; i < order.size(); ++i) {
      own.push_back(number(order[i]));
      nodes_[own.back()].write_place = i + 1;
    }
  }
  for (Node& node : nodes_) {
    if (!node.reads()) continue;
    const auto& source = state.at(node.name).source;
    if (source) node.source = number(*source);
    if (source) node.read_place = nodes_[*node.source].write_place;
  }
}

// WART: scoped-sc. Asked of sc operations too, though libcu++ does not say so.
bool Relations::included(std::size_t a, std::size_t b) const {
  const Node& x = nodes_[a];
  const Node& y = nodes_[b];
  if (x.name.thread == y.name.thread) return true;
  const SyncScope needed = context_.distance(x.name.thread, y.name.thread);
  return x.atomic() && y.atomic() && x.scope >= needed && y.scope >= needed;
}

// Extended coherence order, (rf ∪ mo ∪ rb)+, by places: from a write on, from a read what is later
// than what it read. A read-modify-write counts with its write as the first and with both as the
// second, which then say the same.
bool Relations::eco(std::size_t a, std::size_t b) const {
  if (context_.has_undef()) return a != b && (communication_[a] & bit(b)) != 0;
  if (a == b || !same_location(a, b)) return false;
  const Node& x = nodes_[a];
  const Node& y = nodes_[b];
  if (x.writes()) {
    return y.writes() ? y.write_place > x.write_place : y.read_place >= x.write_place;
  }
  return y.writes() ? y.write_place > x.read_place : y.read_place > x.read_place;
}

// The same where coherence orders atomics alone, and those that are not in each other's scope stand
// in it without meaning: (rf ∪ mo ∪ rb)+. The initial value comes before all atomic writes.
void Relations::find_communication() {
  for (const auto& order : coherence_) {
    for (std::size_t i = 0; i < order.size(); ++i) {
      for (std::size_t j = i + 1; j < order.size(); ++j) {
        const std::size_t a = order[i];
        const std::size_t b = order[j];
        const bool atomics = nodes_[a].atomic() && nodes_[b].atomic();
        if (atomics && included(a, b)) modification_order_[a] |= bit(b);
      }
    }
  }
  later_ = modification_order_;
  close(later_, nodes_.size());
  communication_ = later_;
  for (std::size_t r = 0; r < nodes_.size(); ++r) {
    if (!nodes_[r].reads() || nodes_[r].undefined) continue;
    const NodeSet overwriting = from_read(r);
    communication_[r] |= overwriting | image(overwriting, later_);
  }
  const Matrix to_writes = communication_;
  for (std::size_t r = 0; r < nodes_.size(); ++r) {
    if (!nodes_[r].source) continue;
    const std::size_t source = *nodes_[r].source;
    for (std::size_t a = 0; a < nodes_.size(); ++a) {
      if (a == source || (to_writes[a] & bit(source)) != 0) communication_[a] |= bit(r);
    }
  }
}

// The writes that are next to overwrite what the read has read, and not its own.
NodeSet Relations::from_read(std::size_t read) const {
  if (nodes_[read].source) return modification_order_[*nodes_[read].source] & ~bit(read);
  NodeSet result = 0;
  for (const std::size_t write : coherence_[nodes_[read].location]) {
    if (nodes_[write].atomic() && write != read) result |= bit(write);
  }
  return result;
}

// Nothing comes between what a read-modify-write reads and what it writes, and it does not read
// what comes after its own write.
bool Relations::atomic() const {
  if (!context_.has_undef()) return true;
  for (std::size_t u = 0; u < nodes_.size(); ++u) {
    if (nodes_[u].done != Done::update || nodes_[u].undefined) continue;
    if (nodes_[u].source && (later_[u] & bit(*nodes_[u].source)) != 0) return false;
    bool between = false;
    for_each(from_read(u), [&](std::size_t write) {
      between = between || (modification_order_[write] & bit(u)) != 0;
    });
    if (between) return false;
  }
  return true;
}

// The releases that synchronize with an acquire of this write: itself, release fences before it, in
// RC11 and C++17 releases of its thread to the location before it, and, where it is a
// read-modify-write whose scope and that of its source include each other, those of its source.
void Relations::add_carried(std::size_t write) {
  const Node& node = nodes_[write];
  if (!node.atomic()) return;
  NodeSet& heads = heads_[write];
  if (node.releases()) heads |= bit(write);
  for (std::size_t a = 0; a < write; ++a) {
    if ((program_order_[a] & bit(write)) == 0 || !nodes_[a].releases()) continue;
    const bool earlier_store =
        context_.reading().release_sequences == ReleaseSequences::rc11 && same_location(a, write);
    if (nodes_[a].fence() || earlier_store) heads |= bit(a);
  }
  if (node.reads() && node.source && included(*node.source, write)) heads |= heads_[*node.source];
}

void Relations::find_release_heads() {
  for (const auto& order : coherence_) {
    for (const std::size_t write : order) add_carried(write);
  }
}

void Relations::find_synchronizes_with() {
  for (std::size_t r = 0; r < nodes_.size(); ++r) {
    const Node& read = nodes_[r];
    if (!read.reads() || !read.atomic() || !read.source || !included(*read.source, r)) continue;
    const NodeSet heads = heads_[*read.source];
    const auto acquire = [&](std::size_t a) {
      for_each(heads, [&](std::size_t head) {
        if (included(head, a)) synchronizes_[head] |= bit(a);
      });
    };
    if (read.acquires()) acquire(r);
    for_each(program_order_[r], [&](std::size_t a) {
      if (nodes_[a].fence() && nodes_[a].acquires()) acquire(a);
    });
  }
}

// Arrivals of one round. Where the barrier orders accesses, all that is in front of it happens
// before all that is behind it; otherwise fences around it synchronize, as around atomics one of
// which reads what the other writes (LLVM, "Memory Model" of AMDGPU).
void Relations::add_meeting(std::size_t a, std::size_t b) {
  for (std::size_t before = 0; before < a; ++before) {
    if ((program_order_[before] & bit(a)) == 0) continue;
    if (nodes_[a].order != Order::relaxed && nodes_[b].order != Order::relaxed) {
      meetings_[before] |= program_order_[b];
      continue;
    }
    if (!nodes_[before].fence() || !nodes_[before].releases()) continue;
    for_each(program_order_[b], [&](std::size_t after) {
      const bool acquires = nodes_[after].fence() && nodes_[after].acquires();
      if (acquires && included(before, after)) synchronizes_[before] |= bit(after);
    });
  }
}

void Relations::find_meetings(const State& state) {
  const auto plan = [&](std::size_t a) -> const Planned& {
    return context_.plan(nodes_[a].name.thread, state.at(nodes_[a].name).instruction);
  };
  const auto round = [&](std::size_t a) {
    return arrivals(context_, state, nodes_[a].name.thread, nodes_[a].name.index, plan(a));
  };
  for (std::size_t a = 0; a < nodes_.size(); ++a) {
    if (!nodes_[a].barrier()) continue;
    for (std::size_t b = 0; b < nodes_.size(); ++b) {
      if (!nodes_[b].barrier() || nodes_[a].name.thread == nodes_[b].name.thread) continue;
      const bool counted = (plan(a).members & thread_bit(nodes_[b].name.thread)) != 0;
      if (!counted || plan(a).resource != plan(b).resource || round(a) != round(b)) continue;
      add_meeting(a, b);
    }
  }
}

void Relations::find_happens_before() {
  happens_before_ = program_order_;
  for (std::size_t a = 0; a < nodes_.size(); ++a) {
    happens_before_[a] |= synchronizes_[a] | meetings_[a];
  }
  close(happens_before_, nodes_.size());
}

bool Relations::coherent() const {
  for (std::size_t a = 0; a < nodes_.size(); ++a) {
    if ((happens_before_[a] & bit(a)) != 0) return false;
    bool backwards = false;
    for_each(happens_before_[a], [&](std::size_t b) { backwards = backwards || eco(b, a); });
    if (backwards) return false;
  }
  return true;
}

NodeSet Relations::before(std::size_t node) const {
  NodeSet result = 0;
  for (std::size_t a = 0; a < nodes_.size(); ++a) {
    if ((happens_before_[a] & bit(node)) != 0) result |= bit(a);
  }
  return result;
}

Matrix Relations::after_communication() const {
  Matrix result{};
  for (std::size_t a = 0; a < nodes_.size(); ++a) {
    for (std::size_t b = 0; b < nodes_.size(); ++b) {
      if (eco(a, b)) result[a] |= bit(b);
    }
  }
  return result;
}

// [atomics.order] 3 and 4 as P0668 has them: strongly-happens-before, and coherence-ordered-before
// between sc accesses, where a fence stands for what it happens before or after.
Matrix Relations::cxx20_sc_edges(NodeSet sc) const {
  const std::size_t size = nodes_.size();
  Matrix strongly = composed(composed(program_order_, happens_before_, size), program_order_, size);
  for (std::size_t a = 0; a < size; ++a) {
    strongly[a] |= program_order_[a] | meetings_[a];
    if (!nodes_[a].sc() || nodes_[a].fence()) continue;
    for_each(synchronizes_[a], [&](std::size_t b) {
      if (nodes_[b].sc() && !nodes_[b].fence()) strongly[a] |= bit(b);
    });
  }
  close(strongly, size);
  const Matrix communication = after_communication();
  Matrix edges{};
  for_each(sc, [&](std::size_t a) {
    const NodeSet reached = image(nodes_[a].fence() ? happens_before_[a] : bit(a), communication);
    for_each(sc, [&](std::size_t b) {
      const NodeSet ends = nodes_[b].fence() ? before(b) : bit(b);
      if ((strongly[a] & bit(b)) != 0 || (reached & ends) != 0) edges[a] |= bit(b);
    });
  });
  return edges;
}

// psc of Lahav et al., PLDI 2017, section 4.
Matrix Relations::rc11_sc_edges(NodeSet sc) const {
  const std::size_t size = nodes_.size();
  const Matrix communication = after_communication();
  Matrix elsewhere = program_order_;  // to other locations
  Matrix step{};                      // hb to the same location, mo, rb
  for (std::size_t a = 0; a < size; ++a) {
    for (std::size_t b = 0; b < size; ++b) {
      if (!same_location(a, b)) continue;
      elsewhere[a] &= ~bit(b);
      const bool to_write = nodes_[b].writes() && (communication[a] & bit(b)) != 0;
      if (to_write || (happens_before_[a] & bit(b)) != 0) step[a] |= bit(b);
    }
  }
  Matrix scb = composed(composed(elsewhere, happens_before_, size), elsewhere, size);
  for (std::size_t a = 0; a < size; ++a) scb[a] |= program_order_[a] | step[a];
  const Matrix through =
      composed(composed(happens_before_, communication, size), happens_before_, size);
  Matrix edges{};
  for_each(sc, [&](std::size_t a) {
    const bool from_fence = nodes_[a].fence();
    const NodeSet reached = image(bit(a) | (from_fence ? happens_before_[a] : 0), scb);
    for_each(sc, [&](std::size_t b) {
      const bool to_fence = nodes_[b].fence();
      const NodeSet ends = bit(b) | (to_fence ? before(b) : 0);
      const bool between_fences =
          from_fence && to_fence && ((happens_before_[a] | through[a]) & bit(b)) != 0;
      if ((reached & ends) != 0 || between_fences) edges[a] |= bit(b);
    });
  });
  return edges;
}

bool Relations::sc_order_exists() const {
  NodeSet sc = 0;
  for (std::size_t a = 0; a < nodes_.size(); ++a) {
    if (nodes_[a].sc()) sc |= bit(a);
  }
  if (std::popcount(sc) < 2) return true;
  Matrix edges =
      context_.reading().sc_order == ScOrder::cxx20 ? cxx20_sc_edges(sc) : rc11_sc_edges(sc);
  for_each(sc, [&](std::size_t a) {
    for_each(edges[a], [&](std::size_t b) {
      if (a == b || !included(a, b)) edges[a] &= ~bit(b);
    });
  });
  return acyclic(edges, nodes_.size());
}

std::optional<std::pair<EventName, EventName>> Relations::race() const {
  for (std::size_t a = 0; a < nodes_.size(); ++a) {
    for (std::size_t b = a + 1; b < nodes_.size(); ++b) {
      if (!same_location(a, b) || (!nodes_[a].writes() && !nodes_[b].writes())) continue;
      if (included(a, b)) continue;
      if ((happens_before_[a] & bit(b)) == 0 && (happens_before_[b] & bit(a)) == 0) {
        return std::pair{nodes_[a].name, nodes_[b].name};
      }
    }
  }
  return std::nullopt;
}

}  // namespace opexplore::cxx
