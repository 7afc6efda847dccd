// A search for a difference, to read.
#pragma once

#include <string>

#include "studies/distinguish/distinguish.hpp"

namespace opexplore {

/// How the test was found, or how far the search went without one, in a line. `pairing` names the
/// two.
std::string distinguish_text(const FirstDifference& answer, const std::string& pairing);

}  // namespace opexplore
