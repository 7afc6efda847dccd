// Machines that take nothing but a few numbers from the test they are given, with state graphs that
// are known in closed form.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "opmodel/machine.hpp"
#include "opmodel/parts/encoding.hpp"

namespace opexplore::toy {

/// What toy machines have in common: the state is a short list of numbers, and so are the machine's
/// sizes. A test carries those as what its locations hold at first: sizes that were template
/// arguments would have the whole search compiled for each.
struct Base {
  using State = std::vector<std::uint64_t>;

  static constexpr std::string_view version = "1";
  static constexpr std::string_view source = "closed form";
  static constexpr std::array<Rule, 1> rules{{{"move", "closed form", "increments a number"}}};
  static constexpr std::array<std::string_view, 2> variants{"plain", "fancy"};
  static constexpr std::array<Setting, 1> settings{{{"variant", variants, "makes no difference"}}};
  static std::optional<Refusal> refusal(const Test&, const MachineOptions&) { return {}; }

  Base() = default;
  Base(std::initializer_list<std::uint64_t> sizes) : sizes_(sizes) {}
  Base(const Test& test, const MachineOptions&) {
    for (const Location& location : test.program.locations) {
      sizes_.push_back(static_cast<std::uint64_t>(location.initial));
    }
  }

  /// The test, which carries the sizes of this machine in place of those that it carried.
  Test sized(Test test) const {
    test.program.locations.clear();
    for (const std::uint64_t size : sizes_) {
      test.program.locations.push_back({"size", static_cast<Value>(size)});
    }
    return test;
  }

  Outcome outcome(const State& state) const {
    return {static_cast<Value>(state.front()), static_cast<Value>(state.back())};
  }
  void encode(const State& state, std::string& bytes) const {
    put_unsigned(bytes, state.size());
    for (const std::uint64_t number : state) put_unsigned(bytes, number);
  }
  void decode(std::string_view bytes, State& state) const {
    ByteReader reader(bytes);
    state.resize(reader.get_unsigned());
    for (std::uint64_t& number : state) number = reader.get_unsigned();
  }
  std::vector<Component> describe(const State& state) const {
    std::vector<Component> components;
    for (std::size_t index = 0; index < state.size(); ++index) {
      components.push_back({"number " + std::to_string(index), std::to_string(state[index])});
    }
    return components;
  }
  StepText describe(const State&, Step step) const {
    return {"number " + std::to_string(step.argument), std::nullopt, "", {}};
  }
  std::string stuck_reason(const State&) const { return "the number is unlucky"; }
  std::string_view exceeded(const State&) const { return {}; }

 protected:
  /// One of the sizes, or `otherwise` where there are fewer.
  std::uint64_t size(std::size_t index, std::uint64_t otherwise = 0) const {
    return index < sizes_.size() ? sizes_[index] : otherwise;
  }

 private:
  std::vector<std::uint64_t> sizes_;
};

/// {width, height}: `width` numbers that each count to `height`, in any order:
/// (height + 1)^width states, (width * height)! / height!^width paths.
struct Grid : Base {
  static constexpr std::string_view name = "toy-grid";
  using Base::Base;
  State initial() const { return State(size(0), 0); }
  bool is_final(const State& state) const {
    return std::ranges::all_of(state, [&](std::uint64_t number) { return number == size(1); });
  }
  template <class Sink>
  bool for_each_step(const State& state, Sink&& sink) const {
    for (std::uint16_t index = 0; index < state.size(); ++index) {
      if (state[index] == size(1)) continue;
      State next = state;
      ++next[index];
      sink(Step{0, 0, index}, std::move(next));
    }
    return false;
  }
};

/// {last}: counts from 0 by steps of 1 or 2 to `last`: a state is reached from different
/// levels, and there are Fibonacci many paths.
struct Stairs : Base {
  static constexpr std::string_view name = "toy-stairs";
  using Base::Base;
  State initial() const { return {0}; }
  bool is_final(const State& state) const { return state[0] == size(0); }
  template <class Sink>
  bool for_each_step(const State& state, Sink&& sink) const {
    for (std::uint16_t rise = 1; rise <= 2; ++rise) {
      if (state[0] + rise <= size(0)) sink(Step{0, 0, rise}, State{state[0] + rise});
    }
    return false;
  }
};

/// {last, trap, bound}: counts 0, 1, … `last`; the number 3 has no way on and is not final if
/// `trap` says so, is beyond the machine if `bound` does.
struct Corridor : Base {
  static constexpr std::string_view name = "toy-corridor";
  using Base::Base;
  State initial() const { return {0}; }
  bool is_final(const State& state) const { return state[0] == size(0) || state[0] == 100; }
  template <class Sink>
  bool for_each_step(const State& state, Sink&& sink) const {
    if (size(1) != 0 && state[0] == 3) return false;
    sink(Step{0, 0, 0}, State{state[0] + 1});
    if (state[0] == 1) sink(Step{0, 0, 1}, State{100});
    return false;
  }
  std::string_view exceeded(const State& state) const {
    return size(2) != 0 && state[0] == 3 ? "numbers above two are too much" : "";
  }
};

/// {last}: counts from 0 to `last` by steps of 1; at each odd number it may also race, and end at
/// 100 more.
struct Racer : Base {
  static constexpr std::string_view name = "toy-racer";
  using Base::Base;
  State initial() const { return {0}; }
  bool is_final(const State& state) const { return state[0] == size(0); }
  bool has_raced(const State& state) const { return state[0] > 100; }
  std::string race(const State& state) const { return std::to_string(state[0]) + " races"; }
  template <class Sink>
  bool for_each_step(const State& state, Sink&& sink) const {
    sink(Step{0, 0, 0}, State{state[0] + 1});
    if (state[0] % 2 == 1) sink(Step{0, 0, 1}, State{state[0] + 100});
    return false;
  }
};

/// {count}: a ring of `count` numbers with one exit, at `count` - 1: the graph has a cycle.
struct Ring : Base {
  static constexpr std::string_view name = "toy-ring";
  using Base::Base;
  State initial() const { return {0}; }
  bool is_final(const State& state) const { return state[0] == size(0); }
  template <class Sink>
  bool for_each_step(const State& state, Sink&& sink) const {
    sink(Step{0, 0, 0}, State{(state[0] + 1) % size(0)});
    if (state[0] == size(0) - 1) sink(Step{0, 0, 1}, State{size(0)});
    return false;
  }
};

/// {width, height, trap}: `width` numbers, each of which is set once, to 1, 2, … up to `height`, in
/// any order. If `trap` says so there is no way on when both the first and the last are 1. Says
/// what numbers may still be.
struct Picker : Base {
  static constexpr std::string_view name = "toy-picker";
  using Base::Base;
  State initial() const { return State(size(0), 0); }
  bool is_final(const State& state) const {
    return !trapped(state) && std::ranges::find(state, std::uint64_t{0}) == state.end();
  }
  template <class Sink>
  bool for_each_step(const State& state, Sink&& sink) const {
    return for_each_pick(state, 1, sink);
  }
  PossibleValues possible_values(const State& state, std::size_t index) const {
    const std::uint64_t number = index == 0 ? state.front() : state.back();
    if (number != 0) return PossibleValues(static_cast<Value>(number));
    PossibleValues values;
    for (std::uint64_t value = 1; value <= size(1); ++value) {
      values.add(static_cast<Value>(value));
    }
    return values;
  }
  bool trapped(const State& state) const {
    return size(2) != 0 && state.front() == 1 && state.back() == 1;
  }

