// Sums with a carry.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "litmus/kernels/step.hpp"

namespace opexplore::kernel {

/// The flag as a register of the function; nothing in functions that do not use it.
std::optional<std::uint16_t> carry_flag(const Entry& entry);
/// What that register is called.
std::string carry_register();
/// addc, subc and madc read the flag.
bool takes_carry(const Mnemonic& mnemonic);
/// Those, and add, sub and mad with `.cc`, which write it.
void execute_carry(Step& step);

}  // namespace opexplore::kernel
