// The progress line of a long search, in TLC's shape, on a terminal alone.
#pragma once

#include <functional>
#include <string>

#include "explorer/explore.hpp"

namespace opexplore {

/// "Progress(12) at 10:31:07: 5,000 states generated (300,000 r/min), …".
/// `time` is the time of day, hh:mm:ss.
std::string progress_line(const Progress& progress, const std::string& time);

/// Prints the line on standard error, over the one before, from the second second of a
/// search on; empty when standard error is no terminal.
std::function<void(const Progress&)> terminal_progress();

/// Prints "WHAT: 12 of 300 done" there, in the same place; nothing when standard error is no
/// terminal.
void show_count(const std::string& what, std::size_t done, std::size_t all);

/// Removes the line, if one may be there.
void clear_progress();

}  // namespace opexplore
