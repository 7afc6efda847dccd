// The tests that docs/litmus-format.md shows.
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "tests/catch.hpp"
#include "tests/litmus/same_test.hpp"
#include "tests/locations.hpp"

using namespace opexplore;

namespace {

/// The indented and fenced blocks of the page that begin with that word.
std::vector<std::string> blocks(const std::string& word) {
  std::ifstream page(std::string(testing::source_folder) + "/docs/litmus-format.md");
  std::stringstream text;
  text << page.rdbuf();
  const std::string all = text.str();
  const std::string open = "```\n" + word + " ";
  std::vector<std::string> result;
  for (std::size_t at = all.find(open); at != all.npos; at = all.find(open, at + 1)) {
    const std::size_t begin = at + 4;
    result.push_back(all.substr(begin, all.find("```", begin) - begin));
  }
  return result;
}

}  // namespace

TEST_CASE("the examples of the format page are tests", "[litmus][docs]") {
  const std::string word = GENERATE(as<std::string>{}, "PTX", "GPU_PTX");
  const std::vector<std::string> examples = blocks(word);
  CHECK(examples.size() == (word == "PTX" ? 4 : 1));
  for (const std::string& example : examples) {
    opexplore::testing::check_round_trips(read(example, "docs/litmus-format.md"));
  }
}

TEST_CASE("the example of Vulkan on the format page is a test", "[litmus][docs][vulkan]") {
  const std::vector<std::string> examples = blocks("VULKAN");
  REQUIRE(examples.size() == 1);
  const Test test = read(examples.front(), "docs/litmus-format.md");
  opexplore::testing::check_same(read(write(test), "written"), test);
}

TEST_CASE("the example of AMDGPU on the format page is a test", "[litmus][docs][amdgpu]") {
  const std::vector<std::string> examples = blocks("AMDGPU");
  REQUIRE(examples.size() == 1);
  const Test test = read(examples.front(), "docs/litmus-format.md");
  opexplore::testing::check_same(read(write(test), "written"), test);
}

TEST_CASE("the example of Khronos' form on the format page is a test", "[litmus][docs][khronos]") {
  const std::vector<std::string> examples = blocks("//");
  REQUIRE(examples.size() == 2);
  const SpelledTest test = read_spelled(examples.back(), "docs/litmus-format.md");
  REQUIRE(test.statements.size() == 2);
  for (const Statement& statement : test.statements) CHECK_FALSE(statement.refusal);
}

TEST_CASE("the example of nvlitmus' form on the format page is a test",
          "[litmus][docs][nvlitmus]") {
  const SpelledTest test = read_spelled(blocks("//").front(), "docs/litmus-format.md");
  CHECK(test.test.program.language == Language::ptx);
  CHECK(test.statements.size() == 1);
}
