// From a question to a report, which may take more than one search: a form of the machine may turn
// out not to be exact for the program, a search towards the condition may not know whether any
// execution ends, and paths of a reduced search may be no traces. docs/search.md says why each is
// sound.
#pragma once

#include <algorithm>
#include <chrono>
#include <optional>
#include <string>
#include <utility>

#include "explorer/checkpoint.hpp"
#include "explorer/data_races.hpp"
#include "explorer/ending.hpp"
#include "explorer/explore.hpp"
#include "explorer/goal_directed.hpp"
#include "explorer/hunt.hpp"
#include "explorer/question.hpp"
#include "explorer/ranks.hpp"
#include "explorer/search.hpp"
#include "opmodel/machine.hpp"
#include "opmodel/parts/flow.hpp"
#include "opmodel/results/report.hpp"

namespace opexplore {

/// The searches that one question to machine M takes. Time is theirs together.
template <TransitionSystem M>
class Exploration {
 public:
  Exploration(const Test& test, const ExploreOptions& options)
      : test_(test), asked_(options), whole_(options) {
    asked_.machine.goal = is_goal_directed<M>(options);
  }

  Report run() {
    if (asked_.large.checkpoint) {
      checkpoints_.emplace(asked_.large, question_of(asked_, M::name, M::version, M::settings));
    }
    Searched found = run_exact();
    if (ends_unknown(found.report)) look_for_ending(found);
    const bool first = asked_.large.ranks == nullptr || asked_.large.ranks->rank == 0;
    if (!paths_are_traces() && first) trace_apart(found);
    return finished(std::move(found.report));
  }

  /// One search in the form that is exact whatever is met, in which paths are traces.
  Report hunt(const HuntSink& sink) {
    const bool traced = paths_are_traces();
    asked_.machine = graded_options();
    asked_.machine.watch_lateness = asked_.machine.goal = false;
    asked_.count_paths = asked_.count_stalls = false;
    Report report = finished(search(test_, in_time(asked_), {.hunt = &sink}).report);
    // So are its traces replayed as those of a search beside it.
    if (!traced) report.replayed_with.ample_threads = report.replayed_with.split_components = false;
    return report;
  }

 private:
  using Clock = std::chrono::steady_clock;

  // States of a search for a trace to one from which there is no end.
  static constexpr std::uint64_t least_for_endless = 20'000, times_for_endless = 20;

  // Runs `use` on the form of the machine that these options pick.
  static auto with_form(const Test& test, const MachineOptions& options, const auto& use) {
    if constexpr (requires { M::dispatch(test, options, use); }) {
      return M::dispatch(test, options, use);
    } else {
      return use(M(test, options));
    }
  }

  static Searched search(const Test& test, const ExploreOptions& options, SearchPlan plan = {}) {
    return with_form(test, options.machine, [&]<class Form>(const Form& form) {
      return searched(form, test, options, plan);
    });
  }

  // The options with what is left of the time.
  ExploreOptions in_time(ExploreOptions options) const {
    if (!options.timeout) return options;
    const auto spent = std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - start_);
    options.timeout = std::max(*options.timeout - spent, std::chrono::milliseconds{0});
    return options;
  }

  // By the form that is exact for the program.
  Searched run_exact() {
    if (std::optional<Searched> witness = plunge()) return *std::move(witness);
    Searched found = search_whole();
    if (!found.outgrown) return found;
    asked_.machine.watch_lateness = false;
    return search_whole();
  }

  // A search of all that counts: the one that may take long.
  Searched search_whole() {
    SearchPlan plan{.traces = paths_are_traces()};
    if (asked_.large.store || asked_.large.ranks != nullptr) {
      const std::string question = question_of(asked_, M::name, M::version, M::settings);
      plan.levels = {question + search_of(asked_) + '\n', searches_in_levels_++, is_graded()};
    }
    std::optional<Checkpoint> checkpoint;
    if (checkpoints_) {
      plan.checkpoint =
          &checkpoint.emplace(*checkpoints_, search_of(asked_), asked_.large.checkpoint_every);
    }
    return search(test_, in_time(asked_), plan);
  }

  // How many states are looked at before a search goes down; a machine may know that its levels are
  // wide.
  static constexpr std::uint64_t states_at_once() {
    if constexpr (requires { M::states_at_once; }) return M::states_at_once;
    return 2'048;
  }

