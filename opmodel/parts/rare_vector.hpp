// A vector that is nearly always empty: then it is one null pointer, and to copy it is to look at
// that. States hold several for what few programs need.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

namespace opexplore {

/// Behaves as std::vector does, as far as it goes. Iterators are pointers.
template <class T>
class RareVector {
 public:
  using value_type = T;
  using iterator = T*;

  RareVector() = default;
  RareVector(const RareVector& other)
      : items_(other.empty() ? nullptr : std::make_unique<std::vector<T>>(*other.items_)) {}
  RareVector(RareVector&&) noexcept = default;
  ~RareVector() = default;
  RareVector& operator=(const RareVector& other) {
    if (this == &other) return *this;
    if (!other.empty()) {
      own() = *other.items_;
    } else if (items_) {
      items_->clear();
    }
    return *this;
  }
  RareVector& operator=(RareVector&&) noexcept = default;

  bool empty() const { return !items_ || items_->empty(); }
  std::size_t size() const { return items_ ? items_->size() : 0; }
  T* data() { return items_ ? items_->data() : nullptr; }
  const T* data() const { return items_ ? items_->data() : nullptr; }
  T* begin() { return data(); }
  T* end() { return data() + size(); }
  const T* begin() const { return data(); }
  const T* end() const { return data() + size(); }
  T& operator[](std::size_t index) { return (*items_)[index]; }
  const T& operator[](std::size_t index) const { return (*items_)[index]; }

  void clear() {
    if (items_) items_->clear();
  }
  void resize(std::size_t size) {
    if (size != 0 || items_) own().resize(size);
  }
  void assign(std::size_t count, const T& value) {
    if (count != 0 || items_) own().assign(count, value);
  }
  void push_back(T value) { own().push_back(std::move(value)); }
  T* insert(const T* place, T value) {
    const std::ptrdiff_t at = place - data();
    own().insert(items_->begin() + at, std::move(value));
    return data() + at;
  }
  T* erase(const T* place) {
    const std::ptrdiff_t at = place - data();
    items_->erase(items_->begin() + at);
    return data() + at;
  }

  bool operator==(const RareVector& other) const {
    return std::equal(begin(), end(), other.begin(), other.end());
  }

  /// As std::erase_if.
  template <class Predicate>
  friend void erase_if(RareVector& vector, Predicate predicate) {
    if (!vector.empty()) std::erase_if(*vector.items_, predicate);
  }

 private:
  std::vector<T>& own() {
    if (!items_) items_ = std::make_unique<std::vector<T>>();
    return *items_;
  }

  std::unique_ptr<std::vector<T>> items_;  // null, or some or none
};

}  // namespace opexplore
