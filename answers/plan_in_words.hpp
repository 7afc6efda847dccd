// Which searches a question takes of a machine, for whoever wants to be told.
#pragma once

#include <string>
#include <vector>

#include "answers/hunt.hpp"
#include "answers/semantics.hpp"

namespace opexplore {

/// One after the other (explorer/plan.hpp); of a model none. Precondition: it can run the test.
std::vector<std::string> plan_in_words(const Semantics& semantics, const Test& test,
                                       const ExploreOptions& explore, const HuntOptions& hunt);

}  // namespace opexplore
