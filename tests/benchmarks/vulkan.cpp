#include "tests/benchmarks/vulkan.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

#include "explorer/explore.hpp"
#include "litmus/language/reader.hpp"
#include "opmodel/results/answer.hpp"
#include "tests/benchmarks/measure.hpp"

namespace opexplore {
namespace {

constexpr double milliseconds_per_second = 1000;

struct Asked {
  std::string file;
  double cpu = 0;  ///< seconds, with reading
  std::uint64_t states = 0;
};

// The files of a table, whose lines are FILE,ANSWER.
std::vector<std::string> files_of(const std::filesystem::path& table, bool smoke) {
  constexpr std::size_t some = 5;
  std::vector<std::string> files;
  std::ifstream text(table);
  for (std::string line; std::getline(text, line);) {
    if (line.empty() || line.front() == '#') continue;
    if (smoke && files.size() == some) break;
    files.push_back(line.substr(0, line.rfind(',')));
  }
  return files;
}

Asked ask(const std::filesystem::path& folder, const std::string& file, const std::string& races) {
  const double start = cpu_seconds();
  const Test test = read_file(folder / file);
  ExploreOptions options;
  options.threads = 1;
  options.verdict_only = true;
  options.machine.settings["races"] = races;
  const Answer report = find_machine("vulkan")->explore(test, options);
  return {file, cpu_seconds() - start, report.statistics.states};
}

void print(const std::string& question, std::vector<Asked> asked) {
  constexpr std::size_t most = 10;
  std::ranges::sort(asked, std::ranges::greater{}, &Asked::cpu);
  double sum = 0;
  for (const Asked& one : asked) sum += one.cpu;
  std::cout << "\nVulkan, " << question << ": " << asked.size() << " tests, cpu ms on average "
            << number(milliseconds_per_second * sum / static_cast<double>(asked.size())) << '\n';
  for (std::size_t i = 0; i < std::min(most, asked.size()); ++i) {
    print_row({asked[i].file, number(milliseconds_per_second * asked[i].cpu),
               std::to_string(asked[i].states) + " st."},
              20);
  }
}

}  // namespace

void bench_vulkan(bool smoke) {
  const std::filesystem::path folder = OPEXPLORE_SOURCE_DIR "/../shared/suites/vulkan";
  if (!std::filesystem::is_directory(folder)) {
    std::cout << "\nno tests of Vulkan beside the source tree: skipped\n";
    return;
  }
  struct Question {
    const char* words;
    const char* table;
    const char* races;
  };
  for (const Question& question :
       {Question{"the verdict, races or not", "expected-vulkan.csv", "ignore"},
        Question{"races of complete executions", "expected-vulkan-dr.csv", "follow"},
        Question{"the verdict, or a race", "expected-vulkan.csv", "stop"}}) {
    std::vector<Asked> asked;
    for (const std::string& file : files_of(folder / question.table, smoke)) {
      asked.push_back(ask(folder, file, question.races));
    }
    print(question.words, std::move(asked));
  }
}

}  // namespace opexplore
