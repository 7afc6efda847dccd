// The user at the terminal: Ctrl-C, which ends the search and reports what was found (the second
// one ends the program), and the progress line of a long search, in TLC's shape.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>

#include "explorer/explore.hpp"

namespace opexplore {

/// From now on the first SIGINT or SIGTERM only raises the flag below.
void catch_interrupts();

/// Whether a signal came. Cheap; callable from any thread.
bool interrupted();

/// What a search is of.
struct SearchTitle {
  std::string test = {};  ///< its name; empty when that is not known
  std::optional<std::chrono::milliseconds> timeout = std::nullopt;
};

/// "MP: Progress(12) at 10:31:07, 4 s of 60 s: 5,000 states generated (75,000 a minute), … left at
/// this depth". `time` is the time of day, hh:mm:ss.
std::string progress_line(const SearchTitle& title, const Progress& progress,
                          const std::string& time);

/// Prints the line on standard error, over the one before, from the second second of a
/// search on; empty when standard error is no terminal.
std::function<void(const Progress&)> terminal_progress(SearchTitle title);

/// Prints the line on standard error each time that so much time has gone by, for logs of batch
/// systems.
std::function<void(const Progress&)> logged_progress(SearchTitle title,
                                                     std::chrono::milliseconds period);

/// Prints the line on standard error over the one before, cut to the width of the terminal, for a
/// longer one could not be written over; nothing when standard error is no terminal.
void put_line(std::string line);

/// Prints the line on standard error so that it stays there, above the next one of the progress;
/// nothing when standard error is no terminal.
void put_line_above(const std::string& line);

/// Whether standard error is a terminal.
bool on_terminal();

/// "Tests: 12 of 300 done, 40 s left". What is left is not said of the first seconds.
std::string count_line(const std::string& what, std::size_t done, std::size_t all, double seconds);

/// Takes what is done, how much of it and how much of how much; its time is counted from the first
/// call that names it. Prints that line in the same place, or, where standard error is no terminal,
/// each time that so much time has gone by; never without a period.
std::function<void(const std::string&, std::size_t, std::size_t)> shown_counts(
    std::optional<std::chrono::milliseconds> period = std::nullopt);

/// Removes the line, if one may be there.
void clear_progress();

/// Between two lines of what nobody watches, but may take hours.
inline constexpr std::chrono::seconds between_logs{20};

/// The search as a user at a terminal can watch and end it: with the signals of catch_interrupts()
/// and, unless it shall be quiet, the progress line.
ExploreOptions watched(ExploreOptions explore, bool quiet);

}  // namespace opexplore
