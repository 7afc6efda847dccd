// Results that must not be, as bugs of a kernel: what --never and --forall exclude.
#pragma once

#include <vector>

#include "answers/findings/mend.hpp"

namespace opexplore {

/// Whether the kernel has a result that its question excludes.
bool ends_unexpectedly(const AnsweredTest& answered);

/// One, if the kernel has a result that its question excludes.
std::vector<Mendable> unexpected_bugs(const AnsweredTest& answered);

/// What was asked with --exists, --never or --forall, answered; nothing where nothing was.
void add_answer(const AnsweredTest& answered, Findings& verdict);

}  // namespace opexplore
