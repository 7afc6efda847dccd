// Loads, stores and read-modify-writes.
#include <span>
#include <string>
#include <utility>

#include "litmus/input/amounts.hpp"
#include "litmus/kernels/access_target.hpp"
#include "litmus/kernels/atomic_loops.hpp"
#include "litmus/kernels/instructions.hpp"
#include "litmus/kernels/numbers.hpp"
#include "litmus/kernels/private_memory.hpp"
#include "litmus/kernels/uncomputed.hpp"
#include "litmus/kernels/unwritten.hpp"

namespace opexplore::kernel {

namespace {

using Kind = code::Operand::Kind;

/// Whether the address is known to be null, or a little behind it: a member of a structure there.
/// The thread stops.
bool stops_at_null(Step& step, const code::Operand& operand, const Access& access) {
  const bool may_be_null = !access.space || *access.space == Space::global;
  if (!may_be_null || operand.kind != Kind::memory || operand.parts.empty()) return false;
  const Abstract base = step.input(operand.parts.front(), {'b', 64}).known;
  if (!base.is_constant()) return false;
  const Value number = sum(base.number, operand.number);
  if (!is_null(number)) return false;
  step.stop(StopKind::null, "the access is through a null pointer" +
                                (number == 0 ? "" : ", " + bytes_text(number) + " behind it"));
  return true;
}

/// The elements of a vector operand, or the operand itself.
std::vector<code::Operand> parts(const Step& step, const code::Operand& operand,
                                 const Access& access) {
  const bool vector = operand.kind == Kind::vector;
  const std::size_t count = vector ? operand.parts.size() : 1;
  if (vector != (access.elements != 1) || count != access.elements) {
    step.fail_at(operand, written(step) + " needs " + std::to_string(access.elements) +
                              (access.elements == 1 ? " register" : " registers in braces"));
  }
  return vector ? operand.parts : std::vector{operand};
}

/// The place if it is known, and in memory that one thread alone sees, or that nobody writes.
std::optional<Abstract> private_place(Step& step, const code::Operand& operand,
                                      const Access& access) {
  const std::variant<Abstract, Pointer> place = step.location(operand);
  const auto* const known = std::get_if<Abstract>(&place);
  if (known == nullptr || !is_private(step, *known)) return std::nullopt;
  check_space(step, operand, access, known->object);
  return *known;
}

/// The same for a load: memory that nobody writes is as good.
std::optional<Abstract> loaded_place(Step& step, const code::Operand& operand,
                                     const Access& access) {
  const std::variant<Abstract, Pointer> place = step.location(operand);
  const auto* const known = std::get_if<Abstract>(&place);
  if (known == nullptr) return std::nullopt;
  check_space(step, operand, access, known->object);
  if (!is_private(step, *known) && !is_unwritten(step, *known, access)) return std::nullopt;
  return *known;
}

/// Accesses elements of private memory.
void of_each(Step& step, const Abstract& place, const code::Operand& operand, const Access& access,
             void (*access_one)(Step&, const code::Operand&, const Abstract&, Type)) {
  Value offset = place.number;
  for (const code::Operand& part : parts(step, operand, access)) {
    access_one(step, part, address(place.object, offset), access.type);
    offset += access.type.bits / 8;
  }
}

/// Puts the address elsewhere if the first of several loads overwrites it.
void keep_pointer(Step& step, Target& target, const std::vector<code::Operand>& destinations) {
  if (!target.pointer || destinations.size() == 1) return;
  const RegisterId kept = step.temporary({'b', 64});
  step.emit(ArithmeticOp::move, kept, RegisterOperand{target.pointer->reg}, Value{0},
            NumberType::s64);
  target.pointer->reg = kept;
}

void check_destination(const Step& step, const code::Operand& destination) {
  if (destination.kind == Kind::reg || destination.kind == Kind::nothing) return;
  step.fail_at(destination, "expected a register");
}

/// Loads a value that is one element into its register.
void load_element(Step& step, const Target& target, AddressId address, const Access& access,
                  const code::Operand& destination) {
  Load action;
  fill(action, target, address, access);
  const bool ignored = destination.kind == Kind::nothing;
  action.destination = ignored ? step.temporary(access.type) : step.set_run_time(destination);
  step.emit(action);
  const bool extends = !ignored && access.type.bits == 32 && access.type.kind != 's' &&
                       step.entry().registers[destination.reg].type.bits == 64;
  if (extends) {  // .u32 into a register of 64 bits
    step.emit(ArithmeticOp::move, action.destination, RegisterOperand{action.destination}, Value{0},
              NumberType::u32);
  }
}

/// Loads the elements that a value lies in, and puts it together, or takes it out of them; several
/// registers get the parts of a vector that is one value.
void load_pieces(Step& step, const Target& target, const Pieces& pieces, const Access& access,
                 std::span<const code::Operand> destinations) {
  Calculation calculation(step);
  const auto bits = static_cast<Value>(access.type.bits);
  const std::uint32_t all = access.type.bits / 8 * static_cast<std::uint32_t>(destinations.size());
  Number value = 0;
  Value place = 0;
  for (const AddressId address : pieces.addresses) {
    Load action;
    fill(action, target, address, access, pieces.width != all);
    action.destination = calculation.reserve();
    step.emit(action);
    const Number loaded = calculation.loaded(action.destination, {'u', 8 * pieces.width});
    value = value + shifted_left(loaded, place);
    place += 8 * Value{pieces.width};
  }
  std::vector<std::pair<code::Operand, Number>> results;
  Value first = pieces.first_bit;
  for (const code::Operand& destination : destinations) {
    results.emplace_back(destination, low_part(shifted_right(value, first), access.type));
    first += bits;
  }
  calculation.set(results);
}

void load(Step& step, const Access& access) {
  if (access.read_only) step.around().read_only.push_back(step.statement().place);
  const code::Operand& memory = step.operands()[1];
  if (stops_at_null(step, memory, access)) return;
  if (const auto own = loaded_place(step, memory, access)) {
    return of_each(step, *own, step.operands()[0], access, load_private);
  }
  const Extent extent = extent_of(step, access, false);
  Target target = accessed(step, memory, access, extent);
  if (target.results(step) != nullptr) {
    step.fail_at(memory, "the kernel reads its results", "bind the parameter to a location");
  }
  if (target.nowhere()) return;
  note_floats(step, target, access);
  const std::vector<code::Operand> destinations = parts(step, step.operands()[0], access);
  for (const code::Operand& destination : destinations) check_destination(step, destination);
  keep_pointer(step, target, destinations);
  const InstructionId begin = step.here();
  const std::size_t each = destinations.size() / target.values.size();
  const bool extends_sign = access.type.bits < 32 && access.type.kind == 's';
  for (std::size_t i = 0; i < target.values.size(); ++i) {
    const Pieces& pieces = target.values[i];
    const bool element = pieces.addresses.size() == 1 && 8 * pieces.width == access.type.bits;
    if (element && !extends_sign) {
      load_element(step, target, pieces.addresses.front(), access, destinations[i]);
    } else {
      load_pieces(step, target, pieces, access, std::span(destinations).subspan(i * each, each));
    }
  }
  finish(step, target, access, extent, begin);
}

/// A register or number as it is stored: narrow types keep only their bits.
Operand stored(Step& step, const code::Operand& operand, Type type) {
  const Operand value = step.run_time(step.input(operand, type));
  if (const auto* const number = std::get_if<Value>(&value)) return wide_value(type.bits, *number);
  if (type.bits >= 64) return value;
  const std::uint32_t held = step.entry().registers[operand.reg].type.bits;
  if (held <= type.bits) return value;
  const RegisterId part = step.temporary(type);
  if (type.bits == 32) {
    step.emit(ArithmeticOp::move, part, value, Value{0}, NumberType::s32);
  } else {
    step.emit(ArithmeticOp::bit_and, part, value, (Value{1} << type.bits) - 1, NumberType::s32);
  }
  return RegisterOperand{part};
}

/// Results are no memory of the test: the store sets a register.
void store_result(Step& step, const Access& access, const Object& object, Value offset,
                  Operand value) {
  if (access.order.value_or(Order::weak) != Order::weak) {
    step.fail(written(step) + ": results are stored by plain stores",
              "bind the parameter to a location, if others read it");
  }
  const RegisterId result = step.result(
      object.results.at(static_cast<std::size_t>(offset / *object.width)), {'s', access.type.bits});
  step.emit(ArithmeticOp::move, result, value, Value{0}, number_type({'s', access.type.bits}));
}

void store_results(Step& step, const Target& target, const Access& access, const Object& results,
                   const std::vector<code::Operand>& values) {
  if (target.pointer) {
    step.fail_at(step.operands()[0], "which of its results the kernel writes is not known",
                 "bind the parameter to a location");
  }
  if (8 * results.width.value_or(0) != access.type.bits) {
    step.fail("not modelled: results of another size (" + written(step) + ")",
              "give them the right \"width\" in the launch");
  }
  for (std::size_t i = 0; i < values.size(); ++i) {
    const Value offset = target.offset + static_cast<Value>(i * (access.type.bits / 8));
    const Element element{*target.object, offset, access.type.bits / 8};
    if (const auto wrong = step.around().memory.misplaced(element)) {
      return step.stop(StopKind::misuse, "the access is " + *wrong);
    }
    store_result(step, access, results, offset, stored(step, values[i], access.type));
  }
}

void store_element(Step& step, const Target& target, AddressId address, const Access& access,
                   const Operand& value) {
  Store action;
  fill(action, target, address, access);
  action.value = value;
  step.emit(action);
}

/// Stores a value, or a vector that is one, in the elements that it lies in.
void store_pieces(Step& step, const Target& target, const Pieces& pieces, const Access& access,
                  std::span<const code::Operand> values) {
  if (8 * pieces.width > access.type.bits * values.size()) {
    step.fail("not modelled: a store of " + std::to_string(access.type.bits / 8) + " bytes into " +
                  std::to_string(pieces.width) + " that others access in one piece (" +
                  written(step) + ")",
              "use one size for them");
  }
  Value place = 0;
  for (const AddressId address : pieces.addresses) {
    Calculation calculation(step);
    Number all = 0;
    Value at = 0;
    for (const code::Operand& value : values) {
      all = all + shifted_left(calculation.operand(value, {'u', access.type.bits}), at);
      at += Value{access.type.bits};
    }
    const std::uint32_t bits = 8 * pieces.width;
    const Type held{bits == 32 ? 's' : 'u', bits};
    store_element(step, target, address, access,
                  calculation.result(low_part(shifted_right(all, place), held)));
    place += Value{bits};
  }
}

void store(Step& step, const Access& access) {
  if (stops_at_null(step, step.operands()[0], access)) return;
  if (const auto own = private_place(step, step.operands()[0], access)) {
    return of_each(step, *own, step.operands()[1], access, store_private);
  }
  const Extent extent = extent_of(step, access, true);
  const Target target = accessed(step, step.operands()[0], access, extent);
  note_write(step, target);
  if (target.nowhere()) return;
  const std::vector<code::Operand> values = parts(step, step.operands()[1], access);
  if (const Object* const results = target.results(step)) {
    return store_results(step, target, access, *results, values);
  }
  note_floats(step, target, access);
  const InstructionId begin = step.here();
  const std::size_t each = values.size() / target.values.size();
  for (std::size_t i = 0; i < target.values.size(); ++i) {
    const Pieces& pieces = target.values[i];
    const bool element = pieces.addresses.size() == 1 && 8 * pieces.width == access.type.bits;
    if (element) {
      store_element(step, target, pieces.addresses.front(), access,
                    stored(step, values[i], access.type));
    } else {
      store_pieces(step, target, pieces, access, std::span(values).subspan(i * each, each));
    }
  }
  note_uncomputed(step, target);
  finish(step, target, access, extent, begin);
}

/// Each element of a vector in a read-modify-write of its own (PTX ISA 9.7.13 "atom").
void update_in_loops(Step& step, const Target& target, const Access& access, const Extent& extent) {
  const bool has_destination = step.instruction().results == 1;
  const std::vector<code::Operand> terms = parts(step, step.operands().back(), access);
  std::vector<code::Operand> destinations(terms.size());  // `_`
  if (has_destination && step.operands()[0].kind != Kind::nothing) {
    destinations = parts(step, step.operands()[0], access);
  }
  for (const code::Operand& destination : destinations) check_destination(step, destination);
  std::vector<RegisterId> found;
  for (std::size_t i = 0; i < terms.size(); ++i) {
    found.push_back(update_in_loop(step, target, access, extent, i, terms[i]));
  }
  // Only now: a destination may also be an operand.
  for (std::size_t i = 0; i < terms.size(); ++i) {
    if (destinations[i].kind == Kind::nothing) continue;
    step.emit(ArithmeticOp::move, step.set_run_time(destinations[i]), RegisterOperand{found[i]},
              Value{0}, number_type({'s', access.type.bits}));
  }
  note_uncomputed(step, target);
}

/// Operands are perhaps a destination, a place, and one or two numbers.
void read_modify_write(Step& step, const Access& access) {
  const bool compares = *access.op == AtomicOp::cas;
  const std::size_t first = step.instruction().results;
  const bool has_destination = first == 1;
  const auto operands = step.operands();
  if (stops_at_null(step, operands[first], access)) return;
  if (private_place(step, operands[first], access)) {
    return step.stop(StopKind::misuse, "a read-modify-write of memory that one thread alone sees");
  }
  const Extent extent = extent_of(step, access, true);
  const Target target = accessed(step, operands[first], access, extent);
  note_write(step, target);
  if (target.results(step) != nullptr) {
    step.fail_at(operands[first], "the kernel reads its results",
                 "bind the parameter to a location");
  }
  if (target.nowhere()) return;
  note_floats(step, target, access);
  if (8 * target.values.front().width != access.type.bits) {
    step.fail("not modelled: a read-modify-write of " + std::to_string(extent.width) +
                  " bytes in " + std::to_string(target.values.front().width) +
                  " that others access in one piece (" + written(step) + ")",
              "use one size for them");
  }
  const bool ordered = *access.op == AtomicOp::min || *access.op == AtomicOp::max;
  const bool floating = access.type.kind == 'f' && *access.op == AtomicOp::add;
  const bool computed = floating || access.complements;
  const bool in_loop = step.around().sizes.in_loops.contains(&step.statement());
  if (computed || in_loop) return update_in_loops(step, target, access, extent);
  Atomic action;
  fill(action, target, target.values.front().addresses.front(), access);
  action.op = *access.op;
  action.order = access.order.value_or(Order::relaxed);
  action.scope = access.scope.value_or(Scope::gpu);
  action.failure = access.failure;
  if (compares) action.expected = stored(step, operands[2], access.type);
  action.operand = stored(step, operands[first + (compares ? 2 : 1)], access.type);
  if (has_destination) {
    // What `_` throws away is read all the same.
    const bool ignored = operands[0].kind == Kind::nothing;
    action.destination =
        ignored ? step.temporary(access.type) : step.set_run_time(step.destination());
  }
  const InstructionId begin = step.here();
  if (ordered && access.type.kind == 'u') step.note_unsigned_order();
  step.emit(action);
  note_uncomputed(step, target);
  finish(step, target, access, extent, begin);
}

}  // namespace

void execute_access(Step& step, const Access& access) {
  switch (access.kind) {
    case Access::Kind::load:
      return load(step, access);
    case Access::Kind::store:
      return store(step, access);
    case Access::Kind::update:
      return read_modify_write(step, access);
  }
}

}  // namespace opexplore::kernel
