// Random programs in which it matters what races: accesses that are ordered in some executions, or
// only done in some.
#pragma once

#include <set>
#include <span>

#include "opmodel/condition.hpp"
#include "tests/random/program_generator.hpp"

namespace opexplore::random_programs {

/// Guarded accesses, each with another emphasis.
std::span<const Profile> race_profiles();

/// The test with a filter that some of these outcomes, if there are any, pass and others may not.
Test filtered(Test test, const std::set<Outcome>& outcomes, Random& random);

}  // namespace opexplore::random_programs
