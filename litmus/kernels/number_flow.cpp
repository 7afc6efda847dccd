#include "litmus/kernels/number_flow.hpp"

#include <algorithm>
#include <bit>
#include <span>
#include <variant>

#include "code/uses.hpp"
#include "litmus/kernels/abstract.hpp"
#include "litmus/kernels/known_registers.hpp"

namespace opexplore::kernel {

namespace {

using code::Formula;
using Kind = code::Operand::Kind;

constexpr std::size_t most_copies = 1000;

constexpr const char* computed_with = "it is computed with";

bool mentions(const code::Operand& operand, std::uint16_t reg) {
  return std::ranges::count(code::registers_of(operand), reg) != 0;
}

/// What the instruction reads.
std::span<const code::Operand> sources_of(const code::Instruction& instruction) {
  return std::span(instruction.operands).subspan(instruction.results);
}

}  // namespace

void NumberFlow::add_load(const code::Instruction& load) { add_copies(load, 0); }

void NumberFlow::add_copies(const code::Instruction& instruction, Value plus) {
  const code::Uses uses = code::uses_of(instruction);
  for (const auto* const written : {&uses.written, &uses.perhaps_written}) {
    for (const std::uint16_t reg : *written) {
      if (copies_.emplace(reg, plus).second) open_.emplace_back(reg, plus);
    }
  }
}

std::optional<UnknownUse> NumberFlow::follow() {
  while (!open_.empty()) {
    const Copy copy = open_.back();
    open_.pop_back();
    for (const code::Instruction& instruction : entry_.code.instructions) {
      const code::Uses uses = code::uses_of(instruction);
      if (std::ranges::find(uses.read, copy.first) == uses.read.end()) continue;
      if (auto why = follow(Use{instruction, copy})) {
        return UnknownUse{&instruction, std::move(*why)};
      }
      if (copies_.size() > most_copies) return UnknownUse{&instruction, computed_with};
    }
  }
  return std::nullopt;
}

std::optional<std::string> NumberFlow::follow(const Use& use) {
  if (const auto* const access = std::get_if<code::Access>(&use.at.operation)) {
    if (access->kind == code::Access::Kind::store) return store(use, *access);
    return "an access depends on it";
  }
  const auto* const what = std::get_if<code::Compute>(&use.at.operation);
  return what != nullptr ? follow(use, *what) : computed_with;
}

std::optional<std::string> NumberFlow::follow(const Use& use, const code::Compute& what) {
  if (what.floats || what.result_floats || what.type.kind == 'f') return computed_with;
  switch (what.formula) {
    case Formula::conversion:
      return convert(use, what);
    case Formula::comparison:
    case Formula::comparison_value:
      return compare(use, what.op);
    case Formula::operation:
      if (what.op >= ArithmeticOp::equal) return compare(use, what.op);
      if (what.op == ArithmeticOp::bit_and) return take_bits(use, true);
      return add(use, what.op);
    case Formula::remainder:
      return take_bits(use, false);
    case Formula::minimum:  // which of the two it is depends on a comparison
    case Formula::maximum:
      if (auto why = compare(use, ArithmeticOp::less)) return why;
      break;
    case Formula::move:
    case Formula::selection:
      break;
    default:
      return computed_with;
  }
  add_copies(use.at, use.copy.second);
  return std::nullopt;
}

/// A sum wraps around in two orders: with a sign, and without.
void NumberFlow::part(Value plus) {
  if (plus == 0) return;
  classes_.split_at(difference(0, plus));
  classes_.split_at(difference(Value{1} << (bits_ - 1), plus));
}

std::optional<std::set<Value>> NumberFlow::others(const Use& use) const {
  const std::span<const code::Operand> sources = sources_of(use.at);
  std::set<Value> all;
  for (const code::Operand& source : sources.first(std::min<std::size_t>(sources.size(), 2))) {
    if (mentions(source, use.copy.first)) continue;
    if (source.kind == Kind::number) {
      all.insert(source.number);
      continue;
    }
    if (source.kind != Kind::reg) return std::nullopt;
    const auto known = known_values(entry_, grid_, source.reg);
    if (!known) return std::nullopt;
    all.insert(known->begin(), known->end());
  }
  return all;
}

std::optional<std::string> NumberFlow::compare(const Use& use, ArithmeticOp op) {
  const auto with = others(use);
  if (!with || with->empty()) return "it is compared with what the launch does not determine";
  for (const Value value : *with) classes_.split_at(difference(value, use.copy.second));
  if (op != ArithmeticOp::equal && op != ArithmeticOp::not_equal) part(use.copy.second);
  return std::nullopt;
}

std::optional<std::string> NumberFlow::add(const Use& use, ArithmeticOp op) {
  const std::span<const code::Operand> sources = sources_of(use.at);
  const bool adds = op == ArithmeticOp::add || op == ArithmeticOp::sub;
  if (!adds || sources.size() != 2 || !mentions(sources[0], use.copy.first) ||
      sources[1].kind != Kind::number) {
    return computed_with;
  }
  const Value number = sources[1].number;
  add_copies(use.at, op == ArithmeticOp::sub ? difference(use.copy.second, number)
                                             : sum(use.copy.second, number));
  return std::nullopt;
}

std::optional<std::string> NumberFlow::take_bits(const Use& use, bool masks) {
  const std::span<const code::Operand> sources = sources_of(use.at);
  const auto with = others(use);
  const bool first = mentions(sources[0], use.copy.first);
  if (!with || with->size() != 1 || *with->begin() <= 0 || (!first && !masks)) return computed_with;
  const auto number = static_cast<std::uint64_t>(*with->begin());
  const std::uint64_t period = masks ? std::uint64_t{1} << std::min<std::uint64_t>(
                                           static_cast<std::uint64_t>(std::bit_width(number)), 62)
                                     : number;
  classes_.repeat(period);
  if (!masks) classes_.split_at(0);  // the remainder of a negative number is another one
  if (!std::has_single_bit(period) || !masks) part(use.copy.second);
  return std::nullopt;
}

std::optional<std::string> NumberFlow::store(const Use& use, const code::Access& access) {
  if (mentions(sources_of(use.at).front(), use.copy.first)) return "an access depends on it";
  const bool own = is_own(access.space.value_or(Space::global));
  if (own || use.copy.second != 0) return computed_with;
  if (store_ == nullptr) store_ = &use.at;
  return std::nullopt;
}

/// To more bits the number stays the same.
std::optional<std::string> NumberFlow::convert(const Use& use, const code::Compute& what) {
  const bool widens = what.result.bits >= what.type.bits && what.type.bits >= bits_;
  if (!widens || what.saturates) return computed_with;
  add_copies(use.at, use.copy.second);
  return std::nullopt;
}

}  // namespace opexplore::kernel
