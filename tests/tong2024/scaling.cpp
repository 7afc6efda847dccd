#include "tests/tong2024/scaling.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <iomanip>
#include <sstream>
#include <stdexcept>

#include "explorer/explore.hpp"
#include "litmus/generate/families.hpp"
#include "litmus/generate/generate.hpp"
#include "opmodel/results/answer.hpp"
#include "tests/tong2024/measured.hpp"

namespace opexplore::tong2024 {
namespace {

ScaledVerdict measured(const Test& test) {
  ExploreOptions options;
  options.threads = 1;
  options.verdict_only = options.machine.goal = true;
  const bool vulkan = test.program.language == Language::vulkan;
  const MachineEntry& machine = *find_machine(vulkan ? "vulkan" : "ptx-proxy");
  ScaledVerdict result{test.program.threads.size()};
  for (int turn = 0; turn < 3; ++turn) {
    const Stopwatch watch;
    const Answer report = machine.explore(test, options);
    const Verdict found = verdict(test, report);
    const double milliseconds = watch.milliseconds();
    if (!found.decided) throw std::runtime_error("no verdict of " + test.name);
    result.allowed = found.ok;
    result.states = report.statistics.states;
    result.milliseconds = turn == 0 ? milliseconds : std::min(result.milliseconds, milliseconds);
  }
  return result;
}

// The slope of the straight line through the logarithms of threads and states, by least squares.
double degree(const std::vector<ScaledVerdict>& verdicts) {
  double x = 0, y = 0, xx = 0, xy = 0;
  const auto count = static_cast<double>(verdicts.size());
  for (const ScaledVerdict& verdict : verdicts) {
    const double threads = std::log(static_cast<double>(verdict.threads));
    const double states = std::log(static_cast<double>(verdict.states));
    x += threads;
    y += states;
    xx += threads * threads;
    xy += threads * states;
  }
  return (count * xy - x * y) / (count * xx - x * x);
}

}  // namespace

Test scaled_test(std::string_view family, std::size_t threads, Language language) {
  const auto scaled = generate::scaled_family(family, threads);
  if (!scaled) throw std::out_of_range("no such test with so many threads");
  generate::FamilyTests tests;
  tests.families = {scaled->name};
  tests.alternatives.language = language;
  tests.alternatives.orders = {Order::relaxed};
  std::vector<Test> made;
  generate::for_each_test(tests, [&](Test test) {
    made.push_back(std::move(test));
    return true;
  });
  return made.at(0);
}

std::vector<ScaledFamily> measure_scaling(const std::vector<std::size_t>& threads) {
  std::vector<ScaledFamily> families;
  for (const Language language : {Language::ptx, Language::vulkan}) {
    for (const std::string_view family : {"MP", "SB", "LB", "IRIW"}) {
      ScaledFamily& scaled = families.emplace_back(ScaledFamily{family, language, {}});
      for (const std::size_t count : threads) {
        if (!generate::scaled_family(family, count)) continue;
        scaled.verdicts.push_back(measured(scaled_test(family, count, language)));
      }
    }
  }
  return families;
}

std::string law_of(const std::vector<ScaledVerdict>& verdicts) {
  if (verdicts.size() < 2) return "–";
  const ScaledVerdict& first = verdicts.front();
  const ScaledVerdict& last = verdicts.back();
  const auto signed_states = [](const ScaledVerdict& verdict) {
    return static_cast<std::int64_t>(verdict.states);
  };
  const auto width = static_cast<std::int64_t>(last.threads - first.threads);
  const std::int64_t each = (signed_states(last) - signed_states(first)) / width;
  const std::int64_t more = signed_states(first) - each * static_cast<std::int64_t>(first.threads);
  const bool is_linear = std::ranges::all_of(verdicts, [&](const ScaledVerdict& verdict) {
    return signed_states(verdict) == each * static_cast<std::int64_t>(verdict.threads) + more;
  });
  std::ostringstream law;
  if (!is_linear) {
    law << "about n^" << std::fixed << std::setprecision(1) << degree(verdicts);
  } else if (each == 0) {
    law << more;
  } else {
    if (each != 1) law << each;
    law << 'n';
    if (more != 0) law << (more < 0 ? " - " : " + ") << std::abs(more);
  }
  return law.str();
}

std::string in_markdown(const std::vector<ScaledFamily>& families) {
  std::string text = table_row({"language", "family", "threads n", "verdict", "states", "ms"});
  text += "|---|---|---|---|---|---|\n";
  std::string laws = table_row({"language", "family", "states"}) + "|---|---|---|\n";
  for (const ScaledFamily& family : families) {
    const std::string language = family.language == Language::vulkan ? "Vulkan" : "PTX";
    const std::string name(family.family);
    for (const ScaledVerdict& verdict : family.verdicts) {
      text += table_row({language, name, std::to_string(verdict.threads),
                         verdict.allowed ? "allowed" : "forbidden", with_commas(verdict.states),
                         in_milliseconds(verdict.milliseconds)});
    }
    laws += table_row({language, name, law_of(family.verdicts)});
  }
  return text + '\n' + laws;
}

}  // namespace opexplore::tong2024
