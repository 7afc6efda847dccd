#include "litmus/kernels/whole/end.hpp"

#include <algorithm>
#include <cstddef>
#include <variant>

#include "litmus/kernels/assumptions.hpp"

namespace opexplore::kernel {

namespace {

// Of each buffer that nobody asked for, and of one that somebody did: a report is read by people.
constexpr std::size_t most_shown = 4;
constexpr std::size_t most_shown_of_all = 16;
constexpr std::size_t most_asked = 32;

void show(Surroundings& around, const LaunchRun& run, std::uint16_t object, std::size_t most) {
  Memory& memory = around.memory;
  const std::uint32_t width = memory.at(object).width.value_or(memory.at(object).usual_width);
  std::vector<Value> offsets = run.contents.stored_offsets(object, width, most);
  if (offsets.empty()) offsets.push_back(0);
  for (const Value offset : offsets) {
    const FoundElement found = memory.element({object, offset, width}, false, {around.source, {}});
    const auto* const address = std::get_if<AddressId>(&found);
    const auto bytes = run.float_bytes.find(object);
    if (address != nullptr && bytes != run.float_bytes.end()) {
      memory.note_float(*address, bytes->second);
    }
  }
}

/// Shows the first elements of the objects. How many are shown then.
std::size_t show_first(Surroundings& around, const LaunchRun& run, bool of_parameter) {
  Memory& memory = around.memory;
  for (std::uint16_t object = 0; object < memory.objects(); ++object) {
    const Object& of = memory.at(object);
    const bool counts = of.space == Space::global && of.of_parameter == of_parameter && !of.hidden;
    const bool stored = counts && !run.contents.stored_offsets(object, 1, 1).empty();
    if (stored && memory.elements() < most_shown_of_all) show(around, run, object, most_shown);
  }
  return memory.elements();
}

}  // namespace

std::vector<Assumption> assumptions_of_objects(const Surroundings& around,
                                               const std::function<bool(std::uint16_t)>& is_read) {
  std::vector<Assumption> result;
  const Memory& memory = around.memory;
  for (std::uint16_t object = 0; object < memory.objects(); ++object) {
    const Object& of = memory.at(object);
    if (!is_read(object) || !is_unknown(of)) continue;
    const std::string& name = of.source_name.empty() ? of.name : of.source_name;
    result.push_back({Assumption::What::zeros, name});
    if (of.of_parameter && !memory.size_of(object)) {
      result.push_back({Assumption::What::size, name});
    }
  }
  return result;
}

std::vector<Assumption> assumptions_of_run(const Surroundings& around, const LaunchRun& run) {
  return assumptions_of_objects(
      around, [&](std::uint16_t object) { return run.contents.is_read_at_start(object); });
}

void show_end(Surroundings& around, LaunchRun& run) {
  if (run.shows_a_bug()) return;
  Memory& memory = around.memory;
  const std::vector<std::string>& asked = around.launch.shown;
  for (std::uint16_t object = 0; object < memory.objects(); ++object) {
    const bool named = std::ranges::find(asked, memory.at(object).name) != asked.end();
    if (named) show(around, run, object, most_asked);
  }
  const bool usual = asked.empty() && around.launch.question.empty();
  if (usual && show_first(around, run, true) == 0) show_first(around, run, false);
  for (const Element& element : memory.elements_of_addresses()) {
    memory.store(element, run.contents.load(memory, element, memory.is_float(element)));
  }
}

}  // namespace opexplore::kernel
