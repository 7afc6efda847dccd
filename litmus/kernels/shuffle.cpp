// `shfl.sync` (PTX ISA 9.7.9.6): each lane reads the register of another one.
#include "litmus/kernels/shuffle.hpp"

#include <string>
#include <vector>

#include "litmus/kernels/warp.hpp"

namespace opexplore::kernel {

namespace {

using Kind = code::Operand::Kind;
using Mode = code::WarpOperation::Kind;

}  // namespace

SourceLane source_lane(Mode mode, std::uint32_t own, std::uint32_t b, const Segments& segments) {
  const std::uint32_t first = own & segments.mask;
  const std::uint32_t last = first | (segments.clamp & ~segments.mask);
  std::uint32_t lane = 0;
  bool inside = false;
  switch (mode) {
    case Mode::shuffle_up:  // the clamp is the first lane then
      lane = own - b;
      inside = static_cast<std::int32_t>(lane) >= static_cast<std::int32_t>(last);
      break;
    case Mode::shuffle_down:
      lane = own + b;
      inside = lane <= last;
      break;
    case Mode::shuffle_butterfly:
      lane = own ^ b;
      inside = lane <= last;
      break;
    default:  // an index
      lane = first | (b & ~segments.mask);
      inside = lane <= last;
      break;
  }
  return {inside ? lane : own, inside};
}

Segments segments_of(Value operand) {
  constexpr std::uint32_t five_bits = 31;
  const auto bits = static_cast<std::uint32_t>(operand);
  return {bits & five_bits, (bits >> 8U) & five_bits};
}

namespace {

using Lane = SourceLane;

class Shuffle {
 public:
  Shuffle(Step& step, Mode mode)
      : step_(step), mode_(mode), with_predicate_(step.instruction().results == 2) {}

  void run() {
    const std::optional<Lanes> lanes = lanes_of(step_, operand(4));
    if (!lanes) return;
    const Input b = step_.input(operand(2), {'u', 32});
    const Input c = step_.input(operand(3), {'u', 32});
    if (!c.known.is_constant()) {
      step_.fail_at(operand(3),
                    "not modelled: segments of a warp that are known only when the program runs");
    }
    segments_ = segments_of(c.known.number);
    Exchange exchange(step_, *lanes);
    value_ = given_value(step_, operand(1), {'b', 32});
    exchange.give(value_);
    if (b.known.is_constant()) {
      read_known(exchange, static_cast<std::uint32_t>(b.known.number) & 31U);
    } else {
      read_unknown(exchange, step_.run_time(b));
    }
    exchange.finish();
  }

 private:
  /// Counted without the predicate.
  const code::Operand& operand(std::size_t index) const {
    return step_.operands()[index + (with_predicate_ && index > 0 ? 1 : 0)];
  }

  /// Nothing for `_`.
  const code::Operand* predicate() const {
    if (!with_predicate_ || step_.operands()[1].kind == Kind::nothing) return nullptr;
    return &step_.destination(1);
  }

  /// The thread whose register is read. Nothing if what is read is undefined.
  std::optional<ThreadId> giver(const Exchange& exchange, const Lane& lane) const {
    const auto thread = thread_in_lane(step_.executor(), lane.number);
    const bool comes = thread && (exchange.members() & thread_bit(*thread)) != 0;
    if (!comes || exchange.is_undefined(*thread)) return std::nullopt;
    return thread;
  }

  /// Why there is no giver.
  Abstract::Lack lack(const Exchange& exchange, const Lane& lane) const {
    const auto thread = thread_in_lane(step_.executor(), lane.number);
    const bool is_elsewhere = thread && (exchange.members() & thread_bit(*thread)) == 0;
    return is_elsewhere ? Abstract::Lack::elsewhere : Abstract::Lack::lane;
  }

  Lane lane(std::uint32_t b) const {
    return source_lane(mode_, step_.executor().lane, b, segments_);
  }

  void read_known(Exchange& exchange, std::uint32_t b) {
    const Lane from = lane(b);
    if (predicate() != nullptr) step_.set(*predicate(), constant(from.inside ? 1 : 0));
    if (operand(0).kind == Kind::nothing) return;
    const code::Operand& destination = step_.destination();
    const std::optional<ThreadId> thread = giver(exchange, from);
    const bool own = thread == step_.executor().number;
    if (!thread || (own && !value_)) return step_.set(destination, undefined(lack(exchange, from)));
    if (!own) return exchange.read(*thread, step_.set_run_time(destination));
    if (const auto* const number = std::get_if<Value>(&*value_)) {
      return step_.set(destination, constant(*number));
    }
    step_.emit(ArithmeticOp::move, step_.set_run_time(destination), *value_, Value{0},
               NumberType::s32);
  }

  /// Operand b is known only when the program runs: the thread jumps to the lane that it names.
  void read_unknown(Exchange& exchange, Operand b) {
    const RegisterId number = step_.scratch(Scratch::index);
    step_.emit(ArithmeticOp::bit_and, number, b, Value{31}, NumberType::s32);
    const RegisterId destination = step_.set_run_time(step_.destination());
    std::optional<RegisterId> inside;
    if (predicate() != nullptr) inside = step_.set_run_time(*predicate());
    std::vector<InstructionId> to_end;
    for (std::uint32_t candidate = 0; candidate < 32; ++candidate) {
      const Lane from = lane(candidate);
      const std::optional<ThreadId> thread = giver(exchange, from);
      if (!thread && !inside) continue;
      const InstructionId other =
          step_.emit_branch(Comparison::not_equal, RegisterOperand{number}, Value{candidate});
      if (thread) copy(exchange, *thread, destination);
      if (inside) {
        step_.emit(ArithmeticOp::move, *inside, Value{from.inside ? 1 : 0}, Value{0},
                   NumberType::pred);
      }
      to_end.push_back(step_.emit_jump());
      step_.land(other);
    }
    // WART: undefined-at-run-time. What is read of a lane that is not there is 0 here.
    step_.emit(ArithmeticOp::move, destination, Value{0}, Value{0}, NumberType::s32);
    for (const InstructionId jump : to_end) step_.land(jump);
  }

  void copy(Exchange& exchange, ThreadId from, RegisterId destination) {
    if (from != step_.executor().number) return exchange.read(from, destination);
    step_.emit(ArithmeticOp::move, destination, value_.value_or(Value{0}), Value{0},
               NumberType::s32);
  }

  Step& step_;
  Mode mode_;
  bool with_predicate_;
  Segments segments_;
  std::optional<Operand> value_;  ///< that the thread itself gives
};

}  // namespace

void shuffle(Step& step, const code::WarpOperation& what) { Shuffle(step, what.kind).run(); }

}  // namespace opexplore::kernel
