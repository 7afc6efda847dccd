// Long runs of programs with asynchronous operations:
//   opexplore_asynchronous [--seed S] [--count N] [--states N] [--candidates N] [--minimise]
//   [--show]
// Program number i has seed S + i. The machine ptx-async is compared with its axioms in all bundles
// of readings, and with one reading turned; programs with other outcomes are printed, with
// --minimise made small. What one of them does not finish within so many states or candidates is
// not compared.
#include <iostream>
#include <span>
#include <string>

#include "litmus/language/writer.hpp"
#include "tests/random/asynchronous_comparison.hpp"
#include "tests/random/asynchronous_programs.hpp"
#include "tests/random/driver/options.hpp"

namespace {

using namespace opexplore;
using namespace opexplore::random_programs;

struct Arguments : CommonOptions {
  AsynchronousLimits limits;
  bool minimise = false;
};

Arguments parse(std::span<const std::string> words) {
  Arguments result;
  read_options(words, with_common(result, {{"--states", &result.limits.states},
                                           {"--candidates", &result.limits.candidates},
                                           {"--minimise", &result.minimise}}));
  return result;
}

void print_minimised(const Test& test, AsynchronousSides& sides, std::uint64_t number) {
  for (const AsynchronousReading& reading : asynchronous_readings(number)) {
    const auto machine = sides.machine(test, reading);
    const auto axioms = sides.axioms(test, reading);
    if (!machine || !axioms || machine->outcomes == axioms->outcomes) continue;
    std::cout << "minimised: " << sides.explained(sides.minimised(test, reading), reading);
    return;
  }
}

// Returns how many programs have different answers.
std::uint64_t run(const Arguments& arguments) {
  AsynchronousSides sides(arguments.limits);
  AsynchronousCount count;
  for (std::uint64_t i = arguments.seed; i < arguments.seed + arguments.count; ++i) {
    const Test test = random_asynchronous(i);
    if (arguments.show) std::cout << write(test);
    const std::size_t before = count.differences.size();
    compare_asynchronous(test, asynchronous_readings(i), sides, count);
    for (std::size_t d = before; d < count.differences.size(); ++d) {
      std::cout << "DIFFERENT: " << count.differences[d] << std::flush;
    }
    if (arguments.minimise && count.differences.size() != before) print_minimised(test, sides, i);
  }
  std::cout << arguments.count << " programs, " << count.asked << " questions, " << count.compared
            << " compared, " << count.several << " with several outcomes, " << count.undefined
            << " with undefined behaviour, " << count.differences.size() << " different"
            << std::endl;
  return count.differences.size();
}

}  // namespace

int main(int count, char** words) {
  return run_driver("opexplore_asynchronous", {words + 1, words + count},
                    [](std::span<const std::string> options) { return run(parse(options)); });
}
