#include "mappings/chain.hpp"

#include <algorithm>
#include <utility>

#include "litmus/input/usage_error.hpp"
#include "mappings/check_tests.hpp"

namespace opexplore::mappings {
namespace {

std::vector<Table> tables_before(const std::vector<ChainStep>& steps, std::size_t step) {
  std::vector<Table> tables;
  for (std::size_t i = 0; i < step; ++i) tables.push_back(steps[i].table);
  return tables;
}

// A test that a step before does not compile is not covered here either: its maker throws, as the
// compiler does.
TestList reaching(const TestList& tests, std::vector<Table> before, Width width) {
  return {tests.size,
          [make = tests.make, before = std::move(before), width](std::size_t index) {
            return compiled_through(before, make(index), width);
          },
          tests.family};
}

// The results of the whole chain.
std::vector<TestResult> results_of_chain(const TestList& tests, CheckOptions options,
                                         const std::vector<ChainStep>& steps) {
  options.before = tables_before(steps, steps.size() - 1);
  options.target = steps.back().target;
  const CheckedTests all(tests, std::move(options));
  std::vector<TestResult> results(all.size());
  all.for_each(all.size(), "the chain", [&](std::size_t index) {
    results[index] = all.result(index, steps.back().table);
    return true;
  });
  return results;
}

// The first step that is unsound on the test.
std::optional<std::size_t> step_to_blame(const ChainReport& report, std::size_t test) {
  for (std::size_t step = 0; step < report.steps.size(); ++step) {
    if (std::ranges::binary_search(report.steps[step].unsound_tests, test)) return step;
  }
  return std::nullopt;
}

}  // namespace

void require_chain(const std::vector<Table>& tables) {
  if (tables.size() < 2) throw UsageError("a chain has two tables or more", "--chain A,B");
  for (std::size_t i = 1; i < tables.size(); ++i) {
    const Table& first = tables[i - 1];
    const Table& next = tables[i];
    const bool fits = first.target == Language::cxx      ? next.language.empty()
                      : first.target == Language::vulkan ? next.language == first.name
                                                         : false;
    if (fits) continue;
    const std::string source = next.language.empty() ? "C++ or LLVM IR" : next.language;
    throw UsageError(next.name + " compiles " + source + ", and not what " + first.name + " makes",
                     "the tables of a chain follow each other: clang-ir,llvm-19");
  }
}

ChainReport check_chain(const TestList& tests, const CheckOptions& options,
                        const std::vector<ChainStep>& steps) {
  ChainReport report;
  Side source = options.source;
  for (std::size_t step = 0; step < steps.size(); ++step) {
    CheckOptions own = options;
    own.source = std::exchange(source, steps[step].target);
    own.target = steps[step].target;
    own.weaken = false;
    Checker checker(reaching(tests, tables_before(steps, step), options.width), std::move(own));
    report.steps.push_back(checker.check(steps[step].table));
  }
  report.findings.assign(finding_count, 0);
  report.blamed.assign(steps.size(), 0);
  report.first.resize(steps.size());
  const std::vector<TestResult> results = results_of_chain(tests, options, steps);
  for (std::size_t i = 0; i < results.size(); ++i) {
    ++report.findings[static_cast<std::size_t>(results[i].finding)];
    if (results[i].finding != Finding::unsound) continue;
    const auto step = step_to_blame(report, i);
    if (!step) continue;
    if (report.blamed[*step]++ == 0) report.first[*step] = tests.make(i).name;
  }
  return report;
}

}  // namespace opexplore::mappings
