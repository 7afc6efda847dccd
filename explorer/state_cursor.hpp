// A machine behind function objects, one encoded state at a time: what goes through the states of a
// search once more is compiled once, not for each form of each machine. The search itself, whose
// time counts, has functions of its own (searched_machine.hpp).
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "explorer/races.hpp"
#include "opmodel/machine.hpp"
#include "opmodel/parts/function_ref.hpp"

namespace opexplore {

/// Takes a step and the encoded state behind it, which is gone when the call returns.
using EncodedSink = FunctionRef<void(Step, std::string_view)>;

/// Takes a racing pair and the encoded state in which it races, which is gone when the call
/// returns.
using EncodedRaceSink = FunctionRef<void(const RacingPair&, std::string_view)>;

/// One form of a machine, and a state that it is in. Refers to the machine.
struct StateCursor {
  std::string initial;              ///< encoded
  bool goes_on_after_race = false;  ///< races.hpp
  std::function<void(std::string_view state)> go_to;
  /// \name Of the state that it was sent to last.
  /// @{
  std::function<bool()> is_final;
  std::function<bool()> has_exceeded;  ///< a bound of the machine
  std::function<bool()> has_raced;     ///< false unless HasRaces
  std::function<bool()> may_be_dead_end;
  std::function<std::uint32_t()> stalled;          ///< 0 unless HasStalls
  std::function<bool(EncodedSink)> for_each_step;  ///< as the machine's
  /// The racing pairs of each step, with the encoded state behind it; none unless FlagsDataRaces.
  std::function<void(EncodedRaceSink)> for_each_data_race;
  /// @}
};

/// The cursor of the machine.
template <TransitionSystem M>
StateCursor cursor_of(const M& machine) {
  using State = typename M::State;
  const auto state = std::make_shared<State>(machine.initial());
  StateCursor cursor;
  machine.encode(*state, cursor.initial);
  cursor.goes_on_after_race = goes_on_after_race(machine);
  cursor.go_to = [&machine, state](std::string_view bytes) { machine.decode(bytes, *state); };
  cursor.is_final = [&machine, state] { return machine.is_final(*state); };
  cursor.has_exceeded = [&machine, state] { return !machine.exceeded(*state).empty(); };
  cursor.has_raced = [&machine, state] {
    if constexpr (HasRaces<M>) return machine.has_raced(*state);
    return false;
  };
  cursor.may_be_dead_end = [&machine, state] { return may_be_dead_end(machine, *state); };
  cursor.stalled = [&machine, state]() -> std::uint32_t {
    if constexpr (HasStalls<M>) return machine.stalled(*state);
    return 0;
  };
  cursor.for_each_step = [&machine, state, bytes = std::string()](EncodedSink sink) mutable {
    return machine.for_each_step(*state, [&](Step step, State&& next) {
      bytes.clear();
      machine.encode(next, bytes);
      sink(step, bytes);
    });
  };
  cursor.for_each_data_race = [&machine, state,
                               bytes = std::string()](EncodedRaceSink sink) mutable {
    if constexpr (FlagsDataRaces<M>) {
      machine.for_each_step(*state, [&](Step, State&& next) {
        bytes.clear();
        machine.encode(next, bytes);
        machine.for_each_data_race(next, [&](const RacingPair& pair) { sink(pair, bytes); });
      });
    }
  };
  return cursor;
}

}  // namespace opexplore
