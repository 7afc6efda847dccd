#include "litmus/language/ptx_code/spelling.hpp"

#include <limits>
#include <string_view>
#include <utility>

#include "litmus/language/instances.hpp"
#include "litmus/language/ptx_code/asynchronous_spelling.hpp"
#include "litmus/language/ptx_code/mnemonic.hpp"
#include "opmodel/instruction.hpp"
#include "opmodel/words.hpp"

namespace opexplore::detail {

namespace {

using LocationTypes = std::vector<std::optional<NumberType>>;

bool has_32_bits(NumberType type) { return type != NumberType::pred && !has_64_bits(type); }

bool fits_32_bits(Value value) {
  return value >= std::numeric_limits<std::int32_t>::min() &&
         value <= std::numeric_limits<std::uint32_t>::max();
}

// The registers and numbers that an access moves to and from memory.
std::vector<Operand> moved_operands(const Action& action) {
  using Operands = std::vector<Operand>;
  return std::visit(
      Overloaded{
          [](const Load& load) -> Operands { return {RegisterOperand{load.destination}}; },
          [](const Store& store) -> Operands { return {store.value}; },
          [](const Atomic& atomic) {
            Operands result = {atomic.operand};
            if (atomic.op == AtomicOp::cas) result.push_back(atomic.expected);
            if (atomic.destination) result.emplace_back(RegisterOperand{*atomic.destination});
            return result;
          },
          [](const AnyFence auto&) -> Operands { return {}; },
          [](const Barrier&) -> Operands { return {}; },
          [](const Arithmetic&) -> Operands { return {}; },
          [](const Branch&) -> Operands { return {}; },
          [](const Asynchronous&) -> Operands { return {}; },
      },
      action);
}

// A location has 32 bits if all registers that meet it have. The program does not say, but
// PTX wants a type on every access, and one width per location.
LocationTypes types_of_locations(const Program& program) {
  LocationTypes types(program.locations.size());
  std::vector<bool> wide(program.locations.size());
  for (const Thread& thread : program.threads) {
    for (const Instruction& instruction : thread.instructions) {
      const std::optional<AddressId> address = address_of(instruction.action);
      if (!address) continue;
      const LocationId location = program.addresses[*address].location;
      for (const Operand& operand : moved_operands(instruction.action)) {
        const auto* const reg = std::get_if<RegisterOperand>(&operand);
        if (reg == nullptr) {
          if (!fits_32_bits(std::get<Value>(operand))) wide[location] = true;
          continue;
        }
        const NumberType type = thread.registers[reg->id].type;
        if (!has_32_bits(type)) wide[location] = true;
        if (!types[location]) types[location] = type;
      }
    }
  }
  for (std::size_t i = 0; i < types.size(); ++i) {
    if (wide[i]) types[i] = std::nullopt;
  }
  return types;
}

// The 32-bit type that PTX has for the operation (PTX ISA 9.7.13 "atom").
std::string_view atomic_type(AtomicOp op) {
  switch (op) {
    case AtomicOp::bit_and:
    case AtomicOp::bit_or:
    case AtomicOp::bit_xor:
    case AtomicOp::exch:
    case AtomicOp::cas:
      return ".b32";
    case AtomicOp::inc:
    case AtomicOp::dec:
      return ".u32";
    case AtomicOp::add:
    case AtomicOp::sub:
    case AtomicOp::mul:
    case AtomicOp::div:
    case AtomicOp::min:
    case AtomicOp::max:
      return ".s32";
  }
  return {};
}

// The first letters of a memory instruction say which proxy it goes through.
std::string load_name(Proxy proxy) {
  switch (proxy) {
    case Proxy::generic:
      return "ld";
    case Proxy::texture:
      return "tld";
    case Proxy::surface:
      return "suld";
    case Proxy::constant:
      return "cold";
    case Proxy::readonly:
      return "ld.global.nc";
  }
  return {};
}

std::string proxy_prefix(Proxy proxy) { return proxy == Proxy::surface ? "su" : ""; }

std::string dotted(std::string_view word) { return "." + std::string(word); }

std::string qualified(Order order, Scope scope) {
  return dotted(to_string(order)) + (order == Order::weak ? "" : dotted(to_string(scope)));
}

// "p" or "!p" if the branch is taken when that predicate is true.
std::optional<std::string> condition(const Branch& branch, const Thread& thread) {
  const auto* const reg = std::get_if<RegisterOperand>(&branch.left);
  if (!branch.comparison || reg == nullptr || branch.right != Operand{Value{0}}) {
    return std::nullopt;
  }
  const Register& tested = thread.registers[reg->id];
  if (tested.type != NumberType::pred) return std::nullopt;
  if (*branch.comparison == Comparison::not_equal) return tested.name;
  if (*branch.comparison == Comparison::equal) return "!" + tested.name;
  return std::nullopt;
}

}  // namespace

// One action in the style of its spelling.
struct Spelling::Visitor {
  const Spelling& spelling;
  Value offset = 0;

