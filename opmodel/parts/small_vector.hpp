// A vector whose first elements live inside it: states are copied once per
// transition, and one allocation costs more than most rules.
#pragma once

#include <boost/container/small_vector.hpp>
#include <cstddef>
#include <span>

namespace opexplore {

template <class T, std::size_t Inline>
using SmallVector = boost::container::small_vector<T, Inline>;

/// Its elements as a span; Boost's type predates the standard's ranges.
template <class T, std::size_t Inline>
std::span<T> span_of(SmallVector<T, Inline>& elements) {
  return {elements.data(), elements.size()};
}
template <class T, std::size_t Inline>
std::span<const T> span_of(const SmallVector<T, Inline>& elements) {
  return {elements.data(), elements.size()};
}

}  // namespace opexplore
