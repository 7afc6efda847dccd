// The corpus of C++ tests, litmus/cxx: its table is complete and true, by the machine cxx and by
// the axioms, under C++20, RC11 and C++17.
#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "axioms/axioms.hpp"
#include "litmus/language/hash.hpp"
#include "litmus/language/writer.hpp"
#include "opmodel/results/answer.hpp"
#include "tests/catch.hpp"
#include "tests/corpus/corpus.hpp"
#include "tests/litmus/same_test.hpp"

using namespace opexplore;
using namespace opexplore::corpus;

namespace {

struct Reading {
  std::string_view setting;  ///< of the machine
  std::string_view model;
};

// In the order of the columns of the table.
constexpr std::array<Reading, 4> readings{
    {{"c++20", "cxx20"}, {"rc11", "rc11"}, {"rc11-lb", "rc11-lb"}, {"c++17", "cxx17"}}};

struct CxxVerdicts {
  std::array<std::string, 4> verdicts;
  std::string reason;
};

const Corpus& cxx_corpus() {
  static const Corpus corpus = read_corpus("cxx");
  return corpus;
}

/// expected.csv. Checks that nothing is listed twice.
std::map<std::string, CxxVerdicts> cxx_table() {
  std::map<std::string, CxxVerdicts> rows;
  std::ifstream file(cxx_corpus().root / "expected.csv");
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with('#')) continue;
    INFO(line);
    std::istringstream fields(line);
    std::string path;
    CxxVerdicts row;
    std::getline(fields, path, ',');
    for (std::string& verdict : row.verdicts) std::getline(fields, verdict, ',');
    std::getline(fields, row.reason);
    REQUIRE(row.reason.size() > 2);
    row.reason = row.reason.substr(1, row.reason.size() - 2);
    CHECK(rows.emplace(path, row).second);
  }
  return rows;
}

std::string verdict_of(const Test& test, bool race, const std::vector<Outcome>& outcomes) {
  if (race) return "undefined";
  const bool reached = std::any_of(outcomes.begin(), outcomes.end(), [&](const Outcome& outcome) {
    return holds(test.condition, outcome);
  });
  return reached ? "allowed" : "forbidden";
}

}  // namespace

TEST_CASE("the table of C++ tests is complete", "[corpus][cxx]") {
  const std::map<std::string, CxxVerdicts> rows = cxx_table();
  CHECK(rows.size() >= 80);
  CHECK(keys(rows) == keys(cxx_corpus().tests));
  CHECK(indexed(cxx_corpus()) == keys(cxx_corpus().tests));
  const std::set<std::string> verdicts = {"allowed", "forbidden", "undefined"};
  std::set<std::string> names;
  std::map<std::string, std::string> hashes;
  for (const auto& [path, test] : cxx_corpus().tests) {
    CAPTURE(path);
    CHECK(names.insert(test.name).second);
    CHECK(test.quantifier == Quantifier::exists);
    CHECK(std::filesystem::path(path).stem() == test.name);
    // No two programs are the same with the same question.
    CHECK(hashes.emplace(hash(test) + condition_line(test), path).second);
    const CxxVerdicts& row = rows.at(path);
    for (const std::string& verdict : row.verdicts) CHECK(verdicts.contains(verdict));
    CHECK(row.reason == comment_of(test));
  }
}

TEST_CASE("round trips of the C++ tests", "[corpus][cxx]") {
  for (const auto& [path, test] : cxx_corpus().tests) {
    CAPTURE(path);
    const std::string text = write(test);
    const Test again = read(text, "written");
    opexplore::testing::check_same(again, test);
    CHECK(write(again) == text);
  }
}

TEST_CASE("the axioms give the verdicts of the table of C++ tests", "[corpus][cxx][axioms]") {
  const std::map<std::string, CxxVerdicts> rows = cxx_table();
  for (std::size_t i = 0; i < readings.size(); ++i) {
    const axioms::Model model = axioms::load_model(std::string(readings.at(i).model));
    for (const auto& [path, test] : cxx_corpus().tests) {
      CAPTURE(path, readings.at(i).model);
      axioms::EvaluateOptions options;
      options.witnesses = false;
      // Spin loops are cut, and then an answer no is one about that many rounds.
      options.loop_bound = 2;
      const axioms::AxiomaticReport report = axioms::evaluate(model, test, options);
      CHECK((report.complete() || report.stopped == Stopped::bound));
      std::vector<Outcome> outcomes;
      for (const axioms::AxiomaticOutcome& outcome : report.outcomes) {
        outcomes.push_back(outcome.values);
      }
      CHECK(verdict_of(test, !report.flags.empty(), outcomes) == rows.at(path).verdicts.at(i));
    }
  }
}

TEST_CASE("the machine cxx gives the verdicts of the table of C++ tests", "[corpus][cxx]") {
  const MachineEntry* const machine = find_machine("cxx");
  REQUIRE(machine != nullptr);
  const std::map<std::string, CxxVerdicts> rows = cxx_table();
  for (std::size_t i = 0; i < readings.size(); ++i) {
    MachineOptions settings;
    settings.settings = {{"cxx", std::string(readings.at(i).setting)}};
    for (const auto& [path, test] : cxx_corpus().tests) {
      CAPTURE(path, readings.at(i).setting);
      REQUIRE_FALSE(machine->refusal(test, settings).has_value());
      ExploreOptions options;
      options.machine = settings;
      const Answer report = machine->explore(test, options);
      const bool race = report.statistics.racy_states != 0;
      // A race decides, whatever else there is to see.
      CHECK((race || report.coverage.complete()));
      std::vector<Outcome> outcomes;
      for (const AnsweredOutcome& outcome : report.outcomes) outcomes.push_back(outcome.values);
      CHECK(verdict_of(test, race, outcomes) == rows.at(path).verdicts.at(i));
    }
  }
}
