// Changes of a kernel that may mend a race with what goes on by itself: fences between the proxies,
// waits for operations (PTX ISA 9.7.10.28, 9.7.15.4).
#pragma once

#include <vector>

#include "answers/findings/mend.hpp"

namespace opexplore::kernel_changes {

/// A fence between the generic and the asynchronous proxy, behind the access or in front of the
/// operation; a wait for the operation behind it, or behind a wait for less; each of them by
/// itself, then with a barrier. Precondition: one of the two is an operation, or both are.
std::vector<Remedy> by_completion(const AnsweredTest& run, const BugPlace& first,
                                  const BugPlace& second);

/// What a CUDA kernel has for it: "cuda::ptx::fence_proxy_async();". Empty if there is nothing.
std::string call_of(const AsynchronousAction& action);

}  // namespace opexplore::kernel_changes
