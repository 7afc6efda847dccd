// Changes of a litmus test that mend what is wrong with it.
#pragma once

#include <optional>

#include "answers/findings/findings.hpp"
#include "answers/why/why.hpp"

namespace opexplore {

/// What `why` has shown to forbid an outcome; nothing where it has not. Searches nothing.
std::optional<CodeFix> fix_of(const AnsweredTest& run, const Why& why);

/// Gives data races without a fix the first change after which a complete search finds that race no
/// more, and no other one: what their details say to be missing, one by one and together, then both
/// accesses made strong. All of it ends at the limit of time of the options. Precondition: they
/// are findings_of_test() of the run.
void mend_races(const AnsweredTest& run, const ExploreOptions& explore, Findings& found);

}  // namespace opexplore
