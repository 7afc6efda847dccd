// A page to look at: tests, what was found, and executions to step through, in one file that needs
// nothing else. docs/output.md says what is on it.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "answers/ask.hpp"
#include "export/formats.hpp"

namespace opexplore {

/// Of the page document; also `schema_version` in it.
inline constexpr int page_schema_version = 1;

/// Of a test with more outcomes a page shows the way to one alone, that which tells most.
inline constexpr std::size_t most_page_outcomes = 64;

/// Also the search of a certificate, where that is short.
Needs page_needs(const AnsweredTest& run, const OutputOptions& options);

/// An element of `tests`: everything that a page shows of the test.
FormatResult page_part(const AnsweredTest& run, const OutputOptions& options);

/// The same of a test that nobody could answer.
FormatPart failed_page(const Failure& failure);

/// What pages are made from: the document with these tests.
nlohmann::ordered_json page_document(std::vector<FormatPart> parts, const ToolInfo& tool);

/// The page: text of an HTML file.
std::string page_html(std::vector<FormatPart> parts, const RunSummary& run);

}  // namespace opexplore