 protected:
  /// As for_each_step, with the numbers 1, 1 + `rise`, … alone.
  template <class Sink>
  bool for_each_pick(const State& state, std::uint16_t rise, Sink&& sink) const {
    if (trapped(state)) return false;
    for (std::uint16_t index = 0; index < state.size(); ++index) {
      if (state[index] != 0) continue;
      for (std::uint64_t value = 1; value <= size(1); value += rise) {
        State next = state;
        next[index] = value;
        sink(Step{0, 0, static_cast<std::uint16_t>(value * size(0) + index)}, std::move(next));
      }
    }
    return false;
  }
};

/// A picker that first tries to do with odd numbers alone, and sees when five numbers are set that
/// they are not all.
struct Outgrower : Picker {
  static constexpr std::string_view name = "toy-outgrower";
  using Picker::Picker;

  // What numbers may still be is that of the picker, also what the other form may make of the
  // state: no state is dropped that leads to one where this is noticed.
  struct Odd : Picker {
    using Picker::Picker;
    template <class Sink>
    bool for_each_step(const State& state, Sink&& sink) const {
      return for_each_pick(state, 2, sink);
    }
    bool has_outgrown(const State& state) const {
      return static_cast<std::uint64_t>(std::ranges::count(state, std::uint64_t{0})) + 5 == size(0);
    }
  };

  static auto dispatch(const Test& test, const MachineOptions& options, const auto& run) {
    if (options.watch_lateness) return run(Odd(test, options));
    return run(Picker(test, options));
  }
};

/// A picker that begins with all numbers between the first and the last set to 1: nobody asks for
/// them, but the steps are missing.
struct Skipper : Picker {
  static constexpr std::string_view name = "toy-skipper";
  using Picker::Picker;
  Skipper(const Test& test, const MachineOptions& options)
      : Picker(test, options), skips_(options.skip_dead_loads) {}

  State initial() const {
    State state(size(0), skips_ ? 1 : 0);
    state.front() = state.back() = 0;
    return state;
  }
  static bool is_graded(const Test&, const MachineOptions& options) {
    return !options.skip_dead_loads;
  }
  static MachineOptions graded(MachineOptions options) {
    options.skip_dead_loads = false;
    return options;
  }

 private:
  bool skips_ = false;
};

/// {count}: a ring of `count` numbers without an exit, which claims that anything may come of it.
struct Wheel : Base {
  static constexpr std::string_view name = "toy-wheel";
  using Base::Base;
  State initial() const { return {0}; }
  bool is_final(const State&) const { return false; }
  template <class Sink>
  bool for_each_step(const State& state, Sink&& sink) const {
    sink(Step{0, 0, 0}, State{(state[0] + 1) % size(0)});
    return false;
  }
  PossibleValues possible_values(const State&, std::size_t) const { return PossibleValues::any(); }
};

/// The same machine without words.
template <class M>
struct Mute : private M {
  using M::initial, M::for_each_step, M::is_final, M::outcome, M::encode, M::decode, M::exceeded;
  using M::M;
  using M::name, M::version, M::source, M::rules, M::settings, M::refusal, M::sized;
  using typename M::State;
};

/// Spins at once: no step, but it says that it pruned.
struct Spinner : Base {
  static constexpr std::string_view name = "toy-spinner";
  using Base::Base;
  State initial() const { return {0}; }
  bool is_final(const State&) const { return false; }
  template <class Sink>
  bool for_each_step(const State&, Sink&&) const {
    return true;
  }
};

}  // namespace opexplore::toy
