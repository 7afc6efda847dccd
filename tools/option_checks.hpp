// Which options go together.
#pragma once

#include <span>
#include <string>

#include "tools/option_texts.hpp"
#include "tools/options.hpp"

namespace opexplore {

/// Whether the word can be a file: "-", or one that does not look like an option.
bool is_file(const std::string& word);

/// A word after --dot or --coq that is neither a file to write, by its suffix, nor anything that
/// can be a test would be taken for a test without a word. Throws UsageError.
void check_words_after_files(std::span<const std::string> arguments);

/// What one part of the command line would make another mean nothing is refused. Throws UsageError.
void check_together(const OptionTexts& texts, const Options& options);

}  // namespace opexplore
