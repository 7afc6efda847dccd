// A kernel, or a function that is called.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "code/instruction.hpp"

namespace opexplore::code {

struct Function {
  std::string name;
  std::vector<Instruction> instructions;
  std::multimap<std::size_t, std::string_view> labels;  ///< by the instruction behind them
};

}  // namespace opexplore::code
