// Votes, matches, sums and leaders of a warp. What lanes give is made so that 0 says nothing: it is
// what the mailbox of a lane holds that does not come (exchange.hpp).
#include "litmus/kernels/reduction.hpp"

#include <string>

namespace opexplore::kernel {

namespace {

using code::WarpOperation;
using Kind = code::Operand::Kind;
using Voting = WarpOperation::Kind;

Value bit(std::uint32_t position) { return static_cast<Value>(std::uint64_t{1} << position); }

Operand in(RegisterId reg) { return RegisterOperand{reg}; }

void copy_result(Step& step, const code::Operand& destination, RegisterId result, NumberType type) {
  step.emit(ArithmeticOp::move, step.set_run_time(destination), in(result), Value{0}, type);
}

/// The sum over the members, each of which gives one number. They have different bits.
RegisterId sum_of_given(Step& step, const Lanes& lanes, const Operand& given) {
  Exchange exchange(step, lanes);
  exchange.give(given);
  const RegisterId result = step.scratch(Scratch::result);
  step.emit(ArithmeticOp::move, result, Value{0}, Value{0}, NumberType::s64);
  for (const Mate& mate : step.executor().warp_mates) {
    if ((exchange.members() & thread_bit(mate.number)) == 0) continue;
    step.emit(ArithmeticOp::bit_or, result, in(result), exchange.value_of(mate.number),
              NumberType::s64);
  }
  exchange.finish();
  return result;
}

/// Leaves the bits of the mask alone, if it is known only when the program runs.
void apply_mask(Step& step, const Lanes& lanes, RegisterId bits) {
  if (lanes.mask_in) {
    step.emit(ArithmeticOp::bit_and, bits, in(bits), in(*lanes.mask_in), NumberType::s64);
  }
}

/// The predicate, 0 or 1, times the lane's bit, moved up by so many.
Operand predicate_bit(Step& step, const Operand& predicate, std::uint32_t up, Scratch where) {
  const Value factor = bit(step.executor().lane + up);
  if (const auto* const known = std::get_if<Value>(&predicate)) return *known * factor;
  const RegisterId reg = step.scratch(where);
  step.emit(ArithmeticOp::mul, reg, predicate, factor, NumberType::s64);
  return in(reg);
}

/// Whether all predicates are the same: there are none that hold, or none that do not.
void vote_uniform(Step& step, const Lanes& lanes, const Operand& predicate) {
  const Operand low = predicate_bit(step, predicate, 0, Scratch::index);
  const Operand high = predicate_bit(step, negation(step, predicate), warp_size, Scratch::given);
  const RegisterId given = step.scratch(Scratch::given);
  step.emit(ArithmeticOp::bit_or, given, low, high, NumberType::s64);
  const RegisterId both = sum_of_given(step, lanes, in(given));
  const RegisterId other = step.scratch(Scratch::index);
  step.emit(ArithmeticOp::div, other, in(both), bit(warp_size), NumberType::u64);
  apply_mask(step, lanes, other);
  step.emit(ArithmeticOp::bit_and, both, in(both), bit(warp_size) - 1, NumberType::s64);
  apply_mask(step, lanes, both);
  step.emit(ArithmeticOp::equal, both, in(both), Value{0}, NumberType::s64);
  step.emit(ArithmeticOp::equal, other, in(other), Value{0}, NumberType::s64);
  const RegisterId result = step.set_run_time(step.destination());
  step.emit(ArithmeticOp::bit_or, result, in(both), in(other), NumberType::pred);
}

/// The value as one of the type that is at least 1, with 64 bits.
Operand counted_from_one(Step& step, const Operand& value) {
  if (const auto* const known = std::get_if<Value>(&value)) {
    return sum(static_cast<std::uint32_t>(*known), 1);
  }
  const RegisterId reg = step.scratch(Scratch::given);
  step.emit(ArithmeticOp::move, reg, value, Value{0}, NumberType::u32);
  step.emit(ArithmeticOp::add, reg, in(reg), Value{1}, NumberType::s64);
  return in(reg);
}

/// Of two registers of the lanes that come: those that gave the same value, and all of them.
struct Matches {
  RegisterId same = 0;
  RegisterId present = 0;
};

Matches matches(Step& step, const Lanes& lanes, const Operand& given, bool gives_presence) {
  Exchange exchange(step, lanes);
  exchange.give(given);
  const Matches result{step.scratch(Scratch::result), step.scratch(Scratch::present)};
  const RegisterId part = step.scratch(Scratch::index);
  for (const RegisterId reg : {result.same, result.present}) {
    step.emit(ArithmeticOp::move, reg, Value{0}, Value{0}, NumberType::s64);
  }
  const auto add = [&](RegisterId to, ArithmeticOp comparison, Operand value, Operand other,
                       std::uint32_t lane) {
    step.emit(comparison, part, value, other, NumberType::s64);
    step.emit(ArithmeticOp::mul, part, in(part), bit(lane), NumberType::s64);
    step.emit(ArithmeticOp::bit_or, to, in(to), in(part), NumberType::s64);
  };
  for (const Mate& mate : step.executor().warp_mates) {
    if ((exchange.members() & thread_bit(mate.number)) == 0) continue;
    const Operand value = exchange.value_of(mate.number);
    add(result.same, ArithmeticOp::equal, value, given, mate.lane);
    if (gives_presence) {
      add(result.present, ArithmeticOp::not_equal, value, Value{0}, mate.lane);
    } else {
      step.emit(ArithmeticOp::bit_or, result.present, in(result.present), bit(mate.lane),
                NumberType::s64);
    }
  }
  exchange.finish();
  apply_mask(step, lanes, result.same);
  apply_mask(step, lanes, result.present);
  return result;
}

/// What changes no result of such a combination, as registers hold it.
Value neutral(const WarpOperation& what) {
  constexpr Value least = -2147483648;
  constexpr Value greatest = 2147483647;
  const bool has_sign = what.type.kind == 's';
  switch (what.op) {
    case ArithmeticOp::less:
      return has_sign ? greatest : -1;
    case ArithmeticOp::greater:
      return has_sign ? least : 0;
    case ArithmeticOp::bit_and:
      return -1;
    default:
      return 0;
  }
}

/// `result = result op value`.
void combine(Step& step, const WarpOperation& how, RegisterId result, RegisterId value) {
  const bool chooses = how.op == ArithmeticOp::less || how.op == ArithmeticOp::greater;
  if (!chooses) {
    return step.emit(how.op, result, in(result), in(value), NumberType::s32);
  }
  // The better one without a jump: result + better * (value - result).
  const RegisterId better = step.scratch(Scratch::predicate);
  step.emit(how.op, better, in(value), in(result), number_type(how.type, true));
  step.emit(ArithmeticOp::sub, value, in(value), in(result), NumberType::s32);
  step.emit(ArithmeticOp::mul, value, in(value), in(better), NumberType::s32);
  step.emit(ArithmeticOp::add, result, in(result), in(value), NumberType::s32);
}

/// Sets the register to 0 unless the mask, known only when the program runs, has the lane.
void leave_out(Step& step, RegisterId mask, std::uint32_t lane, RegisterId value) {
  const RegisterId named = step.scratch(Scratch::predicate);
  step.emit(ArithmeticOp::bit_and, named, in(mask), bit(lane), NumberType::s64);
  step.emit(ArithmeticOp::not_equal, named, in(named), Value{0}, NumberType::s64);
  step.emit(ArithmeticOp::mul, value, in(value), in(named), NumberType::s64);
}

}  // namespace

RegisterId ballot(Step& step, const Lanes& lanes, const Operand& predicate) {
  const Operand given = predicate_bit(step, predicate, 0, Scratch::given);
  const RegisterId bits = sum_of_given(step, lanes, given);
  apply_mask(step, lanes, bits);
  return bits;
}

Operand predicate_value(Step& step, const code::Operand& operand) {
  return step.run_time(step.input(operand, {'p', 1}));
}

Operand negation(Step& step, const Operand& predicate) {
  if (const auto* const known = std::get_if<Value>(&predicate)) return Value{*known == 0 ? 1 : 0};
  const RegisterId reg = step.scratch(Scratch::predicate);
  step.emit(ArithmeticOp::bit_xor, reg, predicate, Value{1}, NumberType::pred);
  return in(reg);
}

void vote(Step& step, const WarpOperation& what) {
  const std::optional<Lanes> lanes = lanes_of(step, step.operands()[2]);
  if (!lanes) return;
  const Operand predicate = predicate_value(step, step.operands()[1]);
  const code::Operand& destination = step.destination();
  if (what.kind == Voting::vote_uniform) return vote_uniform(step, *lanes, predicate);
  if (what.kind == Voting::vote_ballot) {
    return copy_result(step, destination, ballot(step, *lanes, predicate), NumberType::s32);
  }
  const bool all = what.kind == Voting::vote_all;
  const RegisterId bits = ballot(step, *lanes, all ? negation(step, predicate) : predicate);
  step.emit(all ? ArithmeticOp::equal : ArithmeticOp::not_equal, step.set_run_time(destination),
            in(bits), Value{0}, NumberType::s64);
}

void match(Step& step, const WarpOperation& what) {
  const bool all = what.kind == Voting::match_all;
  const bool with_predicate = step.instruction().results == 2;
  const code::Operand& source = step.operands()[with_predicate ? 2 : 1];
  const std::optional<Lanes> lanes = lanes_of(step, step.operands().back());
  if (!lanes) return;
  const Type type = what.type;
  const bool certain = step.around().meetings.at(lanes->meeting).certain;
  if (type.bits == 64 && !certain) {
    step.fail("not modelled: values of 64 bits where it is not certain which lanes come",
              "match values of 32 bits");
  }
  const Operand value = step.run_time(step.input(source, type));
  const Operand given = type.bits == 64 ? value : counted_from_one(step, value);
  const Matches found = matches(step, *lanes, given, !certain);
  if (!all) return copy_result(step, step.destination(), found.same, NumberType::s32);
  const RegisterId equal = step.scratch(Scratch::predicate);
  step.emit(ArithmeticOp::equal, equal, in(found.same), in(found.present), NumberType::s64);
  step.emit(ArithmeticOp::mul, found.present, in(found.present), in(equal), NumberType::s64);
  if (step.operands()[0].kind != Kind::nothing) {
    copy_result(step, step.destination(), found.present, NumberType::s32);
  }
  if (with_predicate && step.operands()[1].kind != Kind::nothing) {
    copy_result(step, step.destination(1), equal, NumberType::pred);
  }
}

void reduce(Step& step, const WarpOperation& what) {
  const Value nothing = neutral(what);
  const std::optional<Lanes> lanes = lanes_of(step, step.operands()[2]);
  if (!lanes) return;
  const code::Operand& source = step.operands()[1];
  const RegisterId given = step.scratch(Scratch::given);
  step.emit(ArithmeticOp::bit_xor, given, step.run_time(step.input(source, what.type)), nothing,
            NumberType::s32);
  Exchange exchange(step, *lanes);
  exchange.give(in(given));
  const RegisterId result = step.scratch(Scratch::result);
  const RegisterId value = step.scratch(Scratch::read);
  step.emit(ArithmeticOp::move, result, nothing, Value{0}, NumberType::s32);
  for (const Mate& mate : step.executor().warp_mates) {
    if ((exchange.members() & thread_bit(mate.number)) == 0) continue;
    step.emit(ArithmeticOp::move, value, exchange.value_of(mate.number), Value{0}, NumberType::s32);
    if (lanes->mask_in) leave_out(step, *lanes->mask_in, mate.lane, value);
    step.emit(ArithmeticOp::bit_xor, value, in(value), nothing, NumberType::s32);
    combine(step, what, result, value);
  }
  exchange.finish();
  copy_result(step, step.destination(), result, NumberType::s32);
}

/// The leader is the first lane that comes; PTX leaves open which one it is.
void elect(Step& step) {
  const std::optional<Lanes> lanes = lanes_of(step, step.operands()[2]);
  if (!lanes) return;
  const Meeting& meeting = step.around().meetings.at(lanes->meeting);
  if (!meeting.certain || lanes->mask_in) {
    step.fail("not modelled: elect.sync where it is not certain which lanes come",
              "elect a lane before some of them leave, or name it");
  }
  std::uint32_t leader = step.executor().lane;
  for (const Mate& mate : step.executor().warp_mates) {
    const bool comes = (meeting.members & thread_bit(mate.number)) != 0;
    if (comes) leader = std::min(leader, mate.lane);
  }
  meet_at(step, lanes->meeting);
  if (step.operands()[0].kind != Kind::nothing) step.set(step.destination(), constant(leader));
  step.set(step.destination(1), constant(leader == step.executor().lane ? 1 : 0));
}

}  // namespace opexplore::kernel
