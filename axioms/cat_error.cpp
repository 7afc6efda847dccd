#include "axioms/cat_error.hpp"

#include <utility>

namespace opexplore::axioms {

namespace {

std::string sentence(const std::string& path, SourcePlace place, const std::string& message,
                     const std::string& suggestion) {
  std::string text = path;
  if (place.line != 0) {
    text += ":" + std::to_string(place.line) + ":" + std::to_string(place.column);
  }
  text += ": " + message;
  if (!suggestion.empty()) text += "; " + suggestion;
  return text;
}

}  // namespace

CatError::CatError(std::string file, SourcePlace where, std::string what_is_wrong,
                   std::string advice)
    : std::runtime_error(sentence(file, where, what_is_wrong, advice)),
      path(std::move(file)),
      place(where),
      message(std::move(what_is_wrong)),
      suggestion(std::move(advice)) {}

}  // namespace opexplore::axioms
