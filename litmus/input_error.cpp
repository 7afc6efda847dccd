#include "litmus/input_error.hpp"

#include <utility>

namespace opexplore {

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

InputError::InputError(std::string path_, SourcePlace place, std::string message_,
                       std::string suggestion_)
    : std::runtime_error(sentence(path_, place, message_, suggestion_)),
      path(std::move(path_)),
      line(place.line),
      column(place.column),
      message(std::move(message_)),
      suggestion(std::move(suggestion_)) {}

}  // namespace opexplore
