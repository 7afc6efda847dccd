// Stalls to read.
#pragma once

#include <iosfwd>
#include <vector>

#include "studies/stalls/table.hpp"

namespace opexplore {

/// The table of one test: a line for each machine. An empty line ends it.
void write_stalls(std::ostream& out, const std::vector<ChosenMachine>& machines,
                  const StallRow& row);

/// What comes after the last test: the sums, if there are several, and what the signs mean.
void write_stall_sums(std::ostream& out, const StallTable& table);

}  // namespace opexplore
