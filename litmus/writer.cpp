#include "litmus/writer.hpp"

#include <algorithm>
#include <set>
#include <string_view>

namespace opexplore {

namespace {

/// The first letters of a memory instruction say which proxy it goes through.
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
  }
  return {};
}

std::string prefix(Proxy proxy) { return proxy == Proxy::surface ? "su" : ""; }

std::string qualified(Order order, Scope scope) {
  std::string text = "." + std::string(to_string(order));
  if (order != Order::weak) text += "." + std::string(to_string(scope));
  return text;
}

std::string_view mnemonic(Comparison comparison) {
  switch (comparison) {
    case Comparison::equal:
      return "beq";
    case Comparison::not_equal:
      return "bne";
    case Comparison::less:
      return "blt";
    case Comparison::less_equal:
      return "ble";
    case Comparison::greater:
      return "bgt";
    case Comparison::greater_equal:
      return "bge";
  }
  return {};
}

std::string label(InstructionId target) { return "LC" + std::to_string(target); }

/// Spells the actions of one thread.
struct Spelling {
  const Thread& thread;
  const Program& program;

  std::string name(RegisterId id) const { return thread.registers[id].name; }
  std::string text(const Operand& operand) const {
    if (const auto* const reg = std::get_if<RegisterOperand>(&operand)) return name(reg->id);
    return std::to_string(std::get<Value>(operand));
  }
  std::string address(AddressId id) const { return program.addresses[id].name; }

  std::string operator()(const Load& load) const {
    return load_name(load.proxy) + qualified(load.order, load.scope) + " " +
           name(load.destination) + ", " + address(load.address);
  }
  std::string operator()(const Store& store) const {
    return prefix(store.proxy) + "st" + qualified(store.order, store.scope) + " " +
           address(store.address) + ", " + text(store.value);
  }
  std::string operator()(const Atomic& atomic) const {
    std::string result = prefix(atomic.proxy) + (atomic.destination ? "atom" : "red") +
                         qualified(atomic.order, atomic.scope) + "." +
                         std::string(to_string(atomic.op)) + " ";
    if (atomic.destination) result += name(*atomic.destination) + ", ";
    result += address(atomic.address) + ", ";
    if (atomic.op == AtomicOp::cas) result += text(atomic.expected) + ", ";
    return result + text(atomic.operand);
  }
  std::string operator()(const Fence& fence) const {
    return "fence" + qualified(fence.order, fence.scope);
  }
  std::string operator()(const ProxyFence& fence) const {
    return "fence.proxy." + std::string(to_string(fence.kind));
  }
  std::string operator()(const Barrier& barrier) const {
    std::string result = std::string("bar.cta.") + (barrier.arrive ? "arrive " : "sync ") +
                         std::to_string(barrier.instance);
    if (barrier.id) result += ", " + text(*barrier.id);
    if (barrier.quorum) result += ", " + text(*barrier.quorum);
    return result;
  }
  std::string operator()(const Arithmetic& action) const {
    std::string result = std::string(to_string(action.op)) + " " + name(action.destination) + ", " +
                         text(action.left);
    if (action.op != ArithmeticOp::move) result += ", " + text(action.right);
    return result;
  }
  std::string operator()(const Branch& branch) const {
    if (!branch.comparison) return "goto " + label(branch.target);
    return std::string(mnemonic(*branch.comparison)) + " " + text(branch.left) + ", " +
           text(branch.right) + ", " + label(branch.target);
  }
};

std::string initial_state(const Program& program) {
  std::string text = "{\n";
  for (std::size_t id = 0; id < program.addresses.size(); ++id) {
    const Address& address = program.addresses[id];
    const Location& location = program.locations[address.location];
    if (location.name == address.name) {
      text += " " + address.name + "=" + std::to_string(location.initial) + ";\n";
      continue;
    }
    const std::string& bound =
        address.generic == id ? location.name : program.addresses[address.generic].name;
    text += " " + address.name + " @ " + std::string(to_string(address.proxy)) + " aliases " +
            bound + ";\n";
  }
  for (std::size_t thread = 0; thread < program.threads.size(); ++thread) {
    for (const Register& reg : program.threads[thread].registers) {
      text +=
          " " + std::to_string(thread) + ":" + reg.name + "=" + std::to_string(reg.initial) + ";\n";
    }
  }
  return text + "}\n";
}

using Column = std::vector<std::string>;

Column column(std::size_t number, const Program& program) {
  const Thread& thread = program.threads[number];
  std::set<InstructionId> targets;
  for (const Instruction& instruction : thread.instructions) {
    const auto* const branch = std::get_if<Branch>(&instruction.action);
    if (branch) targets.insert(branch->target);
  }
  Column cells = {"P" + std::to_string(number) + "@cta " + std::to_string(thread.cta) + ",gpu " +
                  std::to_string(thread.gpu)};
  for (std::size_t i = 0; i <= thread.instructions.size(); ++i) {
    const auto id = static_cast<InstructionId>(i);
    if (targets.contains(id)) cells.push_back(label(id) + ":");
    if (i == thread.instructions.size()) break;
    cells.push_back(to_string(thread.instructions[i].action, thread, program));
  }
  return cells;
}

std::string table(const Program& program) {
  std::vector<Column> columns;
  std::size_t height = 0;
  for (std::size_t thread = 0; thread < program.threads.size(); ++thread) {
    columns.push_back(column(thread, program));
    height = std::max(height, columns.back().size());
  }
  std::vector<std::size_t> widths;
  for (const Column& cells : columns) {
    std::size_t width = 0;
    for (const std::string& cell : cells) width = std::max(width, cell.size());
    widths.push_back(width);
  }
  std::string text;
  for (std::size_t row = 0; row < height; ++row) {
    for (std::size_t i = 0; i < columns.size(); ++i) {
      std::string cell = row < columns[i].size() ? columns[i][row] : "";
      cell.resize(widths[i], ' ');
      text += (i == 0 ? " " : " | ") + cell;
    }
    text += " ;\n";
  }
  return text;
}

}  // namespace

std::string to_string(const Action& action, const Thread& thread, const Program& program) {
  return std::visit(Spelling{thread, program}, action);
}

std::string write(const Test& test) {
  std::string text = "PTX " + test.name + "\n";
  for (const std::string& comment : test.comments) text += "\"" + comment + "\"\n";
  text += initial_state(test.program) + table(test.program);
  if (test.shown != 0) {
    text += "locations [";
    for (std::size_t i = 0; i < test.shown; ++i) {
      text += " " + to_string(test.observables[i], test.program) + ";";
    }
    text += " ]\n";
  }
  if (test.filter) text += "filter (" + to_string(*test.filter, test) + ")\n";
  return text + condition_line(test) + "\n";
}

}  // namespace opexplore
