// The search for a smaller test of which something still holds.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <unordered_set>
#include <vector>

#include "litmus/generate/minimise/draft.hpp"

namespace opexplore::minimise {

/// Holds the smallest test found so far and replaces it by smaller ones. No test is tried twice.
class Search {
 public:
  Search(const std::function<bool(const Test&)>& shows, const Limits& limits);

  /// Begins with the draft's test; false if it does not show what it should. Throws
  /// std::invalid_argument if it is no test.
  bool start(const Draft& draft);

  /// Removes and simplifies until neither helps any more or a limit is met.
  void run();

  const Draft& current() const { return current_; }
  const Test& test() const { return test_; }
  bool stopped() const { return stopped_; }
  bool smallest() const { return smallest_; }
  std::uint64_t tried() const { return tried_; }

 private:
  bool accept(const Draft& candidate);
  bool within_limits();

  /// Says whether it tried all smaller sets of the instructions there were.
  bool remove();
  void remove_one_by_one();
  /// Looks through all sets of fewer instructions of `base` than are left now, smallest first.
  void search_subsets(const Draft& base);
  bool few_subsets(const Draft& base) const;

  /// \name Each says whether it found something smaller.
  /// @{
  bool remove_chunks(std::size_t size);
  bool remove_pair();
  bool simplify();
  bool simplify_instruction(std::size_t thread, std::size_t index);
  bool simplify_surroundings();
  /// @}

  std::size_t instructions() const;
  Draft without(std::size_t begin, std::size_t end) const;

  const std::function<bool(const Test&)>& shows_;
  const Limits& limits_;
  Draft current_;
  Test test_;                            ///< that current_ stands for
  std::unordered_set<std::string> met_;  ///< texts of all tests tried
  std::uint64_t tried_ = 0;
  bool stopped_ = false;
  bool smallest_ = false;
};

}  // namespace opexplore::minimise
