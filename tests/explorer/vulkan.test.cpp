// What instructions of Vulkan mean to its memory model, and that other machines refuse them.
#include "opmodel/vulkan.hpp"

#include "explorer/explore.hpp"
#include "opmodel/instruction.hpp"
#include "tests/catch.hpp"
#include "tests/explorer/build_test.hpp"

using namespace opexplore;

namespace {

using Kind = VulkanEvent::Kind;

constexpr VulkanAttributes flag = {.scope = VulkanScope::workgroup,
                                   .storage_class = 1,
                                   .semantics = 0b0101,
                                   .non_private = true,
                                   .available = true,
                                   .visible = true,
                                   .make_available = true,
                                   .make_visible = true};

Store store(Order order, const VulkanAttributes& attributes) {
  Store result;
  result.order = order;
  result.vulkan = attributes;
  return result;
}

Atomic atomic(Order order) {
  Atomic result;
  result.order = order;
  result.vulkan = flag;
  return result;
}

VulkanEvent only_event(const Action& action) {
  const std::vector<VulkanEvent> events = vulkan_events(action);
  REQUIRE(events.size() == 1);
  return events.front();
}

Test with_action(Language language, const Action& action) {
  TestBuilder builder("vulkan");
  builder.location("x");
  builder.thread();
  builder.add(Arithmetic{});
  builder.add(action);
  Test test = builder.build();
  test.program.language = language;
  return test;
}

}  // namespace

TEST_CASE("vulkan: a plain access is private and has no scope", "[opmodel][vulkan]") {
  const VulkanEvent event = only_event(store(Order::weak, {.storage_class = 2}));
  CHECK(event == VulkanEvent{.kind = Kind::write, .storage_class = StorageClass{2}});
}

TEST_CASE("vulkan: an available write has a scope and is not private", "[opmodel][vulkan]") {
  const VulkanEvent event =
      only_event(store(Order::weak, {.scope = VulkanScope::queue_family, .available = true}));
  CHECK(event.non_private);
  CHECK(event.scope == VulkanScope::queue_family);
  CHECK_FALSE(event.atomic);
  CHECK(only_event(store(Order::weak, {.non_private = true})).scope == std::nullopt);
}

TEST_CASE("vulkan: an atomic write is available, and orders if it releases", "[opmodel][vulkan]") {
  const VulkanEvent relaxed = only_event(store(Order::relaxed, {}));
  CHECK(relaxed == VulkanEvent{.kind = Kind::write,
                               .atomic = true,
                               .non_private = true,
                               .available = true,
                               .scope = VulkanScope::device,
                               .storage_class = StorageClass{0}});
  const VulkanEvent release = only_event(store(Order::release, flag));
  CHECK(release.releases);
  CHECK(release.make_available);
  CHECK(release.semantics == 0b0101);
  CHECK_FALSE(release.visible);
  CHECK_FALSE(release.make_visible);
}

TEST_CASE("vulkan: each half of a read-modify-write has its tags alone", "[opmodel][vulkan]") {
  const std::vector<VulkanEvent> events = vulkan_events(atomic(Order::acquire));
  REQUIRE(events.size() == 2);
  CHECK(events[0].kind == Kind::read);
  CHECK(events[0].acquires);
  CHECK(events[0].semantics == 0b0101);
  CHECK(events[0].make_visible);
  CHECK_FALSE(events[0].make_available);
  CHECK(events[1].kind == Kind::write);
  CHECK_FALSE(events[1].orders());
  CHECK(events[1].semantics == 0);
  CHECK_FALSE(events[1].make_available);
  CHECK(events[1].available);
  CHECK(events[1].scope == VulkanScope::workgroup);
  CHECK(vulkan_events(atomic(Order::acq_rel))[1].make_available);
}

