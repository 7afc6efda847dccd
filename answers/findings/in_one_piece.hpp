// Kernels that rely on what PTX does not promise of vectors.
#pragma once

#include "answers/findings/findings.hpp"

namespace opexplore {

/// If the kernel has bugs, and has none where vectors of at most 8 bytes are accessed in one piece:
/// a note that says so. That is searched for as long as for a fix.
void add_note_on_vectors(const AnsweredTest& answered, const ExploreOptions& explore,
                         Findings& verdict);

}  // namespace opexplore
