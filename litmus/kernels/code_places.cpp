#include "litmus/kernels/code_places.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string_view>
#include <system_error>

namespace opexplore::kernel {

namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t largest_source = 4U << 20U;  // bytes of a file that is shown

std::string text_at(const fs::path& path) {
  std::error_code error;
  if (!fs::is_regular_file(path, error) || fs::file_size(path, error) > largest_source) return {};
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string trimmed(const std::string& line) {
  const std::size_t begin = line.find_first_not_of(" \t\r");
  if (begin == std::string::npos) return {};
  return line.substr(begin, line.find_last_not_of(" \t\r") + 1 - begin);
}

}  // namespace

std::string shown_name(const fs::path& path) {
  std::error_code error;
  const fs::path here = fs::current_path(error);
  if (error || !path.is_absolute()) return path.string();
  const fs::path whole = path.lexically_normal();
  const fs::path inside = whole.lexically_relative(here);
  return (inside.empty() || *inside.begin() == ".." ? whole : inside).string();
}

bool is_of_toolkit(std::string name) {
  name.insert(0, name.starts_with('/') ? "" : "/");  // PTX that was moved may have paths cut
  constexpr std::array<std::string_view, 9> folders = {
      "/include/cccl/",   "/include/cuda/", "/include/cooperative_groups/",
      "/include/crt/",    "/include/nv/",   "/include/cub/",
      "/include/thrust/", "/usr/include/",  "/usr/lib/"};
  if (name.find("/targets/") != std::string::npos && name.find("/include/") != std::string::npos) {
    return true;
  }
  if (name.find("/cuda") != std::string::npos && name.find("/include/") != std::string::npos) {
    return true;
  }
  return std::ranges::any_of(
      folders, [&](std::string_view folder) { return name.find(folder) != std::string::npos; });
}

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

CodePlaces::CodePlaces(const Module& module, const std::string& module_path, bool reads_files)
    : module_(&module) {
  for (const auto& [number, name] : module.files) {
    fs::path path(name);
    if (path.is_relative()) path = fs::path(module_path).parent_path() / path;
    File file{reads_files ? shown_name(path) : name, is_of_toolkit(name), {}};
    if (reads_files && !file.in_toolkit) {
      for (const std::string& line : lines_of(text_at(path))) file.lines.push_back(trimmed(line));
    }
    files_.emplace(number, std::move(file));
  }
}

bool CodePlaces::in_toolkit(std::uint32_t file) const {
  const auto known = files_.find(file);
  return known != files_.end() && known->second.in_toolkit;
}

std::optional<CodePlace> CodePlaces::at(const Place& place) const {
  const auto known = files_.find(place.first);
  if (known == files_.end() || place.second.line == 0) return std::nullopt;
  const std::vector<std::string>& lines = known->second.lines;
  const std::size_t index = place.second.line - 1;
  return CodePlace{known->second.name, place.second, index < lines.size() ? lines[index] : ""};
}

// A place at which something was inlined has a mark of its own in front, which says where that was
// inlined in turn.
std::optional<CodePlaces::Place> CodePlaces::place_of(const Statement& statement) const {
  if (module_ == nullptr || !statement.mark) return std::nullopt;
  std::size_t mark = *statement.mark;
  // Line 0 is what the compiler has moved: hoisted out of what comes next.
  while (module_->marks[mark].place.line == 0 && mark + 1 < module_->marks.size()) ++mark;
  for (;;) {
    const LineMark& here = module_->marks[mark];
    if (!in_toolkit(here.file) || !here.inlined_at) return Place{here.file, here.place};
    const auto [file, place] = *here.inlined_at;
    while (mark > 0 &&
           !(module_->marks[mark - 1].file == file && module_->marks[mark - 1].place == place)) {
      --mark;
    }
    if (mark == 0) return Place{file, place};
    --mark;
  }
}

std::optional<CodePlace> CodePlaces::of(const Statement& statement) const {
  const std::optional<Place> place = place_of(statement);
  return place ? at(*place) : std::nullopt;
}

bool CodePlaces::is_users(const Statement& statement) const {
  const std::optional<Place> place = place_of(statement);
  return place && !in_toolkit(place->first);
}

}  // namespace opexplore::kernel
