#include "tests/docs/pages.hpp"

#include <algorithm>
#include <filesystem>
#include <sstream>

#include "tests/locations.hpp"

namespace opexplore::docs {

namespace {

namespace fs = std::filesystem;

const fs::path root = testing::source_folder;

void add(const fs::directory_entry& entry, std::vector<std::string>& pages) {
  if (entry.path().extension() == ".md") pages.push_back(entry.path().lexically_relative(root));
}

}  // namespace

std::vector<std::string> pages() {
  std::vector<std::string> result;
  for (const auto& entry : fs::directory_iterator(root)) {
    add(entry, result);
    // A build folder, say, is none of them.
    const bool ours =
        entry.path().filename() == "docs" || fs::exists(entry.path() / "CMakeLists.txt");
    if (!entry.is_directory() || !ours) continue;
    for (const auto& inside : fs::recursive_directory_iterator(entry)) {
      const bool packaged = inside.path().string().find("/node_modules/") != std::string::npos;
      if (!packaged) add(inside, result);  // what npm put there is not ours
    }
  }
  std::sort(result.begin(), result.end());
  return result;
}

bool is_report(const std::string& page) { return page.starts_with("docs/reports/"); }

std::vector<std::string> lines_of(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

}  // namespace opexplore::docs
