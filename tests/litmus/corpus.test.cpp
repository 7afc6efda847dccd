#include "litmus/corpus/corpus.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <utility>

#include "litmus/language/program_size.hpp"
#include "tests/catch.hpp"
#include "tests/locations.hpp"

namespace opexplore {
namespace {

TEST_CASE("corpus: the library has every test of the source tree", "[corpus]") {
  const std::filesystem::path root = std::filesystem::path(testing::source_folder) / "litmus";
  std::size_t files = 0;
  const auto embedded = litmus::embedded_corpus();
  for (const auto& entry : std::filesystem::recursive_directory_iterator(root)) {
    if (entry.path().extension() != ".litmus") continue;
    ++files;
    const std::string name = entry.path().lexically_relative(root).string();
    INFO(name);
    const auto found = std::ranges::find(embedded, name, &EmbeddedFile::name);
    REQUIRE(found != embedded.end());
    std::ifstream file(entry.path());
    CHECK(found->text == std::string(std::istreambuf_iterator<char>(file), {}));
  }
  CHECK(files > 1000);
  CHECK(embedded.size() == files);
}

TEST_CASE("corpus: all its tests are read, small ones first, each language apart", "[corpus]") {
  std::set<std::string> paths;
  for (const Language language :
       {Language::ptx, Language::cxx, Language::vulkan, Language::amdgpu}) {
    const std::vector<Test> tests = corpus(language);
    const bool large = language == Language::ptx || language == Language::cxx;
    CHECK(tests.size() > (large ? 100 : 20));
    std::pair<std::size_t, std::string> before;
    for (const Test& test : tests) {
      INFO(test.path);
      CHECK(test.program.language == language);
      std::pair now{count_instructions(test.program), test.path};
      CHECK(now > before);
      before = std::move(now);
      CHECK(std::filesystem::exists(std::filesystem::path(testing::source_folder) / test.path));
      paths.insert(test.path);
    }
  }
  CHECK(paths.size() == litmus::embedded_corpus().size());
}

}  // namespace
}  // namespace opexplore
