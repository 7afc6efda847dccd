// Bugs as SARIF 2.1.0, which code hosts and editors show beside the lines of the source: of kernels
// at the lines of CUDA, of litmus tests at those of the test.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "answers/findings/findings.hpp"
#include "export/formats.hpp"

namespace opexplore {

/// A `result` for each bug and each note. `test` is what the findings are on, `facts` what is
/// known of it if it is a kernel; then there may be bugs of it as_written.
nlohmann::ordered_json sarif_results(const Test& test, const Findings& found,
                                     const kernel::Facts* facts = nullptr,
                                     const AnsweredTest* as_written = nullptr);

/// \name As a format: results, a notification of a test that could not be run, the log of a run.
/// @{
FormatResult sarif_part(const AnsweredTest& run, const OutputOptions& options);
FormatPart failed_sarif(const Failure& failure);
std::string sarif_document(std::vector<FormatPart> parts, const RunSummary& run);
/// @}

}  // namespace opexplore
