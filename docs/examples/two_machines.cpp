// two_machines TEST.litmus MACHINE MACHINE: the outcomes of a litmus test on two machines.
#include <array>
#include <cstddef>
#include <exception>
#include <iostream>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>

#include "answers/compare.hpp"
#include "answers/semantics.hpp"
#include "export/outcome_text.hpp"
#include "litmus/language/reader.hpp"

namespace {

/// What the machine finds. Throws std::runtime_error when it cannot run the test.
opexplore::Answer answer(const std::string& machine, const opexplore::Test& test) {
  opexplore::ExploreOptions options;
  options.max_states = 1'000'000;  // then the answer is incomplete, and says so
  auto answer = opexplore::answer(opexplore::chosen_semantics(machine, {}), test, options);
  if (const auto* failure = std::get_if<opexplore::Failure>(&answer)) {
    throw std::runtime_error(opexplore::describe(*failure));
  }
  return std::get<opexplore::Answer>(std::move(answer));
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
    const opexplore::Answer first = answer(argv[2], test);
    const opexplore::Answer second = answer(argv[3], test);
    const opexplore::OutcomeComparison comparison = opexplore::compare(test, first, second);
    std::cout << test.name << " on " << first.answered_by << " and " << second.answered_by << '\n';
    for (const opexplore::ComparedOutcome& outcome : comparison.outcomes) {
      std::cout << opexplore::outcome_text(test, outcome.values) << ' ' << word(outcome.first)
                << ", " << word(outcome.second) << '\n';
    }
    return comparison.agreement() == opexplore::Agreement::equal ? 0 : 1;
  } catch (const std::exception& error) {  // opexplore::InputError knows the place in the file
    std::cerr << "two_machines: " << error.what() << '\n';
    return 2;
  }
}
