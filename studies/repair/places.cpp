#include "studies/repair/places.hpp"

#include <charconv>

namespace opexplore::repair {
namespace {

template <class Number>
std::optional<Number> number_in(std::string_view text) {
  Number number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

}  // namespace

std::optional<NamedPlace> place_named(std::string_view text) {
  NamedPlace place;
  if (text.starts_with('P')) {
    const std::size_t colon = text.find(':');
    place.thread = number_in<ThreadId>(text.substr(1, colon == text.npos ? colon : colon - 1));
    if (!place.thread) return std::nullopt;
    if (colon == text.npos) return place;
    text.remove_prefix(colon + 1);
  }
  place.line = number_in<std::uint32_t>(text);
  return place.line ? std::optional(place) : std::nullopt;
}

std::string to_string(const NamedPlace& place) {
  std::string text;
  if (place.thread) text = 'P' + std::to_string(*place.thread);
  if (place.line) text += (text.empty() ? "" : ":") + std::to_string(*place.line);
  return text;
}

}  // namespace opexplore::repair
