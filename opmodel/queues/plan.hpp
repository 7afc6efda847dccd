// What the machines with address queues know about a program before it runs, and why
// they cannot run it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "opmodel/condition.hpp"
#include "opmodel/parts/flow.hpp"
#include "opmodel/refusal.hpp"

namespace opexplore::queue_model {

/// What an instruction is to these machines. Both kinds of membar put a marker into every
/// queue of their thread (Sorensen 2014, section 5.4).
enum class Kind : std::uint8_t { load, store, atomic, membar_cta, membar_gl, local };

constexpr bool is_fence(Kind kind) { return kind == Kind::membar_cta || kind == Kind::membar_gl; }

/// Fences that a thread may still execute.
struct FencesAhead {
  bool membar_cta = false;
  bool membar_gl = false;
  bool operator==(const FencesAhead&) const = default;
};

/// A set of locations, one bit each.
using LocationSet = std::uint64_t;

/// The set that holds this location alone.
constexpr LocationSet location_bit(LocationId location) { return LocationSet{1} << location; }

/// One instruction.
struct Planned {
  Kind kind = Kind::local;
  LocationId location = 0;                ///< load, store, atomic
  std::optional<RegisterId> destination;  ///< the register that it writes
  RegisterSet operands;                   ///< registers whose values it needs to be issued
  bool l1 = false;                        ///< a load that an L1 cache may serve: .ca, the default
};

/// Immutable facts about one program. Thread-safe.
class Plan {
 public:
  /// Precondition: refusal() said nothing.
  explicit Plan(const Test& test);

  std::size_t threads() const { return threads_.size(); }
  std::size_t locations() const { return regions_.size(); }
  std::size_t blocks() const { return block_members_.size(); }

  /// Precondition: `pc` is before the end.
  const Planned& at(ThreadId thread, InstructionId pc) const { return threads_[thread][pc]; }
  bool ends_at(ThreadId thread, InstructionId pc) const { return pc == threads_[thread].size(); }

  /// Index of the thread's block (its CTA), in order of first appearance.
  std::uint8_t block(ThreadId thread) const { return block_of_[thread]; }
  ThreadMask members(std::uint8_t block) const { return block_members_[block]; }
  bool is_shared(LocationId location) const { return regions_[location] == Region::shared; }
  /// The block that a shared location belongs to: that of the threads that access it.
  std::uint8_t home(LocationId location) const { return home_[location]; }

  /// Locations that the thread may still load or change atomically from `pc` on.
  LocationSet reads_from(ThreadId thread, InstructionId pc) const { return reads_[thread][pc]; }
  /// Locations that it may still store to or change atomically.
  LocationSet writes_from(ThreadId thread, InstructionId pc) const { return writes_[thread][pc]; }
  /// Fences that it may still issue.
  FencesAhead fences_from(ThreadId thread, InstructionId pc) const { return fences_[thread][pc]; }
  /// Whether the test asks for the final value of the location.
  bool observed(LocationId location) const { return (observed_ & location_bit(location)) != 0; }
  /// Whether some load goes through the L1 cache.
  bool uses_l1() const { return uses_l1_; }
  /// Whether some fence is a membar.cta.
  bool has_membar_cta() const { return has_membar_cta_; }

 private:
  void place_threads(const Program& program);

  std::vector<std::vector<Planned>> threads_;
  std::vector<std::uint8_t> block_of_;
  std::vector<ThreadMask> block_members_;
  std::vector<Region> regions_;
  std::vector<std::uint8_t> home_;
  std::vector<std::vector<LocationSet>> reads_;  // per thread and pc, the end included
  std::vector<std::vector<LocationSet>> writes_;
  std::vector<std::vector<FencesAhead>> fences_;
  LocationSet observed_ = 0;
  bool uses_l1_ = false;
  bool has_membar_cta_ = false;
};

/// Why a machine of this family named `machine` cannot run the test, in one sentence that
/// names the instruction; or nothing. Read-modify-writes run only where `atomics` says so.
std::optional<Refusal> refusal(const Test& test, std::string_view machine, bool atomics);

}  // namespace opexplore::queue_model
