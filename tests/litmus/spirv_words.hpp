// The words of SPIR-V for what litmus tests of Vulkan say.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "opmodel/program.hpp"

namespace opexplore::testing {

/// The test has no twin.
struct NoTwin {};

inline void require(bool condition) {
  if (!condition) throw NoTwin{};
}

inline int scope_number(VulkanScope scope) {
  constexpr std::array numbers{3, 2, 5, 1};  // Subgroup, Workgroup, QueueFamily, Device
  return numbers[static_cast<std::size_t>(scope)];
}

/// The mask of memory semantics.
inline int semantics_number(Order order, const VulkanAttributes& attributes) {
  int mask = order == Order::acquire   ? 0x2
             : order == Order::release ? 0x4
             : order == Order::acq_rel ? 0x8
                                       : 0;
  constexpr std::array bits{0x40, 0x100, 0x800, 0x1000};
  for (std::size_t i = 0; i < bits.size(); ++i) {
    if (has_class(attributes.semantics, static_cast<StorageClass>(i))) mask |= bits[i];
  }
  return mask | (attributes.make_available ? 0x2000 : 0) | (attributes.make_visible ? 0x4000 : 0);
}

inline std::string_view operation_name(ArithmeticOp op) {
  switch (op) {
    case ArithmeticOp::add:
      return "OpIAdd";
    case ArithmeticOp::sub:
      return "OpISub";
    case ArithmeticOp::mul:
      return "OpIMul";
    case ArithmeticOp::bit_and:
      return "OpBitwiseAnd";
    case ArithmeticOp::bit_or:
      return "OpBitwiseOr";
    case ArithmeticOp::bit_xor:
      return "OpBitwiseXor";
    default:
      throw NoTwin{};
  }
}

inline std::string_view operation_name(AtomicOp op) {
  switch (op) {
    case AtomicOp::add:
      return "OpAtomicIAdd";
    case AtomicOp::sub:
      return "OpAtomicISub";
    case AtomicOp::bit_and:
      return "OpAtomicAnd";
    case AtomicOp::bit_or:
      return "OpAtomicOr";
    case AtomicOp::bit_xor:
      return "OpAtomicXor";
    case AtomicOp::exch:
      return "OpAtomicExchange";
    default:
      throw NoTwin{};
  }
}

inline std::string_view operation_name(Comparison comparison) {
  constexpr std::array<std::string_view, 6> names{"OpIEqual",       "OpINotEqual",
                                                  "OpSLessThan",    "OpSLessThanEqual",
                                                  "OpSGreaterThan", "OpSGreaterThanEqual"};
  return names[static_cast<std::size_t>(comparison)];
}

}  // namespace opexplore::testing
