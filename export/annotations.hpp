// Bugs as GitHub annotates the lines of a change with them: "workflow commands", lines that a job
// prints (GitHub Docs, "Workflow commands for GitHub Actions").
#pragma once

#include <string>

#include "answers/findings/findings.hpp"
#include "export/formats.hpp"

namespace opexplore {

/// A line for each bug, "::error file=handoff.cu,line=10,col=5,title=…::…", and for each note,
/// "::notice …". `test` is what the findings are on; of a kernel there may be bugs of it
/// as_written.
std::string annotations(const Test& test, const Findings& found,
                        const kernel::InputCase& inputs = {},
                        const AnsweredTest* as_written = nullptr);

/// The same for what is found of a test, and for a test that could not be run.
FormatResult annotations_part(const AnsweredTest& run, const OutputOptions& options);
FormatPart failed_annotation(const Failure& failure);

}  // namespace opexplore
