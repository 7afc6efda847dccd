// The list of layers in docs/building.md is what the folders ask CMake for.
#include <filesystem>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "tests/catch.hpp"
#include "tests/docs/command.hpp"
#include "tests/docs/pages.hpp"
#include "tests/locations.hpp"

namespace opexplore::docs {
namespace {

using Names = std::set<std::string>;

struct Layer {
  std::string name;
  std::string may_include;  ///< names with commas, or in words
};

// From the top to the bottom.
std::vector<Layer> listed_layers() {
  static const std::regex row(R"re(    (\S+) +\S.*\S  +(\S.*))re");
  std::vector<Layer> layers;
  bool inside = false;
  for (const std::string& line : lines_of(read("docs/building.md"))) {
    if (line.starts_with("## ")) inside = line == "## Layers";
    std::smatch found;
    if (inside && std::regex_match(line, found, row)) layers.push_back({found[1], found[2]});
  }
  return layers;
}

Names listed_names(const std::vector<Layer>& layers, std::size_t of) {
  Names names;
  if (layers[of].may_include == "everything below") {
    for (std::size_t below = of + 1; below < layers.size(); ++below)
      names.insert(layers[below].name);
  } else if (layers[of].may_include != "nothing") {
    std::istringstream words(layers[of].may_include);
    for (std::string word; std::getline(words >> std::ws, word, ',');) names.insert(word);
  }
  return names;
}

// By folder, the folders that its CMakeLists.txt says it may include: what it depends on, and what
// only some of its libraries link.
std::map<std::string, Names> built_layers() {
  std::map<std::string, Names> layers;
  for (const auto& entry : std::filesystem::directory_iterator(testing::source_folder)) {
    const std::string folder = entry.path().filename();
    if (!std::filesystem::exists(entry.path() / "CMakeLists.txt")) continue;
    const std::regex library("opexplore_library\\(" + folder + "\\s([^)]*)\\)");
    const std::string text = read(folder + "/CMakeLists.txt");
    std::smatch found;
    if (!std::regex_search(text, found, library)) continue;
    const std::string arguments = found[1];
    const std::size_t depends = arguments.find("DEPENDS");
    Names& names = layers[folder];
    if (depends == std::string::npos) continue;
    std::istringstream words(arguments.substr(depends + std::string("DEPENDS").size()));
    for (std::string word; words >> word;) {
      if (word != "INCLUDES") names.insert(word);
    }
  }
  return layers;
}

}  // namespace

TEST_CASE("documentation: the list of layers is what the folders ask for", "[docs]") {
  const std::vector<Layer> listed = listed_layers();
  const std::map<std::string, Names> built = built_layers();
  CHECK(listed.size() == built.size());
  for (std::size_t i = 0; i < listed.size(); ++i) {
    INFO(listed[i].name);
    REQUIRE(built.count(listed[i].name) == 1);
    CHECK(listed_names(listed, i) == built.at(listed[i].name));
  }
}

}  // namespace opexplore::docs
