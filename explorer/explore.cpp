#include "explorer/explore.hpp"

#include <algorithm>
#include <stdexcept>

#include "opmodel/asynchronous_use.hpp"
#include "opmodel/results/answer.hpp"
#include "opmodel/vulkan.hpp"

namespace opexplore {

std::vector<MachineEntry> by_name(std::vector<MachineEntry> entries) {
  std::ranges::sort(entries, {}, &MachineEntry::name);
  const auto twice = std::ranges::adjacent_find(entries, {}, &MachineEntry::name);
  if (twice == entries.end()) return entries;
  throw std::logic_error("there are two machines with the name " + std::string(twice->name));
}

const MachineEntry* find_machine(std::string_view name) {
  const auto all = machines();
  const auto found = std::ranges::find(all, name, &MachineEntry::name);
  return found == all.end() ? nullptr : &*found;
}

namespace {

std::string runners_of(Language language) {
  std::string able;
  for (const MachineEntry& entry : machines()) {
    if (entry.language != language) continue;
    able += (able.empty() ? "" : ", ") + std::string(entry.name);
  }
  return able.empty() ? "no machine here runs it" : "those that run it are " + able;
}

}  // namespace

std::optional<Refusal> language_refusal(const Test& test, Language language) {
  const Language written = test.program.language;
  const std::string runs = ", and this machine runs " + std::string(to_string(language));
  if (language != Language::vulkan) {
    // Also in a program that says to be written in PTX: its words would mean something else.
    if (const auto found = vulkan_found(test.program)) {
      return Refusal{found->why + runs + "; " + runners_of(Language::vulkan), found->place};
    }
  }
  if (written == language) return std::nullopt;
  return Refusal{"the test is written in " + std::string(to_string(written)) + runs + "; " +
                     runners_of(written),
                 program_start};
}

std::optional<Refusal> asynchronous_refusal(const Test& test) {
  const auto found = asynchronous_found(test.program);
  if (!found) return std::nullopt;
  return Refusal{found->why + " is of PTX 8 and later, which ptx-async runs", found->place};
}

}  // namespace opexplore
