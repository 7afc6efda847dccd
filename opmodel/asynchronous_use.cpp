#include "opmodel/asynchronous_use.hpp"

#include "opmodel/instruction.hpp"

namespace opexplore {

std::optional<Refusal> asynchronous_found(const Program& program) {
  // Clusters of C++ are one more scope.
  const bool of_ptx = program.language == Language::ptx;
  for (const Thread& thread : program.threads) {
    for (const Instruction& instruction : thread.instructions) {
      const Action& action = instruction.action;
      const MemoryAccess* const access = memory_access(action);
      const Scope* const scope = scope_of(action);
      if (kind_of(action) == InstructionKind::asynchronous) {
        return Refusal{'\'' + instruction.text + '\'', instruction.place};
      }
      if (access != nullptr && access->proxy == Proxy::readonly) {
        return Refusal{"the read-only proxy of '" + instruction.text + '\'', instruction.place};
      }
      if (scope != nullptr && *scope == Scope::cluster && *order_of(action) != Order::weak &&
          of_ptx) {
        return Refusal{"the scope of '" + instruction.text + '\'', instruction.place};
      }
    }
  }
  for (const Thread& thread : program.threads) {
    if (thread.cluster && of_ptx) return Refusal{"a thread that is placed in a cluster"};
    if (thread.grid != 0) return Refusal{"a thread of a dependent grid"};
  }
  for (const Location& location : program.locations) {
    if (location.object == ObjectKind::mbarrier) {
      return Refusal{"the mbarrier '" + location.name + '\''};
    }
    if (location.object == ObjectKind::tensormap) {
      return Refusal{"the tensormap '" + location.name + '\''};
    }
    if (location.object == ObjectKind::tensor) {
      return Refusal{"the tensor memory '" + location.name + '\''};
    }
    if (location.object == ObjectKind::ending)
      return Refusal{"the question '" + location.name + '\''};
  }
  return std::nullopt;
}

}  // namespace opexplore
