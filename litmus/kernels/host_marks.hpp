// Code of the host with marks: calls of the CUDA runtime become lines of the assembly that say what
// they are called with. The optimiser of the host's compiler does the rest: what it knows is a
// number there, what only a run would tell is a register.
#pragma once

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "litmus/kernels/default_launch.hpp"

namespace opexplore::kernel {

struct MarkedCode {
  std::string code;
  /// Where launches are written, by the numbers that marks have.
  std::vector<std::pair<std::string, SourcePlace>> places;
  bool sets_variables = false;  ///< calls write to variables of the module by their symbols
  /// Memory that the host writes to as to its own, by names of words.
  std::set<std::string> of_host = {};
  /// Variables of the module that are such memory (CUDA C++ Programming Guide, "__managed__"), by
  /// their names there, and the memory for each.
  std::vector<std::pair<std::string, std::string>> managed = {};
};

/// The code, which host_code() made, with marks for launches of that kernel. A program is taken to
/// be called without arguments.
MarkedCode with_marks(const std::string& code, const NamedEntry& entry);

}  // namespace opexplore::kernel
