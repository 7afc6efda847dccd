// Where what runs on by itself is known to have completed.
#pragma once

#include "opmodel/machines/ptx_async/context.hpp"

namespace opexplore::ptx_async {

/// Behind each asynchronous event the events of threads at which it is known to have completed:
/// waits for its group, for a phase in which it was counted, for its grid.
Rows completions_of(const Context& context, const State& state);

}  // namespace opexplore::ptx_async
