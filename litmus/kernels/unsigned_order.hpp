// Unsigned minima and maxima of read-modify-writes. Programs know signed ones alone, and of 32 bits
// they hold signed numbers, too. Both orders are the same among numbers of one sign.
#pragma once

#include <vector>

#include "litmus/kernels/step.hpp"
#include "litmus/language/pointers.hpp"

namespace opexplore::kernel {

/// Whether some thread has such read-modify-writes.
bool orders_unsigned(const std::vector<ThreadCode>& codes);

/// Makes loops of those at which numbers may meet of which one has its highest bit set, and the
/// other has not (see atomic_loops.hpp): throws SizesLearnt then. `values` are those of the program
/// that the threads make, in that order; nothing if they are not known.
void check_unsigned_orders(Surroundings& around, const std::vector<ThreadCode>& codes,
                           const detail::PointerValues* values);

}  // namespace opexplore::kernel
