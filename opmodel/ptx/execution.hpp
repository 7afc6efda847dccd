// The out-of-order machine's state and what follows from it.
//
// Threads issue in order and perform when they can: a load may be postponed, and
// with it whatever depends on its value. Performing it late can teach its
// thread, and everybody downstream, things about their past. So the state keeps
// what was issued, and the views are computed from it to a fixpoint, by the same
// functions that the in-order machine applies step by step.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "opmodel/parts/flow.hpp"
#include "opmodel/parts/small_vector.hpp"
#include "opmodel/ptx/coherence.hpp"
#include "opmodel/ptx/context.hpp"
#include "opmodel/ptx/knowledge.hpp"

namespace opexplore::ptx_model {

/// One issued instruction. Loads, stores, atomics, fences and barriers are
/// recorded; local instructions follow from the values read.
struct Issued {
  static constexpr std::uint8_t none = 0xff;     ///< does not read; or reads nothing any more
  static constexpr std::uint8_t pending = 0xfe;  ///< not yet performed

  InstructionId instruction = 0;
  std::uint8_t read = none;     ///< number of the write read from
  std::uint8_t write = none;    ///< pending, or 0 once performed
  std::uint8_t generation = 0;  ///< of the barrier it arrived at
  Value resource = 0;           ///< of the barrier it arrived at
  bool too_late = false;        ///< passed a quorum that was already complete (Dartagnan)

  bool reads_pending() const { return read == pending; }
  bool writes_pending() const { return write == pending; }
  bool read_done() const { return read < pending; }
  bool write_done() const { return write == 0; }
  bool operator==(const Issued&) const = default;
};

/// An executed fence.sc and its place in the Fence-SC order.
struct OrderedFence {
  ThreadId thread = 0;
  std::uint8_t entry = 0;  ///< index in the thread's issued instructions
  ItemSet before = 0;      ///< morally strong fences that precede it, by index in the list
  bool operator==(const OrderedFence&) const = default;
};

/// How many generations of a barrier are complete.
struct CompletedBarrier {
  ThreadMask cta = 0;
  Value resource = 0;
  std::uint8_t count = 0;
  bool operator==(const CompletedBarrier&) const = default;
};

using IssuedList = SmallVector<Issued, 8>;

struct OutOfOrderState {
  SmallVector<IssuedList, 4> issued;  ///< per thread, in program order
  Memory memory;                      ///< not_after is unused: causality is rechecked
  std::vector<OrderedFence> fences;   ///< by (thread, entry)
  Barriers barriers;
  std::vector<CompletedBarrier> completed;  ///< by (cta, resource)
  SmallVector<Value, 2> settled;
  bool too_many_events = false;
  bool operator==(const OutOfOrderState&) const = default;
};

/// A register whose value may not be known yet.
using MaybeValue = std::optional<Value>;

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

/// The candidate execution of a state, analysed. Refers to both arguments.
template <unsigned Width>
class Execution {
 public:
  Execution(const Context& context, const OutOfOrderState& state);

  /// More events than a set of items can hold.
  bool too_large() const { return events_ > max_items; }

  const Position& position(ThreadId thread) const { return positions_[thread]; }

  /// The value that a pending write will store, once its operands are known.
  /// `writes` is false for a compare-and-swap that failed.
  struct Pending {
    bool addressed = true;  ///< its address is known
    bool ready = false;
    bool writes = true;
    Value value = 0;
  };
  const Pending& pending(ThreadId thread, std::size_t entry) const {
    return entries_[index(thread, entry)].pending;
  }

  /// Computes all views. False when the Fence-SC order contradicts base causality.
  bool saturate();

  /// Base causality orders some write before others of its location: adds that to
  /// coherence. False when that is impossible.
  bool impose_coherence(Memory& memory) const;

  /// Causality, Atomicity and SC-per-Location for this coherence order.
  bool consistent(const Memory& memory) const;

  /// Events that may have run because of entries of the thread from `entry` on:
  /// program order, reads-from, barriers, Fence-SC order. Per thread, the first entry.
  std::vector<std::size_t> consequences(ThreadId thread, std::size_t entry) const;

  /// Entry of a write, as (thread, entry). Precondition: not an initial write.
  std::pair<ThreadId, std::size_t> entry_of(std::size_t write) const { return writers_[write]; }

  /// What is known to the thread at its end, for traces.
  const Knowledge<Width>& knowledge(ThreadId thread) const { return knowledge_[thread]; }
  const View<Width>& view_before(ThreadId thread, std::size_t entry) const {
    return views_[index(thread, entry)].before;
  }

 private:
  struct GenerationView {
    ThreadMask cta = 0;
    Value resource = 0;
    std::uint8_t generation = 0;
    View<Width> view;
  };

  void replay(ThreadId thread);
  void replay_entry(ThreadId thread, std::size_t entry, Position& at);
  void number_events();
  bool walk(ThreadId thread);
  void walk_read(Knowledge<Width>& knowledge, ThreadId thread, std::size_t entry,
                 const Access& access) const;
  bool walk_write(Knowledge<Width>& knowledge, ThreadId thread, std::size_t entry,
                  const Access& access);
  bool walk_fence(Knowledge<Width>& knowledge, ThreadId thread, std::size_t entry);
  bool walk_barrier(Knowledge<Width>& knowledge, ThreadId thread, std::size_t entry);
  bool sc_per_location(const Memory& memory, AddressId address) const;
  const Access& access(ThreadId thread, std::size_t entry) const {
    return context_.semantics.access(thread, state_.issued[thread][entry].instruction);
  }

  /// What is known of one issued instruction.
  struct Entry {
    Pending pending;
    std::uint8_t read_item = 0;    ///< item number of its read
    std::uint8_t write_item = 0;   ///< the number of its write
    std::uint8_t fence_item = 0;   ///< item number of a fence.sc
    std::uint8_t fence_index = 0;  ///< its index in OutOfOrderState::fences
  };
  struct EntryViews {
    View<Width> before;
    View<Width> before_write;  ///< between the halves of an atomic
  };

  std::size_t index(ThreadId thread, std::size_t entry) const { return first_[thread] + entry; }

  const Context& context_;
  const OutOfOrderState& state_;
  SmallVector<Position, 4> positions_;
  SmallVector<std::size_t, 4> first_;  ///< per thread, the index of its first entry
  SmallVector<Entry, 24> entries_;     ///< all threads, in order
  SmallVector<EntryViews, 24> views_;  ///< likewise
  SmallVector<std::pair<ThreadId, std::size_t>, 16> writers_;  ///< per write
  std::size_t events_ = 0;

  SmallVector<Knowledge<Width>, 4> knowledge_;
  SmallVector<Message<Width>, 16> messages_;
  SmallVector<View<Width>, 4> fence_views_;
  std::vector<GenerationView> generations_;
  bool contradiction_ = false;
};

}  // namespace opexplore::ptx_model

#include "opmodel/ptx/execution_rules.hpp"
