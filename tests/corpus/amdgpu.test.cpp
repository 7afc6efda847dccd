// The corpus of tests for AMDGPU, litmus/amdgpu: its table is complete, and its tests are written
// as they are read. What is in the table is asked in tests/axioms.
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

const Corpus& amdgpu_corpus() {
  static const Corpus corpus = read_corpus("amdgpu");
  return corpus;
}

}  // namespace

TEST_CASE("the table of tests for AMDGPU is complete", "[corpus][amdgpu]") {
  std::set<std::string> rows;
  std::set<std::string> named;
  std::ifstream file(amdgpu_corpus().root / "expected.csv");
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with('#')) continue;
    INFO(line);
    std::istringstream fields(line);
    std::string path, row, outcomes;
    for (std::string* field : {&path, &row, &outcomes}) std::getline(fields, *field, ',');
    CHECK(rows.insert(path).second);
    if (!row.empty()) CHECK(named.insert(row).second);
    CHECK((outcomes.ends_with(';') || outcomes == "*undef*"));
  }
  CHECK(named.size() >= 39);
  CHECK(rows == keys(amdgpu_corpus().tests));
  CHECK(indexed(amdgpu_corpus()) == keys(amdgpu_corpus().tests));
  std::map<std::string, std::string> hashes;
  for (const auto& [path, test] : amdgpu_corpus().tests) {
    CAPTURE(path);
    CHECK(test.program.language == Language::amdgpu);
    CHECK(std::filesystem::path(path).stem() == test.name);
    CHECK(hashes.emplace(hash(test), path).second);
    CHECK(!comment_of(test).empty());
  }
}

TEST_CASE("round trips of the tests for AMDGPU", "[corpus][amdgpu]") {
  for (const auto& [path, test] : amdgpu_corpus().tests) {
    CAPTURE(path);
    const std::string text = write(test);
    const Test again = read(text, "written");
    opexplore::testing::check_same(again, test);
    CHECK(write(again) == text);
  }
}
