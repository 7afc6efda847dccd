#include "litmus/kernels/warp.hpp"

#include <algorithm>
#include <bit>
#include <string>

#include "litmus/kernels/instructions.hpp"
#include "litmus/kernels/reduction.hpp"

namespace opexplore::kernel {

std::string hexadecimal(std::uint32_t mask) {
  std::string digits;
  do {
    digits.insert(digits.begin(), "0123456789abcdef"[mask & 15U]);
    mask >>= 4U;
  } while (mask != 0);
  return "0x" + digits;
}

namespace {

constexpr std::uint32_t all_lanes = 0xFFFFFFFF;

constexpr std::uint32_t lane_bit(std::uint32_t lane) { return std::uint32_t{1} << lane; }

/// The lanes of the warp that its block does not have.
std::uint32_t lanes_outside(const Executor& executor) {
  const Triple& shape = executor.threads_per_block;
  const std::uint32_t threads = shape.x * shape.y * shape.z;
  const std::uint32_t first = executor.in_block - executor.lane;
  std::uint32_t outside = 0;
  for (std::uint32_t lane = 0; lane < warp_size; ++lane) {
    if (first + lane >= threads) outside |= lane_bit(lane);
  }
  return outside;
}

/// The threads of the launch in these lanes of the warp.
ThreadMask threads_in(const Executor& executor, std::uint32_t mask) {
  ThreadMask threads = 0;
  for (const Mate& mate : executor.warp_mates) {
    if ((mask & lane_bit(mate.lane)) != 0) threads |= thread_bit(mate.number);
  }
  return threads;
}

std::string warp_name(const Executor& executor) {
  return std::to_string(executor.gpu) + ' ' + std::to_string(executor.cta) + ' ' +
         std::to_string(executor.warp);
}

/// Whether the launch lists all threads that the warp has.
bool is_all_launched(const Executor& executor) {
  const auto lanes = static_cast<std::size_t>(std::popcount(~lanes_outside(executor)));
  return executor.warp_mates.size() == lanes;
}

/// The same of a mask that is known only when the program runs.
void stop_at_mistake(Step& step, RegisterId mask) {
  const Executor& executor = step.executor();
  const RegisterId named = step.scratch(Scratch::named);
  step.emit(ArithmeticOp::bit_and, named, RegisterOperand{mask}, Value{lane_bit(executor.lane)},
            NumberType::s64);
  step.stop_unless(
      Comparison::not_equal, RegisterOperand{named}, Value{0}, StopKind::misuse,
      "the mask does not name lane " + std::to_string(executor.lane) + ", which executes it");
  const std::uint32_t outside = lanes_outside(executor);
  if (outside == 0) return;
  const InstructionId all =
      step.emit_branch(Comparison::equal, RegisterOperand{mask}, Value{all_lanes});
  step.emit(ArithmeticOp::bit_and, named, RegisterOperand{mask}, Value{outside}, NumberType::s64);
  step.stop_unless(Comparison::equal, RegisterOperand{named}, Value{0}, StopKind::misuse,
                   "the mask names lanes that the block does not have");
  step.land(all);
}

/// Makes a register say which threads the mask names, as a ThreadMask.
void find_members(Step& step, RegisterId mask) {
  const RegisterId members = step.scratch(Scratch::members);
  const RegisterId named = step.scratch(Scratch::named);
  step.emit(ArithmeticOp::move, members, Value{0}, Value{0}, NumberType::s64);
  for (const Mate& mate : step.executor().warp_mates) {
    const auto bit = static_cast<Value>(thread_bit(mate.number));
    step.emit(ArithmeticOp::bit_and, named, RegisterOperand{mask}, Value{lane_bit(mate.lane)},
              NumberType::s64);
    step.emit(ArithmeticOp::not_equal, named, RegisterOperand{named}, Value{0}, NumberType::s64);
    step.emit(ArithmeticOp::mul, named, RegisterOperand{named}, bit, NumberType::s64);
    step.emit(ArithmeticOp::bit_or, members, RegisterOperand{members}, RegisterOperand{named},
              NumberType::s64);
  }
}

/// Lanes with the same mask meet at a barrier of their own: that of the meeting and the mask.
Lanes lanes_named(Step& step, const std::string& name, const Operand& given) {
  const RegisterId mask = step.scratch(Scratch::mask);
  step.emit(ArithmeticOp::bit_and, mask, given, Value{all_lanes}, NumberType::s64);
  stop_at_mistake(step, mask);
  const Value number =
      step.around().meetings.number(name, threads_in(step.executor(), all_lanes), Awaited::named);
  find_members(step, mask);
  const RegisterId meeting = step.scratch(Scratch::meeting);
  constexpr Value above_masks = Value{1} << warp_size;
  step.emit(ArithmeticOp::add, meeting, RegisterOperand{mask}, number * above_masks,
            NumberType::s64);
  return Lanes{number, mask};
}

/// Where the statement stands, to tell it from others.
std::string place_of(const Step& step) {
  return std::to_string(step.statement().place.line) + ':' +
         std::to_string(step.statement().place.column);
}

void warp_barrier(Step& step) {
  const std::optional<Lanes> lanes = lanes_of(step, step.operands().front());
  if (lanes) meet_at(step, lanes->meeting);
}

/// The lanes that may come here, and do so together. Nobody waits where it is known
/// who they are.
///
/// WART: active-lanes. A GPU may report fewer.
void active_mask(Step& step) {
  const Executor& executor = step.executor();
  const std::string name = "active " + warp_name(executor) + " at " + place_of(step);
  const Value number =
      step.around().meetings.number(name, threads_in(executor, all_lanes), Awaited::coming);
  const Meeting& meeting = step.around().meetings.at(number);
  if (meeting.certain) {
    step.pass(number);
    Value mask = 0;
    for (const Mate& mate : executor.warp_mates) {
      if ((meeting.members & thread_bit(mate.number)) != 0) mask |= Value{lane_bit(mate.lane)};
    }
    return step.set(step.destination(), constant(mask));
  }
  const RegisterId mask = ballot(step, {number, std::nullopt}, Operand{Value{1}});
  step.emit(ArithmeticOp::move, step.set_run_time(step.destination()), RegisterOperand{mask},
            Value{0}, NumberType::s32);
}

}  // namespace

std::string mistake_in(const Executor& executor, std::uint32_t mask) {
  if (mask == all_lanes) return "";
  const std::string name = "the mask " + hexadecimal(mask);
  if ((mask & lane_bit(executor.lane)) == 0) {
    return name + " does not name lane " + std::to_string(executor.lane) + ", which executes it";
  }
  const std::uint32_t outside = mask & lanes_outside(executor);
  if (outside == 0) return "";
  return name + " names lane " + std::to_string(std::countr_zero(outside)) +
         ", which the block does not have";
}

std::optional<ThreadId> thread_in_lane(const Executor& executor, std::uint32_t lane) {
  const auto mate = std::ranges::find(executor.warp_mates, lane, &Mate::lane);
  if (mate == executor.warp_mates.end()) return std::nullopt;
  return mate->number;
}

// WART: exchanges-order-memory. Lanes that exchange registers also learn what the others know of
// memory, which PTX promises of bar.warp.sync alone.
std::optional<Lanes> lanes_of(Step& step, const code::Operand& operand) {
  const Executor& executor = step.executor();
  if (step.is_undefined(operand) && is_all_launched(executor)) {
    step.stop(StopKind::misuse, "the mask is undefined: it comes from a lane that is not there");
    return std::nullopt;
  }
  const Input input = step.input(operand, {'b', 32});
  if (input.known.is_address()) step.fail_at(operand, "a mask of lanes is no address");
  // "All non-exited threads" that the mask names wait for each other at instructions of the same
  // qualifiers (PTX ISA 9.7.9.6), wherever those stand.
  const std::string name = "lanes " + warp_name(executor) + ' ' + step.instruction().name;
  Meetings& meetings = step.around().meetings;
  if (!input.known.is_constant()) {
    meetings.name_by_mask(name);
    return lanes_named(step, name, step.run_time(input));
  }
  const auto mask = static_cast<std::uint32_t>(input.known.number);
  const std::string mistake = mistake_in(executor, mask);
  if (!mistake.empty()) {
    step.stop(StopKind::misuse, mistake);
    return std::nullopt;
  }
  if (meetings.is_named_by_mask(name)) return lanes_named(step, name, Value{mask});
  return Lanes{meetings.number(name + ' ' + hexadecimal(mask), threads_in(executor, mask),
                               Awaited::expected)};
}

std::optional<Operand> given_value(Step& step, const code::Operand& operand, Type type) {
  if (step.is_undefined(operand) || step.is_unwritten(operand)) return std::nullopt;
  return step.run_time(step.input(operand, type));
}

void meet_at(Step& step, Value meeting) {
  const ThreadMask own = thread_bit(step.executor().number);
  if (step.around().meetings.at(meeting).expected != own) step.meet(meeting);
}

void execute_warp(Step& step, const code::WarpOperation& what) {
  using Kind = code::WarpOperation::Kind;
  switch (what.kind) {
    case Kind::barrier:
      return warp_barrier(step);
    case Kind::active_mask:
      return active_mask(step);
    case Kind::shuffle_up:
    case Kind::shuffle_down:
    case Kind::shuffle_butterfly:
    case Kind::shuffle_index:
      return shuffle(step, what);
    case Kind::vote_all:
    case Kind::vote_any:
    case Kind::vote_uniform:
    case Kind::vote_ballot:
      return vote(step, what);
    case Kind::match_any:
    case Kind::match_all:
      return match(step, what);
    case Kind::reduction:
      return reduce(step, what);
    case Kind::election:
      return elect(step);
  }
}

}  // namespace opexplore::kernel
