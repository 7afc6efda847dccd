// Traces where the paths of the search that found the states are none (HasGradedForm): each comes
// from a search of its own.
#pragma once

#include "explorer/search/machine_forms.hpp"

namespace opexplore {

/// Adds the traces that were asked for, and reasons, to what was found. Whether all of them are of
/// the form of the machine that the options say: if not, some show that a load is late.
bool trace_apart(const Inquiry& asked, Searched& found);

}  // namespace opexplore
