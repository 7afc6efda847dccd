// A vector of plain values, the first of which lie inside it: a copy of few is a copy of so many
// bytes as are known when this is compiled, without a call. States hold one per thread.
#pragma once

#include <algorithm>
#include <array>
#include <compare>
#include <cstddef>
#include <span>
#include <type_traits>

#include "opmodel/parts/rare_vector.hpp"

namespace opexplore {

/// At most `Inline` elements lie inside; more, all of them, elsewhere.
template <class T, std::size_t Inline>
requires std::is_trivially_copyable_v<T>
class PlainVector {
 public:
  PlainVector() = default;

  std::size_t size() const { return size_; }
  T* data() { return size_ <= Inline ? few_.data() : many_.data(); }
  const T* data() const { return size_ <= Inline ? few_.data() : many_.data(); }
  T* begin() { return data(); }
  T* end() { return data() + size_; }
  const T* begin() const { return data(); }
  const T* end() const { return data() + size_; }
  T& operator[](std::size_t index) { return data()[index]; }
  const T& operator[](std::size_t index) const { return data()[index]; }

  /// `count` times the value, in the place of what there was.
  void assign(std::size_t count, const T& value) {
    size_ = count;
    if (count <= Inline) {
      many_.clear();
      few_.fill(value);  // so many as are known when this is compiled
    } else {
      many_.assign(count, value);
    }
  }

  void push_back(const T& value) {
    if (size_ == Inline) {
      for (const T& element : few_) many_.push_back(element);
    }
    if (size_ >= Inline) {
      many_.push_back(value);
    } else {
      few_[size_] = value;
    }
    ++size_;
  }

  bool operator==(const PlainVector& other) const {
    return std::equal(begin(), end(), other.begin(), other.end());
  }
  auto operator<=>(const PlainVector& other) const {
    return std::lexicographical_compare_three_way(begin(), end(), other.begin(), other.end());
  }

 private:
  std::array<T, Inline> few_{};  // all, if there is room for them
  RareVector<T> many_;           // all, if not
  std::size_t size_ = 0;
};

/// Its elements.
template <class T, std::size_t Inline>
std::span<T> span_of(PlainVector<T, Inline>& elements) {
  return {elements.data(), elements.size()};
}
template <class T, std::size_t Inline>
std::span<const T> span_of(const PlainVector<T, Inline>& elements) {
  return {elements.data(), elements.size()};
}

}  // namespace opexplore
