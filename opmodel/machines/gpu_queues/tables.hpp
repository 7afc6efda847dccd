// The machine compiled for one test: the parts of a state by number, and what the rules make of
// them, looked up.
//
// A rule touches few parts: issue, local and load_out the thread; load the thread, and the value
// that it sees; store the thread and the location; a delivery the location; a fence the thread, and
// each location by itself. So all that a rule can do is done once to each part, by the rule itself,
// and then known: transition caching by a dependency matrix (Blom, van de Pol, Weber, CAV 2010),
// ahead of the search, so that threads share it. A state is the numbers of its parts, in as many
// bits as they need, side by side: canonical as it is.
//
// Parts are met by going from the initial ones through all that could be read or stored, so there
// may be more of them than the search meets.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "opmodel/machines/gpu_queues/steps.hpp"

namespace opexplore::gpu_queues {

/// A state: the numbers of its parts.
template <std::size_t Words>
struct Packed {
  std::array<std::uint64_t, Words> words{};
  bool operator==(const Packed&) const = default;
};

/// The number of a thread's part among those of its thread, or of what all threads see of a
/// location among those of the location.
using PartNumber = std::uint16_t;

/// Where a part's number is in the words.
struct PartField {
  std::uint64_t mask = 0;  ///< before it is shifted
  std::uint8_t word = 0;
  std::uint8_t shift = 0;

  template <std::size_t Words>
  PartNumber of(const Packed<Words>& state) const {
    return static_cast<PartNumber>(state.words[Words == 1 ? 0 : word] >> shift & mask);
  }
  template <std::size_t Words>
  void put(Packed<Words>& state, PartNumber number) const {
    std::uint64_t& into = state.words[Words == 1 ? 0 : word];
    into = (into & ~(mask << shift)) | std::uint64_t{number} << shift;
  }
};

/// A step of a part, and where it leads.
struct Move {
  enum class Touches : std::uint8_t {
    itself,    ///< nothing else
    view,      ///< looks at what its thread sees of a location
    location,  ///< changes the location
    memory     ///< changes all locations
  };

  Step step;
  Touches touches = Touches::itself;
  std::uint8_t part = 0;      ///< whose it is
  std::uint8_t location = 0;  ///< that it touches, as a part
  PartNumber next = 0;        ///< `view`: see `table`
  /// `view`: next by number of the value that is seen. `location`: that location's next.
  /// `memory`: which of the fences it is.
  std::uint32_t table = 0;
};

class Tables {
 public:
  static constexpr std::size_t most_words = 4;
  /// Of all parts together.
  static constexpr std::size_t most_moves = 256;

  /// Nothing if a state does not have a few parts of few states each, or if reductions that look at
  /// several parts at once are on.
  static std::shared_ptr<const Tables> of(const Test& test, const MachineOptions& options,
                                          const Context& context);

  /// Bytes that a state takes. Of the initial one all are zero.
  std::size_t bytes() const { return bytes_; }

  /// Calls use(move) for each move of each part, in the order of the steps.
  template <std::size_t Words, class Use>
  void for_each_move(const Packed<Words>& state, const Use& use) const {
    std::array<std::uint64_t, most_moves> keys;  // NOLINT: the first are set
    std::size_t count = 0;
    for (const Part& part : parts_) {
      const PartNumber number = part.field.of(state);
      const std::uint32_t end = part.moves[number + 1];
      for (std::uint32_t move = part.moves[number]; move != end; ++move) {
        std::size_t place = count++;
        for (; place != 0 && keys[place - 1] > keys_[move]; --place) keys[place] = keys[place - 1];
        keys[place] = keys_[move];
      }
    }
    for (std::size_t index = 0; index < count; ++index) {
      use(moves_[static_cast<std::uint32_t>(keys[index])]);
    }
  }

  /// The state behind a move.
  template <std::size_t Words>
  Packed<Words> after(Packed<Words> state, const Move& move) const;

  /// Whether nothing is left to do: a final state.
  template <std::size_t Words>
  bool is_final(const Packed<Words>& state) const {
    for (const Part& part : parts_) {
      if (!part.rests[part.field.of(state)]) return false;
    }
    return true;
  }

  /// Whether some thread runs local instructions for ever.
  template <std::size_t Words>
  bool diverges(const Packed<Words>& state) const {
    if (!may_diverge_) return false;
    for (std::size_t t = 0; t < threads_; ++t) {
      if (parts_[t].diverges[parts_[t].field.of(state)] != 0) return true;
    }
    return false;
  }

  /// The state that the numbers stand for.
  template <std::size_t Words>
  State unpacked(const Packed<Words>& packed) const {
    Packed<most_words> wide;
    std::ranges::copy(packed.words, wide.words.begin());
    return unpacked(wide);
  }
  State unpacked(const Packed<most_words>& packed) const;

 private:
  friend class TableBuilder;

  struct Part {
    PartField field;
    std::vector<std::uint32_t> moves;  // by number, where they begin; and where the last end
    std::vector<char> rests;           // by number
    std::vector<char> diverges;
    // Of a location: by fence, then number, what it makes of it; by number, then thread, which of
    // the location's values it sees.
    std::vector<PartNumber> after_fence;
    std::vector<std::uint8_t> seen;
    std::size_t states() const { return rests.size(); }
  };

  // The step in the upper half, so that keys are in the order of steps; the move's number below.
  static std::uint64_t key_of(Step step, std::size_t move) {
    const std::uint64_t order = std::uint64_t{step.rule} << 24 | std::uint64_t{step.thread} << 16;
    return (order | step.argument) << 32 | move;
  }

  template <std::size_t Words>
  PartNumber seen_by(const Packed<Words>& state, const Move& move) const {
    const Part& part = parts_[move.location];
    return part.seen[part.field.of(state) * threads_ + move.part];
  }

  std::size_t threads_ = 0;
  std::vector<Part> parts_;  // the threads, then the locations
  std::vector<Move> moves_;
  std::vector<std::uint64_t> keys_;  // of the moves
  std::vector<PartNumber> next_;     // what `Move::table` refers to
  std::size_t bytes_ = 0;
  bool may_diverge_ = false;
  std::vector<std::vector<ThreadState>> thread_states_;
  std::vector<std::vector<std::vector<Cell>>> columns_;  // of locations
};

template <std::size_t Words>
Packed<Words> Tables::after(Packed<Words> state, const Move& move) const {
  const PartField& own = parts_[move.part].field;
  switch (move.touches) {
    case Move::Touches::itself:
      own.put(state, move.next);
      break;
    case Move::Touches::view:
      own.put(state, next_[move.table + seen_by(state, move)]);
      break;
    case Move::Touches::location: {
      const PartField& field = parts_[move.location].field;
      own.put(state, move.next);
      field.put(state, next_[move.table + field.of(state)]);
      break;
    }
    case Move::Touches::memory:
      own.put(state, move.next);
      for (std::size_t at = threads_; at < parts_.size(); ++at) {
        const Part& part = parts_[at];
        part.field.put(state, part.after_fence[move.table * part.states() + part.field.of(state)]);
      }
  }
  return state;
}

}  // namespace opexplore::gpu_queues
