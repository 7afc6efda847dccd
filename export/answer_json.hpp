// What is found of a test as elements of JSON documents: reports, and traces that can be replayed.
#pragma once

#include <string>
#include <vector>

#include "answers/ask.hpp"
#include "export/formats.hpp"

namespace opexplore {

/// An element of `tests` of a report.
/// The traces of it, taken again.
Needs json_needs(const AnsweredTest& test, const OutputOptions& options);
FormatResult json_part(const AnsweredTest& test, const OutputOptions& options);

/// The report of a run.
std::string json_report(std::vector<FormatPart> parts, const RunSummary& run);

/// The elements of `traces` of a trace document: each trace of a machine that is shown, on the test
/// as it is written in the document.
Needs trace_json_needs(const AnsweredTest& test, const OutputOptions& options);
FormatResult trace_json_part(const AnsweredTest& test, const OutputOptions& options);

/// The trace document of a run.
std::string trace_json_document(std::vector<FormatPart> parts, const RunSummary& run);

}  // namespace opexplore
