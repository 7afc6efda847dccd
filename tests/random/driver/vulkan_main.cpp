// Long runs of Vulkan programs:
//   opexplore_vulkan_differential [--seed S] [--count N] [--from bases|random|FOLDER]
//     [--unchanged] [--unfiltered] [--reference NAME] [--against NAME] [--exact] [--show]
// Program number i has seed S + i. With --from bases, the default, and with a folder of litmus
// tests it is made by small changes of one of them; --unchanged takes each of them once, as it is.
// --unfiltered leaves the filters out: with one the machine always follows races.
// Without --against the answers of the reference, by default the oracle, are counted, and with
// --show printed; with it, programs with another answer are printed; the outcomes of executions
// with a race are compared with --exact alone. What one of them refuses or gives up on is
// undecided. For the machine:
//   --reference no-thin-air --against machine
//   --reference no-thin-air --against machine-follow --exact
#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <iostream>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "litmus/language/reader.hpp"
#include "litmus/language/writer.hpp"
#include "tests/random/driver/options.hpp"
#include "tests/random/vulkan_comparison.hpp"
#include "tests/random/vulkan_programs.hpp"

namespace {

using namespace opexplore;
using namespace opexplore::random_programs;

struct Arguments : CommonOptions {
  std::string from = "bases";
  std::string reference = "oracle";
  std::string against;
  bool unchanged = false;
  bool unfiltered = false;
  bool exact = false;
};

Arguments parse(std::span<const std::string> words) {
  Arguments result;
  read_options(words, with_common(result, {{"--unchanged", &result.unchanged},
                                           {"--unfiltered", &result.unfiltered},
                                           {"--exact", &result.exact},
                                           {"--from", &result.from},
                                           {"--reference", &result.reference},
                                           {"--against", &result.against}}));
  return result;
}

std::vector<Test> bases(const std::string& from) {
  if (from == "bases") return vulkan_bases();
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(from)) {
    if (entry.path().extension() == ".litmus") paths.push_back(entry.path());
  }
  std::ranges::sort(paths);
  std::vector<Test> tests;
  for (const auto& path : paths) tests.push_back(read_file(path));
  if (tests.empty()) throw std::runtime_error("--from " + from + ": there is no litmus test");
  return tests;
}

// The tests that are asked about, one at a time.
class Programs {
 public:
  explicit Programs(const Arguments& arguments) : arguments_(arguments) {
    if (arguments.from != "random") bases_ = bases(arguments.from);
    if (arguments.unchanged && bases_.empty())
      throw std::runtime_error("--unchanged goes with bases or a folder");
  }

  std::uint64_t size() const { return arguments_.unchanged ? bases_.size() : arguments_.count; }

  Test at(std::uint64_t i) const {
    Test test = drawn(i);
    if (arguments_.unfiltered) test.filter.reset();
    return test;
  }

 private:
  Test drawn(std::uint64_t i) const {
    if (arguments_.unchanged) return observing_registers(bases_[i]);
    Random random(arguments_.seed + i);
    if (bases_.empty()) return random_vulkan(random);
    return mutated_vulkan(bases_[random.below(static_cast<unsigned>(bases_.size()))], random);
  }

  const Arguments& arguments_;
  std::vector<Test> bases_;
};

struct Count {
  std::uint64_t answered = 0, undecided = 0, racy = 0, outcomes = 0, different = 0;
};

// Whether the other one has the same answer, if there is another one.
void compare(const Arguments& arguments, const Test& test, const VulkanSide& reference,
             const VulkanSide& other, Count& count) {
  const auto answer = reference.answer(test);
  if (answer && arguments.show) std::cout << write(test) << described(test, *answer) << '\n';
  const auto others = arguments.against.empty() || !answer ? answer : other.answer(test);
  if (!answer || !others) {
    ++count.undecided;
    return;
  }
  ++count.answered;
  count.racy += answer->racy ? 1 : 0;
  count.outcomes += answer->race_free.size();
  if (arguments.exact ? same(*others, *answer) : same_without_races(*others, *answer)) return;
  ++count.different;
  std::cout << "DIFFERENT: " << test.name << '\n'
            << write(test) << reference.name << ": " << described(test, *answer) << other.name
            << ": " << described(test, *others) << std::endl;
}

// Returns how many programs have different answers.
std::uint64_t run(const Arguments& arguments) {
  const Programs programs(arguments);
  const VulkanSide reference = vulkan_side(arguments.reference);
  const VulkanSide other = arguments.against.empty() ? reference : vulkan_side(arguments.against);
  Count count;
  for (std::uint64_t i = 0; i < programs.size(); ++i) {
    const std::uint64_t different = count.different;
    compare(arguments, programs.at(i), reference, other, count);
    if (count.different != different) std::cout << "  number " << i << std::endl;
  }
  std::cout << programs.size() << " programs, " << count.answered << " answered, "
            << count.undecided << " undecided, " << count.racy << " racy, " << count.outcomes
            << " outcomes without a race";
  if (!arguments.against.empty()) std::cout << ", " << count.different << " different";
  std::cout << std::endl;
  return count.different;
}

}  // namespace

int main(int count, char** words) {
  return run_driver("opexplore_vulkan_differential", {words + 1, words + count},
                    [](std::span<const std::string> options) { return run(parse(options)); });
}
