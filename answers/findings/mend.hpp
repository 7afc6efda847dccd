// The cheapest change of a kernel that mends its bugs: changes that the bugs suggest are put into
// the program one after the other, and everything is asked again.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "answers/findings/findings.hpp"
#include "answers/why/why.hpp"

namespace opexplore {

/// What a bug suggests, the most likely first.
struct Changes {
  std::vector<Remedy> likely;
  Remedy otherwise = {};  ///< another way, told beside the first; empty if there is none
  /// What helps if none of these does, if an exploration of `if_any_order` finds no bug; empty if
  /// there is nothing. Without edits nothing is explored.
  std::string advice = {};
  Remedy if_any_order = {};
};

/// A bug, and what may mend it, to be worked out where somebody wants to know.
struct Mendable {
  Bug bug;
  std::function<Changes()> changes = {};  ///< empty: nothing is known
};

/// The most states of a search for one change.
inline constexpr std::uint64_t most_states_per_change = 100'000;

/// The options for asking about a changed kernel.
ExploreOptions for_changed(ExploreOptions options);

/// What was asked about the end of a kernel, to be asked of a changed one.
TerminationQuestion asked_again(const Termination& report);

/// Gives each of the bugs the first change after which no bug is left in the kernel; where there is
/// none, the first after which this one is gone, and there is no other one than before. A change of
/// which a limit leaves that open is given as not proved, if there is no better one. All of it ends
/// at the limit of time of the options. Precondition: the bugs are all that the answer has.
void mend(const AnsweredTest& answered, const ExploreOptions& explore, std::vector<Mendable>& bugs);

}  // namespace opexplore
