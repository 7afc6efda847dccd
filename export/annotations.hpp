// Bugs as GitHub annotates the lines of a change with them: "workflow commands", lines that a job
// prints (GitHub Docs, "Workflow commands for GitHub Actions").
#pragma once

#include <string>

#include "answers/kernel/verdict.hpp"
#include "export/formats.hpp"

namespace opexplore {

/// A line for each bug, "::error file=handoff.cu,line=10,col=5,title=…::…", and for each note,
/// "::notice …". `test` is what the verdict is on.
std::string annotations(const Test& test, const KernelVerdict& verdict,
                        const kernel::InputCase& inputs = {});

/// The same for what is found of a test, and for a test that could not be run.
FormatResult annotations_part(const AnsweredTest& run, const OutputOptions& options);
FormatPart failed_annotation(const Failure& failure);

}  // namespace opexplore
