// The corpus of tests in Vulkan, litmus/vulkan: its table is complete, and its tests are written as
// they are read.
#include <array>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>

#include "litmus/language/hash.hpp"
#include "litmus/language/writer.hpp"
#include "tests/catch.hpp"
#include "tests/corpus/corpus.hpp"
#include "tests/litmus/same_test.hpp"

using namespace opexplore;
using namespace opexplore::corpus;

namespace {

struct VulkanVerdicts {
  std::array<std::string, 2> races;  ///< with and without chains
  std::string exists;
  std::string reason;
};

const Corpus& vulkan_corpus() {
  static const Corpus corpus = read_corpus("vulkan");
  return corpus;
}

/// expected.csv. Checks that nothing is listed twice.
std::map<std::string, VulkanVerdicts> vulkan_table() {
  std::map<std::string, VulkanVerdicts> rows;
  std::ifstream file(vulkan_corpus().root / "expected.csv");
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with('#')) continue;
    INFO(line);
    std::istringstream fields(line);
    std::string path;
    VulkanVerdicts row;
    std::getline(fields, path, ',');
    for (std::string& races : row.races) std::getline(fields, races, ',');
    std::getline(fields, row.exists, ',');
    std::getline(fields, row.reason);
    REQUIRE(row.reason.size() > 2);
    row.reason = row.reason.substr(1, row.reason.size() - 2);
    CHECK(rows.emplace(path, row).second);
  }
  return rows;
}

}  // namespace

TEST_CASE("the table of tests in Vulkan is complete", "[corpus][vulkan]") {
  const std::map<std::string, VulkanVerdicts> rows = vulkan_table();
  CHECK(rows.size() >= 39);
  CHECK(keys(rows) == keys(vulkan_corpus().tests));
  CHECK(indexed(vulkan_corpus()) == keys(vulkan_corpus().tests));
  const std::set<std::string> races = {"race", "race-free"};
  const std::set<std::string> verdicts = {"allowed", "forbidden"};
  std::map<std::string, std::string> hashes;
  for (const auto& [path, test] : vulkan_corpus().tests) {
    CAPTURE(path);
    CHECK(test.program.language == Language::vulkan);
    CHECK(std::filesystem::path(path).stem() == test.name);
    CHECK(hashes.emplace(hash(test), path).second);
    const VulkanVerdicts& row = rows.at(path);
    for (const std::string& word : row.races) CHECK(races.contains(word));
    // A filter alone asks for races.
    if (test.filter) {
      CHECK(row.exists.empty());
    } else {
      CHECK(verdicts.contains(row.exists));
    }
    CHECK(row.reason == comment_of(test));
  }
}

TEST_CASE("round trips of the tests in Vulkan", "[corpus][vulkan]") {
  for (const auto& [path, test] : vulkan_corpus().tests) {
    CAPTURE(path);
    const std::string text = write(test);
    const Test again = read(text, "written");
    opexplore::testing::check_same(again, test);
    CHECK(write(again) == text);
  }
}
