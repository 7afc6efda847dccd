// How tensor copies and tensor cores mix up the bytes of tiles in shared memory, so that neither
// rows nor columns fall on the same banks (PTX ISA 5.5.6 "Swizzling Modes").
#pragma once

#include "litmus/kernels/step.hpp"

namespace opexplore::kernel {

/// Bytes that stay side by side.
inline constexpr Value swizzled_bytes = 16;

/// The bytes after which the pattern begins anew, of a swizzle of 32, 64 or 128 bytes; 0 of none.
constexpr Value pattern_bytes(Value swizzle) { return 8 * swizzle; }

/// Where the byte lies that would be at `address` without: pieces of 16 bytes are exchanged within
/// a row of `swizzle` bytes, in each row of 128 bytes otherwise.
constexpr Value swizzled(Value swizzle, Value address) {
  constexpr Value row = 128;
  const Value pieces = swizzle / swizzled_bytes;
  return pieces == 0 ? address : address ^ (address / row % pieces * swizzled_bytes);
}

/// Says that the object is taken to begin at a multiple of so many bytes, if its declaration does
/// not say so: where it lies is the compiler's choice.
void note_alignment(Step& step, std::uint16_t object, Value multiple);

}  // namespace opexplore::kernel
