#include "opmodel/vulkan.hpp"

#include <algorithm>
#include <string_view>

#include "opmodel/instruction.hpp"

namespace opexplore {

namespace {

using EventKind = VulkanEvent::Kind;

// Half of what an operation orders: what only acquires has no release tags, and the other way.
void set_acquire(VulkanEvent& event, Order order, const VulkanAttributes& attributes) {
  if (!acquires(order)) return;
  event.acquires = true;
  event.make_visible = attributes.make_visible;
  event.semantics |= attributes.semantics;
}

void set_release(VulkanEvent& event, Order order, const VulkanAttributes& attributes) {
  if (!releases(order)) return;
  event.releases = true;
  event.make_available = attributes.make_available;
  event.semantics |= attributes.semantics;
}

VulkanEvent access_event(EventKind kind, const MemoryAccess& access) {
  const VulkanAttributes& attributes = *access.vulkan;
  VulkanEvent event;
  event.kind = kind;
  event.atomic = access.order != Order::weak;
  event.available = kind == EventKind::write && (event.atomic || attributes.available);
  event.visible = kind == EventKind::read && (event.atomic || attributes.visible);
  event.non_private = event.atomic || event.available || event.visible || attributes.non_private;
  event.storage_class = attributes.storage_class;
  if (event.atomic || event.available || event.visible) event.scope = attributes.scope;
  if (kind == EventKind::read) {
    set_acquire(event, access.order, attributes);
  } else {
    set_release(event, access.order, attributes);
  }
  return event;
}

VulkanEvent ordering_event(EventKind kind, Order order, const VulkanAttributes& attributes) {
  VulkanEvent event;
  event.kind = kind;
  event.scope = attributes.scope;
  set_acquire(event, order, attributes);
  set_release(event, order, attributes);
  return event;
}

VulkanEvent device_event(DeviceOperationKind kind) {
  VulkanEvent event;
  event.kind = kind == DeviceOperationKind::make_available ? EventKind::device_available
                                                           : EventKind::device_visible;
  return event;
}

}  // namespace

std::vector<VulkanEvent> vulkan_events(const Action& action) {
  using Events = std::vector<VulkanEvent>;
  return std::visit(
      Overloaded{
          [](const Load& load) -> Events { return {access_event(EventKind::read, load)}; },
          [](const Store& store) -> Events { return {access_event(EventKind::write, store)}; },
          [](const Atomic& atomic) -> Events {
            return {access_event(EventKind::read, atomic), access_event(EventKind::write, atomic)};
          },
          [](const Fence& fence) -> Events {
            return {ordering_event(EventKind::fence, fence.order, *fence.vulkan)};
          },
          [](const ProxyFence&) -> Events { return {}; },
          [](const DeviceOperation& operation) -> Events { return {device_event(operation.kind)}; },
          [](const Barrier& barrier) -> Events {
            return {ordering_event(EventKind::barrier, barrier.order, *barrier.vulkan)};
          },
          [](const Arithmetic&) -> Events { return {}; },
          [](const Branch&) -> Events { return {}; },
          [](const Asynchronous&) -> Events { return {}; },
      },
      action);
}

bool share(VulkanScope scope, const Thread& a, const Thread& b) {
  switch (scope) {
    case VulkanScope::subgroup:
      return a.warp == b.warp && share(VulkanScope::workgroup, a, b);
    case VulkanScope::workgroup:
      return a.cta == b.cta && share(VulkanScope::queue_family, a, b);
    case VulkanScope::queue_family:
      return a.gpu == b.gpu;
    case VulkanScope::device:
      return true;
  }
  return true;
}

std::vector<StorageClassSet> semantics_used(const Program& program) {
  std::vector<StorageClassSet> sets;
  for (const Thread& thread : program.threads) {
    for (const Instruction& instruction : thread.instructions) {
      for (const VulkanEvent& event : vulkan_events(instruction.action)) {
        if (event.semantics != 0) sets.push_back(event.semantics);
      }
    }
  }
  std::ranges::sort(sets);
  sets.erase(std::unique(sets.begin(), sets.end()), sets.end());
  return sets;
}

std::optional<Refusal> vulkan_found(const Program& program) {
  for (const Thread& thread : program.threads) {
    for (const Instruction& instruction : thread.instructions) {
      const std::optional<FenceFacts> fence = fence_of(instruction.action);
      const bool of_device = fence && fence->device;
      if (!of_device && vulkan_of(instruction.action) == nullptr) continue;
      return Refusal{'\'' + instruction.text + "' is an instruction of Vulkan", instruction.place};
    }
  }
  if (program.system_synchronisations.empty()) return std::nullopt;
  return Refusal{"'ssw' between threads is a part of Vulkan", program_start};
}

}  // namespace opexplore
