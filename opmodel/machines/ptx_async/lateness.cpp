#include "opmodel/machines/ptx_async/lateness.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>

#include "opmodel/asynchronous_accesses.hpp"
#include "opmodel/parts/flow.hpp"

namespace opexplore::ptx_async {

namespace {

struct Node {
  ThreadId thread = 0;
  InstructionId at = 0;
};

std::vector<LocationId> data_locations(const Program& program) {
  std::vector<LocationId> all;
  for (std::size_t i = 0; i < program.locations.size(); ++i) {
    if (program.locations[i].object == ObjectKind::data) all.push_back(static_cast<LocationId>(i));
  }
  return all;
}

// What may follow in time from what.
class TimeOrder {
 public:
  explicit TimeOrder(const Program& program) : program_(program) {
    for (std::size_t t = 0; t < program.threads.size(); ++t) {
      first_.push_back(nodes_.size());
      for (std::size_t i = 0; i < program.threads[t].instructions.size(); ++i) {
        nodes_.push_back({static_cast<ThreadId>(t), static_cast<InstructionId>(i)});
      }
    }
  }

  bool is_late(ThreadId thread, InstructionId at) const {
    const std::vector<LocationId> read = locations_read(program_, action({thread, at}));
    if (read.empty() || asynchronous_as<AsynchronousOperation>(action({thread, at}))) return false;
    std::vector<bool> seen(nodes_.size());
    std::vector<std::size_t> open;
    const auto reach = [&](std::size_t node) {
      if (!seen[node]) open.push_back(node), seen[node] = true;
    };
    for_each_independent({thread, at}, reach);
    if (writes_first(action({thread, at}))) follow_to_others({thread, at}, reach);
    while (!open.empty()) {
      const Node node = nodes_[open.back()];
      open.pop_back();
      if (writes_any(node, {thread, at}, read)) return true;
      follow(node, reach);
    }
    return false;
  }

 private:
  const Action& action(Node node) const {
    return program_.threads[node.thread].instructions[node.at].action;
  }
  std::size_t number(Node node) const { return first_[node.thread] + node.at; }

  // A store of the read's own thread and address comes behind it (8.10.5); by another address or
  // proxy it need not.
  bool writes_any(Node node, Node reader, const std::vector<LocationId>& read) const {
    const bool own = node.thread == reader.thread && same_address(action(node), action(reader));
    if (own && !may_precede(node, reader)) return false;
    return std::ranges::any_of(locations_written(program_, action(node)), [&](LocationId location) {
      return std::ranges::find(read, location) != read.end();
    });
  }

  // What the thread comes to before it needs the value that was read: it goes past no instruction
  // that does, but for arithmetic, and for accesses and operations, whose writes can be made later.
  template <class Use>
  void for_each_independent(Node read, Use&& use) const {
    struct Place {
      InstructionId at = 0;
      RegisterSet needing;
      bool operator==(const Place&) const = default;
    };
    const Thread& thread = program_.threads[read.thread];
    RegisterSet needing;
    if (const auto written = register_written(action(read))) needing.set(*written);
    std::vector<Place> seen{{static_cast<InstructionId>(read.at + 1), needing}};
    for (std::size_t i = 0; i < seen.size(); ++i) {
      Place place = seen[i];
      if (place.at >= thread.instructions.size()) continue;
      const Action& next = thread.instructions[place.at].action;
      const bool needs = (registers_read(next) & place.needing).any();
      const bool passes = kind_of(next) == InstructionKind::arithmetic ||
                          memory_access(next) != nullptr ||
                          asynchronous_as<AsynchronousOperation>(next) != nullptr;
      if (needs && !passes) continue;
      if (!needs && !is_local(next)) use(number({read.thread, place.at}));
      if (const auto written = register_written(next)) place.needing.set(*written, needs);
      for (const InstructionId at : successors_of(thread, place.at)) {
        const Place after{at, place.needing};
        if (std::ranges::find(seen, after) == seen.end()) seen.push_back(after);
      }
    }
  }

  template <class Use>
  void for_each_later(Node node, Use&& use) const {
    const Thread& thread = program_.threads[node.thread];
    std::vector<bool> seen(thread.instructions.size());
    std::vector<InstructionId> open{node.at};
    while (!open.empty()) {
      const InstructionId at = open.back();
      open.pop_back();
      for (const InstructionId next : successors_of(thread, at)) {
        if (next >= thread.instructions.size() || seen[next]) continue;
        seen[next] = true;
        use(number({node.thread, next}));
        open.push_back(next);
      }
    }
  }

  // Of two instructions of a thread: whether the first can come before the second.
  bool may_precede(Node first, Node second) const {
    bool precedes = false;
    for_each_later(first, [&](std::size_t later) { precedes |= later == number(second); });
    return precedes;
  }

  // Two accesses by one proxy and virtual address.
  bool same_address(const Action& a, const Action& b) const {
    const MemoryAccess* const one = memory_access(a);
    const MemoryAccess* const other = memory_access(b);
    return one != nullptr && other != nullptr && one->proxy == other->proxy &&
           program_.addresses[one->address].generic == program_.addresses[other->address].generic;
  }

