#include "litmus/input/amounts.hpp"

#include <cctype>
#include <charconv>
#include <cmath>
#include <limits>

namespace opexplore {

std::optional<std::uint64_t> parse_amount(std::string_view text, std::uint64_t unit) {
  std::uint64_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc{} || end - rest > 1) return std::nullopt;
  if (rest == end) return number;
  constexpr std::string_view suffixes = "KMGT";
  const auto power =
      suffixes.find(static_cast<char>(std::toupper(static_cast<unsigned char>(*rest))));
  if (power == std::string_view::npos) return std::nullopt;
  for (std::size_t i = 0; i <= power; ++i) {
    if (number > std::numeric_limits<std::uint64_t>::max() / unit) return std::nullopt;
    number *= unit;
  }
  return number;
}

std::optional<std::chrono::milliseconds> parse_duration(std::string_view text) {
  double number = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number, std::chars_format::fixed);
  if (error != std::errc{} || !std::isfinite(number) || number < 0) return std::nullopt;
  const std::string_view suffix(rest, static_cast<std::size_t>(end - rest));
  double milliseconds = 1000;
  if (suffix == "ms") {
    milliseconds = 1;
  } else if (suffix == "m") {
    milliseconds = 60'000;
  } else if (suffix == "h") {
    milliseconds = 3'600'000;
  } else if (!suffix.empty() && suffix != "s") {
    return std::nullopt;
  }
  constexpr double century = 100.0 * 366 * 24 * 3'600'000;
  if (number * milliseconds > century) return std::nullopt;
  return std::chrono::milliseconds(std::llround(number * milliseconds));
}

std::string rough_duration(double seconds) {
  if (seconds < 90) return std::to_string(static_cast<std::uint64_t>(seconds)) + " s";
  if (seconds < 90 * 60) return std::to_string(static_cast<std::uint64_t>(seconds / 60)) + " min";
  return std::to_string(static_cast<std::uint64_t>(seconds / 3600)) + " h";
}

std::string grouped(std::uint64_t number) {
  std::string text = std::to_string(number);
  for (std::size_t at = text.size(); at > 3;) text.insert(at -= 3, 1, ',');
  return text;
}

std::string bytes_text(std::int64_t bytes) {
  return std::to_string(bytes) + (bytes == 1 ? " byte" : " bytes");
}

}  // namespace opexplore
