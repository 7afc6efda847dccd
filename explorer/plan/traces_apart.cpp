#include "explorer/plan/traces_apart.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "explorer/analyses/data_races.hpp"
#include "explorer/search/goal_directed.hpp"

namespace opexplore {
namespace {

// The searches for the traces of one report.
class TracesApart {
 public:
  explicit TracesApart(const Inquiry& asked) : asked_(asked) {}

  // Whether all of them are of the form that `asked` says.
  bool trace(Searched& found) {
    Answer& report = found.report;
    for (std::size_t i = 0; i < report.outcomes.size(); ++i) {
      if (is_traced(asked_.options.traces, i, found.telling))
        trace_outcome(report.outcomes[i], report);
    }
    const bool stuck = report.statistics.stuck_states != 0;
    // Which accesses race is known: only a trace to them takes another search.
    const bool race = report.statistics.racy_states != 0 && asked_.options.traces != Traces::none;
    if (asked_.options.traces != Traces::none && !report.data_races.empty())
      trace_data_races(report);
    if (found.endless != EndlessKind::nothing) trace_endless(found.endless, report);
    if (!stuck && !race) return !outgrown_;
    ExploreOptions options = tracing();
    options.machine.races = false;
    if (found.endless != EndlessKind::nothing) bound(options, report);
    Answer ends = search_exactly(asked_.test, options, {.until_stuck = !race}).report;
    if (ends.deadlock) {
      report.deadlock = std::move(ends.deadlock);
      report.deadlock_reason = std::move(ends.deadlock_reason);
    }
    if (ends.race) {
      report.race = std::move(ends.race);
      report.race_reason = std::move(ends.race_reason);
    }
    if (!ends.coverage.complete()) report.coverage.untraced = ends.coverage.incomplete;
    return !outgrown_;
  }

 private:
  // States of a search for a trace to one from which there is no end.
  static constexpr std::uint64_t least_for_endless = 20'000, times_for_endless = 20;

  // Steps that the main search leaves out may show that a load is late: then by another form.
  Searched search_exactly(const Test& test, ExploreOptions options, const SearchPlan& plan) {
    Searched found = asked_.forms.search(test, options, plan);
    if (!found.outgrown) return found;
    outgrown_ = true;
    options.machine.watch_lateness = false;
    options.timeout = asked_.in_time(asked_.options).timeout;
    return asked_.forms.search(test, options, plan);
  }

  // A search for traces alone.
  ExploreOptions tracing() const {
    ExploreOptions options = asked_.options;
    options.machine = asked_.graded_options();
    options.machine.goal = false;
    options.verdict_only = options.count_paths = options.count_stalls = false;
    options.traces = Traces::none;
    return asked_.in_time(std::move(options));
  }

  // The first final state that a search towards exactly one outcome meets lies at the end of a
  // shortest trace to it.
  void trace_outcome(AnsweredOutcome& outcome, Answer& report) {
    const Test asked = asking_for(asked_.test, outcome.values);
    ExploreOptions options = tracing();
    options.find_deadlocks = false;
    options.verdict_only = true;
    options.machine.goal = asked_.forms.goes_to_goal && asks_for_verdict(options);
    options.traces = Traces::witness;
    Searched found = search_exactly(asked, options, {});
    const auto place =
        std::ranges::find(found.report.outcomes, outcome.values, &AnsweredOutcome::values);
    if (place != found.report.outcomes.end()) outcome.trace = std::move(place->trace);
    if (!outcome.trace) report.coverage.untraced = found.report.coverage.incomplete;
  }

  // Iterations whose writes were dropped change something where they are kept: what is idle there
  // need not be here.
  void trace_endless(EndlessKind endless, Answer& report) {
    ExploreOptions options = tracing();
    options.machine.races = false;
    bound(options, report);
    Answer traced = search_exactly(asked_.test, options, {.until_endless = endless}).report;
    if (traced.statistics.endless_states == 0 && endless == EndlessKind::idle) {
      traced = search_exactly(asked_.test, options, {.until_endless = EndlessKind::moving}).report;
      // That nothing ends at all says less than where the search has seen threads idle.
      const bool elsewhere = traced.endless_reason != report.endless_reason;
      if (traced.endless && traced.endless->steps.empty() && elsewhere) return;
    }
    // Where nothing ends, a state may be shown of which nothing more is known.
    const bool certain = traced.statistics.endless_states > 0;
    if (!traced.endless || (report.statistics.endless_states > 0 && !certain)) {
      report.coverage.untraced = traced.coverage.incomplete;
      return;
    }
    report.endless = std::move(traced.endless);
    report.endless_reason = std::move(traced.endless_reason);
    report.endless_waiting = traced.endless_waiting;
  }

  // Writes that are not erased pile up in loops, and the graph may be as large as a limit lets it.
  static void bound(ExploreOptions& options, const Answer& report) {
    const std::uint64_t enough = least_for_endless + times_for_endless * report.statistics.states;
    options.max_states = std::min(options.max_states.value_or(enough), enough);
  }

  // The first step that brings a pair lies at the end of a shortest trace to it.
  void trace_data_races(Answer& report) {
    ExploreOptions options = tracing();
    options.traces = Traces::witness;
    bound(options, report);
    const SearchPlan plan{.until_data_races = report.data_races.size()};
    Answer traced = search_exactly(asked_.test, options, plan).report;
    bool missing = false;
    for (AnsweredDataRace* const race : told_with_trace(asked_.test.program, report)) {
      const auto place = std::ranges::find(traced.data_races, race->pair, &AnsweredDataRace::pair);
      if (place != traced.data_races.end()) race->trace = std::move(place->trace);
      missing = missing || !race->trace;
    }
    if (missing) report.coverage.untraced = traced.coverage.incomplete;
  }

  const Inquiry& asked_;
  bool outgrown_ = false;
};

}  // namespace

bool trace_apart(const Inquiry& asked, Searched& found) { return TracesApart(asked).trace(found); }

}  // namespace opexplore
