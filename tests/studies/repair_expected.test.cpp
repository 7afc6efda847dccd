// The tests of tests/repair, with what expected.csv says of each: conclusion, cost before and
// after, and how many changes are equally cheap. An empty cost: nothing is proposed. The same of
// the asynchronous tests of litmus/ptx-async, by asynchronous.csv, which was written from the rules
// of docs/async.md: also the test that somebody has mended, which is not cheaper than what is
// found, and what changes. Of a test that is wrong still there is no such one.
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "litmus/language/reader.hpp"
#include "studies/repair/fix.hpp"
#include "tests/catch.hpp"
#include "tests/locations.hpp"
#include "tests/studies/repair_cases.hpp"

namespace opexplore::testing {
namespace {

const std::filesystem::path repair_folder = std::string(source_folder) + "/tests/repair";

const std::filesystem::path asynchronous_folder = std::string(source_folder) + "/litmus/ptx-async";

repair::Task task_named(const std::string& word) {
  return word == "repair"   ? repair::Task::repair
         : word == "weaken" ? repair::Task::weaken
                            : repair::Task::optimise;
}

// The next cells of the line.
std::vector<std::string> cells_of(std::istream& line, std::size_t count) {
  std::vector<std::string> cells(count);
  for (std::string& cell : cells) std::getline(line, cell, ',');
  return cells;
}

repair::FixAnswer answer_of(const Test& test, const repair::FixQuestion& question) {
  REQUIRE_FALSE(repair::refusal_of(test, question));
  repair::FixAnswer answer = fix(test, question);
  CHECK(answer.disagreement.empty());
  for (const repair::Fix& fix : answer.fixes) {
    CHECK((fix.axioms == repair::AxiomsSay::the_same));
    for (const repair::Reason& reason : fix.reasons) CHECK_FALSE(reason.sentence.empty());
  }
  return answer;
}

// A line of the table for what is found.
std::string line_of(const std::string& name, repair::Task task, const repair::FixAnswer& answer) {
  std::string line = name + ',' + std::string(to_string(task)) + ',' +
                     std::string(to_string(answer.conclusion)) + ',' + std::to_string(answer.cost) +
                     ',';
  if (!answer.fixes.empty()) line += std::to_string(answer.fixes.front().cost);
  return line + ',' + std::to_string(answer.fixes.size());
}

// "P0 fence.proxy.async; P1 nothing": what the places that change become.
std::string new_texts(const repair::FixAnswer& answer, const repair::Fix& fix) {
  std::string text;
  for (std::size_t p = 0; p < answer.points.size(); ++p) {
    const repair::Point& point = answer.points[p];
    if (fix.levels[p] == point.now) continue;
    text += (text.empty() ? "P" : "; P") + std::to_string(point.thread) + ' ' +
            repair::text_at(answer, point, fix.levels[p]);
  }
  return text;
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
    const repair::Task task = task_named(word);
    const Test test = read_file(repair_folder / (name + ".litmus"));
    CHECK(line_of(name, task, answer_of(test, fix_question(task))) == expected);
    names.insert(name);
  }
  for (const auto& file : std::filesystem::directory_iterator(repair_folder)) {
    if (file.path().extension() != ".litmus") continue;
    INFO(file.path());
    CHECK(names.contains(file.path().stem().string()));
  }
}

namespace {

// All rows, or those that take a moment.
void check_asynchronous(bool all) {
  std::ifstream table(repair_folder / "asynchronous.csv");
  std::string expected;
  std::getline(table, expected);
  while (std::getline(table, expected)) {
    if (!all && expected.starts_with("TensorPipeline")) continue;
    std::istringstream parts(expected);
    const std::vector<std::string> cells = cells_of(parts, 7);
    const std::string &name = cells[0], &mended = cells[6];
    std::string change;
    std::getline(parts, change);
    INFO(name);
    const repair::FixQuestion question = fix_question(task_named(cells[1]), "ptx-async");
    const Test test = read_file(asynchronous_folder / (name + ".litmus"));
    const repair::FixAnswer answer = answer_of(test, question);
    std::string line = line_of(name, question.task, answer) + ',' + mended + ',';
    if (!answer.fixes.empty()) line += new_texts(answer, answer.fixes.front());
    CHECK(line == expected);
    if (mended.empty() || answer.fixes.empty()) continue;
    const Test twin = read_file(asynchronous_folder / (mended + ".litmus"));
    CHECK(answer.fixes.front().cost <= question.costs.of(twin.program));
  }
}

}  // namespace

TEST_CASE("repair: asynchronous tests with answers that follow from the rules", "[repair][async]") {
  check_asynchronous(false);
}

TEST_CASE("repair: the same of those that take longer, too", "[.][repair-all]") {
  check_asynchronous(true);
}

}  // namespace opexplore::testing
