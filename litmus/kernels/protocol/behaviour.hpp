// What the threads of a block do that other threads can tell: as far as it has been found out, a
// tree for each thread. It branches where a thread reads what others may have written, and where
// threads meet of which one has.
//
// What a thread does next is a function of its position in the tree: of the values that it has
// read, and of the positions of those that it has met. All else is memory that barriers alone keep
// in order, so that it holds the same in every execution that comes there.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "litmus/kernels/step.hpp"

namespace opexplore::kernel {

/// Of a thread, by number.
using PositionId = std::uint32_t;

/// What a thread does at a position.
enum class Turn : std::uint8_t {
  unknown,  ///< no run has come further
  act,      ///< instructions: accesses to locations, fences
  choose,   ///< goes on as a register says that these have set
  meet,     ///< waits for others
  stop,     ///< because of an error
  end
};

/// What a thread is where it reads a register that others decide about.
struct ChoiceState {
  State state;
  std::uint32_t own_writes = 0;  ///< of the thread so far
};

struct Position {
  Turn turn = Turn::unknown;
  const Statement* statement = nullptr;
  std::vector<Instruction> instructions = {};  ///< act and stop; jumps are between them
  std::vector<NewRegister> registers = {};     ///< likewise
  std::vector<CodeStop> stops = {};            ///< likewise: a read-modify-write in a loop has none
  std::vector<InstructionId> unsigned_orders = {};  ///< likewise: which compare unsigned numbers
  RegisterId reg = 0;                               ///< choose: one of the act before
  std::optional<Barrier> barrier = {};              ///< meet
  bool whole_block = false;  ///< meet: of all of its threads that have not ended
  /// Where it goes: by the value of the register, or the number of the meeting; 0 if there is one
  /// way.
  std::map<Value, PositionId> next = {};

  PositionId before = 0;  ///< of the first position itself
  Value by = 0;           ///< the way from there
  std::uint32_t depth = 0;
  std::optional<std::uint32_t> met = {};  ///< the last meeting
  std::uint32_t meetings = 0;             ///< that it has been to
  std::shared_ptr<const ChoiceState> state = {};
  std::vector<std::uint32_t> runs = {};  ///< that came here, by number
};

/// A thread of a block at a position.
struct ThreadPosition {
  std::uint32_t thread = 0;
  PositionId position = 0;
  auto operator<=>(const ThreadPosition&) const = default;  // NOLINT(modernize-use-nullptr)
  bool operator==(const ThreadPosition&) const = default;
};

/// Threads that have met, where each came from, and what all of them know then: by thread of the
/// block, the last position that it is known to have come to.
struct MetThreads {
  std::vector<ThreadPosition> came;
  std::vector<std::optional<PositionId>> known;
};

/// Values that threads of a block read in a run, by place.
using Choices = std::map<ThreadPosition, Value>;

class Behaviour {
 public:
  explicit Behaviour(std::uint32_t threads) : threads_(threads) {
    for (auto& positions : threads_) positions.emplace_back();
  }

  std::uint32_t threads() const { return static_cast<std::uint32_t>(threads_.size()); }
  const std::vector<Position>& positions(std::uint32_t thread) const { return threads_[thread]; }
  const Position& at(const ThreadPosition& place) const {
    return threads_[place.thread][place.position];
  }
  Position& at(const ThreadPosition& place) { return threads_[place.thread][place.position]; }
  const MetThreads& meeting(std::uint32_t number) const { return meetings_[number]; }
  std::uint32_t meetings() const { return static_cast<std::uint32_t>(meetings_.size()); }

  /// Where the thread comes from the place by that way; the first time, a new position.
  PositionId next(const ThreadPosition& place, Value by);
  /// The number of the meeting of these.
  std::uint32_t meet(const std::vector<ThreadPosition>& came);
  /// Whether the thread has to come to the first one on its way to the second.
  bool leads(std::uint32_t thread, PositionId first, PositionId second) const;
  /// The last position that the thread at the place knows the other one to have come to.
  std::optional<PositionId> known(const ThreadPosition& place, std::uint32_t other) const;
  /// Whether no execution has a thread at each of the places, as far as they know of threads.
  bool exclude(const ThreadPosition& a, const ThreadPosition& b) const;
  /// Adds what threads have read so that the thread comes to the place.
  void add_choices(const ThreadPosition& place, Choices& choices) const;

 private:
  void add_own_choices(const ThreadPosition& place, Choices& choices) const;

  std::vector<std::vector<Position>> threads_;
  std::vector<MetThreads> meetings_;
  std::map<std::vector<ThreadPosition>, std::uint32_t> numbers_;
};

}  // namespace opexplore::kernel
