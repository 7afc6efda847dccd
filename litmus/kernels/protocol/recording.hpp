// A run of a block that writes down what its threads do to locations, and reads there what it is
// told to.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "litmus/kernels/protocol/behaviour.hpp"
#include "litmus/kernels/protocol/locations.hpp"
#include "litmus/kernels/step.hpp"

namespace opexplore::kernel {

class Recording {
 public:
  /// Of the run of that number. Where a choice is not among `choices`, what is known to be read
  /// there is.
  Recording(Surroundings& around, Behaviour& behaviour, Locations& locations, OwnTouches& own,
            std::uint32_t block, std::uint32_t run, const Choices& choices);

  /// Whether the bytes are locations. Throws LocationsLearnt if only some are.
  bool is_location(const Element& element);
  /// Bytes that are no location, but shall be one.
  void make_location(std::uint16_t object, const Touch& touch);
  void note_own(std::uint16_t object, const Touch& touch);

  /// The thread executes what its code has.
  void act(std::uint32_t thread, const Statement& statement, ThreadCode& code);
  /// What it reads then in the register of the act, whose statement and state the thread is at;
  /// nothing if that is not known, and the thread waits.
  std::optional<Value> choose(std::uint32_t thread, const Statement& statement, RegisterId reg,
                              const State& state);
  /// They meet, each at its statement: the whole block but for those that have ended, or some.
  void meet(std::span<const std::pair<std::uint32_t, const Statement*>> threads,
            const Barrier& barrier, bool whole_block);
  void stop(std::uint32_t thread, const Statement& statement, ThreadCode& code);
  void end(std::uint32_t thread);

 private:
  Position& now(std::uint32_t thread) { return behaviour_.at({thread, here_[thread]}); }
  Position& enter(std::uint32_t thread, Turn turn, const Statement* statement);
  void go(std::uint32_t thread, Value by);
  void take_code(std::uint32_t thread, Turn turn, const Statement& statement, ThreadCode& code);
  std::optional<PositionId> same_before(std::uint32_t thread, const Statement& statement,
                                        RegisterId reg, const State& state) const;

  Surroundings& around_;
  Behaviour& behaviour_;
  Locations& locations_;
  OwnTouches& own_;
  std::uint32_t block_;
  std::uint32_t run_;
  const Choices& choices_;
  std::vector<PositionId> here_;           // by thread
  std::vector<std::uint32_t> own_writes_;  // likewise
  /// By object, which of its bytes are locations, once that was asked.
  std::vector<std::optional<const std::vector<bool>*>> known_;
  std::map<ThreadPosition, std::set<Value>> taken_;  // by choice, which ways
};

}  // namespace opexplore::kernel
