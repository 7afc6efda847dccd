// What the memory operations of a test are in machine code when nothing is lost: what ptxas 13.0
// emits for each of them alone.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "hardware/machine_code/flow.hpp"
#include "opmodel/program.hpp"

namespace opexplore::hardware {

/// One instruction, or one of several among which the driver chooses.
using Alternatives = std::vector<std::string>;

/// The machine instructions of an action of a thread: "LDG.STRONG.GPU x", "CCTL.IVALL". None for
/// what does not touch memory. `sm` is the architecture, `word_bytes` the size of a location.
std::vector<Alternatives> expected_instructions(const Program& program, const Action& action,
                                                std::uint32_t sm, std::uint32_t word_bytes);

/// Those of a whole thread, in the order of its text.
std::vector<std::string> expected_list(const Program& program, ThreadId thread, std::uint32_t sm,
                                       std::uint32_t word_bytes);

/// All ways through a thread. A backward jump can also go to the end: loops are bounded.
Flow expected_flow(const Program& program, ThreadId thread, std::uint32_t sm,
                   std::uint32_t word_bytes);

}  // namespace opexplore::hardware
