#include "litmus/kernels/barrier.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string>

#include "litmus/kernels/exchange.hpp"
#include "litmus/kernels/instructions.hpp"
#include "litmus/kernels/reduction.hpp"
#include "litmus/language/tokens.hpp"
#include "opmodel/words.hpp"

namespace opexplore::kernel {

namespace {

using detail::quote;

/// The number that tells the barrier instructions of the module apart. Two that a compiler makes of
/// one, when it unrolls a loop, are two: it may not make threads that come to one barrier of the
/// source together come to different ones, so threads that do were apart before.
Value instance(Step& step) {
  Value number = 0;
  const Module& module = step.around().module;
  for (const std::vector<Entry>* const bodies : {&module.entries, &module.functions}) {
    for (const Entry& entry : *bodies) {
      for (const Statement& statement : entry.statements) {
        if (&statement == &step.statement()) return number;
        const Token& name = statement.mnemonic.name;
        if (name.is("bar") || name.is("barrier")) ++number;
      }
    }
  }
  return number;
}

Value known_number(Step& step, const PtxOperand& operand, const std::string& what) {
  const Input input = step.input(operand, {'u', 32});
  if (!input.known.is_constant()) {
    step.fail_at(operand, "not modelled: " + what + " that is known only when the program runs");
  }
  return input.known.number;
}

}  // namespace

BarrierDeed barrier_deed(const Step& step) {
  using Deed = BarrierDeed;
  std::optional<Deed> deed;
  for (const detail::Modifier& modifier : step.mnemonic().modifiers) {
    constexpr std::array<Word<Deed>, 3> deeds = {
        {{"sync", Deed::sync}, {"arrive", Deed::arrive}, {"red", Deed::red}}};
    constexpr std::array<std::string_view, 7> others = {"cta", "aligned", "popc", "and",
                                                        "or",  "pred",    "u32"};
    const std::optional<Deed> named = find_word<Deed>(deeds, modifier.text);
    if (named && deed) step.fail(written(step) + " is both of two things");
    if (named) deed = named;
    if (named || std::ranges::find(others, modifier.text) != others.end()) continue;
    step.around().source.fail(modifier.place,
                              "not modelled: " + quote(modifier.text) + " in " + written(step),
                              "nearest: bar.sync");
  }
  if (!deed) step.fail(written(step) + " is neither sync nor arrive nor red");
  return *deed;
}

Barrier barrier_named(Step& step, const PtxOperand& number) {
  Barrier action;
  action.instance = instance(step);
  action.aligned = step.mnemonic().name.is("bar") || step.mnemonic().has("aligned");
  const Value id = known_number(step, number, "a barrier");
  if (id < 0 || id > 15) step.fail_at(number, "the barriers of a CTA are 0 to 15");
  action.id = Operand{id};
  return action;
}

Value threads_awaited(Step& step, const PtxOperand& operand) {
  const Value threads = known_number(step, operand, "a number of threads");
  if (threads > 0 && threads % warp_size == 0) return threads;
  step.fail_at(operand, "a barrier waits for whole warps of 32 threads, not for " +
                            std::to_string(threads) + " threads");
}

namespace {

/// How many threads of the launch a number of threads stands for. Warps arrive as a whole, whatever
/// part of them is launched; so the warps must have equally many.
Value quorum(Step& step, const PtxOperand& operand) {
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

/// The barrier that the operand names, waiting for all or for so many threads.
Barrier named_barrier(Step& step, const PtxOperand& number, const PtxOperand* threads) {
  Barrier action = barrier_named(step, number);
  if (threads != nullptr) action.quorum = Operand{quorum(step, *threads)};
  return action;
}

void synchronise(Step& step, bool arrive) {
  const std::vector<PtxOperand>& operands = step.operands();
  if (operands.empty() || operands.size() > 2) step.fail(written(step) + " has 1 or 2 operands");
  if (arrive && operands.size() == 1) {
    step.fail(written(step) + " needs a number of threads", "as in 'bar.arrive 1, 64'");
  }
  Barrier action = named_barrier(step, operands[0], operands.size() == 2 ? &operands[1] : nullptr);
  action.arrive = arrive;
  step.emit(action);
}

/// `bar.red.op d, a{, b}, {!}c`: how many, whether all, or whether some predicates hold. Those that
/// do not hold are counted for .and, so that a thread that does not come counts as nothing.
void reduce_at_barrier(Step& step) {
  const std::vector<PtxOperand>& operands = step.operands();
  if (operands.size() != 3 && operands.size() != 4) {
    step.fail(written(step) + " has 3 or 4 operands");
  }
  const Mnemonic& mnemonic = step.mnemonic();
  const bool counts = mnemonic.has("popc") && mnemonic.has("u32");
  const bool all = mnemonic.has("and");
  if (!counts && !((all || mnemonic.has("or")) && mnemonic.has("pred"))) {
    step.fail(written(step) + " is .popc.u32, .and.pred or .or.pred");
  }
  const Executor& executor = step.executor();
  ThreadMask threads = 0;
  for (const Mate& mate : executor.cta_mates) threads |= thread_bit(mate.number);
  const Barrier barrier =
      named_barrier(step, operands[1], operands.size() == 4 ? &operands[2] : nullptr);
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
  const ArithmeticOp op = counts ? ArithmeticOp::move
                          : all  ? ArithmeticOp::equal
                                 : ArithmeticOp::not_equal;
  step.emit(op, step.set_run_time(step.destination()), RegisterOperand{result}, Value{0},
            NumberType::s32);
}

}  // namespace

bool execute_barrier(Step& step) {
  const Token& name = step.mnemonic().name;
  if (!name.is("bar") && !name.is("barrier")) return false;
  const BarrierDeed deed = barrier_deed(step);
  if (deed == BarrierDeed::red) {
    reduce_at_barrier(step);
  } else {
    synchronise(step, deed == BarrierDeed::arrive);
  }
  return true;
}

}  // namespace opexplore::kernel
