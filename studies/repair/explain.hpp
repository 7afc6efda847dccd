// What each order, scope and fence of a program is for: whether less would do there, if nothing
// else changed.
#pragma once

#include <string>
#include <vector>

#include "answers/exit_code.hpp"
#include "studies/repair/fix.hpp"

namespace opexplore::repair {

/// The weakest programs that differ from the test at one place alone, for each place that could be
/// weaker, in the order of the program.
std::vector<FixAnswer> explained(const Test& test, FixQuestion question);

/// A line or two for each: what may stand there, or what happens with less.
std::string explained_text(const std::string& name, const std::vector<FixAnswer>& answers);

/// The worst of what was found.
ExitCode code_of(const std::vector<FixAnswer>& answers);

}  // namespace opexplore::repair
