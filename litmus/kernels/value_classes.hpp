// Which numbers stand for all that an integer may be, for what a program does with it: numbers
// between which it does not tell apart need not be explored one by one.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <vector>

#include "opmodel/program.hpp"

namespace opexplore::kernel {

/// An integer of so many bits that a program compares with numbers, takes bits of and copies.
class ValueClasses {
 public:
  explicit ValueClasses(std::uint32_t bits) : bits_(bits) {}

  /// The program may tell apart the number, what is less and what is more, with a sign or without.
  void split_at(Value number);
  /// It tells apart what is left of a division by the number.
  void repeat(std::uint64_t period);

  /// A number of each class, those near 0 first; nothing if there are more than a few.
  std::optional<std::vector<Value>> numbers(bool is_signed) const;

 private:
  Value held(Value number) const;

  std::uint32_t bits_;
  std::uint64_t period_ = 1;
  std::set<Value> splits_;  ///< with a sign
};

}  // namespace opexplore::kernel
