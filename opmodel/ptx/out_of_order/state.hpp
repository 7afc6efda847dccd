// What the out-of-order form of the PTX machine knows between two steps.
//
// Threads issue in order and perform when they can: a load may be postponed, and
// with it whatever depends on its value. Performing it late can teach its
// thread, and everybody downstream, things about their past. So the state keeps
// what was issued, and the views are computed from it to a fixpoint (execution.hpp).
//
// While nothing is postponed nobody's past can change any more. What was issued is then folded into
// a state of the in-order form (fold.hpp), and `past` is the one from which the next load was put
// off. Programs for which that does not hold (Context::folds) keep all they issued.
//
// WART: barriers-in-loops. Where nothing is folded each turn adds to what was issued.
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "opmodel/parts/barrier.hpp"
#include "opmodel/parts/small_vector.hpp"
#include "opmodel/ptx/coherence.hpp"
#include "opmodel/ptx/in_order/state.hpp"
#include "opmodel/ptx/sizes.hpp"

namespace opexplore::ptx_model {

/// The sizes of this form: words of a set of writes, performed reads and SC fences.
inline constexpr unsigned late_words = 1;
using LateSize = Size<few_stages, late_words>;  ///< of the in-order states that it goes on from
using LateItems = ItemSet<late_words>;
using LateMemory = Memory<late_words>;

/// The in-order state from which what was issued goes on. Copies share it: it never changes.
class Past {
 public:
  Past() = default;
  /// `bytes`: the canonical ones of the state, or none if it is the beginning of all executions.
  Past(InOrderState<LateSize> state, std::string bytes)
      : known_(std::make_shared<const Known>(std::move(state), std::move(bytes))) {}

  /// Whether there is one: not before it is assigned.
  explicit operator bool() const { return known_ != nullptr; }
  const InOrderState<LateSize>& operator*() const { return known_->state; }
  const InOrderState<LateSize>* operator->() const { return &known_->state; }
  std::string_view bytes() const { return known_->bytes; }
  /// How many writes it has.
  std::size_t writes() const { return known_->state.memory.writes.size(); }

  bool operator==(const Past& other) const {
    return known_ == other.known_ ||
           (known_ != nullptr && other.known_ != nullptr && **this == *other);
  }

 private:
  struct Known {
    Known(InOrderState<LateSize> of, std::string canonical)
        : state(std::move(of)), bytes(std::move(canonical)) {}
    InOrderState<LateSize> state;
    std::string bytes;
  };
  std::shared_ptr<const Known> known_;
};

/// One issued instruction. Loads, stores, atomics, fences and barriers are
/// recorded; local instructions follow from the values read.
struct Issued {
  static constexpr std::uint8_t none = 0xff;     ///< does not read; or reads nothing any more
  static constexpr std::uint8_t pending = 0xfe;  ///< not yet performed

  InstructionId instruction = 0;
  std::uint8_t read = none;     ///< number of the write read from, or initial_write
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
  LateItems before;        ///< morally strong fences that precede it, by index in the list
  bool operator==(const OrderedFence&) const = default;
};

/// How many generations of a barrier are complete, since `past`.
struct CompletedBarrier {
  ThreadMask cta = 0;
  Value resource = 0;
  std::uint8_t count = 0;
  bool quorum = false;  ///< the last of them named one
  bool operator==(const CompletedBarrier&) const = default;
};

using IssuedList = SmallVector<Issued, 8>;

/// Why the search does not go on.
enum class LateLimit : std::uint8_t {
  none,
  events,  ///< more than a set of items holds
  turns,   ///< a loop goes on while a load is put off; only where infinite runs are judged
  window   ///< in_order/fairness.hpp; only there, too
};

struct OutOfOrderState {
  /// Where everybody was, and what was known, before the first of `issued`.
  Past past;
  SmallVector<IssuedList, 4> issued;  ///< per thread, in program order
  /// First the writes of the past, with the numbers that they have there, then those that were
  /// issued, by thread and in program order. Of these not_after is unused: causality is rechecked.
  LateMemory memory;
  std::vector<OrderedFence> fences;  ///< by (thread, entry)
  Barriers barriers;
  std::vector<CompletedBarrier> completed;  ///< by (cta, resource)
  SmallVector<Value, 2> settled;
  LateLimit beyond = LateLimit::none;
  bool operator==(const OutOfOrderState&) const = default;
};

/// Whether the thread has a load that is put off, or a store that waits for one.
inline bool is_pending(const IssuedList& issued) {
  return std::ranges::any_of(
      issued, [](const Issued& entry) { return entry.reads_pending() || entry.writes_pending(); });
}

}  // namespace opexplore::ptx_model
