// Long runs of a machine against the oracle of progress models:
//   opexplore_endings --seed S --count N [--machine M] [--resident] [--limit STATES]
//     [--keep-going] [--show]
//   opexplore_endings --file TEST --promise P [--promise P]... [--machine M]
// Program number i has seed S + i.
#include <algorithm>
#include <cstdint>
#include <iostream>
#include <iterator>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "litmus/language/reader.hpp"
#include "tests/oracle/progress_oracle.hpp"
#include "tests/random/driver/options.hpp"
#include "tests/random/looping_programs.hpp"
#include "tests/random/termination.hpp"

namespace {

using namespace opexplore;
using namespace opexplore::random_programs;

struct Arguments : CommonOptions {
  std::string machine = "sc";
  std::uint64_t limit = 3000;
  bool keep_going = false;
  bool resident = false;
  std::string file;
  std::vector<Promise> promises;
};

Arguments parse(std::span<const std::string> words) {
  Arguments result;
  const auto promise = [&](const std::string& value) {
    result.promises.push_back(parse_promise(value));
  };
  read_options(words, with_common(result, {{"--keep-going", &result.keep_going},
                                           {"--resident", &result.resident},
                                           {"--machine", &result.machine},
                                           {"--file", &result.file},
                                           {"--promise", promise},
                                           {"--limit", &result.limit}}));
  return result;
}

// One test under the promises that are named. Returns how many verdicts differ.
std::size_t run_file(const Arguments& arguments) {
  const Test test = read_file(arguments.file);
  oracle::ProgressOracle oracle(test.program, arguments.limit);
  for (const Promise& promise : arguments.promises) {
    const oracle::Ending ending = oracle.judge(promise);
    std::cout << spelled(promise) << ": weak " << ending.weak << ", strong " << ending.strong
              << ", deadlock " << ending.deadlock << '\n';
  }
  const EndingComparison result =
      compare_endings(test, arguments.machine, arguments.promises, arguments.limit);
  for (const std::string& line : result.differ) std::cout << line << '\n';
  return result.differ.size();
}

// Returns how many programs differed.
std::uint64_t run(const Arguments& arguments) {
  std::map<EndingAgreement, std::uint64_t> counts;
  std::uint64_t states = 0, violations = 0, trapped = 0, witnesses = 0, deadlocks = 0;
  const Language language = judging_machine(arguments.machine).language;
  for (std::uint64_t i = 0; i < arguments.count; ++i) {
    const std::uint64_t seed = arguments.seed + i;
    const std::string text = looping_program(profile_for(seed), seed, language);
    if (arguments.show) std::cout << text << '\n';
    const Test test = read(text, "looping");
    std::vector<Promise> promises = promises_for(seed);
    if (arguments.resident)
      std::ranges::copy(resident_promises_for(seed), std::back_inserter(promises));
    const EndingComparison result =
        compare_endings(test, arguments.machine, promises, arguments.limit);
    ++counts[result.agreement];
    states += result.states;
    violations += result.violations;
    trapped += result.trapped;
    witnesses += result.witnesses;
    deadlocks += result.deadlock ? 1 : 0;
    if (result.agreement != EndingAgreement::different) continue;
    std::cout << "DIFFERENT: seed " << seed << '\n'
              << explain_difference(test, arguments.machine, promises, arguments.limit)
              << std::endl;
    if (!arguments.keep_going) break;
  }
  std::cout << arguments.machine << ": " << counts[EndingAgreement::equal] << " equal, "
            << counts[EndingAgreement::different] << " different, "
            << counts[EndingAgreement::refused] << " refused, "
            << counts[EndingAgreement::undecided] << " undecided, "
            << counts[EndingAgreement::too_large] << " too large; " << states
            << " states of the oracle, " << violations << " weak and " << trapped
            << " strong violations, " << witnesses << " lassos confirmed, " << deadlocks
            << " programs with a deadlock" << std::endl;
  return counts[EndingAgreement::different];
}

}  // namespace

int main(int count, char** words) {
  return run_driver("opexplore_endings", {words + 1, words + count},
                    [](std::span<const std::string> options) {
                      const Arguments arguments = parse(options);
                      return arguments.file.empty() ? run(arguments) : run_file(arguments);
                    });
}
