#include "export/event_label.hpp"

#include <algorithm>
#include <string_view>

#include "opmodel/instruction.hpp"
#include "opmodel/vulkan.hpp"
#include "opmodel/words.hpp"

namespace opexplore {
namespace {

// Fences of libcu++ are longer than drawings are wide.
constexpr std::size_t longest_text = 36;

void add(std::string& attributes, std::string_view word) {
  if (!word.empty()) attributes.append(".").append(word);
}

// Which half of an instruction the event is decides what it has of acquiring and releasing.
std::string vulkan_attributes(const Action& action, bool reads) {
  std::string text;
  for (const VulkanEvent& event : vulkan_events(action)) {
    if (event.kind != (reads ? VulkanEvent::Kind::read : VulkanEvent::Kind::write)) continue;
    if (event.atomic) add(text, "atom");
    if (event.acquires) add(text, short_name(Order::acquire));
    if (event.releases) add(text, short_name(Order::release));
    if (event.available) add(text, "av");
    if (event.visible) add(text, "vis");
    if (event.scope) add(text, to_string(*event.scope));
    break;
  }
  return text;
}

std::string attributes_of(const Test& test, const Action& action, bool reads) {
  const MemoryAccess* const access = memory_access(action);
  if (access == nullptr) return {};
  if (access->vulkan) return vulkan_attributes(action, reads);
  const bool cxx = test.program.language == Language::cxx;
  std::string text;
  add(text, cxx ? cxx_name(access->order) : to_string(access->order));
  if (access->order != Order::weak) {
    add(text, cxx ? cxx_name(access->scope) : to_string(access->scope));
  }
  if (access->proxy != Proxy::generic) add(text, to_string(access->proxy));
  return text;
}

// A name that stands for the location of another.
std::string alias_note(const Program& program, const Action& action) {
  const MemoryAccess* const access = memory_access(action);
  if (access == nullptr || access->address >= program.addresses.size()) return {};
  const Address& address = program.addresses[access->address];
  const std::string& location = program.locations[address.location].name;
  return location == address.name ? "" : address.name + " is " + location;
}

std::string place_of(const Instruction& instruction) {
  if (instruction.code) {
    const std::string& file = instruction.code->file;
    return file.substr(file.rfind('/') + 1) + ':' + std::to_string(instruction.code->place.line);
  }
  const std::uint32_t line = instruction.place.line;
  return line == 0 ? "" : "line " + std::to_string(line);
}

}  // namespace

void add_details(const Test& test, EventNode& node) {
  if (!node.thread || !node.instruction) return;
  const auto& instructions = test.program.threads[*node.thread].instructions;
  if (*node.instruction >= instructions.size()) return;
  const Instruction& instruction = instructions[*node.instruction];
  node.place = place_of(instruction);
  if (!node.is_access) return;
  node.attributes = attributes_of(test, instruction.action, node.reads);
  node.note = alias_note(test.program, instruction.action);
}

std::string drawn_text(const EventNode& node) {
  std::string text = node.operation;
  if (node.is_access) {
    text.insert(1, node.attributes);
  } else if (text.size() > longest_text) {
    text = text.substr(0, longest_text - 3) + "...";
  }
  return node.note.empty() ? text : text + ", " + node.note;
}

}  // namespace opexplore
