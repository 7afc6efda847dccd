// Data races by the PTX definition, as far as the program alone tells: which accesses conflict
// without being morally strong.
//
// PTX ISA 8.7.1: two operations conflict if they overlap and one of them writes; they race unless
// they are morally strong or one precedes the other in causality order. Who overlaps is told by
// location, so that an access through an alias conflicts, too.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "opmodel/data_race.hpp"
#include "opmodel/ptx/semantics.hpp"

namespace opexplore::ptx_model {

/// So many slots at most: the largest set that the in-order form is compiled for (sizes.hpp).
inline constexpr std::size_t max_racy_slots = 1024;

/// What an access has been, as far as races are concerned. A read-modify-write is one operation
/// (PTX ISA 8.4), and a compare-and-swap that fails one that reads.
struct RacySlot {
  ThreadId thread = 0;
  InstructionId instruction = 0;
  bool writes = false;
  bool earlier = false;  ///< of all times but the last that it was executed
  bool operator==(const RacySlot&) const = default;
};

// WART: races-of-loops. What is known of earlier times is kept for all of them together.
/// The slots of a program: one for each way in which an instruction can be half of a race. In order
/// a slot stands for the last time that its instruction was executed: what is in base causality
/// behind that is behind all earlier times, too. Who has observed the last of several writes is
/// not: for a strong write in a loop there is a slot of all earlier times, too.
class RacePlan {
 public:
  using Slot = std::uint16_t;
  using Slots = std::vector<Slot>;

  /// Of a program that is not asked about: no slot.
  RacePlan() = default;
  explicit RacePlan(const Semantics& semantics);

  std::size_t count() const { return slots_.size(); }
  const RacySlot& operator[](Slot slot) const { return slots_[slot]; }

  /// Of the instruction when it writes, or when it only reads; nothing if so it races with nothing.
  std::optional<Slot> slot(ThreadId thread, InstructionId at, bool writes) const;

  /// The slot of the earlier times; nothing if that would say no more than this one.
  std::optional<Slot> earlier(Slot slot) const { return earlier_[slot]; }

  /// Those that conflict with it and are not morally strong with it.
  const Slots& rivals(Slot slot) const { return rivals_[slot]; }

  /// Per thread and pc (the end included): slots of the thread that may still come.
  const Slots& ahead(ThreadId thread, InstructionId pc) const { return ahead_[thread][pc]; }

  /// Whether accesses to the location can race.
  bool is_racy(LocationId location) const { return count() != 0 && racy_[location] != 0; }

 private:
  using Ways = std::array<std::optional<Slot>, 2>;  // when it reads alone, when it writes

  void find_ahead(const Semantics& semantics);

  std::vector<RacySlot> slots_;
  std::vector<std::optional<Slot>> earlier_;  // by slot
  std::vector<Slots> rivals_;                 // by slot
  std::vector<std::vector<Ways>> ways_;       // by thread and instruction
  std::vector<std::vector<Slots>> ahead_;
  std::vector<char> racy_;  // by location
};

}  // namespace opexplore::ptx_model
