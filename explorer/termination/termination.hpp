// Does it end? From a machine and a question to a report; and lassos of others, checked.
#pragma once

#include <algorithm>
#include <chrono>
#include <functional>
#include <optional>
#include <span>
#include <utility>

#include "explorer/explore.hpp"
#include "explorer/termination/live_machine.hpp"
#include "explorer/termination/waits_alone.hpp"
#include "opmodel/machine.hpp"
#include "opmodel/results/termination.hpp"

namespace opexplore {

/// What holds of the test on this form of a machine. Without who the machine is.
TerminationReport judge(const LiveMachine& machine, const Test& test, const ExploreOptions& options,
                        const TerminationQuestion& question);

/// Whether the lasso is one, without search: its steps are steps of the machine, its loop comes
/// back to where it began, and the promise allows the run that goes round it for ever.
ReplayedLasso check_lasso(const LiveMachine& machine, const Test& test, const LassoSteps& steps,
                          const Promise& promise);

/// A form of a machine whose infinite runs are judged.
template <class M>
concept Live = HasProgress<M> &&(!HasDeadEnds<M> || TellsDeadEnds<M>);

/// Throws the std::logic_error for a form of a machine that does not judge infinite runs.
[[noreturn]] void throw_wrong_form();

/// Gives `use` the form of machine M that judges infinite runs of the test.
template <TransitionSystem M, class Use>
auto with_live_machine(const Test& test, const MachineOptions& options, const Use& use) {
  const auto run = [&]<class Form>(const Form& form) {
    if constexpr (Live<Form>) {
      return use(LiveFunctions<Form>(form).all());
    } else {
      throw_wrong_form();
      return use(LiveMachine{});
    }
  };
  if constexpr (requires { M::dispatch(test, options, run); }) {
    return M::dispatch(test, options, run);
  } else {
    return run(M(test, options));
  }
}

/// The options under which runs are judged that the promises allow. A stack needs to see each
/// instruction of its warp. Who disables threads, or lets them start only when others have ended,
/// orders their steps, too: an execution is then no interleaving in which all see each write at
/// once (MachineOptions::bring_writes).
MachineOptions options_for(const MachineOptions& options, std::span<const Promise> promises);

/// What answers of JudgedWaits are made of.
struct JudgedWaits {
  /// Nothing if that is not known to be so.
  std::function<std::optional<FairEnd>(const Test&)> all_end;
  /// Whether some fair run does not end, if that is found out soon.
  std::function<bool(const Test&)> some_do_not_end;
};

/// What can be said without the loops of the test, but for who the machine is: where every run ends
/// that a promise allows; and where some do not, if that is all that is asked (brief).
std::optional<TerminationReport> judged_by_waits(const Test& test,
                                                 const TerminationQuestion& question,
                                                 const JudgedWaits& waits);

/// Whether machine M shows without loops that every fair run ends.
template <TransitionSystem M>
std::optional<FairEnd> all_fair_runs_end(const Test& test, const ExploreOptions& options) {
  const auto run = [&]<class Form>(const Form& form) -> std::optional<FairEnd> {
    if constexpr (JudgesWaits<Form>) {
      return WaitsAlone<Form>(form, test, options).run();
    } else {
      return std::nullopt;
    }
  };
  const MachineOptions searched = options_to_leave_out_idle_turns(options.machine);
  if constexpr (requires { M::dispatch(test, searched, run); }) {
    return M::dispatch(test, searched, run);
  } else {
    return run(M(test, searched));
  }
}

/// What machine M says of the test: an answer without loops, where there is one.
template <TransitionSystem M>
TerminationReport judged_by(const Test& test, const ExploreOptions& options,
                            const TerminationQuestion& question, const MachineOptions& live) {
  const auto start = std::chrono::steady_clock::now();
  const auto judged = [&](const Test& one, const ExploreOptions& limits,
                          const TerminationQuestion& asked) {
    return with_live_machine<M>(
        one, live, [&](const LiveMachine& machine) { return judge(machine, one, limits, asked); });
  };
  const JudgedWaits waits{[&](const Test& one) { return all_fair_runs_end<M>(one, options); },
                          [&](const Test& one) {
                            ExploreOptions few = options;
                            constexpr std::uint64_t most_states = 10'000;
                            few.max_states =
                                std::min(options.max_states.value_or(most_states), most_states);
                            TerminationQuestion fair;
                            fair.promises = {parse_promise("FAIR")};
                            fair.witnesses = false;
                            return judged(one, few, fair).judgements.front().weak == Ends::no;
                          }};
  if (auto answer = judged_by_waits(test, question, waits)) return std::move(*answer);
  ExploreOptions left = options;
  if (options.timeout) {
    const auto taken = std::chrono::duration_cast<std::chrono::milliseconds>(
        std::chrono::steady_clock::now() - start);
    left.timeout = std::max(*options.timeout - taken, std::chrono::milliseconds(0));
  }
  return judged(test, left, question);
}

/// Answers the question by machine M.
template <TransitionSystem M>
TerminationReport termination_with(const Test& test, const ExploreOptions& options,
                                   const TerminationQuestion& question) {
  const MachineOptions live = options_for(options.machine, question.promises);
  TerminationReport report = judged_by<M>(test, options, question, live);
  report.replayed_with = live;
  report.machine = M::name;
  report.machine_version = M::version;
  for (const Setting& setting : M::settings) {
    report.settings.emplace_back(setting.name, value_of(setting, options.machine));
  }
  return report;
}

/// What machine M says about the lasso.
template <TransitionSystem M>
ReplayedLasso replay_lasso_with(const Test& test, const MachineOptions& options,
                                const LassoSteps& steps, const Promise& promise) {
  const MachineOptions live = options_for(options, {&promise, 1});
  return with_live_machine<M>(test, live, [&](const LiveMachine& machine) {
    return check_lasso(machine, test, steps, promise);
  });
}

}  // namespace opexplore