  // Where level by level would take long, a witness is often near the bottom: a look at few states,
  // then some depth first.
  std::optional<Searched> plunge() const {
    constexpr std::uint64_t at_once = states_at_once(), deep = 8'192;
    if (!asked_.machine.goal || !asked_.verdict_only || asked_.traces != Traces::none) return {};
    if (asked_.large.store || asked_.large.ranks != nullptr) return {};
    if (asked_.max_states && *asked_.max_states <= deep) return {};
    ExploreOptions options = in_time(asked_);
    options.max_states = at_once;
    Searched found = search(test_, options, {.traces = false});
    if (found.outgrown) return {};
    if (found.report.incomplete != Incomplete::states) return found;
    options.max_states = deep;
    found = search(test_, options, {.traces = false, .depth_first = true});
    if (found.report.stopped_at_verdict) return found;
    return {};
  }

  static bool ends_unknown(const Report& report) {
    return report.goal_directed && report.incomplete == Incomplete::none &&
           report.statistics.final_states == 0 && report.statistics.racy_states == 0;
  }

  // If no execution ends, the search is done again for all states: what goes on for ever, and
  // where, is then the answer.
  void look_for_ending(Searched& found) {
    if (surely_ends(test_.program)) {
      found.report.ends_unlisted = true;
      return;
    }
    ExploreOptions whole = asked_;
    whole.machine.goal = false;
    const ExploreOptions limited = in_time(whole);
    EndSearch ending = with_form(test_, whole.machine, [&](const auto& form) {
      return find_ending(cursor_of(form), limited);
    });
    if (asked_.large.ranks != nullptr) agree(*asked_.large.ranks, ending);
    found.report.ends_unlisted = ending.found;
    if (ending.found) return;
    if (ending.limit != Incomplete::none) {
      found.report.incomplete = ending.limit;
      found.report.incomplete_reason = explain(ending.limit, whole_);
      return;
    }
    asked_.machine.goal = false;
    asked_.verdict_only = false;
    found = run_exact();
  }

  bool paths_are_traces() const {
    if constexpr (HasGradedForm<M>) return M::is_graded(test_, asked_.machine);
    return true;
  }

  MachineOptions graded_options() const {
    if constexpr (HasGradedForm<M>) return M::graded(asked_.machine);
    return asked_.machine;
  }

  // Steps that the main search leaves out may show that a load is late: then by another form.
  Searched search_exactly(const Test& test, ExploreOptions options, const SearchPlan& plan) const {
    Searched found = search(test, options, plan);
    if (!found.outgrown) return found;
    options.machine.watch_lateness = false;
    options.timeout = in_time(asked_).timeout;
    return search(test, options, plan);
  }

  // A search for traces alone.
  ExploreOptions tracing() const {
    ExploreOptions options = asked_;
    options.machine = graded_options();
    options.machine.goal = false;
    options.verdict_only = options.count_paths = options.count_stalls = false;
    options.traces = Traces::none;
    return in_time(std::move(options));
  }

  // The first final state that a search towards exactly one outcome meets lies at the end of a
  // shortest trace to it.
  void trace_outcome(OutcomeReport& outcome, Report& report) const {
    const Test asked = asking_for(test_, outcome.values);
    ExploreOptions options = tracing();
    options.find_deadlocks = false;
    options.verdict_only = true;
    options.machine.goal = is_goal_directed<M>(options);
    options.traces = Traces::witness;
    Searched found = search_exactly(asked, options, {});
    const auto place =
        std::ranges::find(found.report.outcomes, outcome.values, &OutcomeReport::values);
    if (place != found.report.outcomes.end()) outcome.trace = std::move(place->trace);
    if (!outcome.trace) report.untraced = found.report.incomplete;
  }

  void trace_apart(Searched& found) const {
    Report& report = found.report;
    for (std::size_t i = 0; i < report.outcomes.size(); ++i) {
      if (is_traced(asked_.traces, i, found.telling)) trace_outcome(report.outcomes[i], report);
    }
    const bool stuck = report.statistics.stuck_states != 0;
    // Which accesses race is known: only a trace to them takes another search.
    const bool race = report.statistics.racy_states != 0 && asked_.traces != Traces::none;
    if (asked_.traces != Traces::none && !report.data_races.empty()) trace_data_races(report);
    if (found.endless != EndlessKind::nothing) trace_endless(found.endless, report);
    if (!stuck && !race) return;
    ExploreOptions options = tracing();
    options.machine.races = false;
    if (found.endless != EndlessKind::nothing) bound(options, report);
    Report ends = search_exactly(test_, options, {.until_stuck = !race}).report;
    if (ends.deadlock) {
      report.deadlock = std::move(ends.deadlock);
      report.deadlock_reason = std::move(ends.deadlock_reason);
    }
    if (ends.race) {
      report.race = std::move(ends.race);
      report.race_reason = std::move(ends.race_reason);
    }
    if (ends.incomplete != Incomplete::none) report.untraced = ends.incomplete;
  }

