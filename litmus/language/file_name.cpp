#include "litmus/language/file_name.hpp"

#include <algorithm>
#include <filesystem>
#include <string_view>

namespace opexplore::detail {

std::string name_of_file(const std::string& path) {
  std::string name = std::filesystem::path(path).stem().string();
  const auto is_plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view("+-_.").find(c) != std::string_view::npos;
  };
  std::ranges::replace_if(
      name, [&](char c) { return !is_plain(c); }, '_');
  return name.empty() || name == "-" ? "test" : name;
}

}  // namespace opexplore::detail
