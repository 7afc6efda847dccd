// The report on a kernel for its author: bugs first, in lines of the source.
#pragma once

#include <iosfwd>

#include "answers/ask.hpp"
#include "export/output_options.hpp"

namespace opexplore {

/// Precondition: `run.kernel`.
void write_kernel(std::ostream& out, const AnsweredTest& run, const KernelVerdict& verdict,
                  const OutputOptions& options);

}  // namespace opexplore
