// Texts of any length among encoded numbers.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "opmodel/parts/encoding.hpp"

namespace opexplore {

/// Appends the text, with its length before it.
inline void put_text(std::string& bytes, std::string_view text) {
  put_unsigned(bytes, text.size());
  bytes += text;
}

/// Reads what put_text wrote. Precondition: the bytes are its.
inline std::string get_text(ByteReader& bytes) {
  const std::uint64_t length = bytes.get_unsigned();
  return {bytes.take(length), length};
}

}  // namespace opexplore
