#include "opmodel/ptx/time_graph.hpp"

#include <array>
#include <bit>
#include <set>
#include <utility>

#include "opmodel/parts/flow.hpp"
#include "opmodel/ptx/rule_list.hpp"
#include "opmodel/ptx/semantics.hpp"

namespace opexplore::ptx_model {

namespace {

using Registers = std::uint64_t;

bool depends(RegisterId id, Registers tainted) { return (tainted >> id & 1U) != 0; }

// Whether the instruction reads one of these registers.
bool reads_any(const Action& action, Registers tainted) {
  const RegisterSet read = registers_read(action);
  for (Registers left = tainted; left != 0; left &= left - 1) {
    if (read.test(static_cast<std::size_t>(std::countr_zero(left)))) return true;
  }
  return false;
}

Registers with(Registers set, RegisterId id, bool member) {
  const Registers bit = Registers{1} << id;
  return member ? set | bit : set & ~bit;
}

// Whether the address of an access is not known.
bool waits(const Action& action, Registers tainted) {
  const auto pointer = pointer_of(action);
  return pointer && depends(*pointer, tainted);
}

// Whether a thread stops before the instruction as long as it does not know these registers.
bool stops(const Action& action, Registers tainted) {
  if (branch_of(action) == nullptr && barrier_of(action) == nullptr) return false;
  return reads_any(action, tainted);
}

// Whether it is a barrier, or a write that needs none of these registers.
bool performs(const Action& action, Registers tainted) {
  if (barrier_of(action) != nullptr) return true;
  return writes_memory(action) && !reads_any(action, tainted);
}

// Which registers are not known behind the instruction.
Registers tainted_after(const Action& action, Registers tainted) {
  const auto written = register_written(action);
  if (!written) return tainted;
  // A read takes a value from memory, whatever the registers are, as soon as its address is known.
  const bool unknown = is_local(action) ? reads_any(action, tainted) : waits(action, tainted);
  return with(tainted, *written, unknown);
}

}  // namespace

TimeGraph::TimeGraph(const Semantics& semantics) : semantics_(semantics) {}

TimeGraph::Marks TimeGraph::no_marks() const {
  Marks marks;
  for (const Thread& thread : semantics_.program().threads) {
    marks.emplace_back(thread.instructions.size(), 0);
  }
  return marks;
}

std::vector<InstructionId> TimeGraph::next(Node node) const {
  const auto& code = semantics_.program().threads[node.thread].instructions;
  std::vector<InstructionId> result;
  const auto add = [&](std::size_t at) {
    if (at < code.size()) result.push_back(static_cast<InstructionId>(at));
  };
  const Branch* const branch = branch_of(code[node.at].action);
  if (branch == nullptr || branch->comparison) add(node.at + 1U);
  if (branch != nullptr) add(branch->target);
  return result;
}

void TimeGraph::mark_after(Node node, Marks& later) const {
  std::vector<Node> open{node};
  while (!open.empty()) {
    const Node from = open.back();
    open.pop_back();
    for (const InstructionId at : next(from)) {
      if (later[node.thread][at] != 0) continue;
      later[node.thread][at] = 1;
      open.push_back({node.thread, at});
    }
  }
}

// Reads-from from a write, and a barrier to the barriers of its CTA.
void TimeGraph::reach_other_threads(Node node, std::vector<Node>& found) const {
  const Access& from = semantics_.access(node.thread, node.at);
  const bool barrier = semantics_.rule(node.thread, node.at) == number<barrier_>;
  if (!from.writes && !barrier) return;
  for (std::size_t t = 0; t < semantics_.threads(); ++t) {
    const auto thread = static_cast<ThreadId>(t);
    const auto& code = semantics_.program().threads[t].instructions;
    for (std::size_t i = 0; i < code.size(); ++i) {
      const auto at = static_cast<InstructionId>(i);
      const Access& to = semantics_.access(thread, at);
      const bool reads_from = from.writes && to.reads && to.location == from.location;
      const bool releases = barrier && thread != node.thread && to.cta == from.cta &&
                            semantics_.rule(thread, at) == number<barrier_>;
      if (reads_from || releases) found.push_back({thread, at});
    }
  }
}

// Stores and barriers after the access that can run while its value is unknown:
// the walk stops at branches and barrier operands that depend on it.
std::vector<TimeGraph::Node> TimeGraph::independent_followers(Node access) const {
  const auto& code = semantics_.program().threads[access.thread].instructions;
  std::vector<Node> result;
  const Action& first = code[access.at].action;
  const auto destination = register_written(first);
  const Registers tainted = destination ? with(0, *destination, true) : 0;
  const Atomic* const atomic = read_modify_write(first);
  if (atomic != nullptr && atomic->op == AtomicOp::exch) result.push_back(access);
  std::set<std::pair<InstructionId, Registers>> seen;
  std::vector<std::pair<InstructionId, Registers>> open;
  const auto go = [&](InstructionId from, Registers taint) {
    for (const InstructionId at : next({access.thread, from})) {
      if (seen.emplace(at, taint).second) open.emplace_back(at, taint);
    }
  };
  go(access.at, tainted);
  while (!open.empty()) {
    const auto [at, taint] = open.back();
    open.pop_back();
    const Action& action = code[at].action;
    if (stops(action, taint)) continue;
    if (performs(action, taint)) result.push_back({access.thread, at});
    go(at, tainted_after(action, taint));
  }
  return result;
}

TimeGraph::Marks TimeGraph::everything_after(const std::vector<Node>& starts) const {
  Marks reached = no_marks();
  std::vector<Node> open;
  const auto reach = [&](Node node) {
    if (reached[node.thread][node.at] != 0) return;
    reached[node.thread][node.at] = 1;
    open.push_back(node);
  };
  for (const Node start : starts) reach(start);
  while (!open.empty()) {
    const Node node = open.back();
    open.pop_back();
    std::vector<Node> found;
    for (const InstructionId at : next(node)) found.push_back({node.thread, at});
    reach_other_threads(node, found);
    for (const Node other : found) reach(other);
  }
  return reached;
}

bool TimeGraph::may_precede(Node first, Node second) const {
  Marks later = no_marks();
  mark_after(first, later);
  return later[second.thread][second.at] != 0;
}

// Whether reading from the write always synchronises: then all that follows the read is
// causally after all that precedes the write (PTX ISA 8.9.4).
bool TimeGraph::always_synchronises(Node write, Node read) const {
  const Access& from = semantics_.access(write.thread, write.at);
  const Access& to = semantics_.access(read.thread, read.at);
  return from.writes && from.strong && from.releases && to.strong && to.acquires &&
         semantics_.morally_strong(from, to);
}

// Walks forward from the stores and barriers that can run before the access. A place
// reached by synchronisation alone is causally after the access, which can then
// not read a write from there through the same address and the generic proxy.
bool TimeGraph::may_read_from_its_future(ThreadId thread, InstructionId at) const {
  const Access& read = semantics_.access(thread, at);
  const std::vector<Node> followers = independent_followers({thread, at});
  std::array<Marks, 2> reached{no_marks(), no_marks()};  // causally after the access; otherwise
  std::vector<std::pair<Node, bool>> open;
  const auto reach = [&](Node node, bool causal) {
    char& mark = reached[causal ? 0 : 1][node.thread][node.at];
    if (mark != 0) return;
    mark = 1;
    open.emplace_back(node, causal);
  };
  for (const Node follower : followers) reach(follower, true);
  while (!open.empty()) {
    const auto [node, causal] = open.back();
    open.pop_back();
    const Access& write = semantics_.access(node.thread, node.at);
    if (write.writes && write.location == read.location) {
      const bool ordered = causal && read.proxy == Proxy::generic &&
                           write.proxy == Proxy::generic && write.address == read.address;
      // So is a later write of its own thread, unless it may also come before it.
      const bool own = node.thread == thread && write.address == read.address &&
                       write.proxy == read.proxy && !may_precede(node, {thread, at});
      if (!ordered && !own) return true;
    }
    for (const InstructionId next_at : next(node)) reach({node.thread, next_at}, causal);
    std::vector<Node> found;
    reach_other_threads(node, found);
    for (const Node other : found) {
      // A barrier orders all its participants; a reader only what follows it.
      reach(other, causal && (!write.writes || always_synchronises(node, other)));
    }
  }
  return false;
}

// The instructions of other threads to which `to` and what follows it in its thread leads.
void TimeGraph::reach_from_rest(Node to, std::vector<Node>& found) const {
  Marks after = no_marks();
  mark_after(to, after);
  after[to.thread][to.at] = 1;
  for (std::size_t i = 0; i < after[to.thread].size(); ++i) {
    if (after[to.thread][i] == 0) continue;
    std::vector<Node> further;
    reach_other_threads({to.thread, static_cast<InstructionId>(i)}, further);
    for (const Node other : further) {
      if (other.thread != to.thread) found.push_back(other);
    }
  }
}

// First hops out of the fence's thread that do not synchronise with a fence of `thread`.
// `own` marks what follows the fence.
std::vector<TimeGraph::Node> TimeGraph::first_hops(Node fence, const Marks& own,
                                                   ThreadId thread) const {
  std::vector<Node> starts;
  for (std::size_t i = 0; i < own[fence.thread].size(); ++i) {
    if (own[fence.thread][i] == 0) continue;
    const Node from{fence.thread, static_cast<InstructionId>(i)};
    std::vector<Node> found;
    reach_other_threads(from, found);
    const Access& write = semantics_.access(from.thread, from.at);
    for (const Node to : found) {
      const Access& read = semantics_.access(to.thread, to.at);
      const bool synchronises = semantics_.reading().fence_sc_orders && write.writes &&
                                write.strong && semantics_.morally_strong(write, read);
      const bool barrier = !write.writes;
      if (to.thread == fence.thread) continue;
      if (to.thread != thread || !(synchronises || barrier)) {
        starts.push_back(to);
      } else {
        // The hop orders the fences itself; only what it leads to elsewhere counts.
        reach_from_rest(to, starts);
      }
    }
  }
  return starts;
}

bool TimeGraph::fence_may_follow(Node fence) const {
  const auto first = fence_of(semantics_.instruction(fence.thread, fence.at).action);
  Marks own = no_marks();
  mark_after(fence, own);
  for (std::size_t t = 0; t < own.size(); ++t) {
    if (t == fence.thread) continue;
    const auto thread = static_cast<ThreadId>(t);
    const Scope needed = semantics_.distance(fence.thread, thread);
    if (first->scope < needed) continue;
    const Marks later = everything_after(first_hops(fence, own, thread));
    for (std::size_t i = 0; i < later[t].size(); ++i) {
      const auto at = static_cast<InstructionId>(i);
      if (later[t][i] == 0 || semantics_.rule(thread, at) != number<fence_sc_>) continue;
      if (fence_of(semantics_.instruction(thread, at).action)->scope >= needed) {
        return true;
      }
    }
  }
  return false;
}

bool TimeGraph::may_reorder_fences() const {
  for (std::size_t t = 0; t < semantics_.threads(); ++t) {
    const auto& code = semantics_.program().threads[t].instructions;
    for (std::size_t i = 0; i < code.size(); ++i) {
      const Node node{static_cast<ThreadId>(t), static_cast<InstructionId>(i)};
      if (semantics_.rule(node.thread, node.at) != number<fence_sc_>) continue;
      if (fence_may_follow(node)) return true;
    }
  }
  return false;
}

}  // namespace opexplore::ptx_model
