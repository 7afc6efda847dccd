#include "litmus/kernels/barrier.hpp"

#include <map>
#include <set>
#include <string>

#include "litmus/kernels/exchange.hpp"
#include "litmus/kernels/instructions.hpp"
#include "litmus/kernels/reduction.hpp"

namespace opexplore::kernel {

using code::BarrierOperation;
using Reduction = BarrierOperation::Reduction;

Barrier barrier_named(Step& step, const BarrierOperation& what) {
  const code::Operand& number = step.operands()[step.instruction().results];
  Barrier action;
  action.instance = what.instance;
  action.aligned = what.aligned;
  action.arrive = what.arrives;
  if (!what.orders) action.order = Order::relaxed;
  const Value id = known_number(step, number, "a barrier");
  if (id < 0 || id > 15) step.fail_at(number, "the barriers of a CTA are 0 to 15");
  action.id = Operand{id};
  return action;
}

Value threads_awaited(Step& step, const code::Operand& operand) {
  const Value threads = known_number(step, operand, "a number of threads");
  if (threads > 0 && threads % warp_size == 0) return threads;
  step.fail_at(operand, "a barrier waits for whole warps of 32 threads, not for " +
                            std::to_string(threads) + " threads");
}

namespace {

/// How many threads of the launch a number of threads stands for. Warps arrive as a whole, whatever
/// part of them is launched; so the warps must have equally many.
Value quorum(Step& step, const code::Operand& operand) {
  const Value warps = threads_awaited(step, operand) / warp_size;
  std::map<std::uint32_t, Value> sizes;
  for (const Mate& mate : step.executor().cta_mates) ++sizes[mate.warp];
  const auto launched = static_cast<Value>(sizes.size());
  if (warps > launched) {
    step.fail_at(operand,
                 "the barrier waits for " + std::to_string(warps) + " warps, and the launch has " +
                     std::to_string(launched) + " of this CTA",
                 "a barrier with a number of threads waits for warps: launch one thread of each");
  }
  if (warps == launched) return static_cast<Value>(step.executor().cta_mates.size());
  std::set<Value> different;
  for (const auto& [warp, size] : sizes) different.insert(size);
  if (different.size() > 1) {
    step.fail_at(operand,
                 "not modelled: this barrier, for the warps that are launched have different "
                 "numbers of threads",
                 "launch equally many threads of each warp");
  }
  return warps * *different.begin();
}

/// The same, waiting for all or for so many threads.
Barrier named_barrier(Step& step, const BarrierOperation& what) {
  Barrier action = barrier_named(step, what);
  if (what.counted) {
    action.quorum = Operand{quorum(step, step.operands()[step.instruction().results + 1])};
  }
  return action;
}

/// How many, whether all, or whether some predicates hold. Those that do not hold are counted for
/// "all", so that a thread that does not come counts as nothing.
void reduce_at_barrier(Step& step, const BarrierOperation& what) {
  const auto operands = step.operands();
  const bool all = what.reduction == Reduction::all;
  const Executor& executor = step.executor();
  ThreadMask threads = 0;
  for (const Mate& mate : executor.cta_mates) threads |= thread_bit(mate.number);
  const Barrier barrier = named_barrier(step, what);
  const std::string name = "reduction " + std::to_string(executor.gpu) + ' ' +
                           std::to_string(executor.cta) + ' ' +
                           std::to_string(std::get<Value>(*barrier.id));
  Operand given = predicate_value(step, operands.back());
  if (all) given = negation(step, given);
  // With a number of threads it is open who meets.
  const Awaited awaited = barrier.quorum ? Awaited::coming : Awaited::expected;
  Exchange exchange(step, step.around().meetings.number(name, threads, awaited), barrier);
  exchange.give(given);
  const RegisterId result = step.scratch(Scratch::result);
  step.emit(ArithmeticOp::move, result, Value{0}, Value{0}, NumberType::s32);
  for (const Mate& mate : executor.cta_mates) {
    if ((exchange.members() & thread_bit(mate.number)) == 0) continue;
    step.emit(ArithmeticOp::add, result, RegisterOperand{result}, exchange.value_of(mate.number),
              NumberType::s32);
  }
  exchange.finish();
  const ArithmeticOp op = what.reduction == Reduction::count ? ArithmeticOp::move
                          : all                              ? ArithmeticOp::equal
                                                             : ArithmeticOp::not_equal;
  step.emit(op, step.set_run_time(step.destination()), RegisterOperand{result}, Value{0},
            NumberType::s32);
}

}  // namespace

void execute_barrier(Step& step, const BarrierOperation& what) {
  if (what.reduction != Reduction::none) return reduce_at_barrier(step, what);
  step.emit(named_barrier(step, what));
}

}  // namespace opexplore::kernel
