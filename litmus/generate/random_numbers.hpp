// Numbers that are the same for the same seed on every platform.
#pragma once

#include <cstdint>

namespace opexplore::random_programs {

/// A pseudo-random number generator that gives the same numbers everywhere
/// (splitmix64; the standard library's distributions differ between platforms).
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next();
  /// A number from 0 to bound - 1. Precondition: bound > 0.
  unsigned below(unsigned bound) { return static_cast<unsigned>(next() % bound); }
  /// True `percent` times out of a hundred.
  bool chance(unsigned percent) { return below(100) < percent; }
  /// An element of a list that is not empty.
  template <class List>
  auto pick(const List& list) {
    return list[below(static_cast<unsigned>(list.size()))];
  }

 private:
  std::uint64_t state_;
};

}  // namespace opexplore::random_programs
