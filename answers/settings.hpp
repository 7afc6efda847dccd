// Settings of machines as options of the command line: what one machine offers, all runs
// of the program understand.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "explorer/explore.hpp"
#include "litmus/input/usage_error.hpp"

namespace opexplore {

/// A setting of one or several machines.
struct OfferedSetting {
  std::string name;
  std::string summary;
  std::vector<std::string> values;    ///< of all its machines
  std::vector<std::string> machines;  ///< by name
  bool several = false;               ///< Setting::several, of one of its machines

  /// Whether its values are true and false, so that the bare option means true.
  bool is_switch() const;
};

/// The settings of all machines, by name.
std::vector<OfferedSetting> offered_settings();

/// The setting of that name, or nullptr when the machine has none.
const Setting* find_setting(const MachineEntry& machine, std::string_view name);

/// Whether its values are true and false.
bool is_switch(const Setting& setting);

/// What the machine keeps for a value as written: the value itself, or of a setting that takes
/// several those joined by '+', each once and in the order of Setting::values, so that equal
/// choices are equal texts. Throws UsageError for a value that the setting does not have, and for
/// the first one, which means none of the others, beside others.
std::string canonical_value(const MachineEntry& machine, const Setting& setting,
                            const std::string& written);

/// What to throw when none of the machines has the setting: names those that do.
UsageError no_such_setting(const std::vector<std::string>& machines, const std::string& name);

/// What stands between the separators; one part, perhaps empty, where there is none.
std::vector<std::string> parts_of(const std::string& text, char separator);

/// The names, separated by commas.
template <class Names>
std::string joined(const Names& names) {
  std::string text;
  for (const auto& name : names) text += (text.empty() ? "" : ", ") + std::string(name);
  return text;
}

}  // namespace opexplore
