// Texts that the program prints about itself.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "axioms/axioms.hpp"
#include "explorer/explore.hpp"
#include "tools/command_line.hpp"

namespace opexplore {

/// An option as the help shows it.
struct HelpEntry {
  std::string group;
  std::string spelling;     ///< "-j, --threads N"
  std::string description;  ///< one line
};

/// The options of a command line that have a group, in its order.
std::vector<HelpEntry> help_entries(const CommandLine& line);

/// What a program's help says before and after the options.
struct HelpFrame {
  std::string_view usage, end;
};
extern const HelpFrame opexplore_frame;

/// The group of the many options that concern single machines, shown with those of "machine".
inline constexpr const char* settings_group = "settings";
/// The topic that is meant when none is given: all but these.
inline constexpr const char* usual_topic = "usual";

/// The words that `--help` takes besides the names of groups: "short" and "all", and the usual
/// topic. Throws UsageError for a topic that is none of these.
std::string help_text(std::span<const HelpEntry> entries, const std::string& topic,
                      const HelpFrame& frame = opexplore_frame);

/// Name, version, source, settings and rules of each machine.
std::string machines_text(std::span<const MachineEntry> machines);

/// A line for each model: name and title.
std::string models_text(std::span<const axioms::BuiltInModel> models);

}  // namespace opexplore
