// Which machines a command line means, and with which settings: MACHINE[:NAME[=VALUE],…].
#pragma once

#include <string>
#include <vector>

#include "explorer/explore.hpp"

namespace opexplore {

/// A machine as tests are explored with it.
struct ChosenMachine {
  /// As users may write it again: "gpu-queues", "gpu-queues:coherent-loads". Several values of one
  /// setting stand in its order. Settings that are options of the command line are not part of it.
  std::string name;
  const MachineEntry* entry = nullptr;
  MachineOptions options;  ///< with the settings that this machine offers, and no others
};

/// The machine that `text` names. Of the settings in `common` it takes those that it offers;
/// those of `text` come before them. A switch may be written without its value.
/// Throws UsageError.
ChosenMachine chosen_machine(const std::string& text, const MachineOptions& common);

/// The names in a comma list, as written. A part that names a setting of the machine before it,
/// where that has settings already, belongs to it: "a:x=1,y=2,b" are two.
std::vector<std::string> listed(const std::string& list);

/// The machines of a comma list. Throws UsageError.
std::vector<ChosenMachine> chosen_machines(const std::string& list, const MachineOptions& common);

/// All machines of this build but those that find races: they judge programs, not chips.
std::vector<ChosenMachine> every_hardware(const MachineOptions& common);

/// Throws UsageError when one of the settings in `common` belongs to none of the machines.
void require_offered(const MachineOptions& common, const std::vector<ChosenMachine>& chosen);

/// Explores the test with the machine; its options replace those of `explore`.
/// Precondition: the machine does not refuse the test.
Answer explored_with(const ChosenMachine& machine, const Test& test, ExploreOptions explore);

/// Whether the two are one machine with the same values of all settings.
bool same(const ChosenMachine& a, const ChosenMachine& b);

}  // namespace opexplore
