// All ways to fill in a cycle.
#pragma once

#include <cstdint>

#include "litmus/generate/alternatives.hpp"
#include "litmus/generate/cycle.hpp"

namespace opexplore::generate {

/// Every test of the cycle in which plain accesses and plain program order take each of the
/// alternatives; what the cycle says already stays. Of tests that differ in the names of
/// threads and locations alone there is one. Choices of regions that some placement does not permit
/// are left out. Returns how many tests there were. Throws InputError.
std::uint64_t for_each_variant(const Cycle& cycle, const Alternatives& alternatives,
                               const UseMake& use);

}  // namespace opexplore::generate
