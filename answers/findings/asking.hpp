// What is asked of a kernel beside what its author asks.
#pragma once

#include <variant>

#include "answers/ask.hpp"
#include "answers/side_search.hpp"

namespace opexplore {

/// Whether it ends: where all blocks are there, and what an ordinary launch promises.
TerminationQuestion kernel_termination(const kernel::Facts& facts);

/// As ask(). Of a kernel with bugs, runs that show them are found, too: what is fine needs none,
/// and looking for them can take longer than all else. What is known does not become less for want
/// of time to show it. `explore` says then what the last search was asked with.
std::variant<AnsweredTest, Failure> ask_with_witnesses_of_bugs(const Question& question,
                                                               ExploreOptions& explore,
                                                               const Deadline& deadline);

}  // namespace opexplore
