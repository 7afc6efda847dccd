#include "studies/ranking/contenders.hpp"

#include "answers/settings.hpp"

namespace opexplore {
namespace {

constexpr std::string_view chip_setting = "chip";

// The machine on that chip, which its name then tells.
ChosenMachine on_chip(const ChosenMachine& machine, std::string_view chip) {
  ChosenMachine result = machine;
  result.options.settings[std::string(chip_setting)] = chip;
  const std::string said = std::string(chip_setting) + '=' + std::string(chip);
  if (machine.name.find(said) == std::string::npos) {
    result.name += (machine.name.find(':') == std::string::npos ? ':' : ',') + said;
  }
  return result;
}

}  // namespace

std::vector<ChosenMachine> ranked_machines(const std::optional<std::string>& names,
                                           const MachineOptions& common) {
  std::vector<ChosenMachine> chosen =
      names ? chosen_machines(*names, common) : every_hardware(common);
  if (!names) {
    std::erase_if(chosen, [](const ChosenMachine& one) { return one.entry->finds_races; });
  }
  require_offered(common, chosen);
  return chosen;
}

Contenders contenders_of(const std::vector<ChosenMachine>& machines,
                         const Observations& observations) {
  Contenders result;
  for (const ChosenMachine& machine : machines) {
    const Setting* const chips = find_setting(*machine.entry, chip_setting);
    if (chips == nullptr) {
      result.chosen.push_back({machine, columns_of(observations, "")});
      continue;
    }
    const bool chosen = machine.options.settings.contains(chip_setting);
    for (const std::string_view chip : chips->values) {
      if (chosen && value_of(*chips, machine.options) != chip) continue;
      ChosenContender contender{on_chip(machine, chip), columns_of(observations, chip)};
      if (contender.columns.empty()) {
        result.notes.push_back(contender.machine.name +
                               " is left out: no column of the observations begins with " +
                               std::string(chip));
      } else {
        result.chosen.push_back(std::move(contender));
      }
    }
  }
  if (result.chosen.empty()) {
    throw UsageError("the observations are of no chip that the machines know",
                     "choose other machines");
  }
  return result;
}

Contender description(const ChosenContender& contender) {
  const MachineEntry& entry = *contender.machine.entry;
  Contender result;
  result.name = contender.machine.name;
  result.machine = entry.name;
  result.version = entry.version;
  result.source = entry.source;
  for (const Setting& setting : entry.settings) {
    result.settings.emplace_back(setting.name, value_of(setting, contender.machine.options));
  }
  result.columns = contender.columns;
  return result;
}

}  // namespace opexplore
