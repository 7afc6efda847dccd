// A finding as a small program: two threads in the place of the two that were seen.
#pragma once

#include <string>
#include <vector>

#include "litmus/kernels/facts.hpp"
#include "studies/second/finding.hpp"

namespace opexplore::second {

/// What is taken of a finding that its tool does not say.
struct Reading {
  /// What stands behind `if`: "nothing else orders the two"; empty: all is told.
  std::string taken;
  bool handed_over = false;  ///< the first access is published, and the second thread waits for it
  bool strong = false;       ///< accesses of which the order is not told are volatile
  Others others = Others::ended;
};

/// Whether the two accesses are by one instruction, so that nothing can be put between them.
bool is_one_instruction(const Finding& finding);

/// A program with what the finding says as its source: lines of the report's own files, quoted
/// where they can be read from here, relative to the report or to the working directory. Throws
/// InputError at the place of the finding for what PTX does not have, such as an atomic of one
/// byte.
kernel::LaunchedKernel program_of(const Finding& finding, const Reading& reading,
                                  const std::string& report);

/// The PTX that it is translated from: for tests, and to look at.
std::string ptx_of(const Finding& finding, const Reading& reading, const std::string& report);

}  // namespace opexplore::second
