// Machines with a rule missing or weakened: a rule is good for something if some verdict of
// the thesis corpus is lost without it.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>

#include "explorer/search/search.hpp"
#include "litmus/language/reader.hpp"
#include "opmodel/machine.hpp"
#include "opmodel/results/answer.hpp"
#include "tests/catch.hpp"

namespace opexplore {

/// The configurations of the thesis (section 2.5.1), as folders of its corpus.
inline const std::string in_shared = "D-warp-S-cta-Shared/";
inline const std::string intra = "D-warp-S-cta-Global/";
inline const std::string inter = "D-cta-S-ker-Global/";

/// A test of litmus/thesis, e.g. "D-cta-S-ker-Global/LD+membar.ctas".
inline Test thesis_test(const std::string& name) {
  const auto folder = std::filesystem::path(OPEXPLORE_SOURCE_DIR) / "litmus" / "thesis";
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

/// Whether some execution satisfies the test's proposition, by a complete search. The options
/// are those that the machine was made with; traces to stuck states replay with them.
template <Machine M>
bool allows(const M& machine, const Test& test, const MachineOptions& of_machine = {}) {
  ExploreOptions options;
  options.machine = of_machine;
  options.threads = 1;
  const Answer report = search(machine, test, options);
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
