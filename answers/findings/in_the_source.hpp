// Bugs of a kernel that its PTX has no more: the compiler took accesses away, which it may where
// the source has no data race, and another compiler may not.
#pragma once

#include <memory>

#include "answers/ask.hpp"

namespace opexplore {

/// Explores Facts::as_written, if there is one, as long as for a fix, and keeps the bugs that the
/// first search does not have, at a line that lost an access; nothing if there are none. Findings
/// are bugs alone. Precondition: what the answer's test was explored with ended.
std::shared_ptr<const AnsweredTest> bugs_of_source(const AnsweredTest& answered,
                                                   const ExploreOptions& explore);

}  // namespace opexplore
