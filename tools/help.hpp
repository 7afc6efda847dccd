// Texts that the programs print about themselves.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "axioms/axioms.hpp"
#include "explorer/explore.hpp"
#include "tools/option_rows.hpp"

namespace opexplore {

/// What a program's help says before and after the options.
struct HelpFrame {
  std::string_view usage, end;
};

/// "-j, --threads N".
std::string spelling(const OptionEntry& entry);

/// The words in lines of 80 columns, all but the first indented; the first begins there.
std::string wrapped(std::string_view sentence, std::size_t indentation);

/// What is explained, and how: a line, or as many as 80 columns need.
std::string help_line(const std::string& spelled, std::string_view sentence);
std::string help_line(const OptionEntry& entry);

/// All options, a paragraph for each group, in the order of their first.
std::string help_groups(std::span<const OptionEntry> entries);

/// The options of the group `topic`. Throws UsageError if there is none; it names the groups, and
/// before them `others`.
std::string help_group(std::span<const OptionEntry> entries, const std::string& topic,
                       const std::string& others);

/// The options without what they mean: a line each.
std::string help_spellings(std::span<const OptionEntry> entries);

/// What --help=TOPIC prints: all, or for "short" spellings alone, or a group. Throws UsageError for
/// a topic that is none of these.
std::string help_text(std::span<const OptionEntry> entries, const std::string& topic,
                      const HelpFrame& frame);

/// Options that a page shows under one title.
struct OptionSection {
  std::string title;
  std::vector<OptionEntry> entries;
};

/// Commands and options as groff writes them in a manual page.
std::string manual_text(const std::string& program, std::span<const CommandEntry> commands,
                        std::span<const OptionSection> sections);

/// Commands and options as tables of Markdown.
std::string markdown_text(const std::string& program, std::span<const CommandEntry> commands,
                          std::span<const OptionSection> sections);

/// A script that completes the command lines of opexplore in bash.
std::string completion_text(std::span<const CommandEntry> commands,
                            std::span<const OptionEntry> entries);

/// Name, version, source, settings and rules of each machine.
std::string machines_text(std::span<const MachineEntry> machines);

/// A line for each model: name and title.
std::string models_text(std::span<const axioms::BuiltInModel> models);

}  // namespace opexplore
