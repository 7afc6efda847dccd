// What the choices that a path has made say about the next one.
//
// A path on which a compare-and-swap succeeded has read the expected value, so the branch that asks
// whether it succeeded can go one way only. The other way would be a path without executions, and a
// loop around it has no end.
#pragma once

#include <optional>

#include "axioms/thread_paths.hpp"

namespace opexplore::axioms {

/// The result of the comparison in every execution in which the constraints of the path hold.
/// Nothing if that is not clear from single constraints.
std::optional<bool> implied(const Path& path, Comparison comparison, ExpressionIndex left,
                            ExpressionIndex right);

}  // namespace opexplore::axioms
