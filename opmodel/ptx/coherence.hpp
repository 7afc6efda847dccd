// Coherence order: a partial order of the writes of each location, and the
// choices that a new write brings (PTX ISA 8.9.6; Lustig 2019, section 3).
//
// Invariant: `after` is transitively closed and acyclic; no pair in it is in
// `not_after`.
#pragma once

#include <cstdint>

#include "opmodel/parts/function_ref.hpp"
#include "opmodel/parts/small_vector.hpp"
#include "opmodel/ptx/view.hpp"

namespace opexplore::ptx_model {

/// A write in memory. Writes are numbered: the initial write of each location
/// first, then those of thread 0 in program order, then those of thread 1, ….
struct Write {
  static constexpr ThreadId initial = 0xff;
  static constexpr std::uint8_t none = 0xff;

  ThreadId thread = initial;      ///< `initial` for the initial write of a location
  InstructionId instruction = 0;  ///< for an initial write, the location
  Value value = 0;
  std::uint8_t rmw_source = none;  ///< the write that its read-modify-write read from
  ItemSet after = 0;               ///< writes that are coherence-after this one
  ItemSet not_after = 0;           ///< writes that must not become so: a read of this
                                   ///< write already knew them (Causality axiom)
  bool operator==(const Write&) const = default;
};

/// The write that gave a location its value before the program runs.
Write initial_write(const Program& program, LocationId location);

/// The memory of the PTX machines, without what writes hand on.
class Memory {
 public:
  SmallVector<Write, 12> writes;

  bool operator==(const Memory&) const = default;

  /// The location of a write.
  static LocationId location(const Write& write, const Semantics& semantics) {
    return write.thread == Write::initial
               ? static_cast<LocationId>(write.instruction)
               : semantics.access(write.thread, write.instruction).location;
  }

  /// All writes to the location.
  ItemSet at_location(LocationId location, const Semantics& semantics) const;

  /// Those that went through this virtual address.
  ItemSet at_address(AddressId address, const Semantics& semantics) const;

  /// Writes to the location of the access, known in `view` well enough to order it.
  template <unsigned Width>
  ItemSet ordered_before(const View<Width>& view, const Access& access,
                         const Semantics& semantics) const {
    const Stages& stages = semantics.stages();
    return (view.at_same_address(access, stages) & at_address(access.address, semantics)) |
           (view.at_aliases(access, stages) & at_location(access.location, semantics));
  }

  /// Writes that are coherence-before this one.
  ItemSet before(std::size_t write) const;

  /// Writes to the location that no other write follows in coherence.
  ItemSet last(LocationId location, const Semantics& semantics) const;

  /// Whether the access and the write are morally strong.
  bool morally_strong(std::size_t write, const Access& access, const Semantics& semantics) const {
    const Write& other = writes[write];
    return other.thread != Write::initial &&
           semantics.morally_strong(semantics.access(other.thread, other.instruction), access);
  }

  /// Number that a new write of the thread gets when `earlier` of its writes
  /// precede it in program order.
  std::size_t place_for(ThreadId thread, std::size_t earlier) const;

  /// Inserts a write, unordered, renumbering those behind it.
  void insert(std::size_t at, Write write);

  /// Orders each write of `earlier` before each of `later`, and closes. False
  /// when that contradicts what is known; the memory is then unusable.
  bool order(ItemSet earlier, ItemSet later);

  /// Forbids that any of these follows the write in coherence, now or later: somebody who knew them
  /// has read it. What is ordered before it already needs no note.
  void never_after(std::size_t write, ItemSet known);

  /// Atomicity: nothing morally strong lies between the write that a
  /// read-modify-write read and the one it wrote (PTX ISA 8.10.3).
  bool atomic(LocationId location, const Semantics& semantics) const;

  /// A pair of morally strong writes to the location, not yet ordered, with `write` in
  /// it: the other one. max_items when there is none.
  std::size_t unordered_strong(std::size_t write, const Semantics& semantics) const;
};

/// What the program finds: the initial writes.
Memory initial_memory(const Program& program);

/// Calls f(Memory&&, choice) for every way to order the write against the morally
/// strong writes it is not ordered with, numbering the ways from 0. Coherence
/// relates morally strong writes one way or the other; others stay unordered.
void for_each_orientation(Memory&& memory, std::size_t write, const Semantics& semantics,
                          FunctionRef<void(Memory&&, std::uint16_t)> f);

}  // namespace opexplore::ptx_model