TEST_CASE("vulkan: a barrier with an order is a fence", "[opmodel][vulkan]") {
  Barrier barrier;
  barrier.vulkan = {.scope = VulkanScope::workgroup};
  CHECK_FALSE(only_event(barrier).is_fence());
  barrier.order = Order::acq_rel;
  barrier.vulkan->semantics = 1;
  CHECK(only_event(barrier).is_fence());
  CHECK(only_event(barrier).kind == Kind::barrier);
  CHECK(*order_of(Action{barrier}) == Order::acq_rel);
  CHECK(order_of(Action{Barrier{}}) == nullptr);
}

TEST_CASE("vulkan: operations of the device", "[opmodel][vulkan]") {
  const VulkanEvent available = only_event(DeviceOperation{DeviceOperationKind::make_available});
  CHECK(available == VulkanEvent{.kind = Kind::device_available});
  CHECK(only_event(DeviceOperation{DeviceOperationKind::make_visible}).kind ==
        Kind::device_visible);
  CHECK(vulkan_events(Arithmetic{}).empty());
}

TEST_CASE("vulkan: scopes are nested", "[opmodel][vulkan]") {
  const Thread here{1, 0, 2, {}, {}};
  const Thread beside{1, 0, 3, {}, {}};
  const Thread same_numbers{1, 1, 2, {}, {}};
  CHECK(share(VulkanScope::subgroup, here, here));
  CHECK_FALSE(share(VulkanScope::subgroup, here, beside));
  CHECK(share(VulkanScope::workgroup, here, beside));
  CHECK_FALSE(share(VulkanScope::workgroup, here, same_numbers));
  CHECK_FALSE(share(VulkanScope::subgroup, here, same_numbers));
  CHECK_FALSE(share(VulkanScope::queue_family, here, same_numbers));
  CHECK(share(VulkanScope::device, here, same_numbers));
}

TEST_CASE("vulkan: the sets of storage classes that are ordered", "[opmodel][vulkan]") {
  TestBuilder builder("classes");
  builder.thread();
  builder.add(store(Order::release, flag));
  builder.add(store(Order::weak, {}));
  builder.add(Fence{.order = Order::acquire, .vulkan = VulkanAttributes{.semantics = 0b0010}});
  builder.add(store(Order::release, flag));
  CHECK(semantics_used(builder.build().program) == std::vector<StorageClassSet>{0b0010, 0b0101});
}

TEST_CASE("vulkan: every other machine refuses its instructions by name", "[opmodel][vulkan]") {
  Barrier barrier;
  barrier.vulkan = VulkanAttributes{};
  const std::vector<Action> actions = {
      store(Order::weak, {}), atomic(Order::relaxed),
      Fence{.order = Order::acquire, .vulkan = VulkanAttributes{.semantics = 1}}, DeviceOperation{},
      barrier};
  std::size_t others = 0;
  for (const MachineEntry& machine : machines()) {
    if (machine.language == Language::vulkan) continue;
    ++others;
    for (const Action& action : actions) {
      for (const Language written : {Language::vulkan, machine.language}) {
        const auto refusal = machine.refusal(with_action(written, action), {});
        REQUIRE(refusal.has_value());
        CHECK(refusal->place == SourcePlace{2, 1});
        CHECK_THAT(refusal->why, Catch::StartsWith("'instruction 2' is an instruction of Vulkan, "
                                                   "and this machine runs "));
      }
    }
  }
  CHECK(others >= 11);
}

TEST_CASE("vulkan: programs without its instructions are refused too", "[opmodel][vulkan]") {
  const MachineEntry* const machine = find_machine("ptx");
  REQUIRE(machine != nullptr);
  Test test = with_action(Language::vulkan, Arithmetic{});
  CHECK_THAT(machine->refusal(test, {})->why,
             Catch::StartsWith("the test is written in Vulkan, and this machine runs PTX; "));
  test.program.language = Language::ptx;
  CHECK(machine->refusal(test, {}) == std::nullopt);
  test.program.system_synchronisations.push_back({0, 0});
  CHECK_THAT(machine->refusal(test, {})->why, Catch::StartsWith("'ssw' between threads"));
}
