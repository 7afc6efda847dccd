// How a mistake in a file is said: FILE:LINE:COLUMN: message; suggestion.
#pragma once

#include <string>

#include "opmodel/program.hpp"

namespace opexplore {

/// The sentence, without what is unknown: a line of 0, an empty path or suggestion.
std::string located_message(const std::string& path, SourcePlace place, const std::string& message,
                            const std::string& suggestion);

}  // namespace opexplore
