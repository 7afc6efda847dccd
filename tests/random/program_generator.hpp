// Random litmus tests, the same for the same seed on every platform.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "opmodel/condition.hpp"

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

/// What kind of programs are generated. Weights are relative to each other.
struct Profile {
  std::string_view name;
  unsigned least_threads = 2, most_threads = 2;
  unsigned least_instructions = 3, most_instructions = 8;  ///< in the whole program
  unsigned most_locations = 2;
  /// Chances in percent.
  unsigned aliases = 0;         ///< that a location gets a second generic address
  unsigned proxies = 0;         ///< that a location gets texture, surface and constant names
  unsigned same_cta = 50;       ///< that a thread is put into the CTA of the one before it
  unsigned second_gpu = 5;      ///< that it is put on another GPU
  unsigned strong = 60;         ///< that an access is strong
  unsigned synchronising = 40;  ///< that a strong access acquires or releases
  unsigned data = 30;           ///< that a stored value comes from a register
  unsigned sc = 50;             ///< that a fence is fence.sc
  unsigned gpu_scope = 50;      ///< that a scope is gpu; cta and sys share the rest
  /// Weights of instructions.
  unsigned load = 30, store = 30, atomic = 8, fence = 12, barrier = 0, proxy_fence = 0;
  unsigned arithmetic = 4, branch = 3;
  bool loads_first = false;  ///< in every thread all loads come before all stores
};

/// All profiles, by name.
std::span<const Profile> profiles();

/// The profile of that name, or nullptr.
const Profile* find_profile(std::string_view name);

/// The test with that number; all registers that receive a value and all locations are
/// observed.
Test generate(const Profile& profile, std::uint64_t seed);

/// The test as text that the reader accepts.
std::string to_litmus(const Test& test);

/// The same program, with observables, condition and instruction texts made anew; for
/// programs that were built or changed by hand.
Test completed(const Program& program, const std::string& name);

}  // namespace opexplore::random_programs
