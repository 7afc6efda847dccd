// What an instruction says of itself under the Vulkan memory model, beside its kind, its order and
// what it accesses (Vulkan specification, appendix Memory Model; SPIR-V specification, "Memory
// Semantics" and "Memory Operands").
#pragma once

#include <cstddef>
#include <cstdint>

namespace opexplore {

/// The sets of threads within which an operation reaches, smallest first.
enum class VulkanScope : std::uint8_t { subgroup, workgroup, queue_family, device };

/// One of the kinds of memory that operations are divided by: 0 to 3.
using StorageClass = std::uint8_t;
inline constexpr std::size_t storage_classes = 4;

/// A set of them: bit i stands for class i.
using StorageClassSet = std::uint8_t;
constexpr StorageClassSet set_of(StorageClass storage_class) {
  return static_cast<StorageClassSet>(1U << storage_class);
}
constexpr bool has_class(StorageClassSet set, StorageClass storage_class) {
  return (set >> storage_class & 1U) != 0;
}
inline constexpr StorageClassSet all_storage_classes = (1U << storage_classes) - 1;

/// Beside the order, which stands where that of PTX and C++ stands: weak for a non-atomic access
/// and for a control barrier that orders nothing, relaxed for an atomic without acquire or release.
/// An atomic is non-private, and its write is available and what it reads is visible within its
/// scope, whether that is written or not: here it is always written.
struct VulkanAttributes {
  /// Of an atomic, a fence, a barrier, and an access that is `available` or `visible`; otherwise
  /// nobody looks at it, and it is the device.
  VulkanScope scope = VulkanScope::device;
  StorageClass storage_class = 0;  ///< of an access: the class of what it accesses
  StorageClassSet semantics = 0;   ///< the classes that it orders; none if it has no such order
  bool non_private = false;        ///< of an access: it takes part in the order between threads
  bool available = false;          ///< of a write: it makes what it writes available
  bool visible = false;            ///< of a read: it makes visible what it reads
  bool make_available = false;     ///< of a release: all earlier writes to classes of `semantics`
  bool make_visible = false;       ///< of an acquire: likewise for later reads
  bool operator==(const VulkanAttributes&) const = default;
};

/// An operation outside of shaders, on the host or between stages of a pipeline: all writes that
/// happen before it become available to the device, or what is available there becomes visible.
enum class DeviceOperationKind : std::uint8_t { make_available, make_visible };

}  // namespace opexplore
