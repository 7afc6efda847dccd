// What SPIR-V says of accesses, fences and barriers, as the Vulkan memory model has it (SPIR-V
// specification, 3.25 "Memory Semantics", 3.26 "Memory Operands", 3.27 "Scope"; Vulkan
// specification, appendix Memory Model).
#pragma once

#include <cstdint>

#include "litmus/spirv/step.hpp"
#include "opmodel/vulkan_attributes.hpp"

namespace opexplore::spirv {

/// What memory operands say of a plain access.
struct AccessMarks {
  StorageClass storage_class = 0;
  bool non_private = false;
  bool available = false;  ///< MakePointerAvailable, of a store
  bool visible = false;    ///< MakePointerVisible, of a load
  VulkanScope available_scope = VulkanScope::device;
  VulkanScope visible_scope = VulkanScope::device;

  VulkanAttributes of_load() const;
  VulkanAttributes of_store() const;
};

/// Reads the memory operands that begin at that operand, if there are any, of an access through
/// that pointer. In a module of the memory model GLSL450 they say nothing of the kind: there it
/// follows from the decorations of what is accessed, and from what the language of the source
/// promises where there are none (docs/spirv.md, "Modules without the Vulkan memory model").
AccessMarks marks_of(const Step& step, std::size_t operand, const Known& pointer);

/// An order and what it orders.
struct Ordering {
  Order order = Order::relaxed;  ///< relaxed, acquire, release or acq_rel
  StorageClassSet classes = 0;   ///< none if relaxed
  bool make_available = false;
  bool make_visible = false;
  bool operator==(const Ordering&) const = default;
};

/// The memory semantics that the operand names. Throws InputError for two orders at once, and for
/// SequentiallyConsistent, which Vulkan does not have; in GLSL450 that is AcquireRelease, and what
/// orders makes available and visible.
Ordering ordering_of(const Step& step, std::size_t operand);

/// The scope that the operand names. Throws InputError for those without a meaning here.
VulkanScope scope_of(const Step& step, std::size_t operand);

/// Whether OpMemoryModel names GLSL450. Throws InputError, with advice, unless it names logical
/// addresses and that model or Vulkan's.
bool is_glsl450(const Module& module, const Instruction& instruction);

/// The class of memory that the model has for a storage class.
StorageClass class_of(std::uint32_t storage_class);

/// \name Accesses, scalar by scalar; those to memory of the thread's own need no marks.
/// @{
Known load_from(Step& step, std::uint32_t object, Value offset, Id type, const AccessMarks& marks,
                std::uint32_t part = 0);
void store_to(Step& step, std::uint32_t object, Value offset, Id type, const Known& value,
              const AccessMarks& marks);
void store_local(Step& step, std::uint32_t object, std::uint32_t offset, Id type,
                 const Known& value);
/// @}

}  // namespace opexplore::spirv
