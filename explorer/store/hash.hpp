// The hash of encoded states, and whether two are equal: most have few bytes.
#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>

namespace opexplore {

namespace detail {

__extension__ using Wide = unsigned __int128;

// Multiplies to 128 bits and folds: every input bit reaches every output bit.
inline std::uint64_t fold(std::uint64_t left, std::uint64_t right) {
  const Wide product = Wide{left} * right;
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

template <class Word>
std::uint64_t load_word(const char* from) {
  Word word = 0;
  std::memcpy(&word, from, sizeof word);
  return word;
}

// Odd constants with about as many ones as zeros: digits of the golden ratio,
// of e and of pi.
inline constexpr std::uint64_t golden = 0x9e3779b97f4a7c15;
inline constexpr std::uint64_t euler = 0xadf85458a2bb4a9b;
inline constexpr std::uint64_t circle = 0x243f6a8885a308d3;

}  // namespace detail

/// Hash of an encoded state: 64 bits, good in its upper half.
inline std::uint64_t hash_bytes(std::string_view bytes) {
  using detail::fold, detail::load_word, detail::euler;
  const char* from = bytes.data();
  std::size_t left = bytes.size();
  std::uint64_t hash = detail::golden ^ left;
  for (; left > 16; left -= 16, from += 16) {
    hash = fold(load_word<std::uint64_t>(from) ^ euler, load_word<std::uint64_t>(from + 8) ^ hash);
  }
  // The rest as two words that may overlap; the length is in the hash already.
  std::uint64_t first = 0;
  std::uint64_t second = 0;
  if (left >= 8) {
    first = load_word<std::uint64_t>(from);
    second = load_word<std::uint64_t>(from + left - 8);
  } else if (left >= 4) {
    first = load_word<std::uint32_t>(from);
    second = load_word<std::uint32_t>(from + left - 4);
  } else if (left > 0) {
    first = load_word<std::uint8_t>(from) | load_word<std::uint8_t>(from + left / 2) << 8 |
            load_word<std::uint8_t>(from + left - 1) << 16;
  }
  return fold(fold(first ^ euler, second ^ hash), detail::circle);
}

/// Whether the bytes are the same, without a call for short ones.
inline bool same_bytes(std::string_view left, std::string_view right) {
  using detail::load_word;
  if (left.size() != right.size()) return false;
  const std::size_t size = left.size();
  if (size > 16 || size < 4) return left == right;
  // Two words that may overlap.
  const auto same = [&]<class Word>(Word) {
    const std::size_t second = size - sizeof(Word);
    return load_word<Word>(left.data()) == load_word<Word>(right.data()) &&
           load_word<Word>(left.data() + second) == load_word<Word>(right.data() + second);
  };
  return size >= 8 ? same(std::uint64_t{}) : same(std::uint32_t{});
}

}  // namespace opexplore
