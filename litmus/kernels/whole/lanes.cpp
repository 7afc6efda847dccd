#include "litmus/kernels/whole/lanes.hpp"

#include <algorithm>
#include <bit>
#include <optional>
#include <string>

#include "litmus/kernels/shuffle.hpp"
#include "litmus/kernels/warp.hpp"
#include "litmus/kernels/whole/left_open.hpp"

namespace opexplore::kernel {

namespace {

using Kind = PtxOperand::Kind;

constexpr std::uint32_t bit_of_lane(std::uint32_t lane) { return std::uint32_t{1} << lane; }

/// Where `named_lanes` stands among the operands.
const PtxOperand& mask_of(const Step& step) {
  if (step.operands().empty()) step.fail("an instruction of lanes needs a mask");
  return step.operands().back();
}

/// A number that the lane gives; nothing if it is undefined.
std::optional<Value> given_number(Step& step, const PtxOperand& operand, Type type) {
  if (step.is_undefined(operand) || step.is_unwritten(operand)) return std::nullopt;
  const Abstract known = step.number(operand, type).known;
  if (known.is_constant()) return known.number;
  throw LeftOpen{"lanes exchange what depends on time", &step.statement()};
}

Value defined_number(Step& step, const PtxOperand& operand, Type type) {
  const Abstract known = step.number(operand, type).known;
  if (known.is_constant()) return known.number;
  throw LeftOpen{"lanes exchange what depends on time", &step.statement()};
}

template <class F>
void for_each_lane(const ComeLanes& lanes, F&& f) {
  for (std::uint32_t lane = 0; lane < warp_size; ++lane) {
    if ((lanes.mask & bit_of_lane(lane)) != 0) f(lane, *lanes.steps[lane]);
  }
}

void set_result(Step& step, std::size_t operand, Value value) {
  if (step.operands().at(operand).kind == Kind::nothing) return;
  step.set(step.destination(operand), constant(value));
}

void shuffle_values(const ComeLanes& lanes, Step& any) {
  const ShuffleMode mode = shuffle_mode(any);
  const std::size_t more = any.operands().size() == 6 ? 1 : 0;  // the predicate
  std::array<std::optional<Value>, warp_size> values;
  for_each_lane(lanes, [&](std::uint32_t lane, Step& step) {
    values[lane] = given_number(step, step.operands()[1 + more], {'b', 32});
  });
  for_each_lane(lanes, [&](std::uint32_t lane, Step& step) {
    const auto& operands = step.operands();
    const Value b = defined_number(step, operands[2 + more], {'u', 32});
    const Segments segments = segments_of(defined_number(step, operands[3 + more], {'u', 32}));
    const SourceLane from = source_lane(mode, lane, static_cast<std::uint32_t>(b) & 31U, segments);
    if (more != 0) set_result(step, 1, from.inside ? 1 : 0);
    if (operands[0].kind == Kind::nothing) return;
    const bool comes = (lanes.mask & bit_of_lane(from.number)) != 0;
    const std::optional<Value> value = comes ? values[from.number] : std::nullopt;
    step.set(step.destination(),
             value ? constant(*value)
                   : undefined(comes ? Abstract::Lack::lane : Abstract::Lack::elsewhere));
  });
}

void vote_values(const ComeLanes& lanes, Step& any) {
  require_synchronised(any, {"all", "any", "uni", "ballot"});
  any.require_operands(3);
  std::uint32_t holds = 0;
  for_each_lane(lanes, [&](std::uint32_t lane, Step& step) {
    if (defined_number(step, step.operands()[1], {'p', 1}) != 0) holds |= bit_of_lane(lane);
  });
  const Mnemonic& mnemonic = any.mnemonic();
  const bool all = holds == lanes.mask, none = holds == 0;
  Value result = 0;
  if (mnemonic.has("ballot")) {
    result = holds;
  } else if (mnemonic.has("all")) {
    result = all ? 1 : 0;
  } else if (mnemonic.has("any")) {
    result = none ? 0 : 1;
  } else if (mnemonic.has("uni")) {
    result = all || none ? 1 : 0;
  } else {
    any.fail("vote.sync is .all, .any, .uni or .ballot");
  }
  for_each_lane(lanes, [&](std::uint32_t, Step& step) { set_result(step, 0, result); });
}

void match_values(const ComeLanes& lanes, Step& any) {
  require_synchronised(any, {"any", "all"});
  const bool all = any.mnemonic().has("all");
  const bool with_predicate = all && any.operands().size() == 4;
  if (!with_predicate) any.require_operands(3);
  const Type type = any.type();
  std::array<Value, warp_size> values = {};
  for_each_lane(lanes, [&](std::uint32_t lane, Step& step) {
    values[lane] = defined_number(step, step.operands()[with_predicate ? 2 : 1], type);
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

void reduce_values(const ComeLanes& lanes, Step& any) {
  require_synchronised(any, {"add", "min", "max", "and", "or", "xor"});
  any.require_operands(3);
  const Type type = any.type();
  const Mnemonic& mnemonic = any.mnemonic();
  const auto combined = [&](Value a, Value b) {
    if (mnemonic.has("add")) return sum(a, b);
    if (mnemonic.has("and")) return a & b;
    if (mnemonic.has("or")) return a | b;
    if (mnemonic.has("xor")) return a ^ b;
    const Value first = typed_value(type, a), second = typed_value(type, b);
    if (mnemonic.has("min")) return std::min(first, second);
    if (mnemonic.has("max")) return std::max(first, second);
    any.fail("redux.sync is .add, .min or .max of .s32 or .u32, or .and, .or or .xor of .b32");
  };
  std::optional<Value> result;
  for_each_lane(lanes, [&](std::uint32_t, Step& step) {
    const Value value = defined_number(step, step.operands()[1], type);
    result = result ? combined(*result, value) : value;
  });
  for_each_lane(lanes, [&](std::uint32_t, Step& step) { set_result(step, 0, *result); });
}

/// The leader is the first lane that comes; PTX leaves open which one it is.
void elect_lane(const ComeLanes& lanes, Step& any) {
  require_synchronised(any, {});
  any.require_operands(3);
  const auto leader = static_cast<std::uint32_t>(std::countr_zero(lanes.mask));
  for_each_lane(lanes, [&](std::uint32_t lane, Step& step) {
    set_result(step, 0, leader);
    set_result(step, 1, lane == leader ? 1 : 0);
  });
}

bool is_warp_barrier(const Mnemonic& mnemonic) {
  return mnemonic.name.is("bar") && mnemonic.has("warp");
}

}  // namespace

bool names_lanes(const Statement& statement) {
  constexpr std::array<std::string_view, 6> names = {"shfl",  "vote",  "match",
                                                     "redux", "elect", "activemask"};
  return is_warp_barrier(statement.mnemonic) ||
         std::ranges::find(names, statement.mnemonic.name.text) != names.end();
}

std::optional<std::uint32_t> named_lanes(Step& step) {
  if (step.mnemonic().name.is("activemask")) {
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
  const Mnemonic& mnemonic = any.mnemonic();
  const Token& name = mnemonic.name;
  if (name.is("shfl")) {
    shuffle_values(lanes, any);
  } else if (name.is("vote")) {
    vote_values(lanes, any);
  } else if (name.is("match")) {
    match_values(lanes, any);
  } else if (name.is("redux")) {
    reduce_values(lanes, any);
  } else if (name.is("elect")) {
    elect_lane(lanes, any);
  }
}

}  // namespace opexplore::kernel
