#include "litmus/kernels/unwritten.hpp"

#include <algorithm>
#include <string>

#include "opmodel/instruction.hpp"

namespace opexplore::kernel {

namespace {

/// Stands for all objects: an address that is known to be of none.
const std::string all_objects;

void note_write(Surroundings& around, const std::string& key) {
  if (!around.sizes.written.insert(key).second) return;
  const bool was_read =
      key == all_objects ? !around.known_reads.empty() : around.known_reads.contains(key);
  if (was_read) throw SizesLearnt();
}

}  // namespace

bool is_unwritten(Step& step, const Abstract& place, const Access& access) {
  Surroundings& around = step.around();
  Memory& memory = around.memory;
  const Object& object = memory.at(place.object);
  const bool weak = access.order.value_or(Order::weak) == Order::weak;
  if (!around.launch.knows_unwritten || !weak || object.space != Space::global || object.hidden ||
      object.host_writes || !object.results.empty()) {
    return false;
  }
  const std::string& key = memory.key_of(place.object);
  const std::set<std::string>& written = around.sizes.written;
  if (written.contains(key) || written.contains(all_objects)) return false;
  // What is to be shown has to be a location.
  if (std::ranges::find(around.launch.shown, object.name) != around.launch.shown.end())
    return false;
  const std::uint32_t width = access.type.bits / 8;
  memory.note_access({place.object, place.number, width});
  if (memory.misplaced({place.object, place.number, access.elements * width})) return false;
  around.known_reads.insert(key);
  around.known_loads[&step.statement()].emplace(key, place.number);
  return true;
}

bool is_unwritten(Surroundings& around, std::uint16_t object) {
  const std::string& key = around.memory.key_of(object);
  const std::set<std::string>& written = around.sizes.written;
  if (written.contains(key) || written.contains(all_objects)) return false;
  around.known_reads.insert(key);
  return true;
}

void note_write(Step& step, const Target& target) {
  if (!target.object) return note_write(step.around(), all_objects);
  note_write(step.around(), step.around().memory.key_of(*target.object));
}

void note_writes(Surroundings& around, const Program& program) {
  for (const Thread& thread : program.threads) {
    for (const Instruction& instruction : thread.instructions) {
      if (!writes_memory(instruction.action)) continue;
      const Element& element = around.memory.element_of(*address_of(instruction.action));
      note_write(around, around.memory.key_of(element.object));
    }
  }
}

}  // namespace opexplore::kernel
