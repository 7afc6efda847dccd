// Tests of one instruction in an otherwise fixed litmus test.
#pragma once

#include <string>

#include "litmus/language/reader.hpp"

namespace opexplore::testing {

/// A test of one thread, r9 points to x, with that instruction in line 4, column 1.
inline std::string one_cell(const std::string& instruction) {
  return "PTX one\n{ x=0; t @ texture aliases x; s @ surface aliases x; c @ constant aliases x; "
         "0:r9=x; }\n"
         "P0@cta 0,gpu 0;\n" +
         instruction + ";\nlocations [x;]\n";
}

/// The instruction as the reader understood it.
inline Action read_action(const std::string& instruction) {
  return read(one_cell(instruction), "one").program.threads[0].instructions.at(0).action;
}

}  // namespace opexplore::testing
