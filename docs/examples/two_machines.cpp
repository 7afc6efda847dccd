// two_machines TEST.litmus MACHINE MACHINE: the outcomes of a litmus test on two machines.
#include <array>
#include <cstddef>
#include <exception>
#include <iostream>
#include <stdexcept>
#include <string>

#include "explorer/explore.hpp"
#include "export/comparison.hpp"
#include "export/outcome_text.hpp"
#include "litmus/reader.hpp"

namespace {

/// All outcomes that the machine reaches. Throws std::runtime_error when it cannot run the test.
opexplore::Report explore(const opexplore::Test& test, const std::string& name) {
  const opexplore::MachineEntry* machine = opexplore::find_machine(name);
  if (machine == nullptr) throw std::runtime_error("there is no machine " + name);
  opexplore::ExploreOptions options;
  options.max_states = 1'000'000;  // then the report is incomplete, and says so
  if (const auto reason = machine->refusal(test, options.machine)) {
    throw std::runtime_error(name + ": " + *reason);
  }
  return machine->explore(test, options);
}

/// Whether a machine reaches an outcome.
const char* word(opexplore::Reached reached) {
  constexpr std::array<const char*, 3> words{"no", "yes", "unknown"};
  return words.at(static_cast<std::size_t>(reached));
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) {
    std::cerr << "usage: two_machines TEST.litmus MACHINE MACHINE\n";
    return 2;
  }
  try {
    const opexplore::Test test = opexplore::read_file(argv[1]);
    const opexplore::Report first = explore(test, argv[2]);
    const opexplore::Report second = explore(test, argv[3]);
    const opexplore::OutcomeComparison comparison = opexplore::compare(test, first, second);
    std::cout << test.name << " on " << first.machine << " and " << second.machine << '\n';
    for (const opexplore::ComparedOutcome& outcome : comparison.outcomes) {
      std::cout << opexplore::outcome_text(test, outcome.values) << ' ' << word(outcome.first)
                << ", " << word(outcome.second) << '\n';
    }
    return comparison.agreement() == opexplore::Agreement::equal ? 0 : 1;
  } catch (
      const std::exception& error) {  // opexplore::InputError: where the file is wrong, and how
    std::cerr << "two_machines: " << error.what() << '\n';
    return 2;
  }
}
