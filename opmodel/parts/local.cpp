#include "opmodel/parts/local.hpp"

#include <algorithm>
#include <vector>

namespace opexplore {

namespace {

struct Place {
  InstructionId pc = 0;
  std::vector<Value> registers;
  auto operator<=>(const Place&) const = default;
};

// Brent's cycle detection: remembers one place and moves it forward at powers of two.
class CycleDetector {
 public:
  bool repeats(InstructionId pc, std::span<const Value> registers) {
    if (marked_ && pc == mark_.pc && std::ranges::equal(registers, mark_.registers)) return true;
    if (--left_ == 0) {
      marked_ = true;
      left_ = period_ *= 2;
      mark_.pc = pc;
      mark_.registers.assign(registers.begin(), registers.end());
    }
    return false;
  }

 private:
  Place mark_;
  bool marked_ = false;
  std::uint32_t period_ = 8;
  std::uint32_t left_ = 8;
};

}  // namespace

InstructionId execute_local(const Action& action, InstructionId pc, std::span<Value> registers) {
  const auto value = [&](const Operand& operand) { return value_of(operand, registers); };
  const auto next = static_cast<InstructionId>(pc + 1);
  return std::visit(Overloaded{
                        [&](const Arithmetic& what) {
                          registers[what.destination] =
                              evaluate(what.op, value(what.left), value(what.right), what.type);
                          return next;
                        },
                        [&](const Branch& branch) {
                          const bool taken =
                              !branch.comparison ||
                              evaluate(*branch.comparison, value(branch.left), value(branch.right));
                          return taken ? branch.target : next;
                        },
                        // Not local.
                        [&](const MemoryAccess&) { return next; },
                        [&](const AnyFence auto&) { return next; },
                        [&](const Barrier&) { return next; },
                        [&](const Asynchronous&) { return next; },
                    },
                    action);
}

void LocalSteps::step(ThreadId thread, InstructionId& pc, std::span<Value> registers) const {
  pc = execute_local(program_.threads[thread].instructions[pc].action, pc, registers);
  liveness_.clear_dead(thread, pc, registers);
}

LocalRun LocalSteps::run(ThreadId thread, InstructionId& pc, std::span<Value> registers) const {
  return run_until(thread, pc, registers, [](InstructionId) { return false; });
}

LocalRun LocalSteps::run(ThreadId thread, InstructionId& pc, std::span<Value> registers,
                         FunctionRef<bool(InstructionId)> held) const {
  return run_until(thread, pc, registers, held);
}

template <class Held>
LocalRun LocalSteps::run_until(ThreadId thread, InstructionId& pc, std::span<Value> registers,
                               const Held& held) const {
  liveness_.clear_dead(thread, pc, registers);
  CycleDetector cycle;
  for (std::uint32_t count = 0; at_local(thread, pc) && !held(pc); ++count) {
    if (count == max_local_run) return LocalRun::too_long;
    step(thread, pc, registers);
    if (!cycle.repeats(pc, registers)) continue;
    const Place start{pc, {registers.begin(), registers.end()}};
    Place least = start;
    for (Place place = start;;) {  // once around
      step(thread, place.pc, place.registers);
      if (place == start) break;
      least = std::min(least, place);
    }
    pc = least.pc;
    std::ranges::copy(least.registers, registers.begin());
    return LocalRun::diverges;
  }
  return LocalRun::stopped;
}

}  // namespace opexplore
