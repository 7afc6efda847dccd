// The bytes of encoded states: variable-length integers, small values in one byte.
//
// Invariant: every integer has exactly one spelling, so that a canonical state
// has canonical bytes; what put_* wrote, ByteReader reads back in the same order.
#pragma once

#include <cstddef>
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

/// Appends many integers faster than put_* do one by one: room for `count` of them is
/// made at once, and what was not used is given back at the end.
class ByteWriter {
 public:
  ByteWriter(std::string& bytes, std::size_t count) : bytes_(bytes) {
    const std::size_t size = bytes.size();
    bytes.resize(size + longest * count);
    next_ = bytes.data() + size;
  }
  ~ByteWriter() { bytes_.resize(static_cast<std::size_t>(next_ - bytes_.data())); }
  ByteWriter(const ByteWriter&) = delete;
  ByteWriter& operator=(const ByteWriter&) = delete;

  /// As put_unsigned. At most `count` calls of these two in all.
  void put_unsigned(std::uint64_t value) {
    for (; value >= 0x80; value >>= 7) *next_++ = static_cast<char>(value | 0x80);
    *next_++ = static_cast<char>(value);
  }

  /// As put_value.
  void put_value(Value value) {
    const auto bits = static_cast<std::uint64_t>(value);
    put_unsigned((bits << 1) ^ (value < 0 ? ~std::uint64_t{0} : 0));
  }

 private:
  static constexpr std::size_t longest = 10;  // 64 bits, seven per byte

  std::string& bytes_;
  char* next_;
};

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

  /// The next `count` bytes as they are.
  const char* take(std::size_t count) {
    const char* taken = next_;
    next_ += count;
    return taken;
  }

  /// Whether everything has been read.
  bool done() const { return next_ == end_; }

 private:
  const char* next_;
  const char* end_;
};

}  // namespace opexplore
