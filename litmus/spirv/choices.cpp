#include "litmus/spirv/choices.hpp"

#include <algorithm>

#include "litmus/input/input_error.hpp"
#include "litmus/language/limits.hpp"

namespace opexplore::spirv {

namespace {

/// Atomic, so that they race with nothing, and relaxed, so that they order nothing.
VulkanAttributes marks(bool writes) {
  VulkanAttributes result;
  result.scope = VulkanScope::device;
  result.non_private = true;
  result.available = writes;
  result.visible = !writes;
  return result;
}

}  // namespace

Known any_bit(Step& step) {
  Load load;
  load.address = step.around().memory.choice(step.instruction().place);
  load.order = Order::relaxed;
  load.vulkan = marks(false);
  load.destination = step.result_register(truth(), Step::first_temporary);
  const Known result = run_time(load.destination);
  step.emit(std::move(load));
  return result;
}

void add_chooser(const Surroundings& around, AddressId first, Program& program) {
  const std::uint32_t choices = around.memory.choices();
  if (choices == 0) return;
  if (program.threads.size() == max_threads) {
    throw InputError(around.module.path, {},
                     "undefined values take a thread more than the " + std::to_string(max_threads) +
                         " that there can be",
                     "launch fewer invocations");
  }
  Thread chooser;
  for (const Thread& thread : program.threads) chooser.cta = std::max(chooser.cta, thread.cta + 1);
  chooser.label = "undefined values";
  for (std::uint32_t i = 0; i < choices; ++i) {
    Store store;
    store.address = static_cast<AddressId>(first + i);
    store.order = Order::relaxed;
    store.vulkan = marks(true);
    store.value = Value{1};
    chooser.instructions.push_back({std::move(store), {}, "an undefined value"});
  }
  program.threads.push_back(std::move(chooser));
}

}  // namespace opexplore::spirv
