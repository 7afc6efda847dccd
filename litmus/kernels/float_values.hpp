// Floating-point numbers as people write and read them, and as the bits that memory holds of them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "opmodel/program.hpp"

namespace opexplore::kernel {

/// The bits of a number such as "1.5", "-3" or "1e-3", rounded to nearest, in a float of that many
/// bytes, as memory holds them; what begins with "0x" is the bits. Nothing for another text.
/// Precondition: `bytes` is 2, 4 or 8.
std::optional<Value> float_bits(std::string_view text, std::uint32_t bytes);

/// The shortest decimal that reads back as these bits: "3", "1.5", "-inf"; "nan" for all that are
/// no number. Same precondition.
std::string float_text(Value bits, std::uint32_t bytes);

}  // namespace opexplore::kernel
