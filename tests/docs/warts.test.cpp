// docs/warts.md lists the known weaknesses, each with a key; the code says at its place
// `WART: key`. Neither may be without the other.
#include <filesystem>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "tests/catch.hpp"
#include "tests/docs/command.hpp"
#include "tests/docs/pages.hpp"
#include "tests/locations.hpp"

namespace opexplore::docs {
namespace {

// The items of the page, each in one line.
std::vector<std::string> items() {
  std::vector<std::string> result;
  bool inside = false;
  for (const std::string& line : lines_of(read("docs/warts.md"))) {
    const bool begins = line.starts_with("* ");
    inside = begins || (inside && line.starts_with("  "));
    if (begins) {
      result.push_back(line);
    } else if (inside) {
      result.back() += line;
    }
  }
  return result;
}

using Keys = std::map<std::string, std::string>;  // with a file that says it

void add_keys_of_file(const std::filesystem::path& path, Keys& keys) {
  static const std::regex comment(R"re((//|#|\(\*) WART: ([a-z0-9-]+))re");
  const std::string name = path.lexically_relative(testing::source_folder);
  const std::string text = read(name);
  for (std::sregex_iterator it(text.begin(), text.end(), comment), end; it != end; ++it) {
    keys.emplace((*it)[2], name);
  }
}

void add_keys_of_folder(const std::filesystem::path& folder, Keys& keys) {
  static const std::set<std::string> sources = {".hpp", ".cpp", ".cuh", ".cat", ".v", ".txt"};
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file() && sources.count(entry.path().extension()) != 0) {
      add_keys_of_file(entry, keys);
    }
  }
}

Keys keys_of_sources() {
  const std::filesystem::path source_tree = testing::source_folder;
  Keys keys;
  add_keys_of_file(source_tree / "CMakeLists.txt", keys);
  for (const auto& entry : std::filesystem::directory_iterator(source_tree)) {
    const bool tests = entry.path().filename() == "tests";
    if (!tests && std::filesystem::exists(entry.path() / "CMakeLists.txt")) {
      add_keys_of_folder(entry, keys);
    }
  }
  return keys;
}

}  // namespace

TEST_CASE("documentation: each known weakness has its place in the code", "[docs]") {
  static const std::regex key(R"re(.* `([a-z0-9-]+)`)re");
  const Keys in_sources = keys_of_sources();
  std::set<std::string> listed;
  for (const std::string& item : items()) {
    INFO(item);
    std::smatch found;
    REQUIRE(std::regex_match(item, found, key));
    CHECK(in_sources.count(found[1]) == 1);
    CHECK(listed.insert(found[1]).second);
  }
  CHECK(listed.size() > 40);
  for (const auto& [name, file] : in_sources) {
    INFO(file << " says WART: " << name << ", docs/warts.md does not");
    CHECK(listed.count(name) == 1);
  }
}

}  // namespace opexplore::docs
