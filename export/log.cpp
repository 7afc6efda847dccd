#include "export/log.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <ostream>

namespace opexplore {
namespace {

std::string fixed(double value, const char* format) {
  std::array<char, 64> text{};
  const int length = std::snprintf(text.data(), text.size(), format, value);
  return {text.data(), static_cast<std::size_t>(length)};
}

void write_search(std::ostream& out, const Report& report) {
  const Statistics& s = report.statistics;
  const double per_state =
      s.states == 0 ? 0 : static_cast<double>(s.state_bytes) / static_cast<double>(s.states);
  out << "states=" << s.states << " transitions=" << s.transitions << " depth=" << s.depth
      << " final=" << s.final_states << " stuck=" << s.stuck_states;
  if (s.endless_states > 0) out << " endless=" << s.endless_states;
  if (s.racy_states > 0) out << " racy=" << s.racy_states;
  out << " filtered_outcomes=" << report.filtered_outcomes << '\n';
  out << "bytes_per_state=" << fixed(per_state, "%.1f") << " peak_memory=" << s.memory_bytes
      << '\n';
  if (s.paths) out << "paths=" << *s.paths << '\n';
}

void write_evaluation(std::ostream& out, const Report& report) {
  const Evaluation& e = *report.evaluation;
  out << "candidates=" << e.candidates << " executions=" << e.executions
      << " circular=" << e.circular << " filtered_outcomes=" << report.filtered_outcomes << '\n';
}

// herd7's word for a race where outcomes were listed as herd7 does.
std::string_view race_flag(const Report& report) {
  const bool as_herd = std::ranges::any_of(report.settings, [](const auto& setting) {
    return setting.first == "racy-outcomes" && setting.second == "true";
  });
  return as_herd ? "*undef*" : "data-race";
}

}  // namespace

std::string_view verdict_word(const Report& report, const Verdict& verdict) {
  if (report.statistics.racy_states > 0) return "Undef";
  return verdict.ok ? "Ok" : "No";
}

std::string_view to_string(Incomplete incomplete) {
  switch (incomplete) {
    case Incomplete::none:
      return {};
    case Incomplete::states:
      return "states";
    case Incomplete::memory:
      return "memory";
    case Incomplete::time:
      return "time";
    case Incomplete::interrupted:
      return "interrupted";
    case Incomplete::machine_bound:
      return "machine_bound";
  }
  return {};
}

void write_statistics(std::ostream& out, const Report& report) {
  out << (report.evaluation ? "model=" : "machine=") << report.machine;
  if (!report.machine_version.empty()) out << " version=" << report.machine_version;
  for (const auto& [name, value] : report.settings) out << ' ' << name << '=' << value;
  out << '\n';
  if (report.evaluation) {
    write_evaluation(out, report);
  } else {
    write_search(out, report);
  }
  if (report.stopped_at_verdict) out << "stopped=verdict known, not every state was searched\n";
  if (report.incomplete != Incomplete::none) {
    out << "incomplete=" << to_string(report.incomplete) << ": " << report.incomplete_reason
        << '\n';
  }
  if (report.statistics.stuck_states > 0) out << "deadlock=" << report.deadlock_reason << '\n';
  if (report.endless) out << "endless=" << report.endless_reason << '\n';
  if (report.statistics.racy_states > 0) out << "race=" << report.race_reason << '\n';
}

bool is_partial(const Report& report, const Verdict& verdict) {
  if (report.statistics.racy_states > 0) return false;
  return !verdict.decided || report.incomplete != Incomplete::none;
}

void write_log(std::ostream& out, const Test& test, const Report& report, const std::string& hash,
               const LogOptions& options) {
  const Verdict answer = verdict(test, report);
  const ConstraintCounts counts = constraint_counts(test.quantifier, answer);
  const std::vector<ShownOutcome> outcomes = shown_outcomes(test, report);

  out << "Test " << test.name << ' ' << kind_word(test.quantifier) << '\n';
  out << "States " << outcomes.size() << '\n';
  for (const ShownOutcome& outcome : outcomes) {
    out << outcome_text(test, outcome.values, options.radix) << '\n';
  }
  out << (is_partial(report, answer) ? "Loop " : "") << verdict_word(report, answer) << '\n';
  out << "Witnesses\n";
  out << "Positive: " << counts.positive << " Negative: " << counts.negative << '\n';
  if (report.statistics.stuck_states > 0) out << "Flag deadlock\n";
  if (answer.never_ends) {
    out << "Flag never-ends\n";
  } else if (report.statistics.endless_states > 0) {
    out << "Flag may-not-end\n";
  }
  // A model raises the flag itself.
  if (report.statistics.racy_states > 0 && !report.evaluation) {
    out << "Flag " << race_flag(report) << '\n';
  }
  if (report.evaluation) {
    for (const auto& [name, executions] : report.evaluation->flags) out << "Flag " << name << '\n';
  }
  out << "Condition " << condition_line(test) << '\n';
  out << "Observation " << test.name << ' ' << observation_word(answer) << ' ' << answer.positive
      << ' ' << answer.negative << '\n';
  out << "Time " << test.name << ' ' << fixed(report.statistics.seconds, "%.2f") << '\n';
  out << "Hash=" << hash << '\n';
  if (options.statistics) write_statistics(out, report);
  out << '\n';
}

}  // namespace opexplore
