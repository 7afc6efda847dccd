#include "export/coq_program.hpp"

#include <array>
#include <optional>
#include <set>
#include <variant>

#include "export/coq_names.hpp"
#include "opmodel/instruction.hpp"
#include "opmodel/words.hpp"

namespace opexplore {
namespace {

// The letters before `ld`, `st`, `atom` and `red` that name the proxy (docs/litmus-format.md).
std::string proxy_letters(Proxy proxy) {
  switch (proxy) {
    case Proxy::generic:
      return "";
    case Proxy::texture:
      return "t";
    case Proxy::surface:
      return "su";
    case Proxy::constant:
      return "co";
    case Proxy::readonly:
      break;  // no machine that has certificates runs it
  }
  return {};
}

std::string strength(Order order, Scope scope) {
  std::string text = "." + std::string(to_string(order));
  if (order != Order::weak) text += "." + std::string(to_string(scope));
  return text;
}

// One instruction. A constant proxy's load is `cold`, hence `ld` behind the letters.
class InstructionText {
 public:
  InstructionText(const Program& program, const Thread& thread)
      : program_(program), thread_(thread) {}

  std::string operator()(const Load& load) const {
    return proxy_letters(load.proxy) + "ld" + strength(load.order, load.scope) + " " +
           reg(load.destination) + ", " + place(load.address, load.pointer);
  }
  std::string operator()(const Store& store) const {
    return proxy_letters(store.proxy) + "st" + strength(store.order, store.scope) + " " +
           place(store.address, store.pointer) + ", " + operand(store.value);
  }
  std::string operator()(const Atomic& atomic) const {
    std::string text = proxy_letters(atomic.proxy) + (atomic.destination ? "atom" : "red") +
                       strength(atomic.order, atomic.scope) + "." +
                       std::string(to_string(atomic.op)) + " ";
    if (atomic.destination) text += reg(*atomic.destination) + ", ";
    text += place(atomic.address, atomic.pointer) + ", ";
    if (atomic.op == AtomicOp::cas) text += operand(atomic.expected) + ", ";
    return text + operand(atomic.operand);
  }
  std::string operator()(const Fence& fence) const {
    return "fence" + strength(fence.order, fence.scope);
  }
  std::string operator()(const ProxyFence& fence) const {
    return "fence.proxy." + std::string(to_string(fence.kind));
  }
  std::string operator()(const DeviceOperation& operation) const {
    return std::string(to_string(operation.kind));
  }
  std::string operator()(const Barrier& barrier) const {
    std::string text = std::string("bar.cta.") + (barrier.arrive ? "arrive" : "sync") + " " +
                       std::to_string(barrier.instance);
    if (barrier.id) text += ", " + operand(*barrier.id);
    if (barrier.quorum) text += ", " + operand(*barrier.quorum);
    return text;
  }
  std::string operator()(const Arithmetic& arithmetic) const {
    std::string text = std::string(to_string(arithmetic.op)) + "." +
                       std::string(to_string(arithmetic.type)) + " " + reg(arithmetic.destination) +
                       ", " + operand(arithmetic.left);
    if (arithmetic.op != ArithmeticOp::move) text += ", " + operand(arithmetic.right);
    return text;
  }
  std::string operator()(const Branch& branch) const {
    const std::string label = coq_label(branch.target);
    if (!branch.comparison) return "goto " + label;
    return "b" + std::string(letters(*branch.comparison)) + " " + operand(branch.left) + ", " +
           operand(branch.right) + ", " + label;
  }
  // No machine that has certificates runs it.
  std::string operator()(const Asynchronous&) const { return {}; }

 private:
  std::string reg(RegisterId id) const { return coq_string(thread_.registers[id].name); }
  std::string operand(const Operand& operand) const {
    if (const auto* const id = std::get_if<RegisterOperand>(&operand)) return reg(id->id);
    return std::to_string(std::get<Value>(operand));
  }
  std::string place(AddressId address, std::optional<RegisterId> pointer) const {
    const std::string name = coq_string(program_.addresses[address].name);
    return pointer ? "(via " + reg(*pointer) + " " + name + ")" : name;
  }

