// A report as text, timing left out: equal texts mean equal reports.
#pragma once

#include <sstream>
#include <string>

#include "opmodel/results/answer.hpp"
#include "tests/told.hpp"

namespace opexplore {

inline void put(std::ostream& out, const Trace& trace) {
  for (const Component& component : trace.initial) {
    out << "  " << component.name << " = " << component.value << '\n';
  }
  for (const TraceStep& step : trace.steps) {
    out << "  " << step.rule << ' ' << int(step.step.thread) << ' ' << step.step.argument << ' '
        << step.arguments << ' ' << step.reason << '\n';
    for (const Change& change : step.changes) {
      out << "    " << change.component << ": " << change.before << " -> " << change.after << '\n';
    }
  }
}

/// Everything in a report but the seconds.
inline std::string text_of(const Answer& report) {
  std::ostringstream out;
  const Statistics& numbers = report.statistics;
  out << report.answered_by;
  for (const auto& [name, value] : report.settings) out << ' ' << name << '=' << value;
  out << '\n';
  for (const AnsweredOutcome& outcome : report.outcomes) {
    for (const Value value : outcome.values) out << value << ' ';
    out << ": " << outcome.count << '\n';
    if (outcome.trace) put(out, *outcome.trace);
  }
  out << "filtered " << report.filtered_outcomes << " incomplete "
      << int(report.coverage.incomplete) << ' ' << report.coverage.reason << " early "
      << report.coverage.stopped_at_verdict << '\n'
      << "goal " << report.coverage.goal_directed << ' ' << report.coverage.ends_unlisted << '\n'
      << "deadlock " << told(report.deadlock_reason) << '\n';
  if (report.deadlock) put(out, *report.deadlock);
  out << "race " << numbers.racy_states << ' ' << report.race_reason << '\n';
  if (report.race) put(out, *report.race);
  out << numbers.states << ' ' << numbers.transitions << ' ' << numbers.final_states << ' '
      << numbers.stuck_states << ' ' << numbers.depth << ' ' << numbers.state_bytes << ' '
      << numbers.memory_bytes << ' ' << (numbers.paths ? *numbers.paths : "-") << '\n';
  if (report.stalls) {
    out << "stalls " << report.stalls->least << ' '
        << (report.stalls->most ? std::to_string(*report.stalls->most) : "-") << '\n';
  }
  return out.str();
}

}  // namespace opexplore
