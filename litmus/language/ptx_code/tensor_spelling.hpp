// Operations on tensor memory as text, each in one of the forms that are read.
#pragma once

#include <string>

#include "opmodel/program.hpp"

namespace opexplore::detail {

/// E.g. "tcgen05.mma.cta_group::1.kind::f16 [t], [s]". Precondition: it is one.
std::string tensor_text(const AsynchronousOperation& operation, const Program& program,
                        const Thread& thread);

}  // namespace opexplore::detail
