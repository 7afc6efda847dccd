// The rules are those of PTX ISA 9.0, tried instruction by instruction with ptxas 13.0 for sm_90.
#include "litmus/language/ptx_code/strict_ptx.hpp"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <optional>
#include <span>
#include <string_view>
#include <tuple>
#include <utility>

#include "litmus/language/lexer.hpp"
#include "opmodel/instruction.hpp"
#include "opmodel/words.hpp"

namespace opexplore {

namespace {

using detail::quote;

/// The name of an instruction with its modifiers, `ld.acquire.gpu`, in front of the operands.
std::string_view mnemonic_of(std::string_view text) {
  std::size_t end = 0;
  while (end < text.size()) {
    const bool blank = text[end] == ' ';
    const bool joined = blank && end + 1 < text.size() &&
                        (text[end + 1] == '.' || (end > 0 && text[end - 1] == '.'));
    if (blank && !joined) break;
    ++end;
  }
  return text.substr(0, end);
}

std::string without_blanks(std::string_view text) {
  std::string result(text);
  result.erase(std::remove(result.begin(), result.end(), ' '), result.end());
  return result;
}

/// The type that a mnemonic writes, if it writes one.
std::optional<NumberType> written_type(std::string_view mnemonic) {
  for (std::size_t dot = mnemonic.find('.'); dot != mnemonic.npos;) {
    const std::size_t next = mnemonic.find('.', dot + 1);
    const auto type = find_word<NumberType>(mnemonic.substr(dot + 1, next - dot - 1));
    if (type) return type;
    dot = next;
  }
  return std::nullopt;
}

using Types = std::span<const NumberType>;

constexpr std::array bit_types = {NumberType::b32, NumberType::b64};
constexpr std::array integer_types = {NumberType::u32, NumberType::s32, NumberType::u64,
                                      NumberType::s64};
constexpr std::array atomic_add_types = {NumberType::u32, NumberType::s32, NumberType::u64};
constexpr std::array counter_types = {NumberType::u32};
constexpr std::array logic_types = {NumberType::b32, NumberType::b64, NumberType::pred};
constexpr std::array equality_types = {NumberType::u32, NumberType::s32, NumberType::b32,
                                       NumberType::u64, NumberType::s64, NumberType::b64};

/// PTX ISA, "atom" and "red"; empty for operations that they do not have.
Types types_of(AtomicOp op) {
  switch (op) {
    case AtomicOp::add:
      return atomic_add_types;
    case AtomicOp::min:
    case AtomicOp::max:
      return integer_types;
    case AtomicOp::inc:
    case AtomicOp::dec:
      return counter_types;
    case AtomicOp::bit_and:
    case AtomicOp::bit_or:
    case AtomicOp::bit_xor:
    case AtomicOp::exch:
    case AtomicOp::cas:
      return bit_types;
    case AtomicOp::sub:
    case AtomicOp::mul:
    case AtomicOp::div:
      return {};
  }
  return {};
}

/// PTX ISA, "Integer Arithmetic Instructions", "Logic and Shift Instructions" and "setp"; empty
/// for `mov`, which takes every type.
Types types_of(ArithmeticOp op) {
  switch (op) {
    case ArithmeticOp::move:
      return {};
    case ArithmeticOp::bit_and:
    case ArithmeticOp::bit_or:
    case ArithmeticOp::bit_xor:
      return logic_types;
    case ArithmeticOp::equal:
    case ArithmeticOp::not_equal:
      return equality_types;
    case ArithmeticOp::add:
    case ArithmeticOp::sub:
    case ArithmeticOp::mul:
    case ArithmeticOp::div:
    case ArithmeticOp::less:
    case ArithmeticOp::less_equal:
    case ArithmeticOp::greater:
    case ArithmeticOp::greater_equal:
      return integer_types;
  }
  return {};
}

/// Collects what is wrong with one instruction.
class Check {
 public:
  Check(const Thread& thread, const Instruction& instruction, std::vector<Finding>& findings)
      : thread_(thread),
        place_(instruction.place),
        length_(static_cast<std::uint32_t>(mnemonic_of(instruction.text).size())),
        mnemonic_(without_blanks(mnemonic_of(instruction.text))),
        findings_(findings) {}

  void operator()(const Load& load) {
    weak_through(load.proxy, load.order);
    numbers({RegisterOperand{load.destination}});
  }
  void operator()(const Store& store) {
    weak_through(store.proxy, store.order);
    numbers({store.value});
  }

  void operator()(const Atomic& atomic) {
    if (atomic.proxy != Proxy::generic) {
      add("there are no strong read-modify-writes through the surface proxy",
          atomic.destination ? "use atom" : "use red");
      return;
    }
    if (!atomic.destination && (atomic.order == Order::acquire || atomic.order == Order::acq_rel)) {
      add("a reduction is relaxed or release", "use atom");
    }
    const Types types = types_of(atomic.op);
    if (types.empty()) {
      add("atom and red have no " + std::string(to_string(atomic.op)),
          atomic.op == AtomicOp::sub ? "add the negative number" : "write a loop around atom.cas");
    }
    typed(types);
    numbers({atomic.operand, atomic.expected});
    if (atomic.destination) numbers({RegisterOperand{*atomic.destination}});
  }

  // Of those between threads the reader takes no others than PTX has.
  void operator()(const AnyFence auto& fence) {
    const std::optional<ProxyFenceKind> proxy = facts_of(fence).proxy;
    if (!proxy || proxy == ProxyFenceKind::alias) return;
    add("there is no fence for the " + std::string(to_string(*proxy)) + " proxy",
        "of the proxy fences of this format PTX has fence.proxy.alias alone");
  }

