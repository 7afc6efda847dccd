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

/// Stands for the number of the initial write of a location. Nobody ever knows an initial write (it
/// is no event of a thread), every other write of its location follows it, and so it is in no set.
inline constexpr std::uint8_t initial_write = 0xfd;

/// A write in memory. Writes are numbered: those of thread 0 in program order, then those of
/// thread 1, ….
template <unsigned Words>
struct Write {
  static constexpr std::uint8_t none = 0xff;

  ThreadId thread = 0;
  InstructionId instruction = 0;
  Value value = 0;
  std::uint8_t rmw_source = none;  ///< the write that its read-modify-write read from
  ItemSet<Words> after;            ///< writes that are coherence-after this one
  ItemSet<Words> not_after;        ///< writes that must not become so: a read of this
                                   ///< write already knew them (Causality axiom)
  bool operator==(const Write&) const = default;
};

/// The memory of the PTX machines, without what writes hand on.
template <unsigned Words>
class Memory {
 public:
  using Items = ItemSet<Words>;

  /// Stands for no write.
  static constexpr std::size_t none = ~std::size_t{0};

  SmallVector<Write<Words>, 16> writes;

  bool operator==(const Memory&) const = default;

  /// Whether a thread may write once more. Steps give writes and locations numbers of 8 bits.
  bool has_room(const Semantics& semantics) const {
    return writes.size() + 1 < Items::capacity &&
           writes.size() + 1 + semantics.locations() < initial_write;
  }

  const Access& access(std::size_t write, const Semantics& semantics) const {
    return semantics.access(writes[write].thread, writes[write].instruction);
  }

  /// All writes to the location but the initial one.
  Items at_location(LocationId location, const Semantics& semantics) const;

  /// Those that went through this virtual address.
  Items at_address(AddressId address, const Semantics& semantics) const;

  /// \name Of a write to this location, or of initial_write: its value, what follows it.
  /// @{
  Value value(std::size_t write, LocationId location, const Semantics& semantics) const {
    return write == initial_write ? semantics.program().locations[location].initial
                                  : writes[write].value;
  }
  Items after(std::size_t write, LocationId location, const Semantics& semantics) const {
    return write == initial_write ? at_location(location, semantics) : writes[write].after;
  }
  /// @}

  /// Writes to the location of the access, known in `view` well enough to order it.
  template <class Size>
  Items ordered_before(const View<Size>& view, const Access& access,
                       const Semantics& semantics) const {
    const Items all = Items::below(writes.size());
    const Stages& stages = semantics.stages();
    Items result;
    (view.items.at_same_address(access, stages) & all).for_each([&](std::size_t w) {
      if (this->access(w, semantics).address == access.address) result |= Items::of(w);
    });
    (view.items.at_aliases(access, stages) & all).for_each([&](std::size_t w) {
      if (this->access(w, semantics).location == access.location) result |= Items::of(w);
    });
    return result;
  }

  /// Writes that are coherence-before this one.
  Items before(std::size_t write) const;

  /// Writes to the location that no other write follows in coherence; empty if only the initial one
  /// is there.
  Items last(LocationId location, const Semantics& semantics) const;

  /// Whether the access and the write are morally strong; an initial write never is.
  bool morally_strong(std::size_t write, const Access& other, const Semantics& semantics) const {
    return write != initial_write && semantics.morally_strong(access(write, semantics), other);
  }

  /// Number that a new write of the thread gets when `earlier` of its writes
  /// precede it in program order.
  std::size_t place_for(ThreadId thread, std::size_t earlier) const;

  /// Inserts a write, unordered, renumbering those behind it.
  void insert(std::size_t at, const Write<Words>& write);

  /// What must not follow the write must not follow those that come after it in coherence, either:
  /// before it is taken out.
  void hand_on_forbidden(std::size_t write);

  /// Orders each write of `earlier` before each of `later`, and closes. False
  /// when that contradicts what is known; the memory is then unusable.
  bool order(Items earlier, const Items& later);

  /// Forbids that any of these follows the write in coherence, now or later: somebody who knew them
  /// has read it. What is ordered before it already needs no note, and the initial write is.
  void never_after(std::size_t write, const Items& known);

  /// Whether a read-modify-write of the write, or of the initial one of the location, is there.
  bool is_modified(std::size_t source, LocationId location, const Semantics& semantics) const;

  /// Atomicity: nothing morally strong lies between the write that a
  /// read-modify-write read and the one it wrote (PTX ISA 8.10.3).
  bool atomic(LocationId location, const Semantics& semantics) const;
  bool atomic_everywhere(const Semantics& semantics) const;

  /// A pair of morally strong writes to the location, not yet ordered, with `write` in
  /// it: the other one, or none.
  std::size_t unordered_strong(std::size_t write, const Semantics& semantics) const;

 private:
  bool is_atomic(std::size_t write, const Semantics& semantics) const;
};

/// Calls f(Memory&&, choice) for every way to order the write against the morally
/// strong writes it is not ordered with, numbering the ways from 0. Coherence
/// relates morally strong writes one way or the other; others stay unordered.
template <unsigned Words>
void for_each_orientation(Memory<Words>&& memory, std::size_t write, const Semantics& semantics,
                          FunctionRef<void(Memory<Words>&&, std::uint16_t)> f);

/// \name Writes as steps and traces number them: the initial one of each location comes first.
/// @{
inline std::size_t step_number(std::size_t write, LocationId location, const Semantics& semantics) {
  return write == initial_write ? location : write + semantics.locations();
}
/// In the place of one: a write that is not there yet.
inline constexpr std::size_t write_to_come = 0xff;
inline std::size_t write_of_step(std::size_t number, const Semantics& semantics) {
  return number < semantics.locations() ? initial_write : number - semantics.locations();
}
/// @}

}  // namespace opexplore::ptx_model
