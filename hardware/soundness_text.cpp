#include "hardware/soundness_text.hpp"

#include <algorithm>
#include <array>
#include <ostream>

#include "export/columns.hpp"
#include "hardware/executions.hpp"
#include "hardware/numbers.hpp"
#include "hardware/statistics.hpp"

namespace opexplore::hardware {
namespace {

constexpr std::size_t few = 3;  // environments and samples of a violation, unless all are wanted

std::string fraction(std::optional<std::size_t> part, std::optional<std::size_t> whole) {
  if (!part || !whole) return "?";
  return std::to_string(*part) + '/' + std::to_string(*whole);
}

std::string asked_text(const SoundnessCheck& check) {
  const AskedOutcome& asked = check.asked;
  if (asked.seen == 0 && !check.has_negatives()) return "-";
  const std::string machine = !asked.allowed   ? "undecided"
                              : *asked.allowed ? "allowed"
                                               : "forbidden";
  return machine + (asked.seen > 0 ? ", seen " + with_commas(asked.seen) : ", unseen");
}

std::string verdict_text(Soundness verdict) {
  return verdict == Soundness::unsound ? "UNSOUND" : std::string(to_string(verdict));
}

Cells table_line(const CheckedResult& one) {
  const SoundnessCheck& check = one.check;
  Cells line{one.result.test.name, std::string(to_string(one.result.profile)),
             device_name(one.result), one.machine, verdict_text(check.verdict)};
  if (!check.judged()) {
    line.insert(line.end(), {"-", "-", with_commas(one.result.executed), "-"});
    return line;
  }
  line.insert(line.end(), {fraction(check.observed, check.allowed),
                           fraction(check.weak_observed, check.weak_allowed),
                           with_commas(one.result.executed), asked_text(check)});
  return line;
}

std::string title(const CheckedResult& one) {
  return one.result.test.name + " (" + std::string(to_string(one.result.profile)) + ") on " +
         device_name(one.result) + ", " + one.machine;
}

void write_environments(std::ostream& out, const Result& result, std::size_t outcome,
                        std::size_t most) {
  std::vector<const EnvironmentResult*> runs;
  for (const EnvironmentResult& run : result.environments) {
    if (run.counts[outcome] > 0) runs.push_back(&run);
  }
  const auto hits = [&](const EnvironmentResult* run) { return run->counts[outcome]; };
  std::ranges::stable_sort(runs, std::greater<>{}, hits);
  for (std::size_t i = 0; i < std::min(most, runs.size()); ++i) {
    out << "    environment " << runs[i]->id << ": " << with_commas(runs[i]->counts[outcome])
        << " of " << with_commas(runs[i]->executed) << "; "
        << environment_text(runs[i]->environment) << '\n';
  }
  if (runs.size() > most) out << "    and in " << runs.size() - most << " more environments\n";
}

void write_samples(std::ostream& out, const SeenOutcome& outcome, std::size_t most) {
  for (std::size_t i = 0; i < std::min(most, outcome.samples.size()); ++i) {
    const Sample& sample = outcome.samples[i];
    out << "    sample: environment " << sample.environment << ", launch " << sample.launch
        << ", instance " << sample.instance << ", multiprocessors";
    for (const std::uint32_t number : sample.multiprocessor) out << ' ' << number;
    out << '\n';
  }
}

void write_violation(std::ostream& out, const CheckedResult& one, const Violation& violation,
                     CheckDetail detail) {
  const Result& result = one.result;
  const SeenOutcome& outcome = result.outcomes[violation.outcome];
  const Interval rate = rate_interval(outcome.count, completed(result));
  out << "  " << state_text(result.test, outcome.values) << " seen " << with_commas(outcome.count)
      << " of " << with_commas(completed(result)) << " times";
  if (outcome.launches > 0) out << " in " << with_commas(outcome.launches) << " launches";
  out << ", rate [" << short_number(rate.low) << ", " << short_number(rate.high) << "] at 95 %\n";
  if (!violation.out_of_domain.empty()) {
    out << "    out of domain: " << violation.out_of_domain
        << " is in no outcome of the machine; the harness is suspect\n";
  }
  const std::size_t most = detail == CheckDetail::full ? ~std::size_t{0} : few;
  write_environments(out, result, violation.outcome, most);
  write_samples(out, outcome, most);
}

void write_violations(std::ostream& out, const CheckedResult& one, CheckDetail detail) {
  const SoundnessCheck& check = one.check;
  if (check.violations.empty()) return;
  out << "\nviolation: " << title(one) << '\n';
  out << "  suspect: " << to_string(check.suspect)
      << (check.suspicion.empty() ? "" : ": " + check.suspicion) << '\n';
  out << "  seed " << one.result.seed;
  if (one.result.toolchain) {
    out << ", nvcc " << one.result.toolchain->nvcc << ", cubin sha256 "
        << one.result.toolchain->cubin_sha256;
  }
  out << '\n';
  if (!one.result.command.empty()) out << "  command: " << one.result.command << '\n';
  for (const Violation& violation : check.violations) write_violation(out, one, violation, detail);
}

std::string kind_of(const Unseen& unseen) {
  const std::string weak = !unseen.weak ? "" : *unseen.weak ? ", weak" : ", sc";
  return (unseen.allowed ? "allowed" : "forbidden") + weak;
}

std::string bound_text(const Unseen& unseen) {
  std::string text = "below " + short_number(*unseen.bound);
  if (unseen.best_bound) {
    text +=
        ", " + short_number(*unseen.best_bound) + " in environment " + std::to_string(*unseen.best);
  }
  return text;
}

// A forbidden condition that nobody showed, the sibling neither: has no outcome of its own below.
std::optional<Cells> unproven(const CheckedResult& one) {
  const SoundnessCheck& check = one.check;
  const AskedOutcome& asked = check.asked;
  const bool negative = check.has_negatives() && asked.allowed == false && asked.seen == 0 &&
                        one.result.test.quantifier != Quantifier::forall;
  if (!negative || asked.evidence.seen > 0) return std::nullopt;
  const std::string bound =
      check.unlisted > 0 ? "" : "below " + short_number(unseen_bound(completed(one.result)));
  return Cells{title(one), to_string(one.result.test.condition, one.result.test), "forbidden",
               bound, to_string(asked.evidence)};
}

}  // namespace

std::string state_text(const Test& test, const Outcome& outcome) {
  std::string text;
  for (std::size_t i = 0; i < outcome.size(); ++i) {
    text += (i > 0 ? " " : "") + to_string(test.observables[i], test.program) + '=' +
            std::to_string(outcome[i]) + ';';
  }
  return text;
}

std::string device_name(const Result& result) { return result.device ? result.device->name : "-"; }

std::string environment_text(const Environment& environment) {
  std::string text;
  const Environment standard = standard_environment();
  for (std::size_t knob = 0; knob < knobs; ++knob) {
    if (environment.values[knob] == standard.values[knob]) continue;
    text += (text.empty() ? "" : " ") + std::string(environment_parameters()[knob].name) + '=' +
            std::to_string(environment.values[knob]);
  }
  return text.empty() ? "standard" : text;
}

void write_checks(std::ostream& out, const std::vector<CheckedResult>& checks, CheckDetail detail) {
  std::vector<Cells> table{
      {"test", "profile", "device", "machine", "verdict", "seen", "weak", "executed", "asked"}};
  std::vector<Cells> silent;
  std::vector<Cells> unseen;
  std::size_t unlisted = 0;
  for (const CheckedResult& one : checks) {
    table.push_back(table_line(one));
    if (!one.check.reason.empty()) {
      silent.push_back({title(one), verdict_text(one.check.verdict), one.check.reason});
    }
    if (const auto line = unproven(one)) unseen.push_back(*line);
    for (const Unseen& missing : one.check.unseen) {
      if (!missing.bound) {
        ++unlisted;
        continue;
      }
      unseen.push_back({title(one), state_text(one.result.test, missing.values), kind_of(missing),
                        bound_text(missing), to_string(missing.evidence)});
    }
  }
  write_columns(out, table);
  for (const CheckedResult& one : checks) write_violations(out, one, detail);
  write_list(out, "not judged, or not fully", silent);
  if (detail == CheckDetail::violations) return;
  write_list(out, "unseen (95 %)", unseen);
  if (unlisted > 0) out << "\nnot listed, so seen or unseen: " << unlisted << " outcomes\n";
}

}  // namespace opexplore::hardware
