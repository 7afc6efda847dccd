#include "litmus/kernels/whole/lanes.hpp"

#include <algorithm>
#include <bit>
#include <optional>
#include <string>

#include "code/uses.hpp"
#include "litmus/kernels/shuffle.hpp"
#include "litmus/kernels/warp.hpp"
#include "litmus/kernels/whole/left_open.hpp"

namespace opexplore::kernel {

namespace {

using code::WarpOperation;

constexpr std::uint32_t bit_of_lane(std::uint32_t lane) { return std::uint32_t{1} << lane; }

/// The mask that names the lanes.
const code::Operand& mask_of(const Step& step) { return step.operands().back(); }

/// A number that the lane gives; nothing if it is undefined.
std::optional<Value> given_number(Step& step, const code::Operand& operand, Type type) {
  if (step.is_undefined(operand) || step.is_unwritten(operand)) return std::nullopt;
  const Abstract known = step.number(operand, type).known;
  if (known.is_constant()) return known.number;
  throw LeftOpen{"lanes exchange what depends on time", &step.statement()};
}

/// The same where it has to have a value: a lane that has none stops.
Value defined_number(Step& step, const code::Operand& operand, Type type) {
  try {
    const Abstract known = step.number(operand, type).known;
    if (known.is_constant()) return known.number;
  } catch (const NoValue& value) {
    if (!step.stops()) step.stop(value);
    return 0;
  }
  throw LeftOpen{"lanes exchange what depends on time", &step.statement()};
}

template <class F>
void for_each_lane(const ComeLanes& lanes, F&& f) {
  for (std::uint32_t lane = 0; lane < warp_size; ++lane) {
    if ((lanes.mask & bit_of_lane(lane)) != 0) f(lane, *lanes.steps[lane]);
  }
}

void set_result(Step& step, std::size_t operand, Value value) {
  if (step.operands()[operand].kind == code::Operand::Kind::nothing) return;
  step.set(step.destination(operand), constant(value));
}

void shuffle_values(const ComeLanes& lanes, Step& any, const WarpOperation& what) {
  const std::size_t more = any.instruction().results - 1;  // the predicate
  std::array<std::optional<Value>, warp_size> values;
  for_each_lane(lanes, [&](std::uint32_t lane, Step& step) {
    values[lane] = given_number(step, step.operands()[1 + more], {'b', 32});
  });
  for_each_lane(lanes, [&](std::uint32_t lane, Step& step) {
    const auto operands = step.operands();
    const Value b = defined_number(step, operands[2 + more], {'u', 32});
    const Segments segments = segments_of(defined_number(step, operands[3 + more], {'u', 32}));
    const SourceLane from =
        source_lane(what.kind, lane, static_cast<std::uint32_t>(b) & 31U, segments);
    if (more != 0) set_result(step, 1, from.inside ? 1 : 0);
    if (operands[0].kind == code::Operand::Kind::nothing) return;
    const bool comes = (lanes.mask & bit_of_lane(from.number)) != 0;
    const std::optional<Value> value = comes ? values[from.number] : std::nullopt;
    step.set(step.destination(),
             value ? constant(*value)
                   : undefined(comes ? Abstract::Lack::lane : Abstract::Lack::elsewhere));
  });
}

void vote_values(const ComeLanes& lanes, const WarpOperation& what) {
  std::uint32_t holds = 0;
  for_each_lane(lanes, [&](std::uint32_t lane, Step& step) {
    if (defined_number(step, step.operands()[1], {'p', 1}) != 0) holds |= bit_of_lane(lane);
  });
  const bool all = holds == lanes.mask, none = holds == 0;
  Value result = all || none ? 1 : 0;  // uniform
  if (what.kind == WarpOperation::Kind::vote_ballot) result = holds;
  if (what.kind == WarpOperation::Kind::vote_all) result = all ? 1 : 0;
  if (what.kind == WarpOperation::Kind::vote_any) result = none ? 0 : 1;
  for_each_lane(lanes, [&](std::uint32_t, Step& step) { set_result(step, 0, result); });
}

void match_values(const ComeLanes& lanes, Step& any, const WarpOperation& what) {
  const bool all = what.kind == WarpOperation::Kind::match_all;
  const bool with_predicate = any.instruction().results == 2;
  std::array<Value, warp_size> values = {};
  for_each_lane(lanes, [&](std::uint32_t lane, Step& step) {
    values[lane] = defined_number(step, step.operands()[with_predicate ? 2 : 1], what.type);
  });
  for_each_lane(lanes, [&](std::uint32_t lane, Step& step) {
    std::uint32_t same = 0;
    for_each_lane(lanes, [&](std::uint32_t other, Step&) {
      if (values[other] == values[lane]) same |= bit_of_lane(other);
    });
    const bool equal = same == lanes.mask;
    set_result(step, 0, all && !equal ? 0 : same);
    if (with_predicate) set_result(step, 1, equal ? 1 : 0);
  });
}

void reduce_values(const ComeLanes& lanes, const WarpOperation& what) {
  const auto combined = [&](Value a, Value b) {
    const Value first = typed_value(what.type, a), second = typed_value(what.type, b);
    if (what.op == ArithmeticOp::less) return std::min(first, second);
    if (what.op == ArithmeticOp::greater) return std::max(first, second);
    return evaluate(what.op, a, b);
  };
  std::optional<Value> result;
  for_each_lane(lanes, [&](std::uint32_t, Step& step) {
    const Value value = defined_number(step, step.operands()[1], what.type);
    result = result ? combined(*result, value) : value;
  });
  for_each_lane(lanes, [&](std::uint32_t, Step& step) { set_result(step, 0, *result); });
}

/// The leader is the first lane that comes; PTX leaves open which one it is.
void elect_lane(const ComeLanes& lanes) {
  const auto leader = static_cast<std::uint32_t>(std::countr_zero(lanes.mask));
  for_each_lane(lanes, [&](std::uint32_t lane, Step& step) {
    set_result(step, 0, leader);
    set_result(step, 1, lane == leader ? 1 : 0);
  });
}

}  // namespace

std::optional<std::uint32_t> named_lanes(Step& step) {
  if (code::is_of_matrices(step.instruction())) return ~std::uint32_t{0};
  const auto& what = std::get<WarpOperation>(step.instruction().operation);
  if (what.kind == WarpOperation::Kind::active_mask) {
    throw LeftOpen{"which lanes are active together depends on how they run", &step.statement()};
  }
  const Abstract known = step.input(mask_of(step), {'b', 32}).known;
  if (!known.is_constant()) step.fail_at(mask_of(step), "a mask of lanes is a number");
  const auto mask = static_cast<std::uint32_t>(known.number);
  const std::string mistake = mistake_in(step.executor(), mask);
  if (mistake.empty()) return mask;
  step.stop(StopKind::misuse, mistake);
  return std::nullopt;
}

void exchange_values(const ComeLanes& lanes) {
  Step& any = *lanes.steps[static_cast<std::size_t>(std::countr_zero(lanes.mask))];
  using Kind = WarpOperation::Kind;
  const auto& what = std::get<WarpOperation>(any.instruction().operation);
  if (what.kind >= Kind::shuffle_up && what.kind <= Kind::shuffle_index) {
    shuffle_values(lanes, any, what);
  } else if (what.kind >= Kind::vote_all && what.kind <= Kind::vote_ballot) {
    vote_values(lanes, what);
  } else if (what.kind == Kind::match_any || what.kind == Kind::match_all) {
    match_values(lanes, any, what);
  } else if (what.kind == Kind::reduction) {
    reduce_values(lanes, what);
  } else if (what.kind == Kind::election) {
    elect_lane(lanes);
  }
}

}  // namespace opexplore::kernel
