// Loops without a loop: what is indexed by such a number stays in machine registers, whereas an
// array that is indexed by a variable goes to memory.
#pragma once

#include <cstdint>
#include <utility>

#include "device.cuh"

namespace opexplore::hardware {

template <class Function, std::uint32_t... numbers>
__device__ __forceinline__ void each_of(const Function& function,
                                        std::integer_sequence<std::uint32_t, numbers...>) {
  (function(numbers), ...);
}

/// Calls function(0), function(1), … function(count - 1).
template <std::uint32_t count, class Function>
__device__ __forceinline__ void each(const Function& function) {
  each_of(function, std::make_integer_sequence<std::uint32_t, count>());
}

}  // namespace opexplore::hardware
