// Tests that differ in the names of threads and locations alone are one test.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <span>
#include <vector>

#include "litmus/generate/alternatives.hpp"

namespace opexplore::generate {

/// A renaming of threads and locations: thread t becomes threads[t], and so on.
struct Renaming {
  std::vector<std::size_t> threads, locations;
};

/// The placements, and regions or storage classes, that tests with so many threads choose from.
class Places {
 public:
  Places(const Alternatives& alternatives, std::size_t threads);

  /// Takes a placement and what is said of locations; whether it wants more.
  using Use = std::function<bool(const Placement&, const std::vector<Home>&)>;

  /// Calls `use` with each choice for a program with so many locations that the renamings
  /// leave as it is, of choices that one of them turns into each other with the first one. False
  /// if `use` has had enough.
  bool for_each(std::size_t locations, std::span<const Renaming> renamings, const Use& use) const;

 private:
  struct Choice;

  bool is_first(const Choice& choice, std::span<const Renaming> renamings) const;

  const Alternatives& alternatives_;
  std::vector<Placement> placements_;
  std::map<Placement, std::size_t> numbers_;  // where each is in placements_
};

}  // namespace opexplore::generate
