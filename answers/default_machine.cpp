#include "answers/default_machine.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>

#include "answers/settings.hpp"
#include "opmodel/asynchronous_use.hpp"

namespace opexplore {

std::span<const DefaultMachine> machines_of_languages() {
  static constexpr std::array all{
      DefaultMachine{Language::ptx, "ptx-proxy"}, DefaultMachine{Language::ptx, "ptx-async", true},
      DefaultMachine{Language::cxx, "cxx"}, DefaultMachine{Language::vulkan, "vulkan"},
      DefaultMachine{Language::amdgpu, "amdgpu"}};
  return all;
}

std::string default_machine(Language language) {
  const auto all = machines_of_languages();
  const auto found = std::ranges::find(all, language, &DefaultMachine::language);
  if (found == all.end()) {
    throw std::logic_error("no machine for programs in " + std::string(to_string(language)));
  }
  return std::string(found->machine);
}

std::string default_machine(const Program& program) {
  const bool asynchronous =
      program.language == Language::ptx && asynchronous_found(program).has_value();
  for (const DefaultMachine& each : machines_of_languages()) {
    if (each.language == program.language && each.asynchronous == asynchronous) {
      return std::string(each.machine);
    }
  }
  return default_machine(program.language);
}

std::string default_machine(const MachineOptions& options) {
  const auto has_all = [&](const DefaultMachine& candidate) {
    const MachineEntry* const entry = find_machine(candidate.machine);
    return entry != nullptr && std::ranges::all_of(options.settings, [&](const auto& setting) {
             return find_setting(*entry, setting.first) != nullptr;
           });
  };
  const auto all = machines_of_languages();
  if (has_all(all.front())) return default_machine();
  for (const DefaultMachine& other : all.subspan(1)) {
    if (has_all(other)) return std::string(other.machine);
  }
  return default_machine();
}

}  // namespace opexplore
