#include "hardware/numbers.hpp"

#include <array>
#include <cstdio>

namespace opexplore::hardware {

std::string with_commas(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t left = digits.size(); left > 3;) {
    left -= 3;
    digits.insert(left, 1, ',');
  }
  return digits;
}

std::string short_number(double number) {
  std::array<char, 32> text{};
  const int length = std::snprintf(text.data(), text.size(), "%.3g", number);
  return {text.data(), static_cast<std::size_t>(length)};
}

}  // namespace opexplore::hardware
