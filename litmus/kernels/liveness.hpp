// Which registers of a kernel or function can still be read: two states of a thread that differ
// only in others are the same.
#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "litmus/kernels/module.hpp"

namespace opexplore::kernel {

/// The registers that a statement uses.
struct Use {
  std::vector<std::uint16_t> read;
  std::vector<std::uint16_t> written;
  std::vector<std::uint16_t> perhaps_written;  ///< behind a guard: the old value may stay
};

Use use_of(const Entry& entry, const Statement& statement);

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

/// Where a thread can go from the statement; the number of statements means the end.
std::vector<std::size_t> successors(const Entry& entry, std::size_t statement);

/// The statement that a jump leads to, if the statement is one and the label exists.
std::optional<std::size_t> jump_target(const Entry& entry, const Statement& statement);

/// Whether the function, or the thread, ends there.
bool leaves_function(const Statement& statement);

}  // namespace opexplore::kernel
