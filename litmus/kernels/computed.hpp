// Accesses of a launch whose address is known only when the program runs.
#pragma once

#include <string>
#include <vector>

#include "litmus/kernels/step.hpp"

namespace opexplore::kernel {

/// The addresses that the access goes to if its register holds the value, which become elements of
/// memory; none if there is no such element.
std::vector<AddressId> addresses(Surroundings& around, const ComputedElements& access, Value value);

/// What is wrong if there is none: "the access is outside of 'x', which has 4 elements".
std::string outside(const Surroundings& around, const ComputedElements& access);

/// Finds where the computed accesses of the threads can go, which makes elements of
/// `around.memory`, and puts jumps to accesses with provisional addresses in their place
/// (litmus/language/computed_access.hpp). `codes` and `threads` go together; all elements that the
/// program accesses otherwise, or that the question mentions, are known. A thread that accesses no
/// element stops. Throws InputError where that cannot be found out, and SizesLearnt
/// (see unsigned_order.hpp).
void resolve_computed(Surroundings& around, std::vector<ThreadCode>& codes, Program& program);

}  // namespace opexplore::kernel
