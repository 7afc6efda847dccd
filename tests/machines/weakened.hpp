// Machines with a rule missing or weakened: a rule is good for something if some verdict of
// the thesis corpus is lost without it.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "explorer/search/search.hpp"
#include "litmus/language/reader.hpp"
#include "opmodel/machine.hpp"
#include "opmodel/parts/function_ref.hpp"
#include "opmodel/results/answer.hpp"
#include "tests/catch.hpp"
#include "tests/locations.hpp"

namespace opexplore {

/// The configurations of the thesis (section 2.5.1), as folders of its corpus.
inline const std::string in_shared = "D-warp-S-cta-Shared/";
inline const std::string intra = "D-warp-S-cta-Global/";
inline const std::string inter = "D-cta-S-ker-Global/";

/// A test of litmus/thesis, e.g. "D-cta-S-ker-Global/LD+membar.ctas".
inline Test thesis_test(const std::string& name) {
  const auto folder = std::filesystem::path(testing::source_folder) / "litmus" / "thesis";
  return read_file(folder / (name + ".litmus"));
}

/// The machine without one of its rules.
template <Machine M>
class Without : public M {
 public:
  using State = typename M::State;

  Without(std::string_view rule, M machine) : M(std::move(machine)), rule_(rule) {}
  /// As the concept asks: without nothing.
  Without(const Test& test, const MachineOptions& options) : M(test, options) {}

  template <class Sink>
  bool for_each_step(const State& state, Sink&& sink) const {
    return M::for_each_step(state, [&](Step step, State&& next) {
      if (M::rules[step.rule].name != rule_) sink(step, std::move(next));
    });
  }

 private:
  std::string_view rule_;
};

/// A machine behind function pointers, its states encoded and without words: the search is compiled
/// once for all machines that tests weaken. Refers to the machine.
class EncodedMachine {
 public:
  using State = std::string;
  using Sink = FunctionRef<void(Step, State&&)>;

  template <Machine M>
  explicit EncodedMachine(const M& machine)
      : rules(machine.rules),
        machine_(&machine),
        initial_(encoded(machine, machine.initial())),
        for_each_step_([](const void* of, const State& state, Sink sink) {
          const M& searched = *static_cast<const M*>(of);
          return searched.for_each_step(
              decoded(searched, state),
              [&](Step step, typename M::State&& next) { sink(step, encoded(searched, next)); });
        }),
        is_final_([](const void* of, const State& state) {
          const M& searched = *static_cast<const M*>(of);
          return searched.is_final(decoded(searched, state));
        }),
        outcome_([](const void* of, const State& state) {
          const M& searched = *static_cast<const M*>(of);
          return searched.outcome(decoded(searched, state));
        }),
        exceeded_([](const void* of, const State& state) {
          const M& searched = *static_cast<const M*>(of);
          return searched.exceeded(decoded(searched, state));
        }) {
    static_assert(!HasRaces<M> && !FlagsDataRaces<M> && !MayOutgrow<M>, "which would be lost");
  }

  EncodedMachine like(const Test&, const MachineOptions&) const { return *this; }
  State initial() const { return initial_; }
  bool for_each_step(const State& state, Sink sink) const {
    return for_each_step_(machine_, state, sink);
  }
  bool is_final(const State& state) const { return is_final_(machine_, state); }
  Outcome outcome(const State& state) const { return outcome_(machine_, state); }
  std::string_view exceeded(const State& state) const { return exceeded_(machine_, state); }
  void encode(const State& state, std::string& bytes) const { bytes += state; }
  void decode(std::string_view bytes, State& state) const { state = bytes; }

  std::span<const Rule> rules;

 private:
  template <class M>
  static State encoded(const M& machine, const typename M::State& state) {
    State bytes;
    machine.encode(state, bytes);
    return bytes;
  }
  template <class M>
  static typename M::State decoded(const M& machine, std::string_view bytes) {
    typename M::State state = machine.initial();
    machine.decode(bytes, state);
    return state;
  }

  const void* machine_;
  State initial_;
  bool (*for_each_step_)(const void*, const State&, Sink);
  bool (*is_final_)(const void*, const State&);
  Outcome (*outcome_)(const void*, const State&);
  std::string_view (*exceeded_)(const void*, const State&);
};

/// Whether some execution satisfies the test's proposition, by a complete search. The options are
/// those that the machine was made with.
template <Machine M>
bool allows(const M& machine, const Test& test, const MachineOptions& of_machine = {}) {
  ExploreOptions options;
  options.machine = of_machine;
  options.threads = 1;
  const Answer report = search(EncodedMachine(machine), test, options);
  CHECK(report.coverage.complete());
  for (const AnsweredOutcome& outcome : report.outcomes) {
    if (holds(test.condition, outcome.values)) return true;
  }
  return false;
}

/// MachineOptions with one setting chosen.
inline MachineOptions with_setting(const std::string& name, const std::string& value) {
  MachineOptions options;
  options.settings.emplace(name, value);
  return options;
}

/// MachineOptions without reductions.
inline MachineOptions unreduced(MachineOptions options = {}) {
  return without_reductions(std::move(options));
}

}  // namespace opexplore
