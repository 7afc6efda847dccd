// What the machine knows of a program before it runs: by which proxy and how strongly each event
// accesses, who reaches whom, what a fence covers, which loads may have to be late.
#pragma once

#include <bitset>
#include <limits>
#include <optional>
#include <vector>

#include "opmodel/condition.hpp"
#include "opmodel/instruction.hpp"
#include "opmodel/machines/ptx_async/reading.hpp"
#include "opmodel/machines/ptx_async/state.hpp"
#include "opmodel/parts/barrier.hpp"
#include "opmodel/parts/liveness.hpp"

namespace opexplore::ptx_async {

/// The proxy by which an event accesses memory.
enum class Via : std::uint8_t {
  generic,
  texture,
  surface,
  constant,
  readonly,
  asynchronous,
  tensormap,
  tensor  ///< tensor memory, which has no proxies
};

/// How strong an operation is, and for whom.
struct Strength {
  Order order = Order::weak;
  Scope scope = Scope::sys;  ///< meaningless when weak
  bool strong() const { return order != Order::weak; }
};

/// 8.8: a fence.sc is both.
/// @{
constexpr bool is_release(Order order) { return releases(order) || order == Order::sc; }
constexpr bool is_acquire(Order order) { return acquires(order) || order == Order::sc; }
/// @}

using LocationSet = std::bitset<std::size_t{1} + std::numeric_limits<LocationId>::max()>;

/// Immutable; keeps a reference to the test.
class Context {
 public:
  Context(const Test& test, const MachineOptions& options);

  const Test& test() const { return test_; }
  const Program& program() const { return test_.program; }
  const Reading& reading() const { return reading_; }
  const BarrierPlan& barriers() const { return barriers_; }
  const Liveness& liveness() const { return liveness_; }
  /// Whether a loop iteration that changed nothing is left out. Else the step that completes it
  /// leads back to the head of the loop.
  bool leaves_rounds_out() const { return leaves_rounds_out_; }
  /// Whether infinite runs are judged: every thread goes on by itself, and memory is fair.
  bool judges_runs() const { return judges_runs_; }
  bool finds_races() const { return finds_races_; }

  const Thread& thread(ThreadId id) const { return test_.program.threads[id]; }
  const Action& action(const Event& event) const {
    return thread(event.thread).instructions[event.instruction].action;
  }
  /// What an event of an Asynchronous instruction is of; null for others.
  template <class Kind>
  const Kind* of(const Event& event) const {
    const auto* const other = std::get_if<Asynchronous>(&action(event));
    return other != nullptr ? std::get_if<Kind>(&other->what) : nullptr;
  }

  /// \name Events.
  /// @{
  Via via(const Event& event) const;
  Strength strength(const Event& event) const;
  LocationId location(const Event& event) const {
    return program().addresses[event.address].location;
  }
  /// Of an event of an operation: which element it reads or writes.
  std::size_t element(const Event& event) const;
  /// Of a write or a completion of an operation: which of its destinations, and mbarriers.
  std::size_t recipient(const Event& event) const;
  bool is_fence_sc(const Event& event) const {
    const auto fence = fence_of(action(event));
    return fence && fence->order == Order::sc;
  }
  /// Of a fence of 7.5 between the generic and another proxy: that one.
  std::optional<Via> fenced_proxy(const Event& event) const;
  /// @}

  /// \name The scope tree.
  /// @{
  Scope distance(ThreadId a, ThreadId b) const { return distance_[a][b]; }
  bool same_cta(ThreadId a, ThreadId b) const { return distance(a, b) == Scope::cta; }
  bool same_cluster(ThreadId a, ThreadId b) const { return distance(a, b) <= Scope::cluster; }
  /// Whether both are strong, and the scope of each includes the other's thread (PTX ISA 8.7).
  bool mutual(ThreadId a, Strength of_a, ThreadId b, Strength of_b) const {
    const Scope needed = distance(a, b);
    return of_a.strong() && of_b.strong() && of_a.scope >= needed && of_b.scope >= needed;
  }
  std::uint32_t grid(ThreadId id) const { return thread(id).grid; }
  /// @}

  /// Whether the space, as the thread sees it, holds the location.
  bool covers(Space space, ThreadId thread, LocationId location) const;
  bool is_shared(LocationId location) const {
    return program().locations[location].region == Region::shared && !is_tensor(location);
  }

  /// Whether the location is in tensor memory, which has an order of its own.
  bool is_tensor(LocationId location) const {
    return program().locations[location].object == ObjectKind::tensor;
  }
  bool has_tensors() const { return has_tensors_; }

  /// Whether a read there may have to take its value after what comes later in its thread.
  bool may_be_late(ThreadId thread, InstructionId at) const { return late_[thread][at]; }
  /// What the thread may still write where it stands before the instruction, or at its end; also by
  /// operations that it issues.
  const LocationSet& writes_ahead(ThreadId thread, InstructionId at) const {
    return writes_ahead_[thread][at];
  }
  /// Whether a read there may race with some write of the program. Asked where races are looked
  /// for.
  bool may_race(ThreadId thread, InstructionId at) const { return racy_[thread][at]; }
  /// The locations that the thread may read again and again from there on. Not by the read-only
  /// proxy, which may be stale for ever.
  const LocationSet& read_in_loops(ThreadId thread, InstructionId at) const {
    return read_in_loops_[thread][at];
  }
  /// Whether some jump goes back to the instruction.
  bool is_loop_head(ThreadId thread, InstructionId at) const { return loop_heads_[thread][at]; }
  /// Whether there is a fence.sc.
  bool has_sc_fences() const { return has_sc_fences_; }
  /// Whether the execution has as many events as are followed: one more step might have too many.
  bool is_full(const State& state) const {
    return state.events.size() + most_new_events_ > max_events;
  }
  /// The number of an mbarrier in State::mbarriers.
  std::size_t mbarrier(AddressId address) const {
    return mbarriers_[program().addresses[address].location];
  }
  const std::vector<LocationId>& mbarrier_locations() const { return mbarrier_locations_; }
  /// Locations that the test asks for, each once, in the order of its observables.
  const std::vector<LocationId>& observed() const { return observed_; }
  bool asks(const char* ending) const;

  /// The address of a number, of a descriptor that points to something.
  std::optional<AddressId> pointed_to(Value number) const;

 private:
  bool may_race(ThreadId reader, const MemoryAccess& read, ThreadId writer,
                const Action& write) const;
  void find_racy_reads();

  const Test& test_;
  Reading reading_;
  BarrierPlan barriers_;
  Liveness liveness_;
  bool leaves_rounds_out_;
  bool judges_runs_;
  bool finds_races_;
  std::size_t most_new_events_ = 0;  // of one step
  std::vector<std::vector<Scope>> distance_;
  std::vector<std::vector<ThreadMask>> owners_;  // by location: threads of its CTA, of its cluster
  std::vector<std::vector<bool>> late_;
  std::vector<std::vector<bool>> racy_;  // empty unless races are looked for
  std::vector<std::vector<LocationSet>> writes_ahead_;
  std::vector<std::vector<LocationSet>> read_in_loops_;
  std::vector<std::vector<bool>> loop_heads_;
  bool has_sc_fences_ = false;
  bool has_tensors_ = false;
  std::vector<std::size_t> mbarriers_;
  std::vector<LocationId> mbarrier_locations_;
  std::vector<LocationId> observed_;
};

}  // namespace opexplore::ptx_async
