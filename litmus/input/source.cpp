#include "litmus/input/source.hpp"

#include <cstddef>
#include <utility>

namespace opexplore::detail {

void Source::fail(SourcePlace place, std::string message, std::string suggestion) const {
  throw InputError(path, place, std::move(message), std::move(suggestion));
}

std::string quote(std::string_view text) {
  constexpr std::size_t longest = 40;
  if (text.size() <= longest) return "'" + std::string(text) + "'";
  std::size_t cut = longest;
  while (cut != 0 && is_continuation(text[cut])) --cut;
  return "'" + std::string(text.substr(0, cut)) + "…'";
}

}  // namespace opexplore::detail
