#include "tests/benchmarks/endings.hpp"

#include <filesystem>
#include <iostream>
#include <vector>

#include "explorer/explore.hpp"
#include "litmus/language/reader.hpp"
#include "opmodel/results/termination.hpp"
#include "tests/benchmarks/measure.hpp"

namespace opexplore {
namespace {

std::vector<Test> tests_of(const std::filesystem::path& folder, bool smoke) {
  constexpr std::size_t some = 10;
  std::vector<Test> tests;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.path().extension() != ".litmus") continue;
    if (smoke && tests.size() == some) break;
    tests.push_back(read_file(entry.path()));
  }
  return tests;
}

void bench_machine(const MachineEntry& machine, const std::vector<Test>& tests) {
  const auto models = uniform_promises();
  const TerminationQuestion question{{models.begin(), models.end()}, false, false};
  std::size_t asked = 0;
  std::uint64_t states = 0;
  double seconds = 0;
  for (const Test& test : tests) {
    if (machine.refusal(test, MachineOptions{})) continue;
    const Termination report = machine.termination(test, {}, question);
    ++asked;
    states = std::max(states, report.states);
    seconds += report.seconds;
  }
  constexpr double milliseconds = 1000;
  print_row({std::string(machine.name), std::to_string(asked), std::to_string(states),
             number(seconds), number(milliseconds * seconds / static_cast<double>(asked))});
}

}  // namespace

void bench_endings(bool smoke) {
  const std::filesystem::path folder = OPEXPLORE_SOURCE_DIR "/../shared/suites/progress/ptx";
  if (!std::filesystem::is_directory(folder)) {
    std::cout << "\nno tests of progress beside the source tree: skipped\n";
    return;
  }
  const std::vector<Test> tests = tests_of(folder, smoke);
  std::cout << "\ndoes it end, six models and two notions at once (Dartagnan: 73 tests under one "
               "model, 797 ms each for PTX 6.0, 841 ms for PTX 7.5)\n";
  print_row({"machine", "tests", "most states", "wall s", "ms each"});
  for (const MachineEntry& machine : machines()) {
    if (machine.termination != nullptr && machine.language == Language::ptx) {
      bench_machine(machine, tests);
    }
  }
}

}  // namespace opexplore