  // An exchange, whose read may be later than its own write.
  static bool writes_first(const Action& action) {
    const auto* const atomic = read_modify_write(action);
    return atomic != nullptr && atomic->op == AtomicOp::exch;
  }

  template <class Use>
  void follow(Node node, Use&& use) const {
    for_each_later(node, use);
    follow_to_others(node, use);
  }
  template <class Use>
  void follow_to_others(Node node, Use&& use) const {
    const std::vector<LocationId> written = locations_written(program_, action(node));
    for (std::size_t other = 0; other < nodes_.size(); ++other) {
      // What the thread has issued or postponed before goes on, too.
      const Action& next = action(nodes_[other]);
      const bool apart = nodes_[other].thread != node.thread || memory_access(next) != nullptr ||
                         asynchronous_as<AsynchronousOperation>(next) != nullptr;
      if (apart && enables(node, written, nodes_[other])) use(other);
    }
  }

  bool enables(Node node, const std::vector<LocationId>& written, Node other) const {
    const std::vector<LocationId> read = locations_read(program_, action(other));
    if (std::ranges::any_of(written, [&](LocationId location) {
          return std::ranges::find(read, location) != read.end();
        })) {
      return true;
    }
    const Thread& a = program_.threads[node.thread];
    const Thread& b = program_.threads[other.thread];
    const bool barriers =
        barrier_of(action(node)) != nullptr && barrier_of(action(other)) != nullptr;
    if (barriers && common_scope(a, b) == Scope::cta) return true;
    if (asynchronous_as<ClusterBarrier>(action(node)) &&
        asynchronous_as<ClusterBarrier>(action(other)) && common_scope(a, b) <= Scope::cluster) {
      return true;
    }
    // Any instruction of a grid may be its last.
    return a.grid < b.grid || counts(node, other);
  }

  // Both use one mbarrier.
  bool counts(Node node, Node other) const {
    const auto mine = mbarriers(action(node));
    const auto theirs = mbarriers(action(other));
    return std::ranges::any_of(mine, [&](LocationId location) {
      return std::ranges::find(theirs, location) != theirs.end();
    });
  }
  std::vector<LocationId> mbarriers(const Action& of) const {
    std::vector<LocationId> result;
    const auto add = [&](AddressId address) {
      result.push_back(program_.addresses[address].location);
    };
    if (const auto* const mbarrier = asynchronous_as<MbarrierOperation>(of))
      add(mbarrier->mbarrier);
    if (const auto* const operation = asynchronous_as<AsynchronousOperation>(of)) {
      for (const AddressId address : operation->mbarriers) add(address);
    }
    if (const auto* const commit = asynchronous_as<TensorCommit>(of)) {
      for (const AddressId address : commit->mbarriers) add(address);
    }
    return result;
  }

  const Program& program_;
  std::vector<std::size_t> first_;  // by thread: the number of its first node
  std::vector<Node> nodes_;
};

}  // namespace

std::vector<LocationId> locations_written(const Program& program, const Action& action) {
  std::vector<LocationId> result;
  const auto add = [&](AddressId address) {
    result.push_back(program.addresses[address].location);
  };
  if (writes_memory(action)) add(*address_of(action));
  if (const auto* const copy = asynchronous_as<FencedCopy>(action)) add(copy->destination);
  if (const auto* const operation = asynchronous_as<AsynchronousOperation>(action)) {
    const std::vector<AddressId> written = addresses_written(*operation);
    if (operation->descriptor && written.empty()) return data_locations(program);
    for (const AddressId address : written) add(address);
  }
  return result;
}

std::vector<LocationId> locations_read(const Program& program, const Action& action) {
  std::vector<LocationId> result;
  const auto add = [&](AddressId address) {
    result.push_back(program.addresses[address].location);
  };
  if (reads_memory(action)) add(*address_of(action));
  if (const auto* const copy = asynchronous_as<FencedCopy>(action)) add(copy->source);
  if (const auto* const operation = asynchronous_as<AsynchronousOperation>(action)) {
    const bool points = operation->descriptor && !operation->elements.front().source;
    if (points) result = data_locations(program);
    for (const AddressId address : addresses_read(*operation)) add(address);
    if (!combines(*operation)) return result;
    for (const AddressId address : addresses_written(*operation)) add(address);
  }
  return result;
}

std::vector<std::vector<bool>> late_reads(const Program& program) {
  const TimeOrder order(program);
  std::vector<std::vector<bool>> result;
  for (std::size_t t = 0; t < program.threads.size(); ++t) {
    result.emplace_back();
    for (std::size_t i = 0; i < program.threads[t].instructions.size(); ++i) {
      result.back().push_back(
          order.is_late(static_cast<ThreadId>(t), static_cast<InstructionId>(i)));
    }
  }
  return result;
}

}  // namespace opexplore::ptx_async