  void operator()(const Barrier& barrier) {
    if (name() == "bar" && has("aligned")) {
      add("bar is aligned without saying so", "leave .aligned out, or write barrier");
    }
    if (barrier.passable || barrier.members) {
      add("no barrier of PTX says which threads it is for", "give their number as third operand");
    }
    const Operand resource = barrier.id.value_or(barrier.instance);
    const Value* const number = std::get_if<Value>(&resource);
    if (number != nullptr && (*number < 0 || *number > 15)) {
      add("a CTA has the barriers 0 to 15, not " + std::to_string(*number),
          barrier.id ? "" : "give one of them after the number that tells barriers apart");
    }
    numbers({resource, barrier.quorum.value_or(Value{0})});
    if (!barrier.quorum) {
      if (barrier.arrive) add("arrive needs the number of threads", "give a third operand");
      return;
    }
    const Value* const quorum = std::get_if<Value>(&*barrier.quorum);
    if (quorum != nullptr && (*quorum < 0 || (*quorum == 0 && barrier.arrive))) {
      add("the number of threads is not positive", "");
    }
  }

  void operator()(const Arithmetic& arithmetic) {
    typed(types_of(arithmetic.op));
    const bool setp = arithmetic.op >= ArithmeticOp::equal;
    const bool logic = arithmetic.type == NumberType::pred && !setp;
    if (setp && !is_predicate(RegisterOperand{arithmetic.destination})) {
      add("the destination of setp is a predicate, " + name_of(arithmetic.destination) + " is none",
          "declare it .pred");
    }
    if (logic) {
      predicates({RegisterOperand{arithmetic.destination}, arithmetic.left, arithmetic.right});
    } else {
      numbers({arithmetic.left, arithmetic.right});
      if (!setp) numbers({RegisterOperand{arithmetic.destination}});
    }
  }
  void operator()(const Asynchronous& other) {
    const auto* const operation = std::get_if<AsynchronousOperation>(&other.what);
    if (operation == nullptr) return;
    using Kind = AsynchronousOperation::Kind;
    const bool stores_number = operation->kind == Kind::tensor_store &&
                               std::holds_alternative<Value>(operation->elements[0].operand);
    if (stores_number) add("tcgen05.st stores registers", "move the number to a register");
    if (operation->kind == Kind::tensor_copy) {
      add("a copy to tensor memory has a descriptor of its source; this stands for any", "");
    }
    if (operation->kind == Kind::matrix || operation->kind == Kind::tensor_matrix) {
      add("a matrix operation has a shape, types and descriptors; this stands for any", "");
    }
  }
  void operator()(const Branch&) {}  // setp and bra, or the guard of an instruction

 private:
  void add(const std::string& why, std::string suggestion) {
    findings_.push_back(
        {place_, length_, quote(mnemonic_) + " is not PTX: " + why, std::move(suggestion)});
  }

  bool is_predicate(const Operand& operand) const {
    const auto* const reg = std::get_if<RegisterOperand>(&operand);
    return reg != nullptr && thread_.registers[reg->id].type == NumberType::pred;
  }
  std::string name_of(RegisterId reg) const { return quote(thread_.registers[reg].name); }

  /// Predicates are neither loaded nor stored nor computed with.
  void numbers(std::initializer_list<Operand> operands) {
    for (const Operand& operand : operands) {
      if (!is_predicate(operand)) continue;
      const RegisterId reg = std::get<RegisterOperand>(operand).id;
      add("the predicate " + name_of(reg) + " is no number", "move 1 or 0 under its guard");
    }
  }
  void predicates(std::initializer_list<Operand> operands) {
    for (const Operand& operand : operands) {
      const auto* const reg = std::get_if<RegisterOperand>(&operand);
      if (reg == nullptr || is_predicate(operand)) continue;
      add(name_of(reg->id) + " is no predicate", "compute one with setp, and declare it .pred");
    }
  }

  std::string_view name() const {
    return std::string_view(mnemonic_).substr(0, mnemonic_.find('.'));
  }
  bool has(const std::string& word) const {
    return (mnemonic_ + '.').find('.' + word + '.') != std::string::npos;
  }

  /// tex, suld, sust and ld.const take neither an order nor a scope.
  void weak_through(Proxy proxy, Order order) {
    if (proxy == Proxy::generic || order == Order::weak) return;
    add("accesses through the " + std::string(to_string(proxy)) + " proxy are weak",
        "write " + quote(std::string(name()) + ".weak"));
  }

  /// Whether the type is one of those, if one is written and there are any.
  void typed(Types types) {
    const std::optional<NumberType> type = written_type(mnemonic_);
    if (types.empty() || !type) return;
    if (std::find(types.begin(), types.end(), *type) != types.end()) return;
    std::string known;
    for (const NumberType one : types)
      known += (known.empty() ? "." : ", .") + std::string(to_string(one));
    add("the type ." + std::string(to_string(*type)) + " does not go with the operation",
        "write " + known);
  }

  const Thread& thread_;
  SourcePlace place_;
  std::uint32_t length_;
  std::string mnemonic_;
  std::vector<Finding>& findings_;
};

}  // namespace

std::vector<Finding> not_ptx(const Test& test) {
  std::vector<Finding> findings;
  for (const Thread& thread : test.program.threads) {
    for (const Instruction& instruction : thread.instructions) {
      std::visit(Check(thread, instruction, findings), instruction.action);
    }
  }
  const auto before = [](const Finding& a, const Finding& b) {
    return std::tie(a.place.line, a.place.column) < std::tie(b.place.line, b.place.column);
  };
  std::stable_sort(findings.begin(), findings.end(), before);
  return findings;
}

}  // namespace opexplore
