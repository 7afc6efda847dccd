// `rmo`: accesses are issued in order and complete out of it; synchronisation waits for the
// counters of its warp (Singh, Aga, Narayanasamy, MICRO 2015, section 3.2).
#pragma once

#include "opmodel/machines/rmo/rules.hpp"

namespace opexplore::rmo {

using Machine = pipeline::PathMachine<Rules>;

static_assert(opexplore::Machine<Machine>);
static_assert(HasStalls<Machine>);

}  // namespace opexplore::rmo