  bool full() const { return spelling.style_ == PtxStyle::full; }
  const std::string& name(RegisterId id) const { return spelling.thread_.registers[id].name; }
  std::string text(const Operand& operand) const {
    if (const auto* const reg = std::get_if<RegisterOperand>(&operand)) return name(reg->id);
    return std::to_string(std::get<Value>(operand));
  }
  std::string where(AddressId address) const {
    return name_in_code(spelling.program_, spelling.thread_, address);
  }
  bool is_tensormap(AddressId address) const {
    const LocationId location = spelling.program_.addresses[address].location;
    return spelling.program_.locations[location].object == ObjectKind::tensormap;
  }
  std::string memory(const MemoryAccess& access) const {
    if (access.pointer) {
      const std::string sign = offset > 0 ? "+" : "";
      const std::string behind = offset == 0 ? "" : sign + std::to_string(offset);
      return "[" + name(*access.pointer) + behind + "]";
    }
    const std::string location = where(access.address);
    return full() ? "[" + location + "]" : location;
  }
  /// Order and scope, or the cache operator.
  std::string order(const MemoryAccess& access) const {
    if (access.annotation != Annotation::none) return dotted(to_string(access.annotation));
    if (access.proxy == Proxy::readonly) return {};
    if (full() && access.order == Order::weak) return {};
    return qualified(access.order, access.scope);
  }
  std::optional<NumberType> type_at(AddressId address) const {
    if (!full()) return std::nullopt;
    return spelling.types_[spelling.program_.addresses[address].location];
  }
  /// The type of a load or store: that of the register.
  std::string type_at(AddressId address, const Operand& operand) const {
    const std::optional<NumberType> type = type_at(address);
    if (!type) return {};
    const auto* const reg = std::get_if<RegisterOperand>(&operand);
    return dotted(to_string(reg ? spelling.thread_.registers[reg->id].type : *type));
  }

