// Local steps of a thread: arithmetic and branches. They touch nothing but the
// thread's own registers and are deterministic, so a machine may run them together
// with the step before them.
#pragma once

#include <span>

#include "opmodel/parts/flow.hpp"
#include "opmodel/parts/function_ref.hpp"
#include "opmodel/parts/liveness.hpp"

namespace opexplore {

/// How a run of local instructions ended.
enum class LocalRun : std::uint8_t {
  stopped,   ///< before an instruction that is not local, or at the end
  diverges,  ///< came back to the same pc and registers: it never ends
  too_long   ///< gave up after max_local_run instructions
};

/// Local instructions in a row after which LocalSteps::run gives up.
inline constexpr std::uint32_t max_local_run = 1U << 16;

/// Executes a local instruction at `pc`: changes the register that it writes, and returns what is
/// next. Precondition: is_local().
InstructionId execute_local(const Action& action, InstructionId pc, std::span<Value> registers);

/// Runs local instructions of the threads of one program. Keeps references to both
/// constructor arguments.
class LocalSteps {
 public:
  LocalSteps(const Program& program, const Liveness& liveness)
      : program_(program), liveness_(liveness) {}

  /// Whether the thread stands before a local instruction.
  bool at_local(ThreadId thread, InstructionId pc) const {
    const auto& instructions = program_.threads[thread].instructions;
    return pc < instructions.size() && is_local(instructions[pc].action);
  }

  /// Executes the one local instruction at `pc` and clears registers dead after it.
  /// Precondition: at_local().
  void step(ThreadId thread, InstructionId& pc, std::span<Value> registers) const;

  /// Executes local instructions from `pc` on until another kind comes; dead
  /// registers are zero afterwards. After `diverges` pc and registers are the least
  /// ones of the cycle, so that entering one cycle anywhere leaves equal states.
  LocalRun run(ThreadId thread, InstructionId& pc, std::span<Value> registers) const;

  /// The same, and stops before an instruction that has to wait: `held` says so of a pc.
  LocalRun run(ThreadId thread, InstructionId& pc, std::span<Value> registers,
               FunctionRef<bool(InstructionId)> held) const;

 private:
  template <class Held>
  LocalRun run_until(ThreadId thread, InstructionId& pc, std::span<Value> registers,
                     const Held& held) const;

  const Program& program_;
  const Liveness& liveness_;
};

}  // namespace opexplore
