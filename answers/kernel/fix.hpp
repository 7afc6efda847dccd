// The cheapest change of a kernel that mends a bug: edits that the checklist of a trace names, put
// into the program and searched.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "answers/kernel/verdict.hpp"
#include "answers/machine_choice.hpp"
#include "answers/why/why.hpp"
#include "explorer/report.hpp"

namespace opexplore::kernel_fix {

/// The most states of a search for one fix.
inline constexpr std::uint64_t most_states_per_fix = 100'000;

/// Who is asked, and about what.
struct Question {
  const Test& test;
  const kernel::Facts& facts;
  const ChosenMachine& machine;
  const ExploreOptions& explore;
  /// Whether the bug is still there in what the changed program does.
  std::function<bool(const Test& changed, const Report& report)> is_there;
};

/// Of the edits that mend the missing rows, fences first, since they change no access: those that
/// do, with fewest. An edit beside the access `next` in place of one behind an earlier access is
/// tried as well, for that is where the author would put it. Nothing if no row is missing.
std::optional<CodeFix> fix(const Question& question, const std::vector<WhyRow>& rows,
                           std::optional<BugPlace> next);

/// Other ways to mend them, as one would say it: "flag as cuda::atomic_ref<…>(flag), release store,
/// acquire load".
std::vector<std::string> other_ways(const Question& question, const std::vector<WhyRow>& rows);

}  // namespace opexplore::kernel_fix
