// How far a chain of availability operations, or of visibility operations, has come (Vulkan
// specification, appendix "Memory Model": "Availability and Visibility"; Khronos alloy/spirv.als
// and Dat3M cat/vulkan.cat: avwg, avqf, avsh and visible, each of which is built of the smaller
// ones).
//
// A chain hops from one operation to the next within an instance of a scope. With s, w, q for hops
// in a subgroup, a workgroup, a queue family, the chains to these and to the device are
//   to s: none   to w: s?   to q: s? (s? w)?   to the device: s? (s? w)? (s? (s? w)? q)?
// for the chain to a scope starts again in each hop of that scope; and those of visibility are the
// same from the end. So which scopes a chain may still hop in, and what it has come to, depends on
// all its hops.
#pragma once

#include <array>
#include <cstdint>

#include "opmodel/vulkan_attributes.hpp"

namespace opexplore::vulkan {

/// Where the chains between a write and one operation have come in the expression above: a bit for
/// each of its eight places. Availability and visibility have places of their own.
using ChainPlaces = std::uint8_t;

/// Bit i stands for scope i.
using Levels = std::uint8_t;
constexpr Levels levels_up_to(VulkanScope scope) {
  return static_cast<Levels>((2U << static_cast<unsigned>(scope)) - 1U);
}

/// The scopes in whose instances chains hop.
inline constexpr std::array hop_scopes{VulkanScope::subgroup, VulkanScope::workgroup,
                                       VulkanScope::queue_family};

/// \name Availability: from the write outwards.
/// @{
/// The operation that makes the write available at first.
inline constexpr ChainPlaces available_first = 1;
/// After another hop in an instance of that scope, one of hop_scopes.
ChainPlaces hop_outwards(ChainPlaces places, VulkanScope in);
/// The scopes to which the operation, of that scope, makes the write available.
Levels available_to(ChainPlaces places, VulkanScope scope);
/// The places from which an operation of that scope is available to anyone, or may hop on.
ChainPlaces useful_outwards(VulkanScope scope);
/// @}

/// \name Visibility: from the device inwards.
/// @{
/// The operation that takes what is available to instances of these scopes.
ChainPlaces pulled_from(Levels levels);
/// After another hop in an instance of that scope, one of hop_scopes.
ChainPlaces hop_inwards(ChainPlaces places, VulkanScope in);
/// The scopes in which a chain may hop on.
Levels hops_inwards(ChainPlaces places);
/// @}

}  // namespace opexplore::vulkan
