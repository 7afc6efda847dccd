// What a hunt comes to, in a line as it is said while it goes on.
#pragma once

#include <string>

#include "explorer/hunt.hpp"
#include "export/outcome_text.hpp"
#include "opmodel/condition.hpp"

namespace opexplore {

/// "found after 0.1 s, 1 change of the thread: 1:r0=0; 1:r1=1;", without an end of the line.
std::string hunt_line(const Test& test, const HuntFind& find, Radix radix = Radix::decimal);

}  // namespace opexplore
