// Bugs of a kernel that its PTX has no more: the compiler took accesses away, which it may where
// the source has no data race, and another compiler may not.
#pragma once

#include <memory>

#include "answers/ask.hpp"
#include "answers/kernel/bugs.hpp"

namespace opexplore {

/// What is said of the kernel as it is written, beside what is said of its PTX.
struct SourceVerdict {
  AnsweredTest run;       ///< of a module that was not optimised
  KernelVerdict verdict;  ///< bugs alone, which refer to the run
};

/// Explores Facts::as_written, if there is one, as long as for a fix, and keeps the bugs that the
/// first search does not have, at a line that lost an access; nothing if there are none.
/// Precondition: what the answer's test was explored with ended.
std::shared_ptr<const SourceVerdict> bugs_of_source(const AnsweredTest& answered,
                                                    const ExploreOptions& explore);

}  // namespace opexplore
