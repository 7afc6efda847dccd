// Kernels that wait for what the host writes after it has launched them. The host is no part of
// what is explored: that they wait for ever is not theirs.
#pragma once

#include <vector>

#include "answers/findings/mend.hpp"
#include "opmodel/results/findings.hpp"

namespace opexplore {

/// Of the hangs and deadlocks those in which a thread reads what the host writes become undecided.
void leave_to_host(const AnsweredTest& answered, std::vector<Bug>& ends);

}  // namespace opexplore
