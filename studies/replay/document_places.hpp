// Where the instructions of a translated test stand: that is in no litmus text, so a document of
// its traces says it.
#pragma once

#include "export/trace_document.hpp"
#include "litmus/input/documents/document.hpp"

namespace opexplore {

/// Gives the test the names of threads and the places of instructions that `test` of a trace has,
/// if it says that it was translated. What else is wrong there is left to whoever compares. Throws
/// InputError for a place that is none.
void take_places(const documents::Node& test, WrittenTest& written);

}  // namespace opexplore
