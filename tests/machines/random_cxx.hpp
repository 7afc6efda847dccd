// Random C++ programs, small enough for the axioms: two to four threads, up to eight accesses and
// fences, all orders and scopes, dependencies and guards.
#pragma once

#include <cstdint>

#include "opmodel/condition.hpp"

namespace opexplore {

/// The program with that number; it observes every register and location.
Test random_cxx_test(std::uint64_t seed);

/// Its instructions, thread by thread, for messages.
std::string listing(const Test& test);

}  // namespace opexplore
