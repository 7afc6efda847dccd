// The tests for a first run on a GPU, litmus/hardware: their quantifiers are the verdicts of the
// PTX memory model, by the machine ptx-proxy and by the axioms, and a GPU can run all of them.
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "hardware/suite.hpp"
#include "litmus/language/hash.hpp"
#include "tests/catch.hpp"
#include "tests/corpus/corpus.hpp"
#include "tests/locations.hpp"
#include "tests/oracle/axiomatic.hpp"

namespace opexplore::corpus {
namespace {

std::vector<Test> first_tests() {
  std::vector<Test> tests;
  const std::vector<std::string> index{std::string(testing::source_folder) +
                                       "/litmus/hardware/@first-tests"};
  for (const std::filesystem::path& path : expand_sources(index)) tests.push_back(read_file(path));
  return tests;
}

}  // namespace

TEST_CASE("first tests: the list has all of the folder", "[corpus][hardware]") {
  const Corpus corpus = read_corpus("hardware");
  std::set<std::string> listed = indexed(corpus, "@first-tests");
  std::erase_if(listed, [](const std::string& path) { return path.starts_with("../ptx/"); });
  CHECK(listed == keys(corpus.tests));
  for (const auto& [path, test] : corpus.tests) {
    INFO(path);
    CHECK(test.name + ".litmus" == path);
    const bool allowed = test.quantifier == Quantifier::exists;
    CHECK(comment_of(test).starts_with(allowed ? "Allowed: " : "Forbidden: "));
  }
}

TEST_CASE("first tests: the quantifier is the verdict", "[corpus][hardware]") {
  const MachineEntry* const machine = find_machine("ptx-proxy");
  REQUIRE(machine != nullptr);
  const oracle::Model model = oracle::ptx75();
  for (const Test& test : first_tests()) {
    INFO(test.name);
    CHECK(answer(test, explored(*machine, test)));
    CHECK(oracle::condition_holds(test, oracle::outcomes(test, model)));
  }
}

TEST_CASE("first tests: a GPU can run them, and all negatives have siblings",
          "[corpus][hardware]") {
  const hardware::GeneratedSuite generated = hardware::generate_suite(first_tests(), {});
  std::set<std::string> hashes;
  for (const hardware::SuiteEntry& entry : generated.suite.entries) {
    hashes.insert(entry.result.hash);
  }
  for (const hardware::SuiteEntry& entry : generated.suite.entries) {
    const hardware::Result& result = entry.result;
    INFO(result.test.name << ": " << result.reason);
    CHECK(result.status == hardware::Result::Status::not_run);
    if (result.sibling) CHECK(hashes.contains(result.sibling->hash));
  }
}

}  // namespace opexplore::corpus
