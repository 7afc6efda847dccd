#include "answers/default_machine.hpp"

#include <algorithm>
#include <array>

#include "answers/settings.hpp"

namespace opexplore {

std::span<const DefaultMachine> machines_of_languages() {
  static constexpr std::array all{DefaultMachine{Language::ptx, "ptx-proxy"},
                                  DefaultMachine{Language::cxx, "cxx"}};
  return all;
}

std::string default_machine(Language language) {
  const auto all = machines_of_languages();
  return std::string(std::ranges::find(all, language, &DefaultMachine::language)->machine);
}

std::string default_machine(const MachineOptions& options) {
  const auto has_all = [&](const DefaultMachine& candidate) {
    const MachineEntry* const entry = find_machine(candidate.machine);
    return entry != nullptr && std::ranges::all_of(options.settings, [&](const auto& setting) {
             return find_setting(*entry, setting.first) != nullptr;
           });
  };
  for (const DefaultMachine& other : machines_of_languages().subspan(1)) {
    if (!options.settings.empty() && has_all(other)) return std::string(other.machine);
  }
  return default_machine();
}

}  // namespace opexplore
