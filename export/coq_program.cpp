#include "export/coq_program.hpp"

#include <array>
#include <optional>
#include <set>
#include <variant>

namespace opexplore {
namespace {

std::string nat(std::size_t number) { return std::to_string(number) + "%nat"; }

// What separates the elements of a list that takes several lines.
std::string lines(const std::vector<std::string>& elements, const std::string& indentation) {
  std::string text = "[";
  for (std::size_t i = 0; i < elements.size(); ++i) {
    text += (i == 0 ? " " : " ;\n" + indentation + "  ") + elements[i];
  }
  return text + " ]";
}

std::string on_one_line(const std::vector<std::string>& elements) {
  std::string text = "[";
  for (const std::string& element : elements) {
    text += (text.size() == 1 ? " " : " ; ") + element;
  }
  return text + " ]";
}

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
  }
  return {};
}

std::string_view letters(Comparison comparison) {
  constexpr std::array<std::string_view, 6> words{"eq", "ne", "lt", "le", "gt", "ge"};
  return words.at(static_cast<std::size_t>(comparison));
}

std::string strength(Order order, Scope scope) {
  std::string text = "." + std::string(to_string(order));
  if (order != Order::weak) text += "." + std::string(to_string(scope));
  return text;
}

// One instruction. A constant proxy's load is `cold`, hence `ld` behind the letters.
class InstructionText {
 public:
  InstructionText(const Thread& thread, const CoqNames& names) : thread_(thread), names_(names) {}

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
    const std::string label = std::to_string(branch.target);
    if (!branch.comparison) return "goto " + label;
    return "b" + std::string(letters(*branch.comparison)) + " " + operand(branch.left) + ", " +
           operand(branch.right) + ", " + label;
  }

 private:
  std::string reg(RegisterId id) const { return names_.register_name(thread_, id); }
  std::string operand(const Operand& operand) const {
    if (const auto* const id = std::get_if<RegisterOperand>(&operand)) return reg(id->id);
    return std::to_string(std::get<Value>(operand));
  }
  std::string place(AddressId address, std::optional<RegisterId> pointer) const {
    const std::string& name = names_.address(address);
    return pointer ? "(via " + reg(*pointer) + " " + name + ")" : name;
  }

  const Thread& thread_;
  const CoqNames& names_;
};

// Where jumps go to is said beside the instruction: labels are numbers.
std::string column(const Thread& thread, const CoqNames& names) {
  std::vector<Value> initial;
  for (std::size_t i = 0; i < thread.registers.size(); ++i) {
    const std::size_t number = names.register_number(thread.registers[i].name);
    if (initial.size() <= number) initial.resize(number + 1, 0);
    initial[number] = thread.registers[i].initial;
  }
  std::set<InstructionId> targets;
  for (const Instruction& instruction : thread.instructions) {
    if (const auto* const branch = std::get_if<Branch>(&instruction.action)) {
      targets.insert(branch->target);
    }
  }
  std::vector<std::string> code;
  for (std::size_t i = 0; i < thread.instructions.size(); ++i) {
    const bool target = targets.contains(static_cast<InstructionId>(i));
    code.push_back((target ? "(* " + std::to_string(i) + ": *) " : "") +
                   std::visit(InstructionText(thread, names), thread.instructions[i].action));
  }
  return "column " + std::to_string(thread.cta) + " " + std::to_string(thread.gpu) + " " +
         coq_list(initial) + "\n        " + (code.empty() ? "[]" : lines(code, "        "));
}

std::string observable_text(const Observable& observable, const Test& test, const CoqNames& names) {
  if (const auto* const term = std::get_if<RegisterTerm>(&observable)) {
    return "P" + std::to_string(term->thread) + ":" +
           names.register_name(test.program.threads[term->thread], term->reg);
  }
  return "[" + names.address(std::get<LocationTerm>(observable).address) + "]";
}

std::string term_text(const Term& term, const Test& test, const CoqNames& names) {
  if (const auto* const observable = std::get_if<ObservableIndex>(&term)) {
    return observable_text(test.observables[observable->index], test, names);
  }
  return std::to_string(std::get<Value>(term));
}