  std::string operator()(const Load& load) const {
    return load_name(load.proxy) + order(load) +
           type_at(load.address, RegisterOperand{load.destination}) + " " + name(load.destination) +
           ", " + memory(load);
  }
  std::string operator()(const Store& store) const {
    if (!store.pointer && is_tensormap(store.address)) {
      return replacement_text(store, spelling.program_, spelling.thread_);
    }
    return proxy_prefix(store.proxy) + "st" + order(store) + type_at(store.address, store.value) +
           " " + memory(store) + ", " + text(store.value);
  }
  std::string operator()(const Atomic& atomic) const {
    const bool usual = full() && atomic.order == Order::relaxed && atomic.scope == Scope::gpu;
    std::string result = proxy_prefix(atomic.proxy) + (atomic.destination ? "atom" : "red") +
                         (usual ? "" : qualified(atomic.order, atomic.scope)) +
                         dotted(to_string(atomic.op));
    if (type_at(atomic.address)) result += atomic_type(atomic.op);
    result += " ";
    if (atomic.destination) result += name(*atomic.destination) + ", ";
    result += memory(atomic) + ", ";
    if (atomic.op == AtomicOp::cas) result += text(atomic.expected) + ", ";
    return result + text(atomic.operand);
  }
  std::string operator()(const Fence& fence) const {
    if (full() && fence.order == Order::sc) return "membar" + dotted(membar_level(fence.scope));
    return fence_text(fence);
  }
  std::string operator()(const AnyFence auto& fence) const { return fence_text(fence); }
  std::string operator()(const Barrier& barrier) const {
    std::string result = std::string("bar.cta.") + (barrier.arrive ? "arrive" : "sync");
    if (barrier.aligned && !full()) result += ".aligned";
    if (barrier.passable) result += ".passable";
    result += " " + std::to_string(barrier.instance);
    if (barrier.id) result += ", " + text(*barrier.id);
    if (barrier.quorum) result += ", " + text(*barrier.quorum);
    if (barrier.members) result += " of " + text(*barrier.members);
    return result;
  }
  std::string operator()(const Arithmetic& action) const {
    if (const auto mapped = mapped_text(action, spelling.program_, spelling.thread_)) {
      return *mapped;
    }
    std::string result(to_string(action.op));
    if (full() && action.op == ArithmeticOp::mul) result += ".lo";
    if (full() || action.type != NumberType::s64) result += dotted(to_string(action.type));
    result += " " + name(action.destination) + ", " + text(action.left);
    if (action.op != ArithmeticOp::move) result += ", " + text(action.right);
    return result;
  }
  std::string operator()(const Asynchronous& other) const {
    return asynchronous_text(other.what, spelling.program_, spelling.thread_);
  }
  std::string operator()(const Branch& branch) const {
    const std::string target = label(branch.target);
    if (!branch.comparison) return (full() ? "bra " : "goto ") + target;
    const std::optional<std::string> predicate = condition(branch, spelling.thread_);
    if (full() && predicate) return "@" + *predicate + " bra " + target;
    return std::string(jump_name(*branch.comparison)) + " " + text(branch.left) + ", " +
           text(branch.right) + ", " + target;
  }
};

Spelling::Spelling(PtxStyle style, const Program& program, const Thread& thread)
    : style_(style), program_(program), thread_(thread) {
  if (style == PtxStyle::full) types_ = types_of_locations(program);
}

std::string Spelling::text(const Action& action, Value offset) const {
  return std::visit(Visitor{*this, offset}, action);
}

std::optional<std::string> Spelling::guard(std::size_t index) const {
  const std::vector<Instruction>& code = thread_.instructions;
  const Branch* const branch = branch_of(code[index].action);
  const bool over_one = branch != nullptr && index + 1 < code.size() && branch->target == index + 2;
  if (style_ == PtxStyle::brief || !over_one) return std::nullopt;
  // `@p bra L` is one conditional jump.
  if (branch_of(code[index + 1].action) != nullptr) return std::nullopt;
  const std::optional<std::string> skips = condition(*branch, thread_);
  if (!skips) return std::nullopt;
  return skips->front() == '!' ? "@" + skips->substr(1) : "@!" + *skips;
}

// First the labels of those branches that cannot be guards; these labels decide which of
// the others are none either. No guard's target lies between another and its instruction.
std::vector<bool> Spelling::labels() const {
  const std::vector<Instruction>& code = thread_.instructions;
  std::vector<bool> labels(code.size() + 1);
  std::vector<std::size_t> possible;
  for (std::size_t i = 0; i < code.size(); ++i) {
    const Branch* const branch = branch_of(code[i].action);
    if (branch == nullptr) continue;
    if (guard(i)) {
      possible.push_back(i);
    } else {
      labels[branch->target] = true;
    }
  }
  for (const std::size_t i : possible) {
    if (labels[i + 1]) labels[i + 2] = true;
  }
  return labels;
}

std::string label(InstructionId target) { return "LC" + std::to_string(target); }

}  // namespace opexplore::detail
