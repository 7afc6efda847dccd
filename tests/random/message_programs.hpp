// Random programs that mean to order their accesses, and do so more or less: messages, loops that
// wait, locks, flags with fences, barriers. Orders, scopes and places are drawn, so that the same
// pattern is clean in one program and races in the next.
#pragma once

#include <cstdint>

#include "opmodel/condition.hpp"

namespace opexplore::random_programs {

/// The same for the same number. Every register and location is observed.
Test message_program(std::uint64_t seed);

}  // namespace opexplore::random_programs
