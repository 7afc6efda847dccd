// Settings of machines as options of the command line: what one machine offers, all runs
// of the program understand.
#pragma once

#include <string>
#include <vector>

#include "explorer/explore.hpp"

namespace opexplore {

/// A setting of one or several machines.
struct OfferedSetting {
  std::string name;
  std::string summary;
  std::vector<std::string> values;    ///< of all its machines
  std::vector<std::string> machines;  ///< by name

  /// Whether its values are true and false, so that the bare option means true.
  bool is_switch() const;
};

/// The settings of all machines, by name.
std::vector<OfferedSetting> offered_settings();

/// Throws UsageError when the machine lacks one of the settings, or its value.
void check_settings(const MachineEntry& machine, const MachineOptions& options);

}  // namespace opexplore
