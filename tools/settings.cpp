#include "tools/settings.hpp"

#include <algorithm>
#include <array>
#include <map>

#include "tools/arguments.hpp"

namespace opexplore {
namespace {

template <class Names>
std::string joined(const Names& names) {
  std::string text;
  for (const auto& name : names) text += (text.empty() ? "" : ", ") + std::string(name);
  return text;
}

}  // namespace

bool OfferedSetting::is_switch() const {
  return std::ranges::is_permutation(values, std::array{"false", "true"});
}

std::vector<OfferedSetting> offered_settings() {
  std::map<std::string, OfferedSetting, std::less<>> offered;
  for (const MachineEntry& machine : machines()) {
    for (const Setting& setting : machine.settings) {
      OfferedSetting& entry = offered[std::string(setting.name)];
      entry.name = setting.name;
      entry.summary = setting.summary;
      entry.machines.emplace_back(machine.name);
      for (const std::string_view value : setting.values) {
        if (std::ranges::find(entry.values, value) == entry.values.end()) {
          entry.values.emplace_back(value);
        }
      }
    }
  }
  std::vector<OfferedSetting> result;
  for (auto& [name, entry] : offered) result.push_back(std::move(entry));
  return result;
}

void check_settings(const MachineEntry& machine, const MachineOptions& options) {
  for (const auto& [name, value] : options.settings) {
    const auto setting = std::ranges::find(machine.settings, name, &Setting::name);
    if (setting == machine.settings.end()) {
      std::vector<std::string> others;
      for (const OfferedSetting& offered : offered_settings()) {
        if (offered.name == name) others = offered.machines;
      }
      throw UsageError("machine " + std::string(machine.name) + " has no setting --" + name,
                       "it belongs to " + joined(others));
    }
    if (std::ranges::find(setting->values, value) == setting->values.end()) {
      throw UsageError("machine " + std::string(machine.name) + " knows no --" + name + ' ' + value,
                       "choose one of " + joined(setting->values));
    }
  }
}

}  // namespace opexplore
