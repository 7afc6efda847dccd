// How generated tests of Vulkan spell what an instruction orders, in the words of the dialect of
// Dartagnan's tests: `dv.semsc0.semsc1.semav`.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "opmodel/program.hpp"

namespace opexplore::generate {

/// What an order has if nothing else is said: the storage class of most tests, no availability, no
/// visibility. Names do not mention it.
inline constexpr StorageClassSet usual_semantics = set_of(0);

/// The scope and what the order says, of an atomic, a fence or a barrier: `wg`, `dv.semav`,
/// `dv.semsc0.semsc1.semvis`. The usual semantics are not written.
std::string ordering_text(Order order, const VulkanAttributes& attributes);

/// The reverse, from the words between the dots; nothing for others, and for those that do not go
/// with the order: without an order there are no semantics, `semav` is of releases, `semvis` of
/// acquires. Several storage classes may stand in any order.
std::optional<VulkanAttributes> parse_ordering(std::span<const std::string_view> words,
                                               Order order);

/// What an order says alone: `semsc0`, `semsc0.semsc1.semav.semvis`. The same rules, but that
/// `semav` and `semvis` may stand for operations that release or acquire: see with_order().
std::optional<VulkanAttributes> parse_semantics(std::span<const std::string_view> words);

/// What is left of such semantics for an operation with that order, in that scope.
VulkanAttributes with_order(const VulkanAttributes& semantics, Order order, VulkanScope scope);

/// `sc0` to `sc3`.
std::string storage_class_text(StorageClass storage_class);
std::optional<StorageClass> parse_storage_class(std::string_view word);

}  // namespace opexplore::generate
