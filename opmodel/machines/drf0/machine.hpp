// `drf0`: the interleaving machine with a detector of data races, scopes included.
//
// The steps are those of `sc`; the detector watches them. Definition and rules: rules.hpp.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "opmodel/machine.hpp"
#include "opmodel/machines/drf0/rules.hpp"
#include "opmodel/machines/sc/machine.hpp"

namespace opexplore::drf0 {

class Machine {
 public:
  using State = drf0::State;

  static constexpr std::string_view name = "drf0";
  static constexpr std::string_view version = "1";
  static constexpr std::string_view source =
      "Adve and Hill, ISCA 1990 (DRF-0); Hower et al., ASPLOS 2014 (scopes), as in Singh, Aga, "
      "Narayanasamy, MICRO 2015, sections 2.2 and 3.1";
  static constexpr auto rules = sc::Machine::rules;
  static constexpr std::array<Setting, 0> settings{};

  /// Runs every program of up to 64 threads.
  static std::optional<Refusal> refusal(const Test& test, const MachineOptions& options);

  /// Keeps a reference to the test.
  Machine(const Test& test, const MachineOptions& options);
  Machine(const Machine&) = delete;  // parts refer to each other
  Machine& operator=(const Machine&) = delete;

  State initial() const;

  template <class Sink>
  bool for_each_step(const State& state, Sink&& sink) const {
    if (state.race) return false;
    return base_.for_each_step(state.base, [&](Step step, sc::State&& next) {
      sink(step, watched(state, step, std::move(next)));
    });
  }

  bool is_final(const State& state) const { return !state.race && base_.is_final(state.base); }
  Outcome outcome(const State& state) const { return base_.outcome(state.base); }
  void encode(const State& state, std::string& bytes) const;
  void decode(std::string_view bytes, State& state) const;
  std::vector<Component> describe(const State& state) const;
  StepText describe(const State& state, Step step) const {
    return base_.describe(state.base, step);
  }
  Phrase stuck_reason(const State& state) const { return base_.stuck_reason(state.base); }
  std::string_view exceeded(const State& state) const { return base_.exceeded(state.base); }

  /// After a race nobody has a step, and nothing is asked of anybody.
  Standing standing(const State& state) const { return base_.standing(state.base); }
  std::vector<InstructionId> places(const State& state) const { return base_.places(state.base); }

  bool has_raced(const State& state) const { return state.race.has_value(); }
  /// Precondition: has_raced().
  std::string race(const State& state) const;

 private:
  // The state after a step of the interleaving machine, with what the detector makes of it.
  State watched(const State& state, Step step, sc::State&& next) const;
  void watch_barriers(const State& state, ThreadId thread, State& after) const;
  bool writes(const sc::State& state, ThreadId thread) const;

  void encode_order(const State& state, std::string& bytes) const;
  void decode_order(ByteReader& reader, State& state) const;
  void decode_race(ByteReader& reader, State& state) const;
  std::vector<InstructionId> candidates(ThreadId thread, bool writes, LocationId location) const;
  std::string instruction_text(ThreadId thread, InstructionId pc) const;
  std::string no_pair(const Race& race, const std::string& earlier) const;
  std::string access_text(ThreadId thread, bool writes, LocationId location) const;
  std::string slots_text(std::span<const std::uint64_t> set, ThreadId but) const;

  const Test& test_;
  bool forget_;
  sc::Context sc_;
  sc::Machine base_;
  Context context_;
};

static_assert(opexplore::Machine<Machine>);
static_assert(HasRaces<Machine> && HasProgress<Machine> && HasPlaces<Machine>);

}  // namespace opexplore::drf0
