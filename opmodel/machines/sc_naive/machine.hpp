// `sc-naive`: sequential consistency by waiting, one access of a warp at a time (Singh, Aga,
// Narayanasamy, MICRO 2015, section 3.4).
#pragma once

#include "opmodel/machines/sc_naive/rules.hpp"

namespace opexplore::sc_naive {

using Machine = pipeline::PathMachine<Rules>;

static_assert(opexplore::Machine<Machine>);
static_assert(HasStalls<Machine> && HasAxioms<Machine>);

}  // namespace opexplore::sc_naive
