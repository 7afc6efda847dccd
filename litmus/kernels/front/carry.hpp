// The flag CC.CF (PTX ISA 9.7.2 "Extended-Precision Integer Arithmetic Instructions"): a register
// that a function has beside those it declares.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "litmus/kernels/module.hpp"

namespace opexplore::kernel {

/// The flag as a register of the function; nothing in functions that do not use it.
std::optional<std::uint16_t> carry_flag(const Entry& entry);
/// What that register is called.
inline constexpr std::string_view carry_register = "CC.CF";
/// addc, subc and madc read the flag.
bool takes_carry(const Mnemonic& mnemonic);

}  // namespace opexplore::kernel
