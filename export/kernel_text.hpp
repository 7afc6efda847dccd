// The report on a kernel for its author: bugs first, in lines of the source.
#pragma once

#include <iosfwd>
#include <string>
#include <utility>
#include <vector>

#include "answers/ask.hpp"
#include "export/output_options.hpp"

namespace opexplore {

/// Precondition: `run.asked.kernel`, and it has findings.
void write_kernel(std::ostream& out, const AnsweredTest& run, const OutputOptions& options);

/// What stands between its head and what memory can end with: bugs with their fixes, what is fine,
/// notes. Without `with_module` nothing is said of the module that was explored. Precondition:
/// `run.asked.kernel`, and it has findings.
void write_findings(std::ostream& out, const AnsweredTest& run, bool explain,
                    bool with_module = true);

/// A change as a line of a report: where, what is written, and at which line of the source. One
/// without a text takes away what it has instead.
std::vector<std::string> edit_cells(const CodeEdit& edit);

/// "handoff.cu: kernel handoff(int*), explored as <<<2, 1>>>". Precondition: `run.asked.kernel`.
std::string kernel_title(const AnsweredTest& run);

/// "no data race, no hang": what was asked, and is not so. Empty if there is nothing.
/// Precondition: it has findings.
std::string fine_text(const AnsweredTest& run);

/// What memory that is shown can end with: each place, and its values in order.
using ShownResults = std::vector<std::pair<std::string, std::vector<std::string>>>;
/// Precondition: `run.asked.kernel`.
ShownResults shown_results(const AnsweredTest& run, Radix radix);
/// "out: 0, 42;  x: 1".
std::string joined_results(const ShownResults& results);

/// "possible  out: 0, 42;  x: 1", or what was found so far: the values that the memory that is
/// shown can end with. Empty where none is shown, or nothing ends. Precondition:
/// `run.asked.kernel`.
std::string results_text(const AnsweredTest& run, Radix radix);

}  // namespace opexplore
