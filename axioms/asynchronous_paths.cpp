#include "axioms/asynchronous_paths.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "axioms/asynchronous_operation.hpp"
#include "opmodel/instruction.hpp"

namespace opexplore::axioms {

namespace {

PathEvent event_of(AsynchronousEvent::Kind kind) {
  PathEvent event;
  event.kind = PathEvent::Kind::asynchronous;
  event.asynchronous.emplace();
  event.asynchronous->kind = kind;
  return event;
}

// What is counted has to be known before it is known what is read.
Value counted(Walk& walk, const Operand& operand) {
  const auto value = walk.known(walk.value_of(operand));
  if (!value) throw Unsupported("an operand of an mbarrier that depends on what is read");
  return *value;
}

void set_result(Walk& walk, const MbarrierOperation& operation, Value value) {
  if (!operation.destination) return;
  walk.path.registers[*operation.destination] = walk.constant(value);
  walk.taint[*operation.destination] = 0;
}

PathEvent on_mbarrier(const MbarrierOperation& operation) {
  PathEvent event = event_of(AsynchronousEvent::Kind::mbarrier);
  event.address = operation.mbarrier;
  event.asynchronous->mbarrier = operation.kind;
  return event;
}

// Arrives as soon as all copies of the thread have completed. Without `.noinc` it is counted from
// now on (PTX ISA 9.4, 9.7.15.16.18).
void arrive_for_copies(Walk& walk, const MbarrierOperation& operation) {
  PathEvent now = on_mbarrier(operation);
  if (operation.no_increment) now.asynchronous->kind = AsynchronousEvent::Kind::issue;
  now.asynchronous->count = 1;
  const EventIndex issue = walk.add(now);
  PathEvent arrival = on_mbarrier(operation);
  arrival.asynchronous->kind = AsynchronousEvent::Kind::completion;
  arrival.asynchronous->issue = issue;
  arrival.asynchronous->anchor = issue;
  arrival.asynchronous->before = walk.in_flight.copies;
  arrival.asynchronous->count = 1;
  walk.add(arrival);
}

class Ways {
 public:
  Ways(const Program& program, const Walk& start) : program_(program), walk_(start) {}

  std::vector<Walk> run(const AsynchronousAction& action) {
    std::visit([&](const auto& what) { step(what); }, action);
    ways_.push_back(std::move(walk_));
    for (Walk& way : ways_) ++way.pc;
    return std::move(ways_);
  }

 private:
  void step(const AsynchronousOperation& operation) {
    ways_ = ways_of_operation(program_, walk_, operation);
    walk_ = std::move(ways_.back());
    ways_.pop_back();
  }

  void step(const CommitGroup& commit) { commit_group(commit.group); }
  void commit_group(OperationGroup group) {
    const auto number = static_cast<std::size_t>(group);
    walk_.in_flight.committed[number].push_back(walk_.in_flight.open[number]);
    walk_.in_flight.open[number] = 0;
  }

  void step(const WaitGroup& wait) {
    if (wait.commits) commit_group(wait.group);
    const auto& groups = walk_.in_flight.committed[static_cast<std::size_t>(wait.group)];
    EventSet before = 0;
    for (std::size_t i = 0; i + wait.pending < groups.size(); ++i) before |= groups[i];
    PathEvent event = event_of(AsynchronousEvent::Kind::group_wait);
    for_each_event(before, [&](EventIndex e) {
      const PathEvent& awaited = walk_.path.events[e];
      const bool source = awaited.kind == PathEvent::Kind::read && !awaited.atomic;
      if (source || !wait.reads_only) event.asynchronous->before |= event_bit(e);
    });
    walk_.add(event);
  }

  void step(const MbarrierOperation& operation) {
    using Kind = MbarrierOperation::Kind;
    if (operation.kind == Kind::arrive_copies) return arrive_for_copies(walk_, operation);
    PathEvent event = on_mbarrier(operation);
    AsynchronousEvent& what = *event.asynchronous;
    const bool moves_bytes =
        operation.kind == Kind::expect_tx || operation.kind == Kind::complete_tx;
    const Value value = operation.kind == Kind::inval ? 0 : counted(walk_, operation.operand);
    (moves_bytes ? what.bytes : what.count) = value;
    if (operation.expected) what.bytes = counted(walk_, *operation.expected);
    what.no_complete = operation.no_complete;
    const bool arrives = operation.kind == Kind::arrive || operation.kind == Kind::arrive_drop;
    if (arrives || operation.kind == Kind::wait) event.order = operation.order;
    event.scope = operation.scope;
    if (operation.kind == Kind::wait) return wait(event, operation);
    if (arrives && operation.destination) {
      fork(event, operation, Value{1});
      what.phase = 0;
      set_result(walk_, operation, 0);
    }
    walk_.add(event);
  }

