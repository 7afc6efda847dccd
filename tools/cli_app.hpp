// What the programs' uses of CLI11 have in common.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "tools/help.hpp"

namespace opexplore {

/// The options that have a group, in the order in which they were added. Descriptions are
/// "PLACEHOLDER<tab>sentence"; flags have no placeholder.
std::vector<HelpEntry> help_entries(const CLI::App& app);

/// Parses arguments that normalise_arguments() gave. Throws UsageError.
void parse_arguments(CLI::App& app, std::vector<std::string> words);

}  // namespace opexplore
