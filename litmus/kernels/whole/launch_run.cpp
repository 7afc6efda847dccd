#include "litmus/kernels/whole/launch_run.hpp"

#include <algorithm>
#include <utility>

#include "litmus/kernels/executors.hpp"
#include "litmus/kernels/whole/block_run.hpp"

namespace opexplore::kernel {

namespace {

/// Shared memory is another one in the next block.
void forget_shared(LaunchState& launch) {
  const Memory& memory = launch.around.memory;
  launch.mbarriers.clear();
  for (std::uint16_t object = 0; object < memory.objects(); ++object) {
    if (memory.at(object).space != Space::shared) continue;
    launch.run.contents.forget(object);
    launch.footprints.forget(object);
  }
}

/// What was found although others may come to something else holds of the execution that was run.
/// Where updates came in some order, and threads have executed fences, that order may have put
/// others into an order, so that a race may be none.
void check_races(LaunchState& launch) {
  if (launch.run.races.empty() || !launch.fences || !launch.footprints.has_unordered_updates()) {
    return;
  }
  if (!launch.run.open) {
    launch.run.open = LeftOpen{"fences and atomics may put what races here into an order",
                               launch.run.races.front().later.statement};
  }
  launch.run.races.clear();
}

}  // namespace

Executor executor_in(const Executor& first, std::uint32_t block, std::uint32_t thread) {
  Executor executor = first;
  executor.in_block = thread;
  executor.warp = thread / warp_size;
  executor.lane = thread % warp_size;
  executor.block = from_linear(block, first.blocks);
  executor.thread = from_linear(thread, first.threads_per_block);
  return executor;
}

LaunchRun run_launch(Surroundings& around, const Executor& first, const Entry& entry) {
  LaunchState launch{.around = around, .first = first, .entry = entry};
  const auto blocks = static_cast<std::uint32_t>(size(first.blocks));
  try {
    for (std::uint32_t block = 0; block < blocks; ++block) {
      if (!run_block(launch, block)) break;
      if (block + 1 != blocks) forget_shared(launch);
    }
    launch.objects.require_unwritten(around.memory);
  } catch (const LeftOpen& open) {
    launch.run.open = open;
  }
  check_races(launch);
  return std::move(launch.run);
}

}  // namespace opexplore::kernel
