#include "export/log.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <ostream>

#include "opmodel/vocabulary.hpp"

namespace opexplore {
namespace {

std::string fixed(double value, const char* format) {
  std::array<char, 64> text{};
  const int length = std::snprintf(text.data(), text.size(), format, value);
  return {text.data(), static_cast<std::size_t>(length)};
}

void write_search(std::ostream& out, const Answer& answer) {
  const Statistics& s = answer.statistics;
  const double per_state =
      s.states == 0 ? 0 : static_cast<double>(s.state_bytes) / static_cast<double>(s.states);
  out << "states=" << s.states << " transitions=" << s.transitions << " depth=" << s.depth
      << " final=" << s.final_states << " stuck=" << s.stuck_states;
  if (s.endless_states > 0) out << " endless=" << s.endless_states;
  if (s.racy_states > 0) out << " racy=" << s.racy_states;
  out << " filtered_outcomes=" << answer.filtered_outcomes << '\n';
  out << "bytes_per_state=" << fixed(per_state, "%.1f") << " peak_memory=" << s.memory_bytes
      << '\n';
  for (std::size_t rank = 0; rank != s.held.size(); ++rank) {
    const RankHeld& held = s.held[rank];
    out << "rank=" << rank << " states=" << held.states << " peak_memory=" << held.memory_bytes
        << " disk=" << held.disk_bytes << '\n';
  }
  if (s.paths) out << "paths=" << *s.paths << '\n';
}

void write_evaluation(std::ostream& out, const Answer& answer, const ModelFindings& e) {
  out << "candidates=" << e.candidates << " executions=" << e.executions
      << " circular=" << e.circular << " filtered_outcomes=" << answer.filtered_outcomes << '\n';
}

// herd7's word for a race where outcomes were listed as herd7 does.
std::string_view race_flag(const Answer& answer) {
  if (answer.undefined) return "undefined";
  return answer.lists_racy_outcomes ? "*undef*" : "data-race";
}

// A model raises its flags itself, that of a race too.
void write_flags(std::ostream& out, const Answer& answer, const Verdict& verdict) {
  if (answer.statistics.stuck_states > 0) out << "Flag deadlock\n";
  if (verdict.never_ends) {
    out << "Flag never-ends\n";
  } else if (answer.statistics.endless_states > 0) {
    out << "Flag may-not-end\n";
  }
  if (answer.evaluation) {
    for (const auto& [name, executions] : answer.evaluation->flags) {
      out << "Flag " << name << '\n';
    }
  } else if (answer.races) {
    out << "Flag " << race_flag(answer) << '\n';
  }
  if (!answer.data_races.empty()) out << "Flag data-race\n";
}

}  // namespace

std::string_view verdict_word(const Answer& answer, const Verdict& verdict) {
  if (answer.races) return "Undef";
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
    case Incomplete::storage:
      return "storage";
  }
  return {};
}

void write_statistics(std::ostream& out, const Test& test, const Answer& answer) {
  if (answer.evaluation) {
    out << "model=" << answer.answered_by << '\n';
    write_evaluation(out, answer, *answer.evaluation);
  } else {
    out << "machine=" << answer.answered_by;
    if (!answer.machine_version.empty()) out << " version=" << answer.machine_version;
    for (const auto& [name, value] : answer.settings) out << ' ' << name << '=' << value;
    out << '\n';
    write_search(out, answer);
  }
  if (answer.coverage.goal_directed) {
    out << "goal=only states that may decide the condition were visited, and are counted\n";
  }
  if (answer.coverage.stopped_at_verdict)
    out << "stopped=verdict known, not every state was searched\n";
  if (answer.coverage.untraced != Incomplete::none) {
    out << "untraced=" << to_string(answer.coverage.untraced)
        << ": the limit ended a search for a trace\n";
  }
  if (!answer.coverage.complete()) {
    out << "incomplete=" << to_string(answer.coverage.incomplete) << ": " << answer.coverage.reason
        << '\n';
  }
  if (answer.statistics.stuck_states > 0) {
    out << "deadlock=" << told(answer.deadlock_reason, test.program) << '\n';
  }
  if (!answer.endless_reason.empty()) {
    out << "endless=" << told(answer.endless_reason, test.program) << '\n';
  }
  if (answer.races) out << "race=" << answer.race_reason << '\n';
  if (answer.looked_for_data_races) {
    out << "racing_pairs=" << answer.data_races.size();
    if (!answer.excluded_data_races.empty()) {
      out << " filtered_pairs=" << answer.excluded_data_races.size();
    }
    out << '\n';
  }
}

bool is_partial(const Answer& answer, const Verdict& verdict) {
  if (answer.races) return false;
  return !verdict.decided || !answer.coverage.complete();
}

void write_log(std::ostream& out, const Test& test, const Answer& answer, const std::string& hash,
               const LogOptions& options) {
  const Verdict found = verdict(test, answer);
  const ConstraintCounts counts = constraint_counts(test.quantifier, found);
  const std::vector<ShownOutcome> outcomes = shown_outcomes(test, answer);

  out << "Test " << test.name << ' ' << kind_word(test.quantifier) << '\n';
  out << "States " << outcomes.size() << '\n';
  const OutcomeTexts texts(test, options.radix);
  std::string line;
  for (const ShownOutcome& outcome : outcomes) {
    line.clear();
    texts.append(outcome.values, line);
    line += '\n';
    out << line;
  }
  out << (is_partial(answer, found) ? "Loop " : "") << verdict_word(answer, found) << '\n';
  out << "Witnesses\n";
  out << "Positive: " << counts.positive << " Negative: " << counts.negative << '\n';
  write_flags(out, answer, found);
  out << "Condition " << condition_line(test) << '\n';
  // WART: racy-observation. Of a racy program it counts what was found before the race.
  out << "Observation " << test.name << ' ' << observation_word(found) << ' ' << found.positive
      << ' ' << found.negative << '\n';
  out << "Time " << test.name << ' ' << fixed(answer.statistics.seconds, "%.2f") << '\n';
  out << "Hash=" << hash << '\n';
  if (options.statistics) write_statistics(out, test, answer);
  out << '\n';
}

std::size_t expected_log_length(const Test& test, const Answer& answer, Radix radix) {
  constexpr std::size_t few = 256;
  if (answer.outcomes.size() <= few) return 0;
  const std::size_t last = outcome_text(test, answer.outcomes.back().values, radix).size() + 1;
  return last * answer.outcomes.size();
}

}  // namespace opexplore
