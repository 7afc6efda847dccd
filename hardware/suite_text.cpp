#include "hardware/suite_text.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <set>
#include <vector>

#include "hardware/device/measuring.hpp"
#include "hardware/numbers.hpp"

namespace opexplore::hardware {
namespace {

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : "; ") + word;
  return text.empty() ? "nothing" : text;
}

std::string differences(const Result& result) {
  std::string text;
  for (std::size_t i = 0; i < result.toolchain->roles.size(); ++i) {
    const Survival& role = result.toolchain->roles[i];
    if (role.verdict == Survival::Verdict::exact) continue;
    text += "  P" + std::to_string(i) + " " + std::string(to_string(role.verdict)) + ": " +
            role.reason + "\n    test:  " + joined(role.expected) +
            "\n    built: " + joined(role.found) + '\n';
  }
  return text;
}

}  // namespace

std::size_t count_programs(const Suite& suite) {
  return static_cast<std::size_t>(std::ranges::count_if(
      suite.entries, [](const SuiteEntry& entry) { return !entry.roles_file.empty(); }));
}

std::string generated_text(const Suite& suite) {
  std::set<std::string> kernels;
  for (const SuiteEntry& entry : suite.entries) {
    if (!entry.roles_file.empty()) kernels.insert(entry.kernel_file);
  }
  const std::size_t programs = count_programs(suite);
  return std::to_string(programs) + " programs with " + std::to_string(kernels.size()) +
         " kernels for sm_" + std::to_string(suite.sm) + ", " +
         std::to_string(suite.entries.size() - programs) + " unsupported\n";
}

std::string machine_code_text(const Suite& suite, bool every_test) {
  std::map<std::string, std::size_t> verdicts;
  std::string details;
  for (const SuiteEntry& entry : suite.entries) {
    const Result& result = entry.result;
    if (entry.roles_file.empty() || !result.toolchain) continue;
    const auto verdict = worst(result.toolchain->roles);
    ++verdicts[std::string(to_string(verdict))];
    if (verdict == Survival::Verdict::exact && !every_test) continue;
    details += result.test.name + " " + std::string(to_string(result.profile)) + ": " +
               std::string(to_string(verdict)) + '\n' + differences(result);
  }
  std::string summary;
  for (const auto& [verdict, count] : verdicts) {
    summary += (summary.empty() ? "" : ", ") + std::to_string(count) + " " + verdict;
  }
  return details + "machine code: " + (summary.empty() ? "none" : summary) + '\n';
}

std::string finished_text(const Result& result) {
  std::string text = result.test.name + ' ' + std::string(to_string(result.profile)) + ' ' +
                     std::string(to_string(result.status));
  if (!result.reason.empty()) text += " (" + result.reason + ')';
  if (result.executed == 0) return text;
  std::uint64_t count = 0;
  for (const EnvironmentResult& run : result.environments) count += sought(result, run);
  text += ": " + with_commas(result.executed) + " executed, " + with_commas(count) +
          " of what it asks for";
  if (result.seconds > 0) {
    text += ", " + short_number(static_cast<double>(count) / result.seconds) + "/s";
  }
  return text;
}

std::string duration_text(std::size_t tests, double seconds) {
  const auto minutes = static_cast<std::uint64_t>(seconds / 60);
  const auto rest = static_cast<std::uint64_t>(std::ceil(seconds)) - 60 * minutes;
  return std::to_string(tests) + (tests == 1 ? " test, " : " tests, ") + "about " +
         std::to_string(minutes) + " min " + std::to_string(rest) + " s";
}

}  // namespace opexplore::hardware
