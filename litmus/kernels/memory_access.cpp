// Loads, stores and read-modify-writes (PTX ISA 9.7.9 "ld", "st", 9.7.13 "atom", "red").
#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <utility>

#include "litmus/kernels/float_atomics.hpp"
#include "litmus/kernels/numbers.hpp"
#include "litmus/kernels/private_memory.hpp"
#include "litmus/kernels/step.hpp"
#include "opmodel/words.hpp"

namespace opexplore::kernel {

namespace {

using detail::quote;
using Kind = PtxOperand::Kind;

/// What the modifiers of an access say; PTX takes them in any order.
struct Access {
  std::optional<Order> order;
  std::optional<Scope> scope;
  std::optional<Space> space;
  std::optional<AtomicOp> op;
  std::optional<Type> type;
  Annotation annotation = Annotation::none;
  bool mmio = false;
  bool read_only = false;
  std::uint32_t elements = 1;
};

/// No access is sc.
std::optional<Order> order_named(std::string_view text) {
  const std::optional<Order> order = find_word<Order>(text);
  return order == Order::sc ? std::nullopt : order;
}

/// PTX subtracts, multiplies and divides in no read-modify-write.
std::optional<AtomicOp> operation_named(std::string_view text) {
  const std::optional<AtomicOp> op = find_word<AtomicOp>(text);
  const bool foreign = op == AtomicOp::sub || op == AtomicOp::mul || op == AtomicOp::div;
  return foreign ? std::nullopt : op;
}

/// `.shared` is `.shared::cta`.
std::optional<Space> accessible_space(std::string_view text) {
  if (text == "shared::cta") return Space::shared;
  if (text == "param::entry" || text == "param::func") return Space::parameter;
  return space_named(text);
}

/// Cache operators never change what is read (PTX ISA 9.7.9.1, 9.7.9.2). The machines before the
/// memory model know some of them.
std::optional<Annotation> annotation_named(std::string_view text) {
  constexpr std::array<std::string_view, 4> others = {"cs", "lu", "cv", "wt"};
  if (std::ranges::find(others, text) != others.end()) return Annotation::none;
  return find_word<Annotation>(text);
}

constexpr std::array<Word<std::uint32_t>, 3> vectors = {{{"v2", 2}, {"v4", 4}, {"v8", 8}}};

std::string written(const Step& step) { return quote(step.mnemonic().text()); }

class ModifierReader {
 public:
  explicit ModifierReader(Step& step) : step_(step) {}

  Access read(bool has_operation) {
    for (const detail::Modifier& modifier : step_.mnemonic().modifiers) {
      const std::string_view text = modifier.text;
      if (take(modifier, order_named(text), access_.order) ||
          (has_operation && take(modifier, operation_named(text), access_.op)) ||
          take(modifier, find_word<Scope>(text), access_.scope) ||
          take(modifier, accessible_space(text), access_.space) || read_hint(text) ||
          read_shape(modifier)) {
        continue;
      }
      refuse(modifier);
    }
    if (!access_.type) step_.fail(written(step_) + " needs a type", "write one, such as .u32");
    return access_;
  }

 private:
  /// Whether the modifier means such a thing, which may be said once.
  template <class T>
  bool take(const detail::Modifier& modifier, std::optional<T> meaning, std::optional<T>& target) {
    if (!meaning) return false;
    if (target) fail(modifier, written(step_) + ": " + quote(modifier.text) + " is one too many");
    target = meaning;
    return true;
  }

  bool read_hint(std::string_view text) {
    if (text == "mmio") return access_.mmio = true;
    if (text == "nc") return access_.read_only = true;
    const std::string_view head = text.substr(0, 4);
    if ((head == "L1::" || head == "L2::") && text != "L2::cache_hint") return true;
    const std::optional<Annotation> annotation = annotation_named(text);
    if (annotation) access_.annotation = *annotation;
    return annotation.has_value();
  }

  bool read_shape(const detail::Modifier& modifier) {
    if (const auto elements = find_word<std::uint32_t>(vectors, modifier.text)) {
      access_.elements = *elements;
      return true;
    }
    const std::optional<Type> type = type_named(modifier.text);
    if (!type || type->kind == 'p') return false;
    if (type->bits == 128)
      fail(modifier, "not modelled: values of 128 bits (" + written(step_) + ")");
    if (access_.type) fail(modifier, written(step_) + " has two types");
    access_.type = type;
    return true;
  }

