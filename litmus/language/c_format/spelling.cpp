#include "litmus/language/c_format/spelling.hpp"

#include <cassert>
#include <limits>

#include "litmus/language/c_format/emitter.hpp"
#include "litmus/language/c_format/names.hpp"
#include "litmus/language/ptx_code/spelling.hpp"
#include "opmodel/instruction.hpp"
#include "opmodel/words.hpp"

namespace opexplore::detail {

namespace {

/// b32 and b64 are written unsigned.
NumberType as_written(NumberType type) {
  if (type == NumberType::b32) return NumberType::u32;
  return type == NumberType::b64 ? NumberType::u64 : type;
}

/// Whether the access converts nothing if its location has that type.
bool fits(const Action& action, NumberType type, const Thread& thread) {
  const auto type_of = [&](RegisterId reg) { return as_written(thread.registers[reg].type); };
  const auto stores = [&](const Operand& operand) {
    if (const auto* const reg = std::get_if<RegisterOperand>(&operand)) {
      return keeps_value(type_of(reg->id), type);
    }
    return as_type(type, std::get<Value>(operand)) == std::get<Value>(operand);
  };
  const auto takes = [&](const Atomic& atomic) {
    const bool exchanges = atomic.op == AtomicOp::exch || atomic.op == AtomicOp::cas;
    if (type == NumberType::pred && !exchanges) return false;
    if (atomic.op == AtomicOp::cas) {
      const auto* const expected = std::get_if<RegisterOperand>(&atomic.expected);
      if (expected != nullptr ? type_of(expected->id) != type : !stores(atomic.expected))
        return false;
    }
    return stores(atomic.operand) &&
           (!atomic.destination || keeps_value(type, type_of(*atomic.destination)));
  };
  return std::visit(
      Overloaded{
          [&](const Load& load) { return keeps_value(type, type_of(load.destination)); },
          [&](const Store& store) { return stores(store.value); },
          takes,
          [](const AnyFence auto&) { return true; },
          [](const Barrier&) { return true; },
          [](const Arithmetic&) { return true; },
          [](const Branch&) { return true; },
          [](const Asynchronous&) { return true; },
      },
      action);
}

bool fits_everywhere(const Program& program, LocationId location, NumberType type) {
  const Value initial = program.locations[location].initial;
  if (as_type(type, initial) != initial) return false;
  for (const Thread& thread : program.threads) {
    for (const Instruction& instruction : thread.instructions) {
      const std::optional<AddressId> address = address_of(instruction.action);
      if (!address || program.addresses[*address].location != location) continue;
      if (!fits(instruction.action, type, thread)) return false;
    }
  }
  return true;
}

std::string hexadecimal(Value value) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string text;
  for (auto rest = static_cast<std::uint64_t>(value); rest != 0; rest >>= 4U) {
    text.insert(text.begin(), digits[rest & 15U]);
  }
  return "0x" + text;
}

std::string member(AtomicOp op) {
  if (op == AtomicOp::exch) return "exchange";
  return "fetch_" + std::string(to_string(op));
}

Comparison opposite(Comparison comparison) {
  switch (comparison) {
    case Comparison::equal:
      return Comparison::not_equal;
    case Comparison::not_equal:
      return Comparison::equal;
    case Comparison::less:
      return Comparison::greater_equal;
    case Comparison::less_equal:
      return Comparison::greater;
    case Comparison::greater:
      return Comparison::less_equal;
    case Comparison::greater_equal:
      break;
  }
  return Comparison::less;
}

}  // namespace

std::vector<NumberType> object_types(const Program& program) {
  std::vector<NumberType> types;
  for (std::size_t i = 0; i < program.locations.size(); ++i) {
    const auto location = static_cast<LocationId>(i);
    NumberType chosen = NumberType::s64;
    for (const NumberType type :
         {NumberType::s32, NumberType::u32, NumberType::pred, NumberType::s64, NumberType::u64}) {
      if (!fits_everywhere(program, location, type)) continue;
      chosen = type;
      break;
    }
    types.push_back(chosen);
  }
  return types;
}

std::string CxxSpelling::text(const Operand& operand) const {
  if (const auto* const reg = std::get_if<RegisterOperand>(&operand)) return name(reg->id);
  return std::to_string(std::get<Value>(operand));
}

NumberType CxxSpelling::type_of(const Operand& operand) const {
  if (const auto* const reg = std::get_if<RegisterOperand>(&operand)) {
    return as_written(thread_.registers[reg->id].type);
  }
  const Value value = std::get<Value>(operand);
  return as_type(NumberType::s32, value) == value ? NumberType::s32 : NumberType::s64;
}

/// `*x`, or an atomic reference to it.
std::string CxxSpelling::object(AddressId address, Order order, Scope scope) const {
  const std::string location = "*" + program_.addresses[address].name;
  if (order == Order::weak) return location;
  return "cuda::atomic_ref<" + std::string(cxx_spelling(type_at(address))) + ", " +
         cxx_spelling(scope) + ">(" + location + ")";
}

std::string CxxSpelling::load(const Load& load) const {
  assert(!load.pointer);
  const std::string source = object(load.address, load.order, load.scope);
  return load.order == Order::weak ? source : source + ".load(" + cxx_spelling(load.order) + ")";
}

std::string CxxSpelling::store(const Store& store) const {
  assert(!store.pointer);
  const std::string target = object(store.address, store.order, store.scope);
  if (store.order == Order::weak) return target + " = " + text(store.value);
  return target + ".store(" + text(store.value) + ", " + cxx_spelling(store.order) + ")";
}

