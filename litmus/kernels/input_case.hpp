// Which of several launches one is, where inputs are explored with more than one value, or in more
// than one shape.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace opexplore::kernel {

/// What an input is in this launch, of which others have another value.
struct InputValue {
  std::string name;    ///< "n", "table[1]"
  std::string value;   ///< as it could be written: "3"
  bool shape = false;  ///< it is no input: the name is "grid" or "block"
  bool operator==(const InputValue&) const = default;
};

/// One launch of those that ask one question together.
struct InputCase {
  std::vector<InputValue> values;
  std::size_t number = 0;  ///< from 0, in the order in which they are explored
  std::size_t count = 1;   ///< of them; 1: no input has several values

  bool is_one_of_several() const { return count > 1; }
  bool operator==(const InputCase&) const = default;
};

/// Whether launches of several shapes belong together.
bool has_shapes(const InputCase& inputs);

/// "n = 3 and k = 0"; empty if there are none.
std::string text_of(const std::vector<InputValue>& inputs);

}  // namespace opexplore::kernel
