// What the litmus dialect takes and no PTX assembler does: `--strict-ptx`.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "opmodel/condition.hpp"

namespace opexplore {

/// An instruction without a counterpart in PTX.
struct Finding {
  SourcePlace place;         ///< of its first character
  std::uint32_t length = 0;  ///< of its name with modifiers, in characters
  std::string message;       ///< "'red.acquire.gpu.add' is not PTX: …"
  std::string suggestion;    ///< what to write instead
};

/// All instructions of the test that an assembler would reject, in the order of the file; one
/// instruction may be listed for several reasons. What is only notation – types, brackets and
/// `.lo` left out, jumps with a comparison, `goto`, moves written `ld`, weak accesses through a
/// proxy without coordinates, the number of a barrier before its operands, registers of another
/// width than the instruction – has a counterpart in
/// PTX and is not listed.
std::vector<Finding> not_ptx(const Test& test);

}  // namespace opexplore
