#include "answers/machine_choice.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "answers/settings.hpp"
#include "axioms/library.hpp"
#include "litmus/input/suggestion.hpp"
#include "opmodel/results/answer.hpp"

namespace opexplore {
namespace {

const MachineEntry& known_machine(const std::string& name) {
  if (const MachineEntry* const machine = find_machine(name)) return *machine;
  for (const EmbeddedFile& model : axioms::embedded_models()) {
    if (model.stem() == name) {
      throw UsageError(name + " is a model, and machines are expected here",
                       "compare compares it with a machine");
    }
  }
  std::vector<std::string> names;
  for (const MachineEntry& entry : machines()) names.emplace_back(entry.name);
  const auto close = nearest(name, names);
  throw UsageError(
      name.empty() ? "the name of a machine is empty" : "there is no machine " + name,
      (close ? "did you mean " + *close + "? " : "") + "machines are " + joined(names));
}

// A value may stand where a setting must: the comma separates settings.
UsageError unknown_setting(const MachineEntry& machine, const std::string& name) {
  for (const Setting& setting : machine.settings) {
    if (!setting.several || std::ranges::find(setting.values, name) == setting.values.end()) {
      continue;
    }
    return UsageError(
        "machine " + std::string(machine.name) + " has no setting " + name,
        "several values are joined by +: " + std::string(setting.name) + "=...+" + name);
  }
  return no_such_setting({std::string(machine.name)}, name);
}

// Reads "NAME=VALUE", or "NAME" of a switch, into the machine; `again`: it has been named. Returns
// it as it is written again.
std::string add_setting(const std::string& text, bool again, ChosenMachine& chosen) {
  const std::size_t equals = text.find('=');
  const std::string name = text.substr(0, equals);
  const Setting* const setting = find_setting(*chosen.entry, name);
  if (setting == nullptr) throw unknown_setting(*chosen.entry, name);
  if (equals == std::string::npos && !is_switch(*setting)) {
    throw UsageError("setting " + name + " in " + chosen.name + " needs a value",
                     "choose one of " + joined(setting->values));
  }
  if (again) {
    throw UsageError("setting " + name + " in " + chosen.name + " is given twice",
                     setting->several ? "several values are joined by +" : "leave one out");
  }
  const std::string written = equals == std::string::npos ? "true" : text.substr(equals + 1);
  const std::string value = canonical_value(*chosen.entry, *setting, written);
  chosen.options.settings[name] = value;
  return equals == std::string::npos ? name : name + '=' + value;
}

// Whether a part of a comma list goes on with the settings of the machine before it.
bool continues(const std::string& part, const std::vector<std::string>& machines) {
  if (machines.empty()) return false;
  const std::string& last = machines.back();
  const std::size_t colon = last.find(':');
  if (colon == std::string::npos) return false;
  const MachineEntry* const machine = find_machine(last.substr(0, colon));
  return machine != nullptr && find_setting(*machine, part.substr(0, part.find('='))) != nullptr;
}

}  // namespace

ChosenMachine chosen_machine(const std::string& text, const MachineOptions& common) {
  const std::size_t colon = text.find(':');
  const std::string name = text.substr(0, colon);
  if (name.find(',') != std::string::npos) {
    throw UsageError("one machine is expected, not " + name, "compare takes two, rank takes many");
  }
  ChosenMachine chosen{text, &known_machine(name), common};
  chosen.options.settings.clear();
  for (const auto& [setting, value] : common.settings) {
    const Setting* const own = find_setting(*chosen.entry, setting);
    if (own == nullptr) continue;
    chosen.options.settings.emplace(setting, canonical_value(*chosen.entry, *own, value));
  }
  if (colon == std::string::npos) return chosen;
  std::string canonical = name;
  std::set<std::string> named;
  for (const std::string& part : parts_of(text.substr(colon + 1), ',')) {
    const bool again = !named.insert(part.substr(0, part.find('='))).second;
    canonical += (canonical == name ? ':' : ',') + add_setting(part, again, chosen);
  }
  chosen.name = std::move(canonical);
  return chosen;
}

std::vector<std::string> listed(const std::string& list) {
  std::vector<std::string> texts;
  for (const std::string& part : parts_of(list, ',')) {
    if (continues(part, texts)) {
      texts.back() += ',' + part;
    } else {
      texts.push_back(part);
    }
  }
  return texts;
}

std::vector<ChosenMachine> chosen_machines(const std::string& list, const MachineOptions& common) {
  std::vector<ChosenMachine> chosen;
  for (const std::string& text : listed(list)) {
    chosen.push_back(chosen_machine(text, common));
    for (std::size_t i = 0; i + 1 < chosen.size(); ++i) {
      if (same(chosen[i], chosen.back())) {
        throw UsageError("machine " + text + " is named twice",
                         "give one of them another setting, MACHINE:NAME=VALUE");
      }
    }
  }
  return chosen;
}

std::vector<ChosenMachine> every_hardware(const MachineOptions& common) {
  std::vector<ChosenMachine> chosen;
  for (const MachineEntry& entry : machines()) {
    if (entry.finds_races) continue;
    chosen.push_back(chosen_machine(std::string(entry.name), common));
  }
  return chosen;
}

void require_offered(const MachineOptions& common, const std::vector<ChosenMachine>& chosen) {
  for (const auto& setting : common.settings) {
    const std::string& name = setting.first;
    const bool offered = std::ranges::any_of(chosen, [&](const ChosenMachine& machine) {
      return find_setting(*machine.entry, name) != nullptr;
    });
    if (offered) continue;
    std::vector<std::string> names;
    names.reserve(chosen.size());
    for (const ChosenMachine& machine : chosen) names.emplace_back(machine.entry->name);
    throw no_such_setting(names, name);
  }
}

Answer explored_with(const ChosenMachine& machine, const Test& test, ExploreOptions explore) {
  explore.machine = machine.options;
  return machine.entry->explore(test, explore);
}

bool same(const ChosenMachine& a, const ChosenMachine& b) {
  if (a.entry != b.entry) return false;
  return std::ranges::all_of(a.entry->settings, [&](const Setting& setting) {
    return value_of(setting, a.options) == value_of(setting, b.options);
  });
}

}  // namespace opexplore
