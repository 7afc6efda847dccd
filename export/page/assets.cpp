#include "export/page/assets.hpp"

#include <algorithm>
#include <stdexcept>

namespace opexplore {

std::string_view page_asset(std::string_view name) {
  const std::span<const EmbeddedFile> files = page::embedded_assets();
  const auto found = std::ranges::find(files, name, &EmbeddedFile::name);
  if (found == files.end()) throw std::logic_error("no part of the page: " + std::string(name));
  return found->text;
}

std::string filled(std::string text, std::string_view placeholder, std::string_view value) {
  const std::size_t place = text.find(placeholder);
  if (place == std::string::npos) {
    throw std::logic_error("the page has no place for " + std::string(placeholder));
  }
  return text.replace(place, placeholder.size(), value);
}

std::string embedded_json(const nlohmann::ordered_json& document) {
  const std::string text =
      document.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
  std::string safe;
  safe.reserve(text.size());
  for (const char c : text) {
    if (c == '<') {
      safe += "\\u003c";
    } else {
      safe += c;
    }
  }
  return safe;
}

}  // namespace opexplore