  const Program& program_;
  const Thread& thread_;
};

std::string column(const Program& program, const Thread& thread) {
  const std::set<InstructionId> targets = labelled(thread);
  std::vector<std::string> code;
  for (std::size_t i = 0; i <= thread.instructions.size(); ++i) {
    const auto id = static_cast<InstructionId>(i);
    if (targets.contains(id)) code.push_back("label " + coq_label(id));
    if (i == thread.instructions.size()) break;
    code.push_back(coq_instruction(thread.instructions[i].action, thread, program));
  }
  return "column " + std::to_string(thread.cta) + " " + std::to_string(thread.gpu) + " " +
         coq_registers(thread) + "\n        " + coq_lines(code, "        ");
}

std::string observable_text(const Observable& observable, const Program& program) {
  if (const auto* const term = std::get_if<RegisterTerm>(&observable)) {
    const Thread& thread = program.threads[term->thread];
    return "P" + std::to_string(term->thread) + ":" + coq_string(thread.registers[term->reg].name);
  }
  const AddressId address = std::get<LocationTerm>(observable).address;
  return "[" + coq_string(program.addresses[address].name) + "]";
}

std::string term_text(const Term& term, const Test& test) {
  if (const auto* const observable = std::get_if<ObservableIndex>(&term)) {
    return observable_text(test.observables[observable->index], test.program);
  }
  return std::to_string(std::get<Value>(term));
}

std::string_view sign(Comparison comparison) {
  constexpr std::array<std::string_view, 6> signs{" = ", " <> ", " < ", " <= ", " > ", " >= "};
  return signs.at(static_cast<std::size_t>(comparison));
}

// What declares the name: a location has the name of its first address.
std::string declaration(const Address& address, const Program& program) {
  const Location& location = program.locations[address.location];
  const std::string name = coq_string(address.name) + " ";
  if (address.proxy != Proxy::generic) {
    return "alias " + name + coq_string(program.addresses[address.generic].name);
  }
  if (address.name != location.name) return "generic_alias " + name + coq_string(location.name);
  return (location.region == Region::global ? "in_global " : "in_shared ") + name +
         (location.initial < 0 ? "(" + std::to_string(location.initial) + ")"
                               : std::to_string(location.initial));
}

}  // namespace

std::string coq_lines(const std::vector<std::string>& elements, const std::string& indentation) {
  std::string text = "[";
  for (std::size_t i = 0; i < elements.size(); ++i) {
    text += (i == 0 ? " " : " ;\n" + indentation + "  ") + elements[i];
  }
  return text + " ]";
}

std::string coq_elements(const std::vector<std::string>& elements) {
  std::string text = "[";
  for (const std::string& element : elements) {
    text += (text.size() == 1 ? " " : " ; ") + element;
  }
  return text + " ]";
}

std::string coq_label(InstructionId target) { return coq_string(std::to_string(target)); }

std::set<InstructionId> labelled(const Thread& thread) {
  std::set<InstructionId> targets;
  for (const Instruction& instruction : thread.instructions) {
    if (const Branch* const branch = branch_of(instruction.action)) targets.insert(branch->target);
  }
  return targets;
}

std::string coq_memory(const Program& program) {
  std::vector<std::string> declarations;
  for (const Address& address : program.addresses) {
    declarations.push_back(declaration(address, program));
  }
  return coq_elements(declarations);
}

std::string coq_registers(const Thread& thread) {
  std::vector<std::string> registers;
  for (const Register& reg : thread.registers) {
    registers.push_back("(" + coq_string(reg.name) + ", " + std::to_string(reg.initial) + ")");
  }
  return coq_elements(registers);
}

std::string coq_instruction(const Action& action, const Thread& thread, const Program& program) {
  return std::visit(InstructionText(program, thread), action);
}

std::string coq_list(const std::vector<Value>& values) {
  std::string text = "[";
  for (const Value value : values) {
    text += (text.size() == 1 ? "" : "; ") + std::to_string(value);
  }
  return text + "]";
}

std::string coq_observables(const Test& test) {
  std::vector<std::string> observables;
  for (const Observable& observable : test.observables) {
    const auto* const location = std::get_if<LocationTerm>(&observable);
    observables.push_back(location != nullptr
                              ? "LocationOf " +
                                    coq_string(test.program.addresses[location->address].name)
                              : observable_text(observable, test.program));
  }
  return coq_elements(observables);
}

std::string coq_definition(const Test& test, const std::string& name) {
  std::vector<std::string> columns;
  for (const Thread& thread : test.program.threads) {
    columns.push_back(column(test.program, thread));
  }
  return "Definition " + name + " : LitmusTest :=\n  litmus " + coq_string(test.name) + " " +
         coq_memory(test.program) + "\n    " + coq_lines(columns, "    ") + "\n    " +
         coq_observables(test) + ".\n";
}

std::string coq_text(const Proposition& proposition, const Test& test) {
  using Kind = Proposition::Kind;
  const auto joined = [&](std::string_view connective) {
    std::string text;
    for (const Proposition& part : proposition.parts) {
      const bool simple = part.kind == Kind::comparison || part.kind == Kind::truth;
      const std::string inner = coq_text(part, test);
      if (!text.empty()) text += connective;
      text += simple ? inner : "(" + inner + ")";
    }
    return text;
  };
  switch (proposition.kind) {
    case Kind::truth:
      return "truth";
    case Kind::comparison:
      return term_text(proposition.left, test) + std::string(sign(proposition.comparison)) +
             term_text(proposition.right, test);
    case Kind::conjunction:
      return joined(" /\\ ");
    case Kind::disjunction:
      return joined(" \\/ ");
    case Kind::negation:
      return "not (" + coq_text(proposition.parts.front(), test) + ")";
  }
  return {};
}

}  // namespace opexplore
