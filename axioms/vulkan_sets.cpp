#include "axioms/vulkan_sets.hpp"

namespace opexplore::axioms {

namespace {

// How far the base set is from the first of four that are listed one after the other.
StorageClass class_of(Base base, Base first) {
  return static_cast<StorageClass>(static_cast<unsigned>(base) - static_cast<unsigned>(first));
}

}  // namespace

bool in_vulkan_set(Base base, const VulkanEvent& event) {
  switch (base) {
    case Base::vulkan_atomic:
      return event.atomic;
    case Base::non_private:
      return event.non_private;
    case Base::subgroup:
      return event.scope == VulkanScope::subgroup;
    case Base::workgroup:
      return event.scope == VulkanScope::workgroup;
    case Base::queue_family:
      return event.scope == VulkanScope::queue_family;
    case Base::device:
      return event.scope == VulkanScope::device;
    case Base::class_0:
    case Base::class_1:
    case Base::class_2:
    case Base::class_3:
      return event.storage_class == class_of(base, Base::class_0);
    case Base::semantics_0:
    case Base::semantics_1:
    case Base::semantics_2:
    case Base::semantics_3:
      return has_class(event.semantics, class_of(base, Base::semantics_0));
    case Base::available:
      return event.available;
    case Base::visible:
      return event.visible;
    case Base::make_available:
      return event.make_available;
    case Base::make_visible:
      return event.make_visible;
    case Base::device_available:
      return event.kind == VulkanEvent::Kind::device_available;
    case Base::device_visible:
      return event.kind == VulkanEvent::Kind::device_visible;
    default:
      return false;
  }
}

}  // namespace opexplore::axioms