std::string_view sign(Comparison comparison) {
  constexpr std::array<std::string_view, 6> signs{" = ", " <> ", " < ", " <= ", " > ", " >= "};
  return signs.at(static_cast<std::size_t>(comparison));
}

// The locations and the names of them, in the shortest of the three forms that Litmus.v has.
std::string memory_text(const Test& test, const CoqNames& names) {
  const Program& program = test.program;
  bool global = true;
  bool own = program.addresses.size() == program.locations.size();
  std::vector<Value> values;
  std::vector<std::string> places;
  for (const Location& location : program.locations) {
    const bool is_global = location.region == Region::global;
    global = global && is_global;
    values.push_back(location.initial);
    places.push_back((is_global ? "in_global (" : "in_shared (") +
                     std::to_string(location.initial) + ")");
  }
  std::vector<std::string> addresses;
  for (std::size_t id = 0; id < program.addresses.size(); ++id) {
    const Address& address = program.addresses[id];
    own = own && address.location == id && address.generic == id;
    addresses.push_back("name_of " + std::to_string(address.location) + " " +
                        names.address(address.generic));
  }
  const std::string name = coq_string(test.name) + " ";
  if (own && global) return "litmus " + name + coq_list(values);
  if (own) return "litmus_at " + name + on_one_line(places);
  return "litmus_with_aliases " + name + on_one_line(places) + "\n    " + lines(addresses, "    ");
}

}  // namespace

std::string coq_list(const std::vector<Value>& values) {
  std::string text = "[";
  for (const Value value : values) {
    text += (text.size() == 1 ? "" : "; ") + std::to_string(value);
  }
  return text + "]";
}

std::string coq_definitions(const Test& test, const Proposition& condition, const CoqNames& names) {
  const Program& program = test.program;
  std::string text;
  for (std::size_t id = 0; id < program.addresses.size(); ++id) {
    const std::string& name = names.address(static_cast<AddressId>(id));
    text += "Definition " + name + " : AddressId := " + nat(id) + ".";
    if (name != program.addresses[id].name) text += "  (* " + program.addresses[id].name + " *)";
    text += '\n';
  }
  for (const auto& [name, number] : names.registers()) {
    text += "Definition " + name + " : RegisterId := " + nat(number) + ".\n";
  }
  std::vector<std::string> columns;
  for (const Thread& thread : program.threads) columns.push_back(column(thread, names));
  std::vector<std::string> observables;
  for (const Observable& observable : test.observables) {
    const auto* const location = std::get_if<LocationTerm>(&observable);
    observables.push_back(location != nullptr ? "LocationTerm " + names.address(location->address)
                                              : observable_text(observable, test, names));
  }
  return text + "\nDefinition " + names.test() + " : Test :=\n  " + memory_text(test, names) +
         "\n    " + lines(columns, "    ") + "\n    " + on_one_line(observables) + "\n    (" +
         coq_text(condition, test, names) + ").\n";
}

std::string coq_text(const Proposition& proposition, const Test& test, const CoqNames& names) {
  using Kind = Proposition::Kind;
  const auto joined = [&](std::string_view connective) {
    std::string text;
    for (const Proposition& part : proposition.parts) {
      const bool simple = part.kind == Kind::comparison || part.kind == Kind::truth;
      const std::string inner = coq_text(part, test, names);
      if (!text.empty()) text += connective;
      text += simple ? inner : "(" + inner + ")";
    }
    return text;
  };
  switch (proposition.kind) {
    case Kind::truth:
      return "Truth";
    case Kind::comparison:
      return term_text(proposition.left, test, names) + std::string(sign(proposition.comparison)) +
             term_text(proposition.right, test, names);
    case Kind::conjunction:
      return joined(" /\\ ");
    case Kind::disjunction:
      return joined(" \\/ ");
    case Kind::negation:
      return "not (" + coq_text(proposition.parts.front(), test, names) + ")";
  }
  return {};
}

}  // namespace opexplore
