// Long runs of Vulkan programs:
//   opexplore_vulkan_differential [--seed S] [--count N] [--from bases|random|FOLDER]
//     [--unchanged] [--against NAME] [--exact] [--show]
// Program number i has seed S + i. With --from bases, the default, and with a folder of litmus
// tests it is made by small changes of one of them; --unchanged takes each of them once, as it is.
// Without --against the oracle's answers are counted, and with --show printed; with it, programs
// with another answer are printed; the outcomes of executions with a race are compared with --exact
// alone.
#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>

#include "litmus/language/reader.hpp"
#include "litmus/language/writer.hpp"
#include "tests/random/vulkan_comparison.hpp"
#include "tests/random/vulkan_programs.hpp"

namespace {

using namespace opexplore;
using namespace opexplore::random_programs;

struct Arguments {
  std::uint64_t seed = 1;
  std::uint64_t count = 1000;
  std::string from = "bases";
  std::string against;
  bool unchanged = false;
  bool exact = false;
  bool show = false;
};

Arguments parse(const std::vector<std::string>& words) {
  Arguments result;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (word == "--show") {
      result.show = true;
      continue;
    }
    if (word == "--unchanged") {
      result.unchanged = true;
      continue;
    }
    if (word == "--exact") {
      result.exact = true;
      continue;
    }
    if (i + 1 == words.size()) throw std::runtime_error(word + " needs a value");
    const std::string& value = words[++i];
    if (word == "--seed")
      result.seed = std::stoull(value);
    else if (word == "--count")
      result.count = std::stoull(value);
    else if (word == "--from")
      result.from = value;
    else if (word == "--against")
      result.against = value;
    else
      throw std::runtime_error("unknown option " + word);
  }
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
    if (arguments_.unchanged) return observing_registers(bases_[i]);
    Random random(arguments_.seed + i);
    if (bases_.empty()) return random_vulkan(random);
    return mutated_vulkan(bases_[random.below(static_cast<unsigned>(bases_.size()))], random);
  }

 private:
  const Arguments& arguments_;
  std::vector<Test> bases_;
};

// Returns how many programs have different answers.
std::uint64_t run(const Arguments& arguments) {
  const Programs programs(arguments);
  const VulkanSide oracle = vulkan_sides().front();
  const VulkanSide other = arguments.against.empty() ? oracle : vulkan_side(arguments.against);
  std::uint64_t answered = 0, racy = 0, outcomes = 0, different = 0;
  for (std::uint64_t i = 0; i < programs.size(); ++i) {
    const Test test = programs.at(i);
    const auto answer = oracle.answer(test);
    if (!answer) continue;
    if (arguments.show) std::cout << write(test) << described(test, *answer) << '\n';
    const auto others = arguments.against.empty() ? answer : other.answer(test);
    if (!others) continue;
    ++answered;
    racy += answer->racy ? 1 : 0;
    outcomes += answer->race_free.size();
    if (arguments.exact ? *others == *answer : same_without_races(*others, *answer)) continue;
    ++different;
    std::cout << "DIFFERENT: " << test.name << ", number " << i << '\n'
              << write(test) << "oracle: " << described(test, *answer) << other.name << ": "
              << described(test, *others) << std::endl;
  }
  std::cout << programs.size() << " programs, " << answered << " answered, " << racy << " racy, "
            << outcomes << " outcomes without a race";
  if (!arguments.against.empty()) std::cout << ", " << different << " different";
  std::cout << std::endl;
  return different;
}

}  // namespace

int main(int count, char** words) {
  try {
    return run(parse({words + 1, words + count})) == 0 ? 0 : 10;
  } catch (const std::exception& error) {
    std::cerr << "opexplore_vulkan_differential: " << error.what() << '\n';
    return 2;
  }
}
