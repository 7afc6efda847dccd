// Bugs as SARIF 2.1.0, which code hosts and editors show beside the lines of the source: of kernels
// at the lines of CUDA, of litmus tests at those of the test.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "answers/kernel/verdict.hpp"
#include "export/formats.hpp"

namespace opexplore {

/// A `result` for each bug and each note. `test` is what the verdict is on, `facts` what is known
/// of it if it is a kernel.
nlohmann::ordered_json sarif_results(const Test& test, const KernelVerdict& verdict,
                                     const kernel::Facts* facts = nullptr);

/// \name As a format: results, a notification of a test that could not be run, the log of a run.
/// @{
FormatResult sarif_part(const AnsweredTest& run, const OutputOptions& options);
FormatPart failed_sarif(const Failure& failure);
std::string sarif_document(std::vector<FormatPart> parts, const RunSummary& run);
/// @}

}  // namespace opexplore
