#include "litmus/kernels/launch_word.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include "litmus/input/input_error.hpp"
#include "litmus/input/usage_error.hpp"

namespace opexplore::kernel {

void fail(const LaunchWord& word, const std::string& message, const std::string& advice) {
  const std::string text = word.option + ' ' + word.text + ": " + message;
  if (word.path.empty()) throw UsageError(text, advice);
  throw InputError(word.path, word.place, text, advice);
}

std::optional<Value> number_in(std::string_view text) {
  Value value = 0;
  const bool hexadecimal = text.starts_with("0x");
  if (hexadecimal) text.remove_prefix(2);
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value, hexadecimal ? 16 : 10);
  if (error != std::errc{} || stop != end) return std::nullopt;
  return value;
}

std::optional<Value> buffer_size_in(std::string_view text) {
  constexpr std::string_view buffer = "buffer(";
  if (!text.starts_with(buffer) || !text.ends_with(')')) return std::nullopt;
  const auto size = number_in(text.substr(buffer.size(), text.size() - buffer.size() - 1));
  return std::max<Value>(size.value_or(0), 0);
}

std::vector<std::string> listed(std::string_view text, char separator) {
  std::vector<std::string> parts;
  for (;;) {
    const std::size_t end = std::min(text.find(separator), text.size());
    parts.emplace_back(text.substr(0, end));
    if (end == text.size()) return parts;
    text.remove_prefix(end + 1);
  }
}

Triple shape(const LaunchWord& word) {
  std::string text = word.text;
  std::ranges::replace(text, 'x', ',');
  std::array<std::uint32_t, 3> numbers{1, 1, 1};
  const std::vector<std::string> parts = listed(text, ',');
  constexpr Value most = 65'535;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const std::optional<Value> number = number_in(parts[i]);
    if (i == numbers.size() || !number || *number < 1 || *number > most) {
      fail(word, "expected one to three numbers from 1 to 65535",
           "write " + word.option + " 2,1,1");
    }
    numbers[i] = static_cast<std::uint32_t>(*number);
  }
  return {numbers[0], numbers[1], numbers[2]};
}

}  // namespace opexplore::kernel