  [[noreturn]] void fail(const detail::Modifier& modifier, const std::string& message,
                         const std::string& suggestion = "") {
    step_.around().source.fail(modifier.place, message, suggestion);
  }

  [[noreturn]] void refuse(const detail::Modifier& modifier) {
    constexpr std::array<std::array<std::string_view, 3>, 5> known = {
        {{"cluster", "cluster scope", "nearest: .gpu"},
         {"async", "asynchronous accesses", ""},
         {"L2::cache_hint", "cache policies", "leave the hint out"},
         {"shared::cluster", "shared memory of other CTAs", ""},
         {"noftz", "floating-point arithmetic", ""}}};
    for (const auto& [word, what, suggestion] : known) {
      if (word == modifier.text) {
        fail(modifier, "not modelled: " + std::string(what) + " (" + written(step_) + ")",
             std::string(suggestion));
      }
    }
    fail(modifier, quote(step_.mnemonic().name) + " has no modifier " + quote(modifier.text));
  }

  Step& step_;
  Access access_;
};

/// Order and scope as PTX allows them together; `strongest` is acquire or release.
void check_order(const Step& step, Access& access, Order strongest) {
  const std::string what = written(step) + ": ";
  if (access.annotation == Annotation::volatile_) {
    if (access.order || access.scope) {
      step.fail(what + "a volatile access has no memory order and no scope", "it is relaxed.sys");
    }
    access.order = Order::relaxed;
    access.scope = Scope::sys;
  }
  const Order order = access.order.value_or(Order::weak);
  if (order != Order::weak && order != Order::relaxed && order != strongest) {
    step.fail(what + "the access can be weak, relaxed or " + std::string(to_string(strongest)));
  }
  if (order == Order::weak && access.scope) step.fail(what + "a weak access takes no scope");
  if (order != Order::weak && !access.scope) step.fail(what + "a strong access needs a scope");
  if (access.mmio && (order != Order::relaxed || *access.scope != Scope::sys)) {
    step.fail(what + "an access to memory-mapped devices is relaxed.sys");
  }
}

void check_atomic_order(const Step& step, Access& access, bool has_destination) {
  const Order order = access.order.value_or(Order::relaxed);
  const std::string what = written(step) + ": ";
  if (order == Order::weak) step.fail(what + "a read-modify-write is never weak");
  if (!has_destination && order != Order::relaxed && order != Order::release) {
    step.fail(what + "red is relaxed or release", "write atom");
  }
  if (!access.op) step.fail(written(step) + " needs an operation");
  const bool on_floats = *access.op == AtomicOp::exch || *access.op == AtomicOp::add;
  if (access.type->kind == 'f' && !on_floats) {
    step.fail("not modelled: floating-point arithmetic (" + written(step) + ")");
  }
  if (access.annotation != Annotation::none || access.elements != 1) {
    step.fail(what + "a read-modify-write has no cache operator and is of one element");
  }
}

/// Where an access goes.
struct Target {
  std::optional<std::uint16_t> object;  ///< nothing if that is known only when the program runs
  std::optional<Pointer> pointer;       ///< of a computed address
  /// Of each value; of a computed address with the number of the element among all that are
  /// accessed as its address. None if there is no such element: then the thread has stopped.
  std::vector<Pieces> values;
  Value offset = 0;  ///< of the first one in the object, if it is known

