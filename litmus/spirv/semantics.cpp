#include "litmus/spirv/semantics.hpp"

#include <array>
#include <spirv/unified1/spirv.hpp11>
#include <utility>

namespace opexplore::spirv {

namespace {

bool has(std::uint32_t mask, spv::MemoryAccessMask bit) {
  return (mask & static_cast<std::uint32_t>(bit)) != 0;
}

bool has(std::uint32_t mask, spv::MemorySemanticsMask bit) {
  return (mask & static_cast<std::uint32_t>(bit)) != 0;
}

constexpr std::array classes{std::pair{spv::MemorySemanticsMask::UniformMemory, 0},
                             std::pair{spv::MemorySemanticsMask::WorkgroupMemory, 1},
                             std::pair{spv::MemorySemanticsMask::ImageMemory, 2},
                             std::pair{spv::MemorySemanticsMask::OutputMemory, 3}};

}  // namespace

bool is_glsl450(const Module& module, const Instruction& instruction) {
  if (spv::AddressingModel{instruction.word(0)} != spv::AddressingModel::Logical) {
    module.fail(instruction, "not modelled: physical addresses",
                "kernels use logical addresses; OpenCL C becomes such a kernel with clspv");
  }
  const spv::MemoryModel model{instruction.word(1)};
  if (model == spv::MemoryModel::Vulkan) return false;
  if (model == spv::MemoryModel::GLSL450) return true;
  module.fail(instruction, "the memory model is neither Vulkan nor GLSL450",
              "OpenCL C becomes a kernel with Vulkan's memory model with clspv");
}

StorageClass class_of(std::uint32_t storage_class) {
  switch (spv::StorageClass{storage_class}) {
    case spv::StorageClass::Workgroup:
      return 1;
    case spv::StorageClass::Image:
      return 2;
    case spv::StorageClass::Output:
      return 3;
    default:
      return 0;
  }
}

VulkanAttributes AccessMarks::of_load() const {
  VulkanAttributes result;
  result.storage_class = storage_class;
  result.non_private = non_private;
  result.visible = visible;
  if (visible) result.scope = visible_scope;
  return result;
}

VulkanAttributes AccessMarks::of_store() const {
  VulkanAttributes result;
  result.storage_class = storage_class;
  result.non_private = non_private;
  result.available = available;
  if (available) result.scope = available_scope;
  return result;
}

namespace {

// WART: glsl450. What is available to whom is said by the languages, and not by SPIR-V: variables
// of workgroups are coherent in them (OpenGL Shading Language 4.60, 4.10 "Memory Qualifiers").
// Buffers are where that is declared. Others are not in GLSL; in HLSL they are within a workgroup;
// in WGSL barriers see to it, which is taken for languages that are not named, too.
AccessMarks glsl450_marks(const Step& step, const Object& object, Value offset) {
  AccessMarks marks;
  marks.storage_class = class_of(object.storage_class);
  const bool workgroup = spv::StorageClass{object.storage_class} == spv::StorageClass::Workgroup;
  const Origin origin = step.around().module.origin;
  const Declarations& declarations = step.around().declarations;
  const bool coherent = object.coherent || has_coherent_member(declarations, object.type,
                                                               static_cast<std::uint32_t>(offset));
  marks.non_private = workgroup || coherent || origin != Origin::glsl;
  marks.available = marks.visible = workgroup || coherent || origin == Origin::hlsl;
  marks.available_scope = marks.visible_scope =
      coherent ? VulkanScope::device : VulkanScope::workgroup;
  return marks;
}

}  // namespace

AccessMarks marks_of(const Step& step, std::size_t operand, const Known& pointer) {
  using Mask = spv::MemoryAccessMask;
  const Object& object = step.around().memory.at(pointer.object);
  if (step.around().declarations.glsl450) return glsl450_marks(step, object, pointer.number);
  AccessMarks marks;
  marks.storage_class = class_of(object.storage_class);
  if (operand >= step.instruction().operands.size()) return marks;
  const std::uint32_t mask = step.instruction().word(operand);
  marks.non_private = has(mask, Mask::NonPrivatePointer);
  if (has(mask, Mask::Aligned)) ++operand;
  if (has(mask, Mask::MakePointerAvailable)) {
    marks.available = true;
    marks.available_scope = scope_of(step, ++operand);
  }
  if (has(mask, Mask::MakePointerVisible)) {
    marks.visible = true;
    marks.visible_scope = scope_of(step, ++operand);
  }
  if ((marks.available || marks.visible) && !marks.non_private) {
    step.fail("MakePointerAvailable and MakePointerVisible need NonPrivatePointer");
  }
  return marks;
}

Ordering ordering_of(const Step& step, std::size_t operand) {
  using Mask = spv::MemorySemanticsMask;
  const auto mask = static_cast<std::uint32_t>(step.known_number(operand, "its memory semantics"));
  const Declarations& declarations = step.around().declarations;
  const bool strongest = has(mask, Mask::SequentiallyConsistent);
  if (strongest && !declarations.glsl450) {
    step.fail("the order SequentiallyConsistent", "Vulkan has Acquire, Release and AcquireRelease");
  }
  const bool both = strongest || has(mask, Mask::AcquireRelease);
  const bool acquires = has(mask, Mask::Acquire);
  const bool releases = has(mask, Mask::Release);
  if (acquires + releases + both > 1) step.fail("two orders at once", "write AcquireRelease");
  Ordering result;
  for (const auto& [bit, storage_class] : classes) {
    if (has(mask, bit)) result.classes |= set_of(static_cast<StorageClass>(storage_class));
  }
  // An order of no class of memory orders nothing, and a class without an order says nothing.
  if (result.classes == 0 || !(acquires || releases || both)) return {};
  result.order = both ? Order::acq_rel : acquires ? Order::acquire : Order::release;
  // In HLSL what no access makes available stays in the workgroup.
  const bool all = declarations.glsl450 && step.around().module.origin != Origin::hlsl;
  result.make_available = (all || has(mask, Mask::MakeAvailable)) && (releases || both);
  result.make_visible = (all || has(mask, Mask::MakeVisible)) && (acquires || both);
  return result;
}

VulkanScope scope_of(const Step& step, std::size_t operand) {
  switch (spv::Scope{static_cast<std::uint32_t>(step.known_number(operand, "its scope"))}) {
    case spv::Scope::Device:
      return VulkanScope::device;
    case spv::Scope::QueueFamily:
      return VulkanScope::queue_family;
    case spv::Scope::Workgroup:
      return VulkanScope::workgroup;
    case spv::Scope::Subgroup:
      return VulkanScope::subgroup;
    default:
      step.fail("not modelled: this scope",
                "there are Device, QueueFamily, Workgroup and Subgroup");
  }
}

}  // namespace opexplore::spirv
