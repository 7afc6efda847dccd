#include "litmus/kernels/launch_notes.hpp"

#include <set>
#include <string>

#include "litmus/kernels/read_only.hpp"
#include "litmus/kernels/silent_loops.hpp"
#include "opmodel/instruction.hpp"

namespace opexplore::kernel {

namespace {

/// What the kernel reads while the host may write it.
std::set<std::string> read_beside_host(const LaunchedKernel& kernel) {
  std::set<std::string> names;
  for (const Thread& thread : kernel.test.program.threads) {
    for (const Instruction& instruction : thread.instructions) {
      if (!reads_memory(instruction.action)) continue;
      const AddressId address = *address_of(instruction.action);
      if (kernel.facts.location_host[address]) names.insert(kernel.facts.locations[address]);
    }
  }
  return names;
}

}  // namespace

void add_notes(const Surroundings& around, const std::vector<LaunchedExecutor>& threads,
               bool prints, LaunchedKernel& result) {
  result.facts.notes = silent_loops(around, threads, result.test.program);
  if (!result.facts.launch_remark.empty()) {
    result.facts.notes.insert(result.facts.notes.begin(), {result.facts.launch_remark});
  }
  if (prints) {
    result.facts.notes.push_back({"what the kernel prints is left out"});
  }
  for (const std::string& note : around.launch.notes) result.facts.notes.push_back({note});
  if (around.launch.aliased) add_note_on_read_only(result);
  for (const std::string& name : read_beside_host(result)) {
    result.facts.notes.push_back(
        {"the host writes `" + name +
         "` after it launches the kernel, and its threads are no part of what is explored: `" +
         name + "` changes by the kernel alone"});
  }
  if (around.cooperative && around.launch.plain) {
    result.facts.notes.push_back(
        {"it synchronises its grid, and the source launches it as any kernel: that is an error; "
         "cudaLaunchCooperativeKernel is needed, and is what was explored"});
  }
  std::set<std::string> assumptions = around.assumptions;
  assumptions.insert(around.launch.assumed.begin(), around.launch.assumed.end());
  for (const std::string& assumption : assumptions) result.facts.notes.push_back({assumption});
}

}  // namespace opexplore::kernel
