#include "opmodel/machines/rmo/rules.hpp"

namespace opexplore::rmo {

std::optional<Refusal> Rules::refusal(const Test& test, const MachineOptions& options) {
  if (auto general = pipeline::refusal(test, name)) return general;
  if (table_of(options) == Table::opencl) return std::nullopt;
  for (const Thread& thread : test.program.threads) {
    for (const Instruction& instruction : thread.instructions) {
      const MemoryAccess* const access = memory_access(instruction.action);
      if (access == nullptr || access->order == Order::weak || access->order == Order::relaxed) {
        continue;
      }
      return Refusal{"CUDA's accesses have no memory order, `" + instruction.text +
                         "` has one; use table=opencl, or a relaxed access and a fence",
                     instruction.place};
    }
  }
  return std::nullopt;
}

}  // namespace opexplore::rmo
