// `tso`: stores complete in order, later loads need not wait for them (Singh, Aga, Narayanasamy,
// MICRO 2015, section 3.3).
#pragma once

#include "opmodel/machines/tso/rules.hpp"

namespace opexplore::tso {

using Machine = pipeline::PathMachine<Rules>;

static_assert(opexplore::Machine<Machine>);
static_assert(HasStalls<Machine> && HasAxioms<Machine>);
static_assert(HasProgress<Machine> && HasMemorySteps<Machine> && OwesFairness<Machine>);
static_assert(HasWindow<Machine>);

}  // namespace opexplore::tso
