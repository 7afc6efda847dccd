// What holds of every page: links lead somewhere, and lines can be read in a terminal and a diff.
#include "tests/docs/pages.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <regex>
#include <set>
#include <string>

#include "tests/catch.hpp"
#include "tests/docs/command.hpp"
#include "tests/locations.hpp"

namespace opexplore::docs {
namespace {

constexpr std::size_t most_columns_of_rows = 200;  // a row of a table cannot be broken

bool begins_character(char byte) { return (static_cast<unsigned char>(byte) & 0xc0U) != 0x80U; }

std::size_t columns(const std::string& line) {
  return static_cast<std::size_t>(std::count_if(line.begin(), line.end(), begins_character));
}

// The name under which a heading is linked to: its letters, small, with hyphens for spaces.
std::string anchor(const std::string& heading) {
  std::string result;
  for (const char c : heading) {
    if (c == ' ') {
      result += '-';
    } else if (!begins_character(c) || static_cast<unsigned char>(c) >= 0x80U || c == '-' ||
               c == '_' || std::isalnum(static_cast<unsigned char>(c)) != 0) {
      result += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    }
  }
  return result;
}

std::set<std::string> anchors_of(const std::string& page) {
  static const std::regex heading(R"re(#+ (.*))re");
  static const std::regex named(R"re(<a id="([^"]*)">)re");
  std::set<std::string> result;
  bool inside = false;  // a block of code
  for (const std::string& line : lines_of(read(page))) {
    if (line.starts_with("```")) inside = !inside;
    std::smatch found;
    if (!inside && std::regex_match(line, found, heading)) result.insert(anchor(found[1]));
    if (std::regex_search(line, found, named)) result.insert(found[1]);
  }
  return result;
}

}  // namespace

TEST_CASE("documentation: links between pages lead somewhere", "[docs]") {
  const std::filesystem::path root = testing::source_folder;
  const std::regex link(R"re(\]\(([^)#:]*)(#([^)]*))?\))re");
  for (const std::string& page : pages()) {
    const std::string text = read(page);
    for (std::sregex_iterator it(text.begin(), text.end(), link), end; it != end; ++it) {
      const std::string path = (*it)[1];
      const std::string part = (*it)[3];
      const std::filesystem::path target =
          path.empty() ? std::filesystem::path(page)
                       : (std::filesystem::path(page).parent_path() / path).lexically_normal();
      INFO(page << " links to " << (*it)[0]);
      CHECK(std::filesystem::exists(root / target));
      if (!part.empty()) CHECK(anchors_of(target).count(part) == 1);
    }
  }
}

TEST_CASE("documentation: source files that pages name are there", "[docs]") {
  const std::filesystem::path root = testing::source_folder;
  std::set<std::string> names;  // of files, with each part of the path before them
  for (auto it = std::filesystem::recursive_directory_iterator(root); it != end(it); ++it) {
    const std::filesystem::path path = it->path().lexically_relative(root);
    if (path == "build" || path == ".git") it.disable_recursion_pending();
    std::filesystem::path name;
    std::filesystem::path file =
        path.extension() == ".in" ? path.parent_path() / path.stem() : path;
    for (; !file.empty(); file = file.parent_path()) {
      name = name.empty() ? file.filename() : file.filename() / name;
      names.insert(name);
    }
  }
  const std::regex source(R"re(`([A-Za-z0-9_./-]+\.(?:hpp|cpp|cuh|py|cmake))`)re");
  for (const std::string& page : pages()) {
    const std::string text = read(page);
    for (std::sregex_iterator it(text.begin(), text.end(), source), end; it != end; ++it) {
      INFO(page << " names " << (*it)[1]);
      CHECK(names.count((*it)[1]) == 1);
    }
  }
}

TEST_CASE("documentation: lines of written pages are at most 100 columns wide", "[docs]") {
  for (const std::string& page : pages()) {
    if (is_report(page)) continue;
    std::size_t number = 0;
    for (const std::string& line : lines_of(read(page))) {
      ++number;
      INFO(page << ":" << number << ": " << line);
      CHECK(columns(line) <= (line.starts_with("|") ? most_columns_of_rows : most_columns));
    }
  }
}

}  // namespace opexplore::docs
