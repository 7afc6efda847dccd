// The forms of a machine behind function pointers: what a question needs of them, so that which
// searches it takes (exploration.hpp) is compiled once, and not for each machine.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>

#include "explorer/explore.hpp"
#include "explorer/graph/races.hpp"
#include "explorer/graph/walker.hpp"
#include "explorer/search/search.hpp"
#include "opmodel/machine.hpp"
#include "opmodel/parts/function_ref.hpp"

namespace opexplore {

/// One machine. Each function picks the form that suits the test and the options.
struct MachineForms {
  std::string_view name;
  std::string_view version;
  std::span<const Setting> settings;
  bool finds_races = false;      ///< HasRaces
  bool finds_undefined = false;  ///< FindsUndefined
  /// Searches towards the condition, in those of its forms that can (HasGoal). A data race anywhere
  /// makes the verdict void, so machines that look for races look everywhere, unless they say where
  /// none can be any more.
  bool goes_to_goal = false;
  /// How many states are looked at before a search goes down; a machine may know that its levels
  /// are wide.
  std::uint64_t states_at_once = 2'048;
  Searched (*search)(const Test&, const ExploreOptions&, const SearchPlan&) = nullptr;
  /// Calls it with a walker of the form, which is gone when the call returns.
  void (*with_walker)(const Test&, const MachineOptions&,
                      FunctionRef<void(const Walker&)>) = nullptr;
  bool (*is_graded)(const Test&, const MachineOptions&) = nullptr;  ///< HasGradedForm, or nullptr
  MachineOptions (*graded)(MachineOptions) = nullptr;               ///< likewise
  bool (*lists_racy_outcomes)(const MachineOptions&) = nullptr;     ///< ListsRacyOutcomes
};

/// What `use` makes of a walker of the form that these options pick.
template <class Use>
auto by_walker(const MachineForms& forms, const Test& test, const MachineOptions& options,
               const Use& use) {
  std::optional<std::invoke_result_t<const Use&, const Walker&>> made;
  forms.with_walker(test, options, [&](const Walker& walker) { made.emplace(use(walker)); });
  return *std::move(made);
}

/// One question: what is asked of whom, and since when.
struct Inquiry {
  const MachineForms& forms;
  const Test& test;
  ExploreOptions options;
  std::chrono::steady_clock::time_point start = std::chrono::steady_clock::now();

  /// Since it was asked.
  double seconds() const;
  /// The options with what is left of the time.
  ExploreOptions in_time(ExploreOptions given) const;
  /// Whether paths in the form that the options pick are traces (HasGradedForm).
  bool paths_are_traces() const;
  /// The options of a form in which they are.
  MachineOptions graded_options() const;
};

/// Calls use(form) with the form of the machine that these options pick.
template <TransitionSystem M, class Use>
auto with_form(const Test& test, const MachineOptions& options, const Use& use) {
  if constexpr (requires { M::dispatch(test, options, use); }) {
    return M::dispatch(test, options, use);
  } else {
    return use(M(test, options));
  }
}

/// Those of machine M.
template <TransitionSystem M>
MachineForms forms_of() {
  MachineForms forms{M::name, M::version, M::settings};
  forms.finds_races = HasRaces<M>;
  forms.finds_undefined = FindsUndefined<M>;
  forms.goes_to_goal = !HasRaces<M> || TellsRaces<M>;
  if constexpr (requires { M::states_at_once; }) forms.states_at_once = M::states_at_once;
  forms.search = [](const Test& test, const ExploreOptions& options, const SearchPlan& plan) {
    return with_form<M>(test, options.machine,
                        [&](const auto& form) { return searched(form, test, options, plan); });
  };
  forms.with_walker = [](const Test& test, const MachineOptions& options,
                         FunctionRef<void(const Walker&)> use) {
    with_form<M>(test, options, [&](const auto& form) { use(walker_of(form)); });
  };
  if constexpr (HasGradedForm<M>) {
    forms.is_graded = [](const Test& test, const MachineOptions& options) {
      return M::is_graded(test, options);
    };
    forms.graded = [](MachineOptions options) { return M::graded(std::move(options)); };
  }
  if constexpr (ListsRacyOutcomes<M>) {
    forms.lists_racy_outcomes = [](const MachineOptions& options) {
      return M::lists_racy_outcomes(options);
    };
  }
  return forms;
}

}  // namespace opexplore