  // The other way: the arrival is in a phase of that parity.
  void fork(PathEvent event, const MbarrierOperation& operation, Value phase) {
    Walk other = walk_;
    event.asynchronous->phase = phase;
    other.add(event);
    set_result(other, operation, phase);
    ways_.push_back(std::move(other));
  }

  void wait(const PathEvent& event, const MbarrierOperation& operation) {
    Walk complete = walk_;
    complete.add(event);
    set_result(complete, operation, 1);
    ways_.push_back(std::move(complete));
    set_result(walk_, operation, 0);
  }

  void step(const AsynchronousFence& fence) {
    add_fence(fence.kind, fence.space, fence.scope, fence.object);
  }
  void add_fence(AsynchronousFence::Kind kind, Space space, Scope scope,
                 std::optional<AddressId> object) {
    using Kind = AsynchronousFence::Kind;
    PathEvent event = event_of(AsynchronousEvent::Kind::fence);
    event.asynchronous->fence = kind;
    event.asynchronous->space = space;
    event.asynchronous->object = object;
    event.scope = scope;
    switch (kind) {
      case Kind::async:
      case Kind::matrix:
      case Kind::tensor_before:
      case Kind::tensor_after:
        break;
      case Kind::async_acquire:
      case Kind::tensormap_acquire:
      case Kind::alias_acquire:
      case Kind::restricted_acquire:
        event.order = Order::acquire;
        break;
      case Kind::async_release:
      case Kind::async_read_release:
      case Kind::tensormap_release:
      case Kind::alias_release:
      case Kind::mbarrier_init:
      case Kind::restricted_release:
        event.order = Order::release;
        break;
    }
    const EventIndex added = walk_.add(event);
    if (kind == Kind::matrix) walk_.in_flight.matrix_fence = added;
  }

  void step(const FencedCopy& copy) {
    PathEvent event;
    event.address = copy.source;
    const EventIndex read = walk_.add(event);
    event.kind = PathEvent::Kind::write;
    event.address = copy.destination;
    event.value = walk_.read_value(read);
    event.data_from = event_bit(read);
    walk_.add(event);
    add_fence(AsynchronousFence::Kind::tensormap_release, Space::all, copy.scope, copy.destination);
  }

  void step(const ClusterBarrier& barrier) {
    PathEvent event = event_of(barrier.arrives ? AsynchronousEvent::Kind::cluster_arrive
                                               : AsynchronousEvent::Kind::cluster_wait);
    event.order = barrier.arrives ? barrier.order : Order::acquire;
    event.scope = Scope::cluster;
    walk_.add(event);
  }

  // A thread lets the next grid start once: what repeats that does nothing (9.7.15.14).
  void step(const GridControl& control) {
    const bool launched = std::ranges::any_of(walk_.path.events, [](const PathEvent& event) {
      return event.asynchronous && event.asynchronous->kind == AsynchronousEvent::Kind::launch;
    });
    if (control.launches && launched) return;
    walk_.add(event_of(control.launches ? AsynchronousEvent::Kind::launch
                                        : AsynchronousEvent::Kind::grid_wait));
  }

  void step(const TensorCommit& commit) {
    PathEvent event = event_of(AsynchronousEvent::Kind::tensor_commit);
    event.asynchronous->operands_only = commit.operands_only;
    const EventIndex issue = walk_.add(event);
    for (const AddressId mbarrier : commit.mbarriers) {
      PathEvent arrival = event_of(AsynchronousEvent::Kind::completion);
      arrival.address = mbarrier;
      arrival.asynchronous->mbarrier = MbarrierOperation::Kind::arrive;
      arrival.asynchronous->issue = issue;
      arrival.asynchronous->anchor = issue;
      arrival.asynchronous->before =
          commit.operands_only ? walk_.in_flight.tensor_operands : walk_.in_flight.tensors;
      arrival.asynchronous->count = 1;
      walk_.add(arrival);
    }
  }

  const Program& program_;
  Walk walk_;
  std::vector<Walk> ways_;  // the others
};

}  // namespace

std::vector<Walk> asynchronous_ways(const Program& program, const Walk& walk,
                                    const AsynchronousAction& action) {
  return Ways(program, walk).run(action);
}

Stuck where_stuck(const Action& action) {
  if (const Barrier* const barrier = barrier_of(action)) {
    return barrier->arrive ? Stuck::no : Stuck::at_barrier;
  }
  const auto* const asynchronous = std::get_if<Asynchronous>(&action);
  if (asynchronous == nullptr) return Stuck::no;
  if (const auto* const cluster = std::get_if<ClusterBarrier>(&asynchronous->what)) {
    return cluster->arrives ? Stuck::no : Stuck::at_cluster_wait;
  }
  const auto* const grid = std::get_if<GridControl>(&asynchronous->what);
  return grid == nullptr || grid->launches ? Stuck::no : Stuck::at_grid_wait;
}

}  // namespace opexplore::axioms
