// One asynchronous instruction in an otherwise fixed litmus test.
#pragma once

#include <string>

#include "litmus/language/reader.hpp"

namespace opexplore::testing {

/// A test of two CTAs of a cluster and one of another, with that instruction in line 4, column 1.
/// s, u and the tensormap e are shared, x, g and the tensormap d are not, b and c are mbarriers.
inline std::string asynchronous_cell(const std::string& instruction) {
  return "PTX cell\n{ s=1; u=2; x=3; g=0; b @ mbarrier 2; c @ mbarrier; d @ tensormap = 0; "
         "e @ tensormap = &x; }\n"
         "P0@cta 0,cluster 0,gpu 0 | P1@cta 1,cluster 0,gpu 0 | P2@cta 2,cluster 1,gpu 0 ;\n" +
         instruction + " | | ;\ns: shared, u: shared, e: shared;\nexists (x=0)\n";
}

/// The instruction as the reader understood it.
inline Action read_asynchronous_action(const std::string& instruction) {
  const Test test = read(asynchronous_cell(instruction), "cell");
  return test.program.threads[0].instructions.at(0).action;
}

}  // namespace opexplore::testing
