// Loads, stores and atomics (PTX ISA 9.7.9.8 "ld", 9.7.9.11 "st", 9.7.13 "atom", "red").
#include <optional>

#include "hardware/generate/code_context.hpp"

namespace opexplore::hardware {

namespace {

/// ".global" or ".shared": instructions that say so are other machine instructions than generic
/// ones (LDG and LDS instead of LD).
std::string space(const CodeContext& context, AddressId address) {
  return "." + std::string(to_string(context.region(address)));
}

/// ".weak", ".volatile", ".acquire.gpu"; of a weak access with its cache operator apart.
std::string order_of(Order order, Scope scope, Annotation annotation) {
  if (annotation == Annotation::volatile_) return "." + std::string(to_string(annotation));
  const std::string text = "." + std::string(to_string(order));
  return order == Order::weak ? text : text + "." + std::string(to_string(scope));
}

std::string cache_operator(Annotation annotation) {
  if (annotation == Annotation::none || annotation == Annotation::volatile_) return "";
  return "." + std::string(to_string(annotation));
}

/// "[%2+32]". A pointer adds what it differs by from the address that it has to be, which is 0: so
/// the access waits for the register, and the slot of the instance is accessed. `xor` and not
/// `sub`, for ptxas would draw a subtraction into the constant offset.
std::string place_of(const CodeContext& context, AddressId address,
                     const std::optional<RegisterId>& pointer, Lines& lines) {
  std::string base = context.address(address);
  if (pointer) {
    const std::string reg = "r" + std::to_string(*pointer);
    const std::string numeric = number(numeric_address(context.program, address), 8);
    const bool shared = context.is_shared(address);
    const std::string sum = shared ? "pointer32" : "pointer";
    const std::string bits = shared ? "32" : "64";
    const std::string reg_bits = context.bits();
    lines.push_back(reg_bits == bits
                        ? "mov.b" + bits + " " + sum + ", " + reg + ";"
                        : "cvt.s" + bits + ".s" + reg_bits + " " + sum + ", " + reg + ";");
    lines.push_back("xor.b" + bits + " " + sum + ", " + sum + ", " + numeric + ";");
    lines.push_back("add.s" + bits + " " + sum + ", " + sum + ", " + base + ";");
    base = sum;
  }
  return "[" + base + "+" + std::to_string(address_offset(address)) + "]";
}

/// The type that the operation has in PTX (`atom`, `red`): min and max are signed in the model, inc
/// and dec have 32 bits alone, and 64-bit add is unsigned.
std::string atomic_type(AtomicOp op, const std::string& bits) {
  switch (op) {
    case AtomicOp::min:
    case AtomicOp::max:
      return ".s" + bits;
    case AtomicOp::add:
    case AtomicOp::sub:
    case AtomicOp::inc:
    case AtomicOp::dec:
      return ".u" + bits;
    default:
      return ".b" + bits;
  }
}

/// What is added in place of a subtraction, which PTX has not.
std::string negated(const CodeContext& context, const Operand& operand, Lines& lines) {
  if (const auto* const value = std::get_if<Value>(&operand)) {
    return number(static_cast<Value>(0 - static_cast<std::uint64_t>(*value)), context.word_bytes);
  }
  lines.push_back("neg.s" + context.bits() + " t0, " + operand_text(operand, 8) + ";");
  return "t0";
}

}  // namespace

void write_load(const CodeContext& context, const Load& load, const std::string& destination,
                Lines& lines) {
  const std::string place = place_of(context, load.address, load.pointer, lines);
  lines.push_back("ld" + order_of(load.order, load.scope, load.annotation) +
                  space(context, load.address) + cache_operator(load.annotation) + ".u" +
                  context.bits() + " " + destination + ", " + place + ";");
}

void write_store(const CodeContext& context, const Store& store, Lines& lines) {
  const std::string place = place_of(context, store.address, store.pointer, lines);
  lines.push_back("st" + order_of(store.order, store.scope, store.annotation) +
                  space(context, store.address) + cache_operator(store.annotation) + ".u" +
                  context.bits() + " " + place + ", " +
                  operand_text(store.value, context.word_bytes) + ";");
}

void write_atomic(const CodeContext& context, const Atomic& atomic, const std::string& destination,
                  Lines& lines) {
  const std::string place = place_of(context, atomic.address, atomic.pointer, lines);
  const bool subtracts = atomic.op == AtomicOp::sub;
  const std::string operand = subtracts ? negated(context, atomic.operand, lines)
                                        : operand_text(atomic.operand, context.word_bytes);
  // A reduction is relaxed or release.
  const bool reduces =
      destination.empty() && (atomic.order == Order::relaxed || atomic.order == Order::release);
  std::string text = reduces ? "red" : "atom";
  text += order_of(atomic.order, atomic.scope, Annotation::none) + space(context, atomic.address);
  text += "." + std::string(to_string(subtracts ? AtomicOp::add : atomic.op));
  text += atomic_type(atomic.op, context.bits()) + " ";
  if (!reduces) text += (destination.empty() ? "t1" : destination) + ", ";
  text += place + ", ";
  if (atomic.op == AtomicOp::cas) text += operand_text(atomic.expected, context.word_bytes) + ", ";
  lines.push_back(text + operand + ";");
}

}  // namespace opexplore::hardware
