#include "tools/diagram.hpp"

#include <sstream>
#include <vector>

#include "answers/settings.hpp"
#include "export/diagram.hpp"
#include "export/output_file.hpp"

namespace opexplore {

std::string diagram_text(const ChosenMachine& machine) {
  if (machine.entry->diagram == nullptr) {
    std::vector<std::string> able;
    for (const MachineEntry& entry : machines()) {
      if (entry.diagram != nullptr) able.emplace_back(entry.name);
    }
    throw UsageError("machine " + std::string(machine.entry->name) + " has no diagram",
                     able.empty() ? "no machine of this build has one"
                                  : "machines with one are " + joined(able));
  }
  std::ostringstream text;
  write_dot(text, machine.entry->diagram());
  return text.str();
}

ExitCode run_diagram(const Options& options) {
  const MachineOptions& common = options.explore.machine;
  const ChosenMachine machine = chosen_machine(options.machine.value_or(default_machine), common);
  require_offered(common, std::vector{machine});
  write_standard_output(diagram_text(machine));
  return ExitCode::complete;
}

}  // namespace opexplore
