#include "explorer/search/hunt.hpp"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

namespace opexplore {

namespace {

class Adding {
 public:
  Adding(Answer& report, const Retrace& retrace) : report_(report), retrace_(retrace) {}

  void add(AnsweredOutcome&& found) {
    const auto at =
        std::ranges::lower_bound(report_.outcomes, found.values, {}, &AnsweredOutcome::values);
    const bool known = at != report_.outcomes.end() && at->values == found.values;
    if (known && (at->trace || !found.trace)) return;
    keep_if(found.trace, [&](const Replayed& said) {
      return said.end == TraceEnd::final && said.outcome == found.values;
    });
    if (known) {
      at->trace = std::move(found.trace);
    } else {
      report_.statistics.final_states += found.count;
      report_.outcomes.insert(at, std::move(found));
    }
  }

  void add(AnsweredDataRace&& found) {
    const auto at =
        std::ranges::lower_bound(report_.data_races, found.pair, {}, &AnsweredDataRace::pair);
    const bool known = at != report_.data_races.end() && at->pair == found.pair;
    if (known && (at->trace || !found.trace)) return;
    keep_if(found.trace, [](const Replayed&) { return true; });
    if (known) {
      at->trace = std::move(found.trace);
    } else {
      report_.data_races.insert(at, std::move(found));
    }
  }

  void add_deadlock(Answer&& found) {
    if (report_.deadlock || !found.deadlock) return;
    keep_if(found.deadlock, [](const Replayed& said) { return said.end == TraceEnd::stuck; });
    report_.deadlock = std::move(found.deadlock);
    report_.deadlock_reason = std::move(found.deadlock_reason);
    std::uint64_t& states = report_.statistics.stuck_states;
    states = std::max(states, found.statistics.stuck_states);
  }

  void add_race(Answer&& found) {
    if (report_.race || !found.race) return;
    keep_if(found.race, [](const Replayed& said) { return said.end == TraceEnd::race; });
    report_.race = std::move(found.race);
    report_.races = true;
    report_.race_reason = std::move(found.race_reason);
    std::uint64_t& states = report_.statistics.racy_states;
    states = std::max(states, found.statistics.racy_states);
  }

 private:
  // The trace in the words of the machine that replays it, if it takes all steps and agrees on
  // where they lead.
  void keep_if(std::optional<Trace>& trace, const auto& agrees) const {
    if (!trace) return;
    std::vector<Step> steps;
    for (const TraceStep& step : trace->steps) steps.push_back(step.step);
    Replayed said = retrace_(steps);
    trace.reset();
    if (!said.refused && agrees(said)) trace = std::move(said.trace);
  }

  Answer& report_;
  const Retrace& retrace_;
};

}  // namespace

void add_found(Answer& report, Answer&& hunted, const Retrace& retrace) {
  Adding adding(report, retrace);
  for (AnsweredOutcome& outcome : hunted.outcomes) adding.add(std::move(outcome));
  for (AnsweredDataRace& race : hunted.data_races) adding.add(std::move(race));
  report.looked_for_data_races = report.looked_for_data_races || hunted.looked_for_data_races;
  std::erase_if(report.excluded_data_races, [&](const RacingPair& pair) {
    return std::ranges::find(report.data_races, pair, &AnsweredDataRace::pair) !=
           report.data_races.end();
  });
  report.filtered_outcomes = std::max(report.filtered_outcomes, hunted.filtered_outcomes);
  adding.add_deadlock(std::move(hunted));
  adding.add_race(std::move(hunted));
}

}  // namespace opexplore
