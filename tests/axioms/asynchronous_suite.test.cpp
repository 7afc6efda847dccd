// The models of asynchronous operations on the conformance tests of asynchronous operations, in
// their three bundles of readings, and with single readings changed.
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "litmus/language/reader.hpp"
#include "tests/axioms/evaluated.hpp"
#include "tests/catch.hpp"
#include "tests/locations.hpp"
#include "tests/skip.hpp"

namespace opexplore::axioms {

namespace {

struct Expected {
  Test test;
  std::map<std::string, std::string> verdicts;  // by bundle
  std::size_t outcomes = 0;                     // under isa
  std::map<std::string, std::string> switched;  // by option, where it changes the verdict
};

std::vector<Expected> expected_tests(const std::filesystem::path& suite) {
  std::ifstream file(suite / "expected.json");
  std::vector<Expected> result;
  const nlohmann::json document = nlohmann::json::parse(file);
  for (const auto& [name, entry] : document.items()) {
    Expected expected;
    expected.test = read_file(suite / entry.at("file").get<std::string>());
    for (const char* bundle : {"isa", "strict", "practice"}) {
      expected.verdicts[bundle] = entry.at(bundle).get<std::string>();
    }
    expected.outcomes = entry.at("isa_outcomes").get<std::size_t>();
    expected.switched = entry.at("other_switches").get<std::map<std::string, std::string>>();
    result.push_back(std::move(expected));
  }
  return result;
}

// The rows of litmus/ptx-async/expected.csv: a file, and its verdict in each bundle.
std::vector<Expected> corpus_tests() {
  const std::filesystem::path root =
      std::filesystem::path(testing::source_folder) / "litmus" / "ptx-async";
  std::ifstream file(root / "expected.csv");
  std::vector<Expected> result;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with('#')) continue;
    std::istringstream fields(line);
    std::string path;
    std::getline(fields, path, ',');
    Expected expected;
    expected.test = read_file(root / path);
    for (const char* bundle : {"isa", "strict", "practice"}) {
      std::getline(fields, expected.verdicts[bundle], ',');
    }
    result.push_back(std::move(expected));
  }
  return result;
}

// Whether an outcome of the condition is reachable, whatever the quantifier.
std::string verdict(const Test& test, const AxiomaticReport& report) {
  CHECK(report.complete());
  for (const AxiomaticOutcome& outcome : report.outcomes) {
    if (holds(test.condition, outcome.values)) return "allowed";
  }
  return "forbidden";
}

const std::map<std::string, std::string>& bundles() {
  static const std::map<std::string, std::string> models{
      {"isa", "ptx-async"}, {"strict", "ptx-async-strict"}, {"practice", "ptx-async-practice"}};
  return models;
}

}  // namespace

TEST_CASE("axioms: the corpus of asynchronous operations", "[axioms][async]") {
  const std::vector<Expected> tests = corpus_tests();
  REQUIRE(tests.size() >= 60);
  for (const auto& [bundle, name] : bundles()) {
    const Model model = load_model(name);
    for (const Expected& expected : tests) {
      INFO(expected.test.name << " under " << bundle);
      CHECK(verdict(expected.test, evaluate(model, expected.test)) == expected.verdicts.at(bundle));
    }
  }
}

TEST_CASE("axioms: the suite of asynchronous operations", "[axioms][async]") {
  const auto suite = testing::suite_or_skip("async");
  if (!suite) return;
  const std::vector<Expected> tests = expected_tests(*suite);
  REQUIRE(tests.size() >= 176);
  for (const auto& [bundle, name] : bundles()) {
    const Model model = load_model(name);
    for (const Expected& expected : tests) {
      INFO(expected.test.name << " under " << bundle);
      const AxiomaticReport report = evaluate(model, expected.test);
      CHECK(verdict(expected.test, report) == expected.verdicts.at(bundle));
      if (bundle == "isa") CHECK(report.outcomes.size() == expected.outcomes);
    }
  }
}

TEST_CASE("axioms: the suite of asynchronous operations, one reading changed", "[axioms][async]") {
  const auto suite = testing::suite_or_skip("async");
  if (!suite) return;
  const std::vector<Expected> tests = expected_tests(*suite);
  std::set<std::string> options;
  for (const Expected& expected : tests) {
    for (const auto& [option, changed] : expected.switched) options.insert(option);
  }
  REQUIRE(options.size() >= 11);
  for (const std::string& option : options) {
    const Model model = load_model("ptx-async", {}, {option});
    for (const Expected& expected : tests) {
      INFO(expected.test.name << " with " << option);
      const auto changed = expected.switched.find(option);
      const std::string& wanted =
          changed != expected.switched.end() ? changed->second : expected.verdicts.at("isa");
      CHECK(verdict(expected.test, evaluate(model, expected.test)) == wanted);
    }
  }
}

}  // namespace opexplore::axioms
