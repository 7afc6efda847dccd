// Suggestions for names that do not exist.
#pragma once

#include <string>
#include <vector>

namespace opexplore::axioms {

/// "did you mean `…`?" with the nearest of the names, or nothing if none is near.
std::string did_you_mean(const std::string& name, const std::vector<std::string>& names);

}  // namespace opexplore::axioms
