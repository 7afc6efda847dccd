#include "serve/assets.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace opexplore::serve {

std::string_view playground_asset(std::string_view name) {
  const std::span<const EmbeddedFile> files = playground_assets();
  const auto found = std::ranges::find(files, name, &EmbeddedFile::name);
  if (found == files.end()) throw std::logic_error("no part of the page: " + std::string(name));
  return found->text;
}

}  // namespace opexplore::serve
