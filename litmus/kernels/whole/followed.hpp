// Which memory is followed in a launch that is run once.
#pragma once

#include "litmus/kernels/whole/block_run.hpp"

namespace opexplore::kernel {

/// Whether an access is to bytes that are there. If not, the thread stops. Throws LeftOpen for
/// memory of which something else may be read than what is followed.
bool is_followed(LaunchState& launch, Step& step, const Element& element);
/// The same of so many bytes from there on, which need not begin at a multiple of anything.
bool is_followed(LaunchState& launch, Step& step, const Abstract& place, Value bytes);

}  // namespace opexplore::kernel
