// Hangs and deadlocks as bugs of a kernel.
#pragma once

#include <vector>

#include "answers/findings/findings.hpp"

namespace opexplore {

/// What keeps a kernel from its end: a deadlock; a run for ever although all blocks are there and
/// every thread goes on, or under a promise that was asked about.
std::vector<Bug> bugs_of_ends(const AnsweredTest& answered);

/// Whether it is known that it ends, where all blocks are there.
bool known_to_end(const AnsweredTest& answered);

/// That an ordinary launch promises less than the kernel needs; that it is not known whether it
/// ends.
void add_notes_on_ends(const AnsweredTest& answered, Findings& verdict);

}  // namespace opexplore
