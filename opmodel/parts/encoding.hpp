// The bytes of encoded states: variable-length integers, small values in one byte.
//
// Invariant: every integer has exactly one spelling, so that a canonical state
// has canonical bytes; what put_* wrote, ByteReader reads back in the same order.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "opmodel/program.hpp"

namespace opexplore {

/// Appends an unsigned integer, seven bits per byte, least significant first.
inline void put_unsigned(std::string& bytes, std::uint64_t value) {
  while (value >= 0x80) {
    bytes.push_back(static_cast<char>(value | 0x80));
    value >>= 7;
  }
  bytes.push_back(static_cast<char>(value));
}

/// Appends a signed integer; values near zero of either sign take one byte.
inline void put_value(std::string& bytes, Value value) {
  const auto bits = static_cast<std::uint64_t>(value);
  put_unsigned(bytes, (bits << 1) ^ (value < 0 ? ~std::uint64_t{0} : 0));
}

/// Reads what put_unsigned and put_value wrote. Precondition: the bytes are theirs.
class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes) : next_(bytes.data()), end_(next_ + bytes.size()) {}

  /// The next unsigned integer.
  std::uint64_t get_unsigned() {
    std::uint64_t value = static_cast<unsigned char>(*next_++);
    if (value < 0x80) return value;
    value &= 0x7f;
    for (unsigned shift = 7;; shift += 7) {
      const std::uint64_t byte = static_cast<unsigned char>(*next_++);
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  }

  /// The next signed integer.
  Value get_value() {
    const std::uint64_t bits = get_unsigned();
    return static_cast<Value>((bits >> 1) ^ ((bits & 1) != 0 ? ~std::uint64_t{0} : 0));
  }

  /// Whether everything has been read.
  bool done() const { return next_ == end_; }

 private:
  const char* next_;
  const char* end_;
};

}  // namespace opexplore
