// litmus/ptx-async: its table is complete and true under the three readings; the same of the
// conformance suite beside the source tree, if it is there, and of its single switches.
#include <array>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "axioms/axioms.hpp"
#include "litmus/language/hash.hpp"
#include "litmus/language/writer.hpp"
#include "tests/catch.hpp"
#include "tests/corpus/corpus.hpp"
#include "tests/skip.hpp"

using namespace opexplore;
using namespace opexplore::corpus;

namespace {

constexpr std::array<std::string_view, 3> bundles{"isa", "strict", "practice"};

const Corpus& async_corpus() {
  static const Corpus corpus = read_corpus("ptx-async");
  return corpus;
}

Answer answer_of(const Test& test, std::string_view bundle, std::string_view changed = {}) {
  const MachineEntry& machine = *find_machine("ptx-async");
  ExploreOptions options;
  options.threads = 1;
  options.machine.settings.emplace("async-reading", bundle);
  if (!changed.empty()) options.machine.settings.emplace("async-switch", changed);
  REQUIRE_FALSE(machine.refusal(test, options.machine));
  Answer answer = machine.explore(test, options);
  CHECK(answer.coverage.complete());
  return answer;
}

// Whether the condition itself is reached, whatever its quantifier.
std::string verdict_of(const Test& test, const Answer& answer) {
  const bool reached = std::ranges::any_of(answer.outcomes, [&](const AnsweredOutcome& outcome) {
    return holds(test.condition, outcome.values);
  });
  return reached ? "allowed" : "forbidden";
}

// The pairs that race in executions that end.
std::set<RacingPair> races_of(const Test& test) {
  ExploreOptions options;
  options.threads = 1;
  options.machine.races = true;
  const Answer answer = find_machine("ptx-async")->explore(test, options);
  CHECK(answer.coverage.complete());
  std::set<RacingPair> pairs;
  for (const AnsweredDataRace& race : answer.data_races) {
    if (race.in_ending) pairs.insert(race.pair);
  }
  return pairs;
}

// Whether there are any.
bool has_races_of_axioms(const Test& test) {
  static const axioms::Model model = axioms::load_model("ptx-async");
  axioms::EvaluateOptions options;
  options.witnesses = false;
  options.data_races = true;
  const axioms::AxiomaticReport report = axioms::evaluate(model, test, options);
  const std::set<RacingPair> pairs(report.data_races.begin(), report.data_races.end());
  CHECK(report.looked_for_data_races);
  CHECK(races_of(test) == pairs);
  return !pairs.empty();
}

std::map<std::string, std::array<std::string, 3>> table() {
  std::map<std::string, std::array<std::string, 3>> rows;
  std::ifstream file(async_corpus().root / "expected.csv");
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with('#')) continue;
    std::istringstream fields(line);
    std::string path;
    std::array<std::string, 3> row;
    std::getline(fields, path, ',');
    for (std::string& verdict : row) std::getline(fields, verdict, ',');
    CHECK(rows.emplace(path, row).second);
  }
  return rows;
}

}  // namespace

TEST_CASE("the table of asynchronous tests is complete", "[corpus][async]") {
  const auto rows = table();
  CHECK(rows.size() >= 60);
  CHECK(keys(rows) == keys(async_corpus().tests));
  CHECK(indexed(async_corpus()) == keys(async_corpus().tests));
  std::map<std::string, std::string> hashes;
  for (const auto& [path, test] : async_corpus().tests) {
    CAPTURE(path);
    CHECK(std::filesystem::path(path).stem() == test.name);
    CHECK_FALSE(comment_of(test).empty());
    CHECK(hashes.emplace(hash(test) + condition_line(test), path).second);
  }
}

TEST_CASE("ptx-async gives the verdicts of the table", "[corpus][async]") {
  const auto rows = table();
  for (const auto& [path, test] : async_corpus().tests) {
    CAPTURE(path);
    for (std::size_t i = 0; i < bundles.size(); ++i) {
      CAPTURE(bundles[i]);
      CHECK(verdict_of(test, answer_of(test, bundles[i])) == rows.at(path)[i]);
    }
  }
}

