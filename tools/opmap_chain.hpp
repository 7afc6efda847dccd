// `opmap check --chain`: tables one after the other.
#pragma once

#include "tools/opmap.hpp"

namespace opexplore {

/// Checks the chain of the tables in that comma list, and writes the report. `guard` knows what the
/// run reads. Throws UsageError.
ExitCode check_chain(const std::string& list, const SourceTexts& texts, const ReportTexts& report,
                     OutputGuard guard);

}  // namespace opexplore
