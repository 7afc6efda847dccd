// What was found as Compiler Explorer wants the output of a tool: a line for each finding, of which
// it makes a link to the line of the editor (compiler-explorer, lib/utils.ts, parseOutput).
#pragma once

#include "export/formats.hpp"

namespace opexplore {

/// "<source>:9:5: error: data race on `data`: …", with a note for each other place and for the fix;
/// statements of the test; and without a place what there is to say of all. `<source>` is the file
/// in the editor: the source that was compiled where the module names its lines, and then lines of
/// the module are `<ptx>`.
FormatResult compiler_explorer_part(const AnsweredTest& run, const OutputOptions& options);

/// Why a test could not be run.
FormatPart failed_compiler_explorer(const Failure& failure);

}  // namespace opexplore
