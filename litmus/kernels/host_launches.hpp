// Launches of a kernel in the code of the host, as the host's compiler works them out: macros,
// constants, dim3, configurations, helper functions, and what is allocated and set before. Nothing
// is run.
#pragma once

#include <string>
#include <vector>

#include "litmus/kernels/host_marks.hpp"

namespace opexplore::kernel {

/// The launches that the assembly of marked code has (host_assembly()); of one place that is
/// compiled several times those that are known.
std::vector<CudaLaunch> marked_launches(const std::string& assembly, const MarkedCode& marked,
                                        const NamedEntry& entry);

}  // namespace opexplore::kernel
