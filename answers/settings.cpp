#include "answers/settings.hpp"

#include <algorithm>
#include <array>
#include <map>

#include "litmus/input/suggestion.hpp"

namespace opexplore {
namespace {

constexpr std::array<std::string_view, 2> switch_values{"false", "true"};

[[noreturn]] void refuse_value(const MachineEntry& machine, const Setting& setting,
                               const std::string& value) {
  const std::vector<std::string> values(setting.values.begin(), setting.values.end());
  const auto close = nearest(value, values);
  throw UsageError("machine " + std::string(machine.name) + " knows no --" +
                       std::string(setting.name) + ' ' + (value.empty() ? "''" : value),
                   (close ? "did you mean " + *close + "? " : "") + "choose " +
                       (setting.several ? "some" : "one") + " of " + joined(values));
}

}  // namespace

bool OfferedSetting::is_switch() const {
  return std::ranges::is_permutation(values, switch_values);
}

std::vector<OfferedSetting> offered_settings() {
  std::map<std::string, OfferedSetting, std::less<>> offered;
  for (const MachineEntry& machine : machines()) {
    for (const Setting& setting : machine.settings) {
      OfferedSetting& entry = offered[std::string(setting.name)];
      entry.name = setting.name;
      entry.summary = setting.summary;
      entry.several = entry.several || setting.several;
      entry.machines.emplace_back(machine.name);
      for (const std::string_view value : setting.values) {
        if (std::ranges::find(entry.values, value) == entry.values.end()) {
          entry.values.emplace_back(value);
        }
      }
    }
  }
  std::vector<OfferedSetting> result;
  result.reserve(offered.size());
  for (auto& [name, entry] : offered) result.push_back(std::move(entry));
  return result;
}

const Setting* find_setting(const MachineEntry& machine, std::string_view name) {
  const auto found = std::ranges::find(machine.settings, name, &Setting::name);
  return found == machine.settings.end() ? nullptr : &*found;
}

bool is_switch(const Setting& setting) {
  return std::ranges::is_permutation(setting.values, switch_values);
}

std::string canonical_value(const MachineEntry& machine, const Setting& setting,
                            const std::string& written) {
  const std::vector<std::string> given =
      setting.several ? parts_of(written, '+') : std::vector<std::string>{written};
  for (const std::string& value : given) {
    if (std::ranges::find(setting.values, value) == setting.values.end()) {
      refuse_value(machine, setting, value);
    }
  }
  std::string text;
  for (const std::string_view value : setting.values) {
    if (std::ranges::find(given, value) == given.end()) continue;
    if (text == setting.values.front()) {
      throw UsageError("setting " + std::string(setting.name) + ": " + text +
                           " does not go together with other values",
                       "leave " + text + " out");
    }
    text += (text.empty() ? "" : "+") + std::string(value);
  }
  return text;
}

UsageError no_such_setting(const std::vector<std::string>& machines, const std::string& name) {
  std::vector<std::string> owners;
  for (const OfferedSetting& offered : offered_settings()) {
    if (offered.name == name) owners = offered.machines;
  }
  const std::string who = machines.size() == 1
                              ? "machine " + machines.front() + " has no setting " + name
                              : "none of " + joined(machines) + " has a setting " + name;
  return UsageError(who, owners.empty() ? "opexplore machines lists the settings"
                                        : "it belongs to " + joined(owners));
}

std::vector<std::string> parts_of(const std::string& text, char separator) {
  std::vector<std::string> parts;
  for (std::size_t at = 0;;) {
    const std::size_t end = text.find(separator, at);
    parts.push_back(text.substr(at, end - at));
    if (end == std::string::npos) return parts;
    at = end + 1;
  }
}

}  // namespace opexplore
