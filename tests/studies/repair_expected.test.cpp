// The tests of tests/repair, with what expected.csv says of each: conclusion, cost before and
// after, and how many changes are equally cheap. An empty cost: nothing is proposed.
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "litmus/language/reader.hpp"
#include "studies/repair/fix.hpp"
#include "tests/catch.hpp"
#include "tests/studies/repair_cases.hpp"

namespace opexplore::testing {
namespace {

const std::filesystem::path repair_folder = OPEXPLORE_SOURCE_DIR "/tests/repair";

// A line of the table for what is found.
std::string line_of(const std::string& name, repair::Task task) {
  const Test test = read_file(repair_folder / (name + ".litmus"));
  const repair::FixQuestion question = fix_question(task);
  REQUIRE_FALSE(repair::refusal_of(test, question));
  const repair::FixAnswer answer = fix(test, question);
  CHECK(answer.disagreement.empty());
  for (const repair::Fix& fix : answer.fixes) {
    CHECK((fix.axioms == repair::AxiomsSay::the_same));
    for (const repair::Reason& reason : fix.reasons) CHECK_FALSE(reason.sentence.empty());
  }
  std::string line = name + ',' + std::string(to_string(task)) + ',' +
                     std::string(to_string(answer.conclusion)) + ',' + std::to_string(answer.cost) +
                     ',';
  if (!answer.fixes.empty()) line += std::to_string(answer.fixes.front().cost);
  return line + ',' + std::to_string(answer.fixes.size());
}

}  // namespace

TEST_CASE("repair: tests with known answers", "[repair]") {
  std::ifstream table(repair_folder / "expected.csv");
  std::set<std::string> names;
  std::string expected;
  while (std::getline(table, expected)) {
    std::istringstream parts(expected);
    std::string name, word;
    std::getline(parts, name, ',');
    std::getline(parts, word, ',');
    const repair::Task task = word == "repair"   ? repair::Task::repair
                              : word == "weaken" ? repair::Task::weaken
                                                 : repair::Task::optimise;
    CHECK(line_of(name, task) == expected);
    names.insert(name);
  }
  for (const auto& file : std::filesystem::directory_iterator(repair_folder)) {
    if (file.path().extension() != ".litmus") continue;
    INFO(file.path());
    CHECK(names.contains(file.path().stem().string()));
  }
}

}  // namespace opexplore::testing
