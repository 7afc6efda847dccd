// Assertions that fail and other stops, as bugs of a kernel. On a GPU a failure ends the grid; in
// what is explored the other threads go on, so that what comes behind one is put down to it.
#pragma once

#include <string>
#include <vector>

#include "answers/findings/findings.hpp"

namespace opexplore {

/// What is wrong where a thread has come to such a stop, which is there: "assertion `flag == 1` can
/// fail".
std::string title_of(const kernel::Assertion& assertion, const CodePlace& place);

/// One for each stop that is reached in a run that ends, in whichever threads.
std::vector<Bug> assertion_bugs(const AnsweredTest& answered);

/// Makes of each hang and deadlock among `ends` that comes behind a failure one of `stops`, which
/// are those of assertion_bugs().
void blame_assertions(const AnsweredTest& answered, std::vector<Bug>& ends,
                      std::vector<Bug>& stops);

}  // namespace opexplore
