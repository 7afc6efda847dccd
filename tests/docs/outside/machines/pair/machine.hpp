// A machine with no more than the search needs: whatever the program, it takes two steps, in either
// order, and all that is observed is 0.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "opmodel/machine.hpp"

namespace opexplore::pair {

struct Machine {
  using State = std::uint8_t;  // a bit for each step that was taken

  static constexpr std::string_view name = "pair";
  static constexpr std::string_view version = "1";
  static constexpr std::string_view source = "a test";
  static constexpr std::array<ArgumentField, 1> arguments{{{"bit", 1}}};
  static constexpr std::array<Rule, 1> rules{{{"take", "a test", "sets a bit", arguments}}};
  static constexpr std::array<Setting, 0> settings{};
  static std::optional<Refusal> refusal(const Test&, const MachineOptions&) { return {}; }

  Machine(const Test& test, const MachineOptions&) : observed_(test.observables.size()) {}

  State initial() const { return 0; }
  template <class Sink>
  bool for_each_step(State state, Sink&& sink) const {
    for (std::uint16_t bit = 0; bit < 2; ++bit) {
      const auto next = static_cast<State>(state | (1U << bit));
      if (next != state) sink(Step{0, 0, bit}, State{next});
    }
    return false;
  }
  bool is_final(State state) const { return state == 3; }
  Outcome outcome(State) const { return Outcome(observed_, 0); }
  void encode(State state, std::string& bytes) const { bytes += static_cast<char>(state); }
  void decode(std::string_view bytes, State& state) const {
    state = static_cast<State>(bytes.front());
  }
  std::string_view exceeded(State) const { return {}; }

 private:
  std::size_t observed_;
};

static_assert(TransitionSystem<Machine> && !Describes<Machine>);

}  // namespace opexplore::pair