std::string CxxSpelling::operation(const Atomic& atomic) const {
  if (atomic.op == AtomicOp::cas) return compare_exchange(atomic, text(atomic.expected));
  assert(!atomic.pointer);
  return object(atomic.address, atomic.order, atomic.scope) + "." + member(atomic.op) + "(" +
         text(atomic.operand) + ", " + cxx_spelling(atomic.order) + ")";
}

std::string CxxSpelling::compare_exchange(const Atomic& atomic, const std::string& expected) const {
  assert(!atomic.pointer);
  return object(atomic.address, atomic.order, atomic.scope) + ".compare_exchange_strong(" +
         expected + ", " + text(atomic.operand) + ", " + cxx_spelling(atomic.order) + ", " +
         cxx_spelling(atomic.failure) + ")";
}

/// Casts say what the types of the operands do not.
std::string CxxSpelling::arithmetic(const Arithmetic& action) const {
  const NumberType type = as_written(action.type);
  const std::string cast = "(" + std::string(cxx_spelling(type)) + ") ";
  if (action.op == ArithmeticOp::move) {
    const bool same = as_written(thread_.registers[action.destination].type) == type;
    return (same ? "" : cast) + text(action.left);
  }
  // A number with the highest of 32 bits is unsigned if it is hexadecimal, else a long.
  const auto is_high = [&](const Operand& operand) {
    const auto* const number = std::get_if<Value>(&operand);
    return number != nullptr && type == NumberType::u32 &&
           as_type(NumberType::u32, *number) == *number && *number >> 31 != 0;
  };
  const auto type_here = [&](const Operand& operand) {
    return is_high(operand) ? NumberType::u32 : type_of(operand);
  };
  const auto text_here = [&](const Operand& operand) {
    return is_high(operand) ? hexadecimal(std::get<Value>(operand)) : text(operand);
  };
  const NumberType left = type_here(action.left);
  const NumberType right = type_here(action.right);
  const bool natural = common_type(left, right) == type;
  const bool left_is_enough = natural || common_type(type, right) == type;
  return (natural ? "" : cast) + text_here(action.left) + " " + std::string(cxx_name(action.op)) +
         " " + (left_is_enough ? "" : cast) + text_here(action.right);
}

std::string CxxSpelling::value(const Action& action) const {
  return std::visit(Overloaded{
                        [&](const Load& what) { return load(what); },
                        [](const Store&) { return std::string(); },
                        [&](const Atomic& atomic) { return operation(atomic); },
                        [](const AnyFence auto&) { return std::string(); },
                        [](const Barrier&) { return std::string(); },
                        [&](const Arithmetic& what) { return arithmetic(what); },
                        [](const Branch&) { return std::string(); },
                        [](const Asynchronous&) { return std::string(); },
                    },
                    action);
}

/// Jumps compare signed numbers of 64 bits. C++ does so too, unless an operand is unsigned.
bool CxxSpelling::compares_as_written(const Branch& branch) const {
  const NumberType type = common_type(type_of(branch.left), type_of(branch.right));
  const bool only_bits =
      *branch.comparison == Comparison::equal || *branch.comparison == Comparison::not_equal;
  if (type == NumberType::u64) return only_bits;
  const auto keeps = [&](const Operand& operand) {
    if (const auto* const number = std::get_if<Value>(&operand)) return *number >= 0;
    return keeps_value(type_of(operand), NumberType::u32);
  };
  return type != NumberType::u32 || (keeps(branch.left) && keeps(branch.right));
}

std::string CxxSpelling::condition(const Branch& branch, bool sense) const {
  const Comparison comparison = sense ? *branch.comparison : opposite(*branch.comparison);
  const auto* const reg = std::get_if<RegisterOperand>(&branch.left);
  const bool truth = reg != nullptr && thread_.registers[reg->id].type == NumberType::pred &&
                     branch.right == Operand{Value{0}};
  if (truth && comparison == Comparison::not_equal) return name(reg->id);
  if (truth && comparison == Comparison::equal) return "!" + name(reg->id);
  const std::string cast = compares_as_written(branch) ? "" : "(long) ";
  return cast + text(branch.left) + " " + std::string(to_string(comparison)) + " " + cast +
         text(branch.right);
}

std::string CxxSpelling::text(const Action& action) const {
  const auto assigning = [&](const std::string& value) {
    const std::optional<RegisterId> reg = register_written(action);
    return reg ? name(*reg) + " = " + value : value;
  };
  // C++ programs have no barriers and no proxy fences.
  const auto as_in_ptx = [&] { return Spelling(PtxStyle::brief, program_, thread_).text(action); };
  return std::visit(Overloaded{
                        [&](const Load& what) { return assigning(load(what)); },
                        [&](const Store& what) { return store(what); },
                        [&](const Atomic& atomic) { return assigning(operation(atomic)); },
                        [&](const AnyFence auto& fence) {
                          const FenceFacts facts = facts_of(fence);
                          if (facts.proxy) return as_in_ptx();
                          return "cuda::atomic_thread_fence(" + cxx_spelling(facts.order) + ", " +
                                 cxx_spelling(facts.scope) + ")";
                        },
                        [&](const Barrier&) { return as_in_ptx(); },
                        [&](const Arithmetic& what) { return assigning(arithmetic(what)); },
                        [&](const Branch& branch) {
                          const std::string jump = "goto " + label(branch.target);
                          return branch.comparison ? "if (" + condition(branch, true) + ") " + jump
                                                   : jump;
                        },
                        [&](const Asynchronous&) { return as_in_ptx(); },
                    },
                    action);
}

}  // namespace opexplore::detail
