#include "hardware/result_log.hpp"

#include <array>
#include <cstdio>
#include <map>
#include <ostream>
#include <utility>

#include "export/outcome_text.hpp"
#include "hardware/soundness.hpp"

namespace opexplore::hardware {
namespace {

std::string fixed(double value) {
  std::array<char, 64> text{};
  const int length = std::snprintf(text.data(), text.size(), "%.2f", value);
  return {text.data(), static_cast<std::size_t>(length)};
}

// litmus7's %-6d, then the mark.
std::string histogram_head(const ShownCount& line) {
  std::string text = std::to_string(line.count);
  if (text.size() < 6) text.resize(6, ' ');
  return text + (line.holds ? "*>" : ":>");
}

Verdict verdict_of(const Test& test, const std::vector<ShownCount>& counts) {
  VerdictGrounds grounds{.complete = true};
  for (const ShownCount& line : counts) {
    (line.holds ? grounds.positive : grounds.negative) += line.count;
  }
  return verdict(test.quantifier, grounds);
}

void write_own_lines(std::ostream& out, const Result& result) {
  out << "profile=" << to_string(result.profile) << '\n';
  out << "status=" << to_string(result.status) << " seed=" << result.seed << '\n';
  if (!result.reason.empty()) out << "reason=" << result.reason << '\n';
  if (result.device) {
    out << "device=" << result.device->name << " driver=" << result.device->driver << '\n';
  }
  if (result.toolchain) {
    out << "survival=" << to_string(worst(result.toolchain->roles))
        << " cubin=" << result.toolchain->cubin_sha256 << '\n';
  }
  out << "executed=" << result.executed << " launches=" << result.launches
      << " not_run=" << result.not_run << " out_of_bound=" << result.out_of_bound
      << " overflow=" << result.overflow << '\n';
}

}  // namespace

std::vector<ShownCount> shown_counts(const Result& result) {
  const Test& test = result.test;
  std::map<Outcome, ShownCount> merged;
  for (const SeenOutcome& outcome : result.outcomes) {
    if (outcome.count == 0) continue;
    if (test.filter && !holds(*test.filter, outcome.values)) continue;
    const auto shown = static_cast<std::ptrdiff_t>(std::min(test.shown, outcome.values.size()));
    Outcome values(outcome.values.begin(), outcome.values.begin() + shown);
    ShownCount& line = merged[values];
    line.values = std::move(values);
    line.count += outcome.count;
    line.holds = opexplore::holds(test.condition, outcome.values);
  }
  std::vector<ShownCount> lines;
  for (auto& [values, line] : merged) lines.push_back(std::move(line));
  return lines;
}

void write_log(std::ostream& out, const Result& result) {
  const Test& test = result.test;
  const std::string untrusted = no_verdict_reason(result);
  if (!untrusted.empty()) {
    out << "Skipped " << test.name << ": " << untrusted << "\n\n";
    return;
  }
  const std::vector<ShownCount> lines = shown_counts(result);
  const Verdict answer = verdict_of(test, lines);
  const ConstraintCounts counts = constraint_counts(test.quantifier, answer);
  out << "Test " << test.name << ' ' << kind_word(test.quantifier) << '\n';
  out << "Histogram (" << lines.size() << " states)\n";
  for (const ShownCount& line : lines) {
    out << histogram_head(line) << outcome_text(test, line.values) << '\n';
  }
  out << (answer.ok ? "Ok" : "No") << "\n\nWitnesses\n";
  out << "Positive: " << counts.positive << ", Negative: " << counts.negative << '\n';
  out << "Condition " << condition_line(test) << " is " << (answer.ok ? "" : "NOT ")
      << "validated\n";
  out << "Hash=" << result.hash << '\n';
  out << "Observation " << test.name << ' ' << observation_word(answer) << ' ' << answer.positive
      << ' ' << answer.negative << '\n';
  out << "Time " << test.name << ' ' << fixed(result.seconds) << '\n';
  write_own_lines(out, result);
  out << '\n';
}

}  // namespace opexplore::hardware
