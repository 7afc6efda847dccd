// Which registers of a kernel or function can still be read: two states of a thread that differ
// only in others are the same.
#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "litmus/kernels/module.hpp"

namespace opexplore::kernel {

/// By statement, and one more for the end: the registers read from there on before they are
/// written. Those in `observed` are read at the end. It can be too large, never too small.
std::vector<std::vector<bool>> live_registers(const Entry& entry,
                                              const std::set<std::uint16_t>& observed);

/// For each register one whose place it may take, which is the same for all that share it: none of
/// these are needed at the same time, and they have one type. Compilers write each value to a
/// register of its own, and programs have few. Those in `observed` share with none.
std::vector<std::uint16_t> shared_registers(const Entry& entry,
                                            const std::vector<std::vector<bool>>& live,
                                            const std::set<std::uint16_t>& observed);

}  // namespace opexplore::kernel