TEST_CASE("ptx-async gives the verdicts of the conformance suite", "[corpus][async]") {
  const auto suite = testing::suite_or_skip("async");
  if (!suite) return;
  std::ifstream file(*suite / "expected.json");
  const nlohmann::json expected = nlohmann::json::parse(file);
  std::set<std::string> switches;
  for (const auto& [name, row] : expected.items()) {
    for (const auto& [changed, verdict] : row["other_switches"].items()) switches.insert(changed);
  }
  CHECK(switches.size() >= 11);
  for (const auto& [name, row] : expected.items()) {
    CAPTURE(name);
    const Test test = read_file(*suite / row["file"].get<std::string>());
    for (const std::string_view bundle : bundles) {
      CAPTURE(bundle);
      const Answer answer = answer_of(test, bundle);
      CHECK(verdict_of(test, answer) == row[std::string(bundle)].get<std::string>());
      if (bundle == "isa") CHECK(answer.outcomes.size() == row["isa_outcomes"]);
    }
    for (const std::string& changed : switches) {
      CAPTURE(changed);
      const auto& rows = row["other_switches"];
      const auto& verdict = rows.contains(changed) ? rows[changed] : row["isa"];
      CHECK(verdict_of(test, answer_of(test, "isa", changed)) == verdict.get<std::string>());
    }
  }
}

TEST_CASE("ptx-async has the data races of its axioms", "[corpus][async][races]") {
  std::size_t racy = 0;
  for (const auto& [path, test] : async_corpus().tests) {
    CAPTURE(path);
    racy += has_races_of_axioms(test) ? 1U : 0U;
  }
  CHECK(racy >= 40);
}

TEST_CASE("ptx-async has the data races of its axioms in the suite", "[corpus][async][races]") {
  const auto suite = testing::suite_or_skip("async");
  if (!suite) return;
  std::size_t racy = 0;
  for (const auto& entry : std::filesystem::directory_iterator(*suite)) {
    if (entry.path().extension() != ".litmus") continue;
    CAPTURE(entry.path().filename().string());
    racy += has_races_of_axioms(read_file(entry.path())) ? 1U : 0U;
  }
  CHECK(racy >= 100);
}

TEST_CASE("a mistake of the corpus races, and what mends it does not", "[corpus][async][races]") {
  const auto is_racy = [](const std::string& path) {
    return !races_of(async_corpus().tests.at(path + ".litmus")).empty();
  };
  for (const auto& [wrong, right] : {std::pair("StoreOut", "StoreOut+fence"),
                                     {"Refill", "Refill+fence"},
                                     {"Overwrite", "Overwrite+fence"},
                                     {"Reuse+one-pending", "Reuse+none-pending"},
                                     {"ReadBack+read", "ReadBack"},
                                     {"Copies+no-commit", "Copies+wait-all"},
                                     {"Matrix", "Matrix+fence"},
                                     {"Peer+release", "Peer+halves"},
                                     {"Cluster+relaxed", "Cluster+release"},
                                     {"Grid+late-wait", "Grid+wait"},
                                     {"Load+no-expect", "Load+loop"},
                                     {"Reduce+red", "Reduce+reduce"}}) {
    CAPTURE(wrong, right);
    CHECK(is_racy(wrong));
    CHECK_FALSE(is_racy(right));
  }
}

TEST_CASE("a program without anything asynchronous is ptx-proxy's", "[corpus][async]") {
  const MachineEntry& proxy = *find_machine("ptx-proxy");
  const MachineEntry& async = *find_machine("ptx-async");
  for (const auto& [path, test] : read_corpus("ptx").tests) {
    CAPTURE(path);
    ExploreOptions options;
    options.threads = 1;
    const Answer one = proxy.explore(test, options);
    const Answer other = async.explore(test, options);
    CHECK(one.statistics.states == other.statistics.states);
    REQUIRE(one.outcomes.size() == other.outcomes.size());
    for (std::size_t i = 0; i < one.outcomes.size(); ++i) {
      CHECK(one.outcomes[i].values == other.outcomes[i].values);
    }
  }
}
