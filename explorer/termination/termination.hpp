// Does it end? From a machine and a question to a report; and lassos of others, checked.
#pragma once

#include "explorer/explore.hpp"
#include "explorer/termination/live_machine.hpp"
#include "explorer/termination/report.hpp"
#include "explorer/termination/waits_alone.hpp"
#include "opmodel/machine.hpp"

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

/// The options under which runs are judged that a promise allows. A stack needs to see each
/// instruction of its warp.
inline MachineOptions options_for(const MachineOptions& options, bool stack) {
  MachineOptions live = for_liveness(options);
  live.fuse_local = live.fuse_local && !stack;
  return live;
}

/// Whether some promise gives warps a stack.
bool asks_for_stacks(const TerminationQuestion& question);

/// Whether each promise is that everybody goes on.
bool asks_for_fair_runs_alone(const TerminationQuestion& question);

/// The answer that every fair run ends; but for who the machine is.
TerminationReport all_end(const TerminationQuestion& question, const FairEnd& search);

/// What machine M says of the test: an answer without loops, where there is one.
template <TransitionSystem M>
TerminationReport judged_by(const Test& test, const ExploreOptions& options,
                            const TerminationQuestion& question, const MachineOptions& live) {
  ExploreOptions left = options;
  if constexpr (JudgesWaits<M>) {
    if (asks_for_fair_runs_alone(question)) {
      WaitsAlone<M> waits(test, options);
      if (const auto search = waits.run()) return all_end(question, *search);
      left.timeout = waits.time_left();
    }
  }
  return with_live_machine<M>(
      test, live, [&](const LiveMachine& machine) { return judge(machine, test, left, question); });
}

/// Answers the question by machine M.
template <TransitionSystem M>
TerminationReport termination_with(const Test& test, const ExploreOptions& options,
                                   const TerminationQuestion& question) {
  const MachineOptions live = options_for(options.machine, asks_for_stacks(question));
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
  const MachineOptions live = options_for(options, promise.stack);
  return with_live_machine<M>(test, live, [&](const LiveMachine& machine) {
    return check_lasso(machine, test, steps, promise);
  });
}

}  // namespace opexplore
