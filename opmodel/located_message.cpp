#include "opmodel/located_message.hpp"

namespace opexplore {

std::string located_message(const std::string& path, SourcePlace place, const std::string& message,
                            const std::string& suggestion) {
  std::string text = path;
  if (place.line != 0) {
    text += ':' + std::to_string(place.line) + ':' + std::to_string(place.column);
  }
  if (!text.empty()) text += ": ";
  text += message;
  if (!suggestion.empty()) text += "; " + suggestion;
  return text;
}

}  // namespace opexplore
