#include "litmus/kernels/float_values.hpp"

#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <system_error>

#include "litmus/kernels/abstract.hpp"
#include "litmus/kernels/floats.hpp"

namespace opexplore::kernel {

namespace {

template <class T>
std::optional<T> float_in(std::string_view text) {
  T number{};
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc{} || stop != end) return std::nullopt;
  return number;
}

std::optional<Value> bits_in(std::string_view digits, std::uint32_t bytes) {
  std::uint64_t bits = 0;
  const char* const end = digits.data() + digits.size();
  const auto [stop, error] = std::from_chars(digits.data(), end, bits, 16);
  if (error != std::errc{} || stop != end) return std::nullopt;
  return wide_value(8 * bytes, static_cast<Value>(bits));
}

template <class T>
std::string shortest(T number) {
  if (std::isnan(number)) return "nan";
  std::array<char, 32> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
  return {digits.data(), end};
}

/// The bits of a float of one width as those of another.
Value converted(std::uint32_t from, std::uint32_t to, Value bits) {
  return *float_converted(format_of({'f', from}), format_of({'f', to}), bits).known();
}

}  // namespace

std::optional<Value> float_bits(std::string_view text, std::uint32_t bytes) {
  if (text.starts_with("0x")) return bits_in(text.substr(2), bytes);
  if (bytes == 4) {
    const auto number = float_in<float>(text);
    if (!number) return std::nullopt;
    return wide_value(32, std::bit_cast<std::int32_t>(*number));
  }
  const auto number = float_in<double>(text);
  if (!number) return std::nullopt;
  const auto bits = std::bit_cast<Value>(*number);
  return bytes == 8 ? bits : wide_value(16, converted(64, 16, bits));
}

std::string float_text(Value bits, std::uint32_t bytes) {
  if (bytes == 8) return shortest(std::bit_cast<double>(bits));
  // Each number of 16 bits is one of 32 bits.
  const Value of_32 = bytes == 4 ? bits : converted(16, 32, bits & 0xFFFF);
  return shortest(std::bit_cast<float>(static_cast<std::int32_t>(of_32)));
}

}  // namespace opexplore::kernel
