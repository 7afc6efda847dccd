#include "opmodel/ptx/future.hpp"

#include "opmodel/parts/flow.hpp"

namespace opexplore::ptx_model {

namespace {

Future of_instruction(const Semantics& semantics, ThreadId thread, InstructionId at) {
  Future future;
  const Action& action = semantics.instruction(thread, at).action;
  if (const auto fence = fence_of(action)) {
    future.fence_sc = fence->order == Order::sc;
    future.acquire_fence = acquires(*fence, semantics.reading());
    return future;
  }
  const Access& access = semantics.access(thread, at);
  if (access.reads) {
    future.reads = place(access.location);
    if (access.strong) future.strong_reads = place(access.address);
    if (access.acquires) future.acquire_loads = place(access.address);
  }
  if (access.writes) {
    future.writes = place(access.location);
    if (access.strong) future.strong_writes = place(access.address);
  }
  return future;
}

}  // namespace

std::vector<std::vector<Future>> futures_of(const Semantics& semantics) {
  std::vector<std::vector<Future>> result;
  for (std::size_t t = 0; t < semantics.threads(); ++t) {
    const Thread& thread = semantics.program().threads[t];
    auto& row = result.emplace_back(thread.instructions.size() + 1);
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t i = thread.instructions.size(); i-- > 0;) {
        const auto at = static_cast<InstructionId>(i);
        Future future = of_instruction(semantics, static_cast<ThreadId>(t), at);
        for (const InstructionId next : successors_of(thread, at)) future |= row[next];
        changed = changed || future != row[i];
        row[i] = future;
      }
    }
  }
  return result;
}

}  // namespace opexplore::ptx_model
