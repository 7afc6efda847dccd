// Random programs in which it matters what races: accesses that are ordered in some executions, or
// only done in some.
#pragma once

#include <cstdint>
#include <span>

#include "opmodel/condition.hpp"
#include "tests/random/program_generator.hpp"

namespace opexplore::random_programs {

/// Guarded accesses, each with another emphasis.
std::span<const Profile> race_profiles();

/// The test, or the same with a filter that some of its outcomes pass, or the same with fewer
/// observables, perhaps none: what nobody observes races all the same.
Test asked_differently(const Test& test, std::uint64_t seed);

}  // namespace opexplore::random_programs
