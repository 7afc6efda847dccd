// Groups of entries of a shading language: operations by their names, and what they become in
// SPIR-V.
#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include "litmus/input/documents/choice.hpp"
#include "mappings/table_group.hpp"
#include "mappings/template_check.hpp"
#include "opmodel/instruction.hpp"

namespace opexplore::mappings::detail {
namespace {

using documents::choice;
using documents::Node;

struct Memory {
  std::string name;  ///< behind that of an operation: " of coherent storage"; empty: barriers
  SpirvVariable variable;
};

Memory memory_of(const Node& group) {
  Memory memory;
  const auto node = group.find("memory");
  if (!node) return memory;
  const auto spell = [](bool workgroup) {
    return std::string_view(workgroup ? "workgroup" : "storage");
  };
  const std::string word = node->nonempty_text("a memory");
  memory.variable.workgroup = choice(*node, word, std::array{false, true}, spell, "a memory");
  if (const auto qualifier = group.find("qualifier")) {
    const auto same = [](std::string_view each) { return each; };
    choice(*qualifier, qualifier->nonempty_text("a qualifier"),
           std::array<std::string_view, 1>{"coherent"}, same, "a qualifier of variables");
    memory.variable.coherent = true;
  }
  memory.name = memory.variable.coherent ? " of coherent " + word : " of " + word;
  return memory;
}

Operation first_operation(const Action& action) {
  if (const Atomic* const atomic = read_modify_write(action)) {
    if (atomic->op == AtomicOp::cas) return Operation::cas;
    return atomic->op == AtomicOp::exch ? Operation::exchange : Operation::fetch;
  }
  if (reads_memory(action)) return Operation::load;
  return writes_memory(action) ? Operation::store : Operation::fence;
}

Template template_of(const Node& node, const SpirvModule& module, const Memory& memory) {
  const documents::Nodes instructions = node.elements("the instructions");
  std::vector<std::string> lines;
  for (const Node line : instructions) lines.push_back(line.nonempty_text("an instruction"));
  try {
    Template code = read_spirv_template(lines, module, memory.variable);
    if (uses_of(code).address != !memory.name.empty()) {
      node.fail(memory.name.empty() ? "a barrier has no {address}"
                                    : "the template does not use {address}",
                "a group with a memory is about accesses, one without about barriers");
    }
    return code;
  } catch (const TemplateError& error) {
    const Node line =
        *std::ranges::next(instructions.begin(), static_cast<std::ptrdiff_t>(error.line));
    line.fail(error.message, error.suggestion, error.column);
  }
}

}  // namespace

std::vector<Entry> read_shader_group(const Node& node, const GroupDefaults& defaults,
                                     const SpirvModule& module) {
  node.allow_only({"memory", "qualifier", "source", "version", "entries"}, "a group of entries");
  const Memory memory = memory_of(node);
  const GroupDefaults from = provenance_of(node, defaults);
  std::vector<Entry> entries;
  for (const Node member : node["entries"].members("the entries")) {
    Entry entry;
    entry.spelled = std::string(member.name()) + memory.name;
    if (const auto refused = refusal_in(member)) {
      entry.refused = *refused;
    } else {
      entry.code = template_of(member, module, memory);
    }
    entry.operation = Operation::fence;
    entry.order = Order::relaxed;
    if (!entry.code.steps.empty()) {
      const Action& first = entry.code.steps.front().action;
      entry.operation = first_operation(first);
      if (const Order* const order = order_of(first)) entry.order = *order;
    }
    entry.source = from.source;
    entry.version = from.version;
    entry.file = from.file;
    entry.place = member.place();
    entries.push_back(std::move(entry));
  }
  return entries;
}

}  // namespace opexplore::mappings::detail
