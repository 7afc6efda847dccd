// The boxes of the race detector, around those of the interleaving machine.
//
// A slot stands for the last access of one thread to one location in one family and class (Plan).
// Happens-before is kept as sets of slots: whose set has a slot is ordered after the access that
// the slot stands for. Sets instead of clocks: a loop that does the same again comes back to the
// same state.
//
// Invariants: a thread's own set has a slot, at all levels, if and only if there is an access in
// it that still matters; no other set has a slot that its own thread's set lacks; after a race
// everything but the memory and the race is empty.
#pragma once

#include <optional>
#include <vector>

#include "opmodel/machines/drf0/plan.hpp"
#include "opmodel/machines/sc/state.hpp"

namespace opexplore::drf0 {

/// What is known about the order in which a thread's strong accesses are performed. A run is what
/// it did to one location with nothing to cut it (rules.hpp).
struct ThreadOrder {
  bool any = false;          ///< there was a strong access; the next members describe the last one
  bool stored = false;       ///< it was a store
  bool reads_alone = false;  ///< nothing in its run wrote
  LocationId location = 0;   ///< of the run; physical
  Rank before = 0;           ///< the largest scope at which all earlier ones come before it
  Rank fence = 0;            ///< the largest of fences and barriers since
  std::uint8_t pending = 0;  ///< slots whose order after is open: bit 4 * family + class
  ThreadMask owed = 0;       ///< threads to whom that order was promised
  bool operator==(const ThreadOrder&) const = default;
};

/// Who wrote the value that a location has.
struct Writer {
  ThreadId thread = 0;
  Rank strong = 0;  ///< 0: what was written passes nothing on
  bool operator==(const Writer&) const = default;
};

/// What the threads know that have arrived in a barrier generation.
struct Gathered {
  ThreadMask cta = 0;
  Value resource = 0;
  Words known;
  bool operator==(const Gathered&) const = default;
};

struct Race {
  enum class Kind : std::uint8_t {
    unordered,  ///< nothing orders the two accesses
    reordered   ///< two strong accesses of a thread, the first of which another one relies on
  };
  Kind kind = Kind::unordered;
  ThreadId first = 0;         ///< the thread of the earlier access
  bool first_writes = false;  ///< what that access is
  LocationId location = 0;    ///< that it accesses
  ThreadId second = 0;        ///< the thread that races with it, or relies on it
  InstructionId at = 0;       ///< the later access, of `second`; if reordered, of `first`
  bool operator==(const Race&) const = default;
};

struct State {
  sc::State base;
  Words known;  ///< all sets (see Rows)
  std::vector<ThreadOrder> orders;
  std::vector<Writer> writers;     ///< per contended location
  std::vector<Gathered> gathered;  ///< increasing by (cta, resource)
  std::optional<Race> race;
  bool operator==(const State&) const = default;
};

/// Where the sets are in State::known: per level for each thread what is ordered before its next
/// access (`own`), what it had when it last passed a releasing fence (`released`), what it has read
/// but not acquired (`seen`); then for each contended location what its value passes on (`passed`).
class Rows {
 public:
  explicit Rows(const Plan& plan)
      : words_(plan.words()),
        levels_(plan.levels()),
        threads_(plan.threads()),
        count_((3 * threads_ + plan.contended()) * levels_) {}

  std::size_t size() const { return count_ * words_; }

  std::span<std::uint64_t> own(State& s, ThreadId t, std::size_t l) const { return row(s, t, l); }
  std::span<std::uint64_t> released(State& s, ThreadId t, std::size_t l) const {
    return row(s, threads_ + t, l);
  }
  std::span<std::uint64_t> seen(State& s, ThreadId t, std::size_t l) const {
    return row(s, 2 * threads_ + t, l);
  }
  std::span<std::uint64_t> passed(State& s, std::size_t contended, std::size_t l) const {
    return row(s, 3 * threads_ + contended, l);
  }
  std::span<const std::uint64_t> own(const State& s, ThreadId t, std::size_t l) const {
    return std::span(s.known).subspan((t * levels_ + l) * words_, words_);
  }

 private:
  std::span<std::uint64_t> row(State& s, std::size_t who, std::size_t level) const {
    return std::span(s.known).subspan((who * levels_ + level) * words_, words_);
  }

  std::size_t words_, levels_, threads_, count_;
};

}  // namespace opexplore::drf0
