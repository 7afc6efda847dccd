#include "opmodel/ptx/late_loads.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <utility>
#include <vector>

#include "opmodel/ptx/maybe_value.hpp"
#include "opmodel/ptx/semantics.hpp"
#include "opmodel/ptx/taint.hpp"

namespace opexplore::ptx_model {

namespace {

bool may_precede(const TimeGraph& graph, Node first, Node second) {
  Marks later = graph.no_marks();
  graph.mark_after(first, later);
  return later[second.thread][second.at] != 0;
}

// Stores and barriers after the access that can run while its value is unknown:
// the walk stops at branches and barrier operands that depend on it.
std::vector<Node> independent_followers(const TimeGraph& graph, Node access) {
  const auto& code = graph.semantics().program().threads[access.thread].instructions;
  std::vector<Node> result;
  const Action& first = code[access.at].action;
  const auto destination = register_written(first);
  const Tainted tainted = destination ? with(0, *destination, true) : 0;
  const Atomic* const atomic = read_modify_write(first);
  if (atomic != nullptr && atomic->op == AtomicOp::exch) result.push_back(access);
  std::set<std::pair<InstructionId, Tainted>> seen;
  std::vector<std::pair<InstructionId, Tainted>> open;
  const auto go = [&](InstructionId from, Tainted taint) {
    for (const InstructionId at : graph.next({access.thread, from})) {
      if (seen.emplace(at, taint).second) open.emplace_back(at, taint);
    }
  };
  go(access.at, tainted);
  while (!open.empty()) {
    const auto [at, taint] = open.back();
    open.pop_back();
    const Action& action = code[at].action;
    if (stops(action, taint)) continue;
    if (performs(action, taint) || graph.may_pass_by({access.thread, at})) {
      result.push_back({access.thread, at});
    }
    go(at, tainted_after(action, taint));
  }
  return result;
}

// Whether reading from the write always synchronises: then all that follows the read is
// causally after all that precedes the write (PTX ISA 8.9.4).
bool always_synchronises(const TimeGraph& graph, Node write, Node read) {
  const Access& from = graph.semantics().access(write.thread, write.at);
  const Access& to = graph.semantics().access(read.thread, read.at);
  return from.writes && from.strong && from.releases && to.strong && to.acquires &&
         graph.semantics().morally_strong(from, to);
}

}  // namespace

MaybeValue resource_of(const Barrier& barrier) {
  if (!barrier.id) return barrier.instance;
  const auto* const constant = std::get_if<Value>(&*barrier.id);
  return constant != nullptr ? MaybeValue(*constant) : std::nullopt;
}

bool always_takes_along(const Program& program, Node barrier) {
  const auto& code = program.threads[barrier.thread].instructions;
  const Barrier& at = *barrier_of(code[barrier.at].action);
  if (at.arrive) return false;
  return std::ranges::none_of(code, [&](const Instruction& instruction) {
    const Barrier* const other = barrier_of(instruction.action);
    if (other == nullptr || !other->arrive) return false;
    const MaybeValue mine = resource_of(at);
    const MaybeValue theirs = resource_of(*other);
    return !mine || !theirs || *mine == *theirs;
  });
}

TakingAlong::TakingAlong(const Program& program) : program_(program) {
  for (const Thread& thread : program.threads) {
    only_arrives_.push_back(std::ranges::any_of(thread.instructions, [](const Instruction& one) {
      const Barrier* const barrier = barrier_of(one.action);
      return barrier != nullptr && barrier->arrive;
    }));
  }
}

bool TakingAlong::operator()(Node barrier) const {
  return only_arrives_[barrier.thread] == 0 || always_takes_along(program_, barrier);
}

namespace {

// What TimeGraph::reach_other_threads may find.
struct Entrances {
  explicit Entrances(const TimeGraph& graph) {
    const auto& threads = graph.semantics().program().threads;
    for (std::size_t t = 0; t < threads.size(); ++t) {
      for (std::size_t i = 0; i < threads[t].instructions.size(); ++i) {
        const Node node{static_cast<ThreadId>(t), static_cast<InstructionId>(i)};
        if (graph.is_barrier(node)) barriers.push_back(node);
        if (graph.semantics().access(node.thread, node.at).reads) reads.push_back(node);
      }
    }
  }
  std::vector<Node> barriers, reads;
};

}  // namespace

// Walks forward from the stores and barriers that can run before the access. A place
// reached by synchronisation alone is causally after the access, which can then
// not read a write from there through the same address and the generic proxy.
bool may_read_from_its_future(const TimeGraph& graph, Node access) {
  const Access& read = graph.semantics().access(access.thread, access.at);
  const std::vector<Node> followers = independent_followers(graph, access);
  const TakingAlong takes_along(graph.semantics().program());
  const Entrances entrances(graph);
  std::array<Marks, 2> reached{graph.no_marks(),
                               graph.no_marks()};  // causally after the access; otherwise
  std::vector<std::pair<Node, bool>> open;
  const auto reach = [&](Node node, bool causal) {
    char& mark = reached[causal ? 0 : 1][node.thread][node.at];
    if (mark != 0) return;
    mark = 1;
    open.emplace_back(node, causal);
  };
  for (const Node follower : followers) reach(follower, true);
  // The last instruction of its thread: that may end before the value is there.
  std::vector<Node> released;
  if (graph.may_pass_by(access)) graph.reach_barriers(access, released);
  for (const Node other : released) reach(other, false);
  while (!open.empty()) {
    const auto [node, causal] = open.back();
    open.pop_back();
    const Access& write = graph.semantics().access(node.thread, node.at);
    if (write.writes && write.location == read.location) {
      const bool ordered = causal && read.proxy == Proxy::generic &&
                           write.proxy == Proxy::generic && write.address == read.address;
      // So is a later write of its own thread, unless it may also come before it.
      const bool own = node.thread == access.thread && write.address == read.address &&
                       write.proxy == read.proxy && !may_precede(graph, node, access);
      if (!ordered && !own && !graph.reads_before(access, node)) return true;
    }
    for (const InstructionId next_at : graph.next(node)) reach({node.thread, next_at}, causal);
    // As TimeGraph::reach_other_threads leads on, but for what is known. A barrier orders all its
    // participants, but not who passes it by; a reader only what follows it.
    const bool at_barrier = graph.is_barrier(node);
    if (at_barrier || graph.may_pass_by(node)) {
      for (const Node other : entrances.barriers) {
        const bool then = causal && graph.same_barrier(node, other) && takes_along(other);
        if (reached[then ? 0 : 1][other.thread][other.at] != 0) continue;
        const bool mate = other.thread != node.thread &&
                          graph.semantics().cta(other.thread) == graph.semantics().cta(node.thread);
        if (mate && !graph.precedes(other, node)) reach(other, then);
      }
    }
    if (!write.writes) continue;
    for (const Node other : entrances.reads) {
      const Access& to = graph.semantics().access(other.thread, other.at);
      if (to.location != write.location || graph.reads_before(other, node)) continue;
      reach(other, causal && always_synchronises(graph, node, other));
    }
  }
  return false;
}

}  // namespace opexplore::ptx_model
