// Small changes of Vulkan programs: what random programs lack is that they synchronise, and what is
// made of a program that does often still does, or nearly.
#include <algorithm>
#include <array>
#include <utility>
#include <variant>

#include "litmus/language/reader.hpp"
#include "litmus/language/writer.hpp"
#include "opmodel/instruction.hpp"
#include "tests/random/vulkan_programs.hpp"

namespace opexplore::random_programs {

namespace {

MemoryAccess* access_of(Action& action) {
  if (auto* load = std::get_if<Load>(&action)) return load;
  if (auto* store = std::get_if<Store>(&action)) return store;
  return std::get_if<Atomic>(&action);
}

VulkanAttributes* attributes_of(Action& action) {
  if (MemoryAccess* access = access_of(action)) return &*access->vulkan;
  if (auto* fence = std::get_if<Fence>(&action)) return &*fence->vulkan;
  if (auto* barrier = std::get_if<Barrier>(&action)) return &*barrier->vulkan;
  return nullptr;
}

bool has_scope(Action& action) {
  const MemoryAccess* access = access_of(action);
  if (access == nullptr) return attributes_of(action) != nullptr;
  return access->order != Order::weak || access->vulkan->available || access->vulkan->visible;
}

StorageClassSet some_classes(Random& random) {
  return static_cast<StorageClassSet>(1 + random.below(3));
}

// With what goes with the order, and without what does not.
void give_order(Action& action, Order order, Random& random) {
  *order_of(action) = order;
  VulkanAttributes& vulkan = *attributes_of(action);
  const bool orders = acquires(order) || releases(order);
  if (orders && vulkan.semantics == 0) vulkan.semantics = some_classes(random);
  if (!orders) vulkan.semantics = 0;
  vulkan.make_available = vulkan.make_available && releases(order);
  vulkan.make_visible = vulkan.make_visible && acquires(order);
}

void change_order(Action& action, Random& random) {
  constexpr std::array loads{Order::relaxed, Order::acquire};
  constexpr std::array stores{Order::relaxed, Order::release};
  constexpr std::array atomics{Order::relaxed, Order::acquire, Order::release, Order::acq_rel};
  constexpr std::array fences{Order::acquire, Order::release, Order::acq_rel};
  constexpr std::array barriers{Order::weak, Order::acquire, Order::release, Order::acq_rel};
  if (std::holds_alternative<Fence>(action)) return give_order(action, random.pick(fences), random);
  if (std::holds_alternative<Barrier>(action))
    return give_order(action, random.pick(barriers), random);
  if (*order_of(action) == Order::weak) return;
  if (std::holds_alternative<Load>(action)) return give_order(action, random.pick(loads), random);
  if (std::holds_alternative<Store>(action)) return give_order(action, random.pick(stores), random);
  give_order(action, random.pick(atomics), random);
}

// Of an access that is not atomic: private, not private, or with an operation of its own.
void change_privacy(MemoryAccess& access, bool reads, Random& random) {
  VulkanAttributes& vulkan = *access.vulkan;
  const unsigned kind = random.below(3);
  vulkan.non_private = kind > 0;
  vulkan.available = kind == 2 && !reads;
  vulkan.visible = kind == 2 && reads;
  vulkan.scope = kind == 2 ? static_cast<VulkanScope>(random.below(4)) : VulkanScope::device;
}

void change_bulk(Action& action, Random& random) {
  VulkanAttributes& vulkan = *attributes_of(action);
  const Order order = *order_of(action);
  if (releases(order) && (!acquires(order) || random.chance(50))) {
    vulkan.make_available = !vulkan.make_available;
  } else if (acquires(order)) {
    vulkan.make_visible = !vulkan.make_visible;
  }
}

void change_name(MemoryAccess& access, const Program& program, Random& random) {
  std::vector<AddressId> names;
  for (AddressId a = 0; a < program.addresses.size(); ++a) {
    if (program.addresses[a].location == program.addresses[access.address].location)
      names.push_back(a);
  }
  access.address = random.pick(names);
}

void change(Action& action, const Program& program, Random& random) {
  VulkanAttributes* vulkan = attributes_of(action);
  if (vulkan == nullptr) return;
  MemoryAccess* access = access_of(action);
  const Order order = *order_of(action);
  switch (random.below(6)) {
    case 0:
      if (has_scope(action)) vulkan->scope = static_cast<VulkanScope>(random.below(4));
      return;
    case 1:
      if (access == nullptr) return;
      if (random.chance(70)) {
        vulkan->storage_class = static_cast<StorageClass>(random.below(2));
      } else {
        change_name(*access, program, random);
      }
      return;
    case 2:
      if (acquires(order) || releases(order)) vulkan->semantics = some_classes(random);
      return;
    case 3:
      return change_bulk(action, random);
    case 4:
      if (access != nullptr && access->order == Order::weak)
        return change_privacy(*access, std::holds_alternative<Load>(action), random);
      [[fallthrough]];
    default:
      return change_order(action, random);
  }
}

// Members of an instance are alike: what a mixture means is not defined.
void spread(Program& program, const Barrier& changed) {
  for (Thread& thread : program.threads) {
    for (Instruction& instruction : thread.instructions) {
      auto* barrier = std::get_if<Barrier>(&instruction.action);
      if (barrier == nullptr || barrier->instance != changed.instance) continue;
      barrier->order = changed.order;
      barrier->vulkan = changed.vulkan;
    }
  }
}

void change_place(Thread& thread, Random& random) {
  std::uint32_t& number = random.chance(40)   ? thread.warp
                          : random.chance(70) ? thread.cta
                                              : thread.gpu;
  number = random.below(2);
}

// Not one that a jump could go behind.
void leave_out(Thread& thread, std::size_t at) {
  const bool jumps = std::ranges::any_of(thread.instructions, [](const Instruction& instruction) {
    return std::holds_alternative<Branch>(instruction.action);
  });
  if (!jumps && thread.instructions.size() > 1)
    thread.instructions.erase(thread.instructions.begin() + static_cast<std::ptrdiff_t>(at));
}

void mutate(Program& program, Random& random) {
  Thread& thread = program.threads[random.below(static_cast<unsigned>(program.threads.size()))];
  if (random.chance(15)) return change_place(thread, random);
  if (thread.instructions.empty()) return;
  const std::size_t at = random.below(static_cast<unsigned>(thread.instructions.size()));
  if (random.chance(5)) return leave_out(thread, at);
  Action& action = thread.instructions[at].action;
  change(action, program, random);
  if (const auto* barrier = std::get_if<Barrier>(&action)) spread(program, Barrier(*barrier));
}

}  // namespace

Test mutated_vulkan(const Test& base, Random& random) {
  Test test = base;
  for (unsigned changes = 1 + random.below(4); changes > 0; --changes) mutate(test.program, random);
  return observing_registers(read(write(test), base.name));
}

}  // namespace opexplore::random_programs
