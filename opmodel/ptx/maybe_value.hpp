// Values that may still be on their way: what a postponed load will give, and what follows from it.
#pragma once

#include <optional>

#include "opmodel/program.hpp"

namespace opexplore::ptx_model {

/// A value, or nothing while it is not known.
using MaybeValue = std::optional<Value>;

}  // namespace opexplore::ptx_model
