// CTest hands each test case's name to the test program, which takes ~name for "all but
// name", -name for an option and [name] for a tag.
#include <filesystem>
#include <regex>
#include <string>

#include "tests/catch.hpp"
#include "tests/docs/command.hpp"
#include "tests/locations.hpp"

namespace opexplore::docs {

TEST_CASE("documentation: names of test cases begin with a letter or a digit", "[docs]") {
  const std::filesystem::path root = testing::source_folder;
  const std::regex test_case(R"re(TEST_CASE\("([^A-Za-z0-9][^"]*)")re");
  for (const char* folder : {"tests", "opmodel"}) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(root / folder)) {
      if (!entry.path().string().ends_with(".test.cpp")) continue;
      const std::string path = std::filesystem::relative(entry.path(), root).string();
      const std::string text = read(path);
      std::smatch found;
      INFO(path << ": TEST_CASE "
                << (std::regex_search(text, found, test_case) ? found[1].str() : ""));
      CHECK(found.empty());
    }
  }
}

}  // namespace opexplore::docs
