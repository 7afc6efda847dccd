// Which options go together.
#pragma once

#include <string>

#include "tools/option_texts.hpp"
#include "tools/options.hpp"

namespace opexplore {

/// Whether the word can be a file: "-", or one that does not look like an option.
bool is_file(const std::string& word);

/// What one part of the command line would make another mean nothing is refused. Throws UsageError.
void check_together(const OptionTexts& texts, const Options& options);

}  // namespace opexplore