  // Iterations whose writes were dropped change something where they are kept: what is idle there
  // need not be here.
  void trace_endless(EndlessKind endless, Report& report) const {
    ExploreOptions options = tracing();
    options.machine.races = false;
    bound(options, report);
    Report traced = search_exactly(test_, options, {.until_endless = endless}).report;
    if (traced.statistics.endless_states == 0 && endless == EndlessKind::idle) {
      traced = search_exactly(test_, options, {.until_endless = EndlessKind::moving}).report;
      // That nothing ends at all says less than where the search has seen threads idle.
      const bool elsewhere = traced.endless_reason != report.endless_reason;
      if (traced.endless && traced.endless->steps.empty() && elsewhere) return;
    }
    // Where nothing ends, a state may be shown of which nothing more is known.
    const bool certain = traced.statistics.endless_states > 0;
    if (!traced.endless || (report.statistics.endless_states > 0 && !certain)) {
      report.untraced = traced.incomplete;
      return;
    }
    report.endless = std::move(traced.endless);
    report.endless_reason = std::move(traced.endless_reason);
    report.endless_waiting = traced.endless_waiting;
  }

  // Writes that are not erased pile up in loops, and the graph may be as large as a limit lets it.
  static void bound(ExploreOptions& options, const Report& report) {
    const std::uint64_t enough = least_for_endless + times_for_endless * report.statistics.states;
    options.max_states = std::min(options.max_states.value_or(enough), enough);
  }

  // The first step that brings a pair lies at the end of a shortest trace to it.
  void trace_data_races(Report& report) const {
    ExploreOptions options = tracing();
    options.traces = Traces::witness;
    bound(options, report);
    const SearchPlan plan{.until_data_races = report.data_races.size()};
    Report traced = search_exactly(test_, options, plan).report;
    bool missing = false;
    for (DataRaceReport* const race : told_with_trace(test_.program, report)) {
      const auto place = std::ranges::find(traced.data_races, race->pair, &DataRaceReport::pair);
      if (place != traced.data_races.end()) race->trace = std::move(place->trace);
      missing = missing || !race->trace;
    }
    if (missing) report.untraced = traced.incomplete;
  }

  // A limit of time may strike on some ranks alone: all take what the first one has found.
  static void agree(const Ranks& ranks, EndSearch& ending) {
    std::string mine(1, ending.found ? 'y' : 'n');
    mine += static_cast<char>(ending.limit);
    const std::string first = from_all(ranks, mine).front();
    ending.found = first.front() == 'y';
    ending.limit = static_cast<Incomplete>(first.back());
  }

  // Without a jump back no step undoes another.
  bool is_graded() const {
    if constexpr (HasGradedForm<M>) {
      return M::is_graded(test_, asked_.machine) &&
             std::ranges::none_of(test_.program.threads, has_backward_jump);
    }
    return false;
  }

  // Which threads may go first depends on the condition that a search goes towards, so its steps
  // are replayed where all may.
  void name_replay(Report& report) const {
    report.replayed_with = graded_options();
    if (!paths_are_traces() || report.goal_directed) {
      report.replayed_with.ample_threads = report.replayed_with.split_components = false;
    }
    report.replayed_with.goal = false;
  }

  Report finished(Report report) const {
    name_replay(report);
    report.statistics.seconds = seconds();
    if (report.incomplete == Incomplete::time) {
      report.incomplete_reason = explain(Incomplete::time, whole_);
    }
    return report;
  }

  double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

  const Test& test_;
  ExploreOptions asked_;
  const ExploreOptions& whole_;
  Clock::time_point start_ = Clock::now();
  std::optional<Checkpoints> checkpoints_;  // if it notes how far it is
  unsigned searches_in_levels_ = 0;
};

namespace detail {

/// Says who has made the report.
template <TransitionSystem M>
Report signed_by(Report report, const MachineOptions& options) {
  report.machine = M::name;
  report.machine_version = M::version;
  for (const Setting& setting : M::settings) {
    report.settings.emplace_back(setting.name, value_of(setting, options));
  }
  if constexpr (ListsRacyOutcomes<M>) report.lists_racy_outcomes = M::lists_racy_outcomes(options);
  return report;
}

}  // namespace detail

/// Explores the test with machine M, or with the form of it that M::dispatch picks.
template <TransitionSystem M>
Report explore_with(const Test& test, const ExploreOptions& options) {
  return detail::signed_by<M>(Exploration<M>(test, options).run(), options.machine);
}

/// Hunts in the test with machine M, or with the form of it that M::dispatch picks.
template <TransitionSystem M>
Report hunt_with(const Test& test, const ExploreOptions& options, const HuntSink& sink) {
  return detail::signed_by<M>(Exploration<M>(test, options).hunt(sink), options.machine);
}

}  // namespace opexplore
