// What a kernel does only to let time pass: it backs off between tries, longer and longer, or for
// as long as a clock says. Nothing that it tells others depends on it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <vector>

#include "litmus/kernels/module.hpp"

namespace opexplore::kernel {

/// Parts of a kernel that may be left out.
struct Pacing {
  /// By register: it serves only to decide how long to pause.
  std::vector<bool> registers;
  /// By statement: it pauses, or computes such registers.
  std::vector<bool> statements;
  /// Jumps between ways that do nothing else, and the statement where these ways meet again, or the
  /// number of statements.
  std::map<std::size_t, std::size_t> joins;
};

/// Registers in `observed` count. Only what does not depend on memory is left out: a jump over
/// nothing still orders what follows behind the load that decides it. The parameters of a kernel
/// are known, those of a function that it calls may come from memory.
Pacing pacing_of(const Entry& entry, const std::set<std::uint16_t>& observed, bool is_kernel);

}  // namespace opexplore::kernel
