// What follows from the instructions that the threads have issued, before anything is known of
// views: where each thread stands, and which events there are.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "opmodel/parts/function_ref.hpp"
#include "opmodel/parts/small_vector.hpp"
#include "opmodel/ptx/context.hpp"
#include "opmodel/ptx/maybe_value.hpp"
#include "opmodel/ptx/out_of_order/state.hpp"
#include "opmodel/ptx/rules/atomic.hpp"

namespace opexplore::ptx_model {

/// Where a thread stands, worked out from what it issued.
struct Position {
  InstructionId pc = 0;
  SmallVector<MaybeValue, 8> registers;
  bool stalled = false;   ///< before a branch or barrier whose operand is not known
  bool diverged = false;  ///< runs local instructions forever

  MaybeValue value(const Operand& operand) const {
    const auto* reg = std::get_if<RegisterOperand>(&operand);
    return reg != nullptr ? registers[reg->id] : MaybeValue(std::get<Value>(operand));
  }
  /// Whether the address of the access is known.
  bool addressed(const Action& action) const {
    const auto pointer = pointer_of(action);
    return !pointer || registers[*pointer].has_value();
  }
};

/// What the write half of a store or atomic stores, given what is known there and, of an atomic,
/// what it has read.
Stored stored_at(const Position& position, const Action& action, MaybeValue read,
                 const Reading& reading);

/// What may follow from an event: by thread, the first entry that may.
using Consequences = SmallVector<std::size_t, 8>;

/// The events of a state's candidate execution. Refers to both arguments.
class Events {
 public:
  Events(const Context& context, const OutOfOrderState& state);

  /// \name The events of the state `after`, in which one more of these entries has read, or written
  /// the write of that number.
  /// @{
  Events with_read(const OutOfOrderState& after, ThreadId thread, std::size_t entry) const;
  Events with_write(const OutOfOrderState& after, ThreadId thread, std::size_t entry,
                    std::size_t write) const;
  /// @}

  const Context& context() const { return context_; }
  const OutOfOrderState& state() const { return state_; }

  /// Writes, reads that were performed and SC fences.
  std::size_t count() const { return count_; }

  /// More events than a set of items can hold.
  bool too_large() const { return count_ > LateItems::capacity; }
  /// The same once there are `more`.
  bool too_large_with(std::size_t more) const { return count_ + more > LateItems::capacity; }

  /// At the next instruction that is not local; of a thread that waits, behind its last one.
  const Position& position(ThreadId thread) const { return positions_[thread]; }
  /// Where the thread stands behind its next instruction, a load or atomic, once that has read.
  Position behind_read(ThreadId thread, Value value) const;

  /// What is known of one issued instruction.
  struct Entry {
    bool addressed = true;       ///< the address of its access is known
    Stored stored;               ///< what its write stores, once its address and operands are known
    std::uint8_t read_item = 0;  ///< item number of its read
    std::uint8_t write_item = 0;   ///< the number of its write
    std::uint8_t fence_item = 0;   ///< item number of a fence.sc
    std::uint8_t fence_index = 0;  ///< its index in OutOfOrderState::fences
  };
  const Entry& entry(ThreadId thread, std::size_t entry) const {
    return entries_[index(thread, entry)];
  }

  /// Index of an entry among those of all threads, and how many these are.
  std::size_t index(ThreadId thread, std::size_t entry) const { return first_[thread] + entry; }
  std::size_t entries() const { return entries_.size(); }

  /// The number of the rule that issued the entry.
  std::uint8_t rule(ThreadId thread, std::size_t entry) const {
    return context_.semantics.rule(thread, state_.issued[thread][entry].instruction);
  }

  /// Precondition: the entry is a load, store or atomic.
  const Access& access(ThreadId thread, std::size_t entry) const {
    return context_.semantics.access(thread, state_.issued[thread][entry].instruction);
  }

  /// Entry of a write, as (thread, entry); `in_past` for those that OutOfOrderState::past has.
  /// Precondition: not initial_write.
  std::pair<ThreadId, std::size_t> entry_of(std::size_t write) const { return writers_[write]; }
  static constexpr std::size_t in_past = ~std::size_t{0};

  /// Events that may have run because of entries of the thread from `entry` on: program order,
  /// reads-from, barriers and who passes them by, Fence-SC order. Per thread, the first entry. May
  /// hold too many.
  Consequences consequences(ThreadId thread, std::size_t entry) const;

 private:
  Events(const Events& before, const OutOfOrderState& state)
      : context_(before.context_),
        state_(state),
        positions_(before.positions_),
        first_(before.first_),
        entries_(before.entries_),
        writers_(before.writers_),
        count_(before.count_) {}

  void replay(ThreadId thread);
  void run_local(ThreadId thread, Position& at) const;
  void replay_entry(ThreadId thread, std::size_t entry, Position& at);
  void number_events();
  bool arrived(ThreadId thread, const Issued& other) const;
  void for_each_effect(ThreadId thread, std::size_t entry, bool barrier,
                       FunctionRef<void(ThreadId, std::size_t)> reach) const;
  void pass_by(ThreadId thread, FunctionRef<void(ThreadId, std::size_t)> reach) const;

  const Context& context_;
  const OutOfOrderState& state_;
  SmallVector<Position, 4> positions_;
  SmallVector<std::size_t, 4> first_;  ///< per thread, the index of its first entry
  SmallVector<Entry, 24> entries_;     ///< all threads, in order
  SmallVector<std::pair<ThreadId, std::size_t>, 16> writers_;  ///< per write
  std::size_t count_ = 0;
};

}  // namespace opexplore::ptx_model
