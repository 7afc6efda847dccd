// The choices that slots of skeletons offer, and the skeletons that families are made of.
#pragma once

#include <string>
#include <vector>

#include "mappings/families_frame.hpp"

namespace opexplore::mappings {

/// What carries the message: the first location of a skeleton.
enum class Payload : std::uint8_t {
  atomic,      ///< like the others
  non_atomic,  ///< not atomic; what reads or writes it behind a read is guarded
  narrow       ///< atomic, in a scope that does not include the other threads
};

/// One access: the index of its thread, and in it.
struct Position {
  std::size_t thread = 0, event = 0;
  bool operator==(const Position&) const = default;
};

/// All accesses of the skeleton, thread by thread.
std::vector<Position> positions(const Frame& frame);

const generate::Event& event_at(const Frame& frame, Position at);

/// \name Slots of one access.
/// @{
Slot access_slot(const Frame& frame, Position at, const std::vector<Order>& orders);
/// Relaxed, acquire (or release), sc.
Slot plain_slot(const Frame& frame, Position at);
/// Relaxed alone.
Slot relaxed_slot(const Frame& frame, Position at);
/// As the payload demands; what is not payload is a plain_slot, or relaxed where that is asked for.
Slot payload_slot(const Frame& frame, Position at, Payload payload, bool relaxed = false);
/// A read-modify-write in all five orders, or in these.
Slot rmw_slot(Position at, const std::vector<AtomicOp>& ops);
Slot rmw_slot(Position at, AtomicOp op, const std::vector<Order>& orders);
/// A fetch_add in all five orders, or in these, whose result nobody uses.
Slot reduce_slot(Position at);
Slot reduce_slot(Position at, const std::vector<Order>& orders);
/// A compare-exchange with each pair of orders that C++ has; where the access reads in the
/// skeleton, also one that fails.
Slot cas_slot(const Frame& frame, Position at);
/// A compare-exchange that succeeds.
SlotOption cas_option(Position at, Order order, Order failure);
/// @}

/// Adds the options of `more` to those of the slot.
void append(Slot& slot, Slot more);

/// Fences before an access: none if `optional`, and each order with each reach.
Slot fence_slot(Position before, const std::vector<Order>& orders,
                const std::vector<Reach>& reaches, bool optional);

/// The ways of one thread of two accesses: both relaxed with each of the fences between them, or
/// no fence and each access relaxed, acquire or release, or sc.
Slot thread_slot(const Frame& frame, std::size_t thread, Payload payload,
                 const std::vector<Reach>& reaches);

/// Two threads: one CTA, two CTAs, two GPUs.
std::vector<generate::Placement> two_places();
/// Three threads in CTAs of their own, and two of them in one.
std::vector<generate::Placement> three_places();
/// The placements in those words, for so many threads.
std::vector<generate::Placement> places(std::size_t threads, const std::vector<std::string>& words);

}  // namespace opexplore::mappings
