// Sets of small numbers, one bit each, of a size that is chosen when the program is compiled. A set
// of one word is as cheap as the word.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace opexplore {

/// A set of numbers below `capacity`.
template <unsigned Words>
class BitSet {
 public:
  static constexpr std::size_t capacity = std::size_t{64} * Words;

  constexpr BitSet() = default;
  /// The set with this number alone.
  static constexpr BitSet of(std::size_t number) {
    BitSet set;
    set.words_[number / 64] = std::uint64_t{1} << (number % 64);
    return set;
  }
  /// The numbers below `count`.
  static constexpr BitSet below(std::size_t count) {
    BitSet set;
    for (std::size_t word = 0; word < Words; ++word) {
      const std::size_t first = word * 64;
      if (count >= first + 64) {
        set.words_[word] = ~std::uint64_t{0};
      } else if (count > first) {
        set.words_[word] = (std::uint64_t{1} << (count - first)) - 1;
      }
    }
    return set;
  }

  constexpr bool empty() const {
    std::uint64_t all = 0;
    for (const std::uint64_t word : words_) all |= word;
    return all == 0;
  }
  constexpr bool contains(std::size_t number) const {
    return (words_[number / 64] >> (number % 64) & 1U) != 0;
  }
  constexpr bool intersects(const BitSet& other) const { return !(*this & other).empty(); }
  constexpr bool includes(const BitSet& other) const { return (other & ~*this).empty(); }

  constexpr BitSet& operator|=(const BitSet& other) {
    for (std::size_t word = 0; word < Words; ++word) words_[word] |= other.words_[word];
    return *this;
  }
  constexpr BitSet& operator&=(const BitSet& other) {
    for (std::size_t word = 0; word < Words; ++word) words_[word] &= other.words_[word];
    return *this;
  }
  friend constexpr BitSet operator|(BitSet left, const BitSet& right) { return left |= right; }
  friend constexpr BitSet operator&(BitSet left, const BitSet& right) { return left &= right; }
  constexpr BitSet operator~() const {
    BitSet result;
    for (std::size_t word = 0; word < Words; ++word) result.words_[word] = ~words_[word];
    return result;
  }
  // Spelt out, as that of arrays is a call.
  constexpr bool operator==(const BitSet& other) const {
    std::uint64_t different = 0;
    for (std::size_t word = 0; word < Words; ++word) {
      different |= words_[word] ^ other.words_[word];
    }
    return different == 0;
  }

  /// The set after a new number `at` was given: numbers from there on are one higher, and `at` is
  /// not a member. The highest possible number must not be a member.
  constexpr BitSet make_room(std::size_t at) const {
    if (empty()) return *this;
    const BitSet kept = *this & below(at);
    const BitSet moved = *this & ~below(at);
    BitSet result = kept;
    for (std::size_t word = 0; word < Words; ++word) {
      result.words_[word] |= moved.words_[word] << 1U;
      if (word != 0) result.words_[word] |= moved.words_[word - 1] >> 63U;
    }
    return result;
  }
  /// The set after number `at` was taken away: higher numbers are one lower.
  constexpr BitSet close_gap(std::size_t at) const {
    if (empty()) return *this;
    const BitSet lower = below(at);
    BitSet moved;
    for (std::size_t word = 0; word < Words; ++word) {
      moved.words_[word] = words_[word] >> 1U;
      if (word + 1 != Words) moved.words_[word] |= words_[word + 1] << 63U;
    }
    return (*this & lower) | (moved & ~lower);
  }

  /// Calls f(number) for each member, in increasing order.
  template <class F>
  constexpr void for_each(F&& f) const {
    for (std::size_t word = 0; word < Words; ++word) {
      for (std::uint64_t left = words_[word]; left != 0; left &= left - 1) {
        f(word * 64 + static_cast<std::size_t>(std::countr_zero(left)));
      }
    }
  }

  /// The same set, as one of more words.
  template <unsigned More>
  constexpr BitSet<More> widened() const {
    static_assert(More >= Words);
    BitSet<More> result;
    for (std::size_t word = 0; word < Words; ++word) result.words()[word] = words_[word];
    return result;
  }

  /// The words, for encoders: number n is bit n % 64 of word n / 64.
  constexpr const std::array<std::uint64_t, Words>& words() const { return words_; }
  constexpr std::array<std::uint64_t, Words>& words() { return words_; }

 private:
  std::array<std::uint64_t, Words> words_{};
};

}  // namespace opexplore
