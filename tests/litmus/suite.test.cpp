#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "litmus/corpus/sources.hpp"
#include "litmus/corpus/tables.hpp"
#include "litmus/language/hash.hpp"
#include "litmus/language/reader.hpp"
#include "litmus/language/writer.hpp"
#include "tests/catch.hpp"
#include "tests/skip.hpp"

using namespace opexplore;

TEST_CASE("all tests of Dartagnan's suite are read and written back", "[litmus]") {
  const auto suite = testing::suite_or_skip();
  if (!suite) return;
  const std::vector<std::string> arguments = {suite->string()};
  const std::vector<std::filesystem::path> files = expand_sources(arguments);
  CHECK(files.size() >= 100);
  for (const std::filesystem::path& file : files) {
    CAPTURE(file.string());
    const Test test = read_file(file);
    CHECK_FALSE(test.name.empty());
    CHECK(test.shown != 0);
    CHECK_FALSE(test.program.threads.empty());
    const std::string text = write(test);
    CAPTURE(text);
    const Test again = read(text, "written");
    CHECK(hash(again) == hash(test));
    CHECK(write(again) == text);
  }
}

TEST_CASE("the suite's expected tables name existing tests", "[litmus]") {
  const auto suite = testing::suite_or_skip();
  if (!suite) return;
  for (const char* const table : {"expected-ptx-6.0.csv", "expected-ptx-7.5.csv"}) {
    const std::vector<Expectation> expected = read_expected_file(*suite / table);
    CHECK(expected.size() >= 50);
    CHECK(std::any_of(expected.begin(), expected.end(), [](const auto& e) { return e.ok; }));
    CHECK(std::any_of(expected.begin(), expected.end(), [](const auto& e) { return !e.ok; }));
    for (const Expectation& expectation : expected) {
      CAPTURE(expectation.test.string());
      CHECK(std::filesystem::exists(expectation.test));
    }
  }
}