  bool nowhere() const { return values.empty(); }
  const Object* results(const Step& step) const {
    if (!object || step.around().memory.at(*object).results.empty()) return nullptr;
    return &step.around().memory.at(*object);
  }
};

/// How many bytes one access takes, and whether in one piece.
struct Extent {
  std::uint32_t values = 1;
  std::uint32_t width = 4;
  bool whole = false;
};

/// PTX splits vectors (PTX ISA 8.2.2 "Vector Data-types"); a launch can say that chips do not.
Extent extent_of(const Step& step, const Access& access, bool writes) {
  constexpr std::uint32_t longest = 8;
  const std::uint32_t width = access.type->bits / 8;
  const bool strong = writes && (access.op || access.order.value_or(Order::weak) != Order::weak);
  const std::uint32_t all = access.elements * width;
  Sizes& sizes = step.around().sizes;
  const bool split = access.elements == 1 || all > step.around().launch.one_piece;
  if (access.elements > 1 && all <= longest) sizes.short_vectors = true;
  sizes.accessed[&step.statement()] = split ? width : all;
  if (split) return {access.elements, width, strong};
  if (all > longest) {
    step.fail("not modelled: " + std::to_string(all) + " bytes in one piece (" + written(step) +
                  "): values have 64 bits",
              "choose --vector 8 or --vector split");
  }
  return {1, all, true};
}

void check_space(Step& step, const PtxOperand& operand, const Access& access,
                 std::uint16_t accessed) {
  const Object& object = step.around().memory.at(accessed);
  // The address of a parameter of a function is one of local memory (PTX ISA 5.1.6.3).
  const bool as_local = object.space == Space::parameter && access.space == Space::local;
  if (access.space && *access.space != object.space && !as_local) {
    step.fail_at(operand,
                 quote(object.name) + " is not in the state space that " + written(step) + " names",
                 "leave the state space out");
  }
}

Target known_target(Step& step, const Abstract& place, const Extent& extent) {
  Target target{place.object, {}, {}, place.number};
  const AccessPlace at{step.around().source, step.mnemonic().name.place};
  if (target.results(step) != nullptr) {
    target.values.resize(extent.values);
    return target;
  }
  // Vectors are aligned as a whole (PTX ISA 6.4.1 "Addresses as Operands").
  step.around().memory.note_access({place.object, place.number, extent.width});
  const auto wrong =
      step.around().memory.misplaced({place.object, place.number, extent.values * extent.width});
  if (wrong) {
    step.stop(StopKind::misuse, "the access is " + *wrong);
    return target;
  }
  for (std::uint32_t i = 0; i < extent.values; ++i) {
    const Element element{place.object, sum(place.number, Value{i} * extent.width), extent.width};
    auto found = pieces_of(step.around(), element, extent.whole, at);
    if (const auto* const why = std::get_if<std::string>(&found)) {
      step.stop(StopKind::misuse, "the access is " + *why);
      target.values.clear();
      return target;
    }
    target.values.push_back(std::get<Pieces>(std::move(found)));
  }
  return target;
}

/// Where the access goes, its state space checked.
Target accessed(Step& step, const PtxOperand& operand, const Access& access, const Extent& extent) {
  const std::variant<Abstract, Pointer> place = step.location(operand);
  if (const auto* const known = std::get_if<Abstract>(&place)) {
    check_space(step, operand, access, known->object);
    return known_target(step, *known, extent);
  }
  Target target{{}, std::get<Pointer>(place), {}};
  target.object = target.pointer->object;
  if (target.object) check_space(step, operand, access, *target.object);
  const auto divided = step.around().sizes.computed.find(&step.statement());
  const bool is_divided = divided != step.around().sizes.computed.end();
  AddressId next = 0;
  for (std::uint32_t i = 0; i < extent.values; ++i) {
    Pieces pieces{{}, is_divided ? divided->second : extent.width, 0};
    for (std::uint32_t at = 0; at < extent.width; at += pieces.width) {
      pieces.addresses.push_back(next++);
    }
    target.values.push_back(std::move(pieces));
  }
  return target;
}

/// Bytes of the floating-point numbers that are accessed; 0 if the access says no such type.
std::uint32_t float_bytes(const Access& access) {
  return access.type->kind == 'f' ? access.type->bits / 8 : 0;
}

/// Tells memory that floating-point numbers lie where the access goes; finish() does for computed
/// addresses.
void note_floats(Step& step, const Target& target, const Access& access) {
  if (target.pointer || float_bytes(access) == 0) return;
  for (const Pieces& pieces : target.values) {
    for (const AddressId piece : pieces.addresses) {
      step.around().memory.note_float(piece, float_bytes(access));
    }
  }
}

/// Says of the instructions since `begin` which accesses they are, if their address is computed.
void finish(Step& step, const Target& target, const Access& access, const Extent& extent,
            InstructionId begin) {
  if (!target.pointer) return;
  step.note_computed({&step.statement(), begin, step.here(), *target.pointer, extent.width,
                      extent.values, extent.whole, float_bytes(access)});
}

/// What all accesses have in common. One to a part of an element is weak: see sizes.hpp.
void fill(MemoryAccess& action, const Target& target, AddressId address, const Access& access,
          bool part = false) {
  action.address = address;
  action.order = part ? Order::weak : access.order.value_or(Order::weak);
  action.scope = access.scope.value_or(Scope::sys);
  action.annotation = part ? Annotation::none : access.annotation;
  if (target.pointer) action.pointer = target.pointer->reg;
}

/// The elements of a vector operand, or the operand itself.
std::vector<PtxOperand> parts(const Step& step, const PtxOperand& operand, const Access& access) {
  const bool vector = operand.kind == Kind::vector;
  const std::size_t count = vector ? operand.parts.size() : 1;
  if (vector != (access.elements != 1) || count != access.elements) {
    step.fail_at(operand, written(step) + " needs " + std::to_string(access.elements) +
                              (access.elements == 1 ? " register" : " registers in braces"));
  }
  return vector ? operand.parts : std::vector{operand};
}

/// The place if it is known, and in memory that one thread alone sees, or that nobody writes.
std::optional<Abstract> private_place(Step& step, const PtxOperand& operand, const Access& access) {
  const std::variant<Abstract, Pointer> place = step.location(operand);
  const auto* const known = std::get_if<Abstract>(&place);
  if (known == nullptr || !is_private(step, *known)) return std::nullopt;
  check_space(step, operand, access, known->object);
  return *known;
}

/// Accesses elements of private memory.
void of_each(Step& step, const Abstract& place, const PtxOperand& operand, const Access& access,
             void (*access_one)(Step&, const PtxOperand&, const Abstract&, Type)) {
  Value offset = place.number;
  for (const PtxOperand& part : parts(step, operand, access)) {
    access_one(step, part, address(place.object, offset), *access.type);
    offset += access.type->bits / 8;
  }
}

/// Puts the address elsewhere if the first of several loads overwrites it.
void keep_pointer(Step& step, Target& target, const std::vector<PtxOperand>& destinations) {
  if (!target.pointer || destinations.size() == 1) return;
  const RegisterId kept = step.temporary({'b', 64});
  step.emit(ArithmeticOp::move, kept, RegisterOperand{target.pointer->reg}, Value{0},
            NumberType::s64);
  target.pointer->reg = kept;
}

void check_destination(const Step& step, const PtxOperand& destination) {
  if (destination.kind == Kind::reg || destination.kind == Kind::nothing) return;
  step.fail_at(destination, "expected a register");
}

/// Loads a value that is one element into its register.
void load_element(Step& step, const Target& target, AddressId address, const Access& access,
                  const PtxOperand& destination) {
  Load action;
  fill(action, target, address, access);
  const bool ignored = destination.kind == Kind::nothing;
  action.destination = ignored ? step.temporary(*access.type) : step.set_run_time(destination);
  step.emit(action);
  const bool extends = !ignored && access.type->bits == 32 && access.type->kind != 's' &&
                       step.entry().registers[destination.reg].type.bits == 64;
  if (extends) {  // .u32 into a register of 64 bits
    step.emit(ArithmeticOp::move, action.destination, RegisterOperand{action.destination}, Value{0},
              NumberType::u32);
  }
}

/// Loads the elements that a value lies in, and puts it together, or takes it out of them; several
/// registers get the parts of a vector that is one value.
void load_pieces(Step& step, const Target& target, const Pieces& pieces, const Access& access,
                 std::span<const PtxOperand> destinations) {
  Calculation calculation(step);
  const auto bits = static_cast<Value>(access.type->bits);
  const std::uint32_t all = access.type->bits / 8 * static_cast<std::uint32_t>(destinations.size());
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
  std::vector<std::pair<PtxOperand, Number>> results;
  Value first = pieces.first_bit;
  for (const PtxOperand& destination : destinations) {
    results.emplace_back(destination, low_part(shifted_right(value, first), *access.type));
    first += bits;
  }
  calculation.set(results);
}

void load(Step& step) {
  Access access = ModifierReader(step).read(false);
  step.require_operands(2);
  check_order(step, access, Order::acquire);
  if (access.read_only) {
    if (access.order) step.fail(written(step) + ": a load of memory that nobody writes is weak");
    step.around().read_only.push_back(step.statement().place);
  }
  const PtxOperand& memory = step.operands()[1];
  if (const auto own = private_place(step, memory, access)) {
    return of_each(step, *own, step.operands()[0], access, load_private);
  }
  const Extent extent = extent_of(step, access, false);
  Target target = accessed(step, memory, access, extent);
  if (target.results(step) != nullptr) {
    step.fail_at(memory, "the kernel reads its results", "bind the parameter to a location");
  }
  if (target.nowhere()) return;
  note_floats(step, target, access);
  const std::vector<PtxOperand> destinations = parts(step, step.operands()[0], access);
  for (const PtxOperand& destination : destinations) check_destination(step, destination);
  keep_pointer(step, target, destinations);
  const InstructionId begin = step.here();
  const std::size_t each = destinations.size() / target.values.size();
  const bool extends_sign = access.type->bits < 32 && access.type->kind == 's';
  for (std::size_t i = 0; i < target.values.size(); ++i) {
    const Pieces& pieces = target.values[i];
    const bool element = pieces.addresses.size() == 1 && 8 * pieces.width == access.type->bits;
    if (element && !extends_sign) {
      load_element(step, target, pieces.addresses.front(), access, destinations[i]);
    } else {
      load_pieces(step, target, pieces, access, std::span(destinations).subspan(i * each, each));
    }
  }
  finish(step, target, access, extent, begin);
}

/// A register or number as it is stored: narrow types keep only their bits.
Operand stored(Step& step, const PtxOperand& operand, Type type) {
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
  const RegisterId result =
      step.result(object.results.at(static_cast<std::size_t>(offset / *object.width)),
                  {'s', access.type->bits});
  step.emit(ArithmeticOp::move, result, value, Value{0}, number_type({'s', access.type->bits}));
}

void store_results(Step& step, const Target& target, const Access& access, const Object& results,
                   const std::vector<PtxOperand>& values) {
  if (target.pointer) {
    step.fail_at(step.operands()[0], "which of its results the kernel writes is not known",
                 "bind the parameter to a location");
  }
  if (8 * results.width.value_or(0) != access.type->bits) {
    step.fail("not modelled: results of another size (" + written(step) + ")",
              "give them the right \"width\" in the launch");
  }
  for (std::size_t i = 0; i < values.size(); ++i) {
    const Value offset = target.offset + static_cast<Value>(i * (access.type->bits / 8));
    const Element element{*target.object, offset, access.type->bits / 8};
    if (const auto wrong = step.around().memory.misplaced(element)) {
      return step.stop(StopKind::misuse, "the access is " + *wrong);
    }
    store_result(step, access, results, offset, stored(step, values[i], *access.type));
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
                  std::span<const PtxOperand> values) {
  if (8 * pieces.width > access.type->bits * values.size()) {
    step.fail("not modelled: a store of " + std::to_string(access.type->bits / 8) + " bytes into " +
                  std::to_string(pieces.width) + " that others access in one piece (" +
                  written(step) + ")",
              "use one size for them");
  }
  Value place = 0;
  for (const AddressId address : pieces.addresses) {
    Calculation calculation(step);
    Number all = 0;
    Value at = 0;
    for (const PtxOperand& value : values) {
      all = all + shifted_left(calculation.operand(value, {'u', access.type->bits}), at);
      at += Value{access.type->bits};
    }
    const std::uint32_t bits = 8 * pieces.width;
    const Type held{bits == 32 ? 's' : 'u', bits};
    store_element(step, target, address, access,
                  calculation.result(low_part(shifted_right(all, place), held)));
    place += Value{bits};
  }
}

void store(Step& step) {
  Access access = ModifierReader(step).read(false);
  step.require_operands(2);
  check_order(step, access, Order::release);
  if (const auto own = private_place(step, step.operands()[0], access)) {
    return of_each(step, *own, step.operands()[1], access, store_private);
  }
  const Extent extent = extent_of(step, access, true);
  const Target target = accessed(step, step.operands()[0], access, extent);
  if (target.nowhere()) return;
  const std::vector<PtxOperand> values = parts(step, step.operands()[1], access);
  if (const Object* const results = target.results(step)) {
    return store_results(step, target, access, *results, values);
  }
  note_floats(step, target, access);
  const InstructionId begin = step.here();
  const std::size_t each = values.size() / target.values.size();
  for (std::size_t i = 0; i < target.values.size(); ++i) {
    const Pieces& pieces = target.values[i];
    const bool element = pieces.addresses.size() == 1 && 8 * pieces.width == access.type->bits;
    if (element) {
      store_element(step, target, pieces.addresses.front(), access,
                    stored(step, values[i], *access.type));
    } else {
      store_pieces(step, target, pieces, access, std::span(values).subspan(i * each, each));
    }
  }
  finish(step, target, access, extent, begin);
}

/// `atom d, [a], b{, c}` and `red [a], b`.
void read_modify_write(Step& step, bool has_destination) {
  Access access = ModifierReader(step).read(true);
  check_atomic_order(step, access, has_destination);
  const bool compares = *access.op == AtomicOp::cas;
  const bool exchanges = compares || *access.op == AtomicOp::exch;
  if (!has_destination && exchanges) step.fail(written(step) + ": red has no exch and no cas");
  const std::size_t first = has_destination ? 1 : 0;
  step.require_operands(first + (compares ? 3 : 2));
  const std::vector<PtxOperand>& operands = step.operands();
  if (private_place(step, operands[first], access)) {
    return step.stop(StopKind::misuse, "a read-modify-write of memory that one thread alone sees");
  }
  const Extent extent = extent_of(step, access, true);
  const Target target = accessed(step, operands[first], access, extent);
  if (target.results(step) != nullptr) {
    step.fail_at(operands[first], "the kernel reads its results",
                 "bind the parameter to a location");
  }
  if (target.nowhere()) return;
  note_floats(step, target, access);
  if (8 * target.values.front().width != access.type->bits) {
    step.fail("not modelled: a read-modify-write of " + std::to_string(extent.width) +
                  " bytes in " + std::to_string(target.values.front().width) +
                  " that others access in one piece (" + written(step) + ")",
              "use one size for them");
  }
  const AddressId address = target.values.front().addresses.front();
  if (access.type->kind == 'f' && *access.op == AtomicOp::add) {
    if (target.pointer) step.fail("not modelled: " + written(step) + " at a computed address");
    return add_float(step, address, *access.type, access.order.value_or(Order::relaxed),
                     access.scope.value_or(Scope::gpu), operands[first + 1]);
  }
  Atomic action;
  fill(action, target, address, access);
  action.op = *access.op;
  action.order = access.order.value_or(Order::relaxed);
  action.scope = access.scope.value_or(Scope::gpu);
  if (compares) action.expected = stored(step, operands[2], *access.type);
  action.operand = stored(step, operands[first + (compares ? 2 : 1)], *access.type);
  if (has_destination) {
    // What `_` throws away is read all the same.
    const bool ignored = operands[0].kind == Kind::nothing;
    action.destination =
        ignored ? step.temporary(*access.type) : step.set_run_time(step.destination());
  }
  const InstructionId begin = step.here();
  const bool ordered = *access.op == AtomicOp::min || *access.op == AtomicOp::max;
  if (ordered && access.type->kind == 'u') step.note_unsigned_order();
  step.emit(action);
  finish(step, target, access, extent, begin);
}

}  // namespace

bool execute_memory(Step& step) {
  const Token& name = step.mnemonic().name;
  if (name.is("ld")) {
    load(step);
  } else if (name.is("st")) {
    store(step);
  } else if (name.is("atom")) {
    read_modify_write(step, true);
  } else if (name.is("red")) {
    read_modify_write(step, false);
  } else {
    return false;
  }
  return true;
}

}  // namespace opexplore::kernel
