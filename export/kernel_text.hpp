// The report on a kernel for its author: bugs first, in lines of the source.
#pragma once

#include <iosfwd>
#include <string>

#include "answers/ask.hpp"
#include "export/output_options.hpp"

namespace opexplore {

/// Precondition: `run.asked.kernel`.
void write_kernel(std::ostream& out, const AnsweredTest& run, const KernelVerdict& verdict,
                  const OutputOptions& options);

/// "possible  out: 0, 42;  x: 1", or what was found so far: the values that the memory that is
/// shown can end with. Empty where none is shown, or nothing ends. Precondition:
/// `run.asked.kernel`.
std::string results_text(const AnsweredTest& run, Radix radix);

}  // namespace opexplore
