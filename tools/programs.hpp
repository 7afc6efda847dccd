// Programs with subcommands (opmap, oplitmus, and replay of opexplore), and the texts that programs
// print about themselves: help, manual pages, completion.
//
// A subcommand is one function of its program,
//
//   Subcommand NAME_command();
//
// and one line in the list of its program. `declare` says what may stand in the command line, by
// tables of options, and returns what is done once that is read:
//
//   constexpr std::array rows{OptionRow<Texts>{{.names = "--table",
//                                               .value = "NAME",
//                                               .group = "input",
//                                               .help = "The table"},
//                                              keep<&Texts::table>}};
//
//   Subcommand tables_command() {
//     return {.name = "tables", .summary = "List the tables", .frame = frame,
//             .declare = [](CommandLine& line) {
//               const auto texts = std::make_shared<Texts>();
//               line.add(rows, *texts);
//               line.add_words(texts->names);
//               return [texts] { … return ExitCode::complete; };
//             }};
//   }
//
// -h, --help and the spellings -opt VALUE, --opt VALUE, --opt=VALUE come by themselves. Errors are
// thrown: UsageError, InputError, OutputError.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "answers/exit_code.hpp"
#include "axioms/axioms.hpp"
#include "explorer/explore.hpp"
#include "tools/command_line.hpp"
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

/// The older spellings that are still read, beside what is written today, as a table of Markdown.
std::string markdown_of_older(std::span<const CommandEntry> commands,
                              std::span<const OptionEntry> entries);

/// A script that completes the command lines of opexplore in bash.
std::string completion_text(std::span<const CommandEntry> commands,
                            std::span<const OptionEntry> entries);

/// Name, version, source, settings and rules of each machine.
std::string machines_text(std::span<const MachineEntry> machines);

/// A line for each model: name and title.
std::string models_text(std::span<const axioms::BuiltInModel> models);

struct Subcommand {
  std::string name;
  std::string summary;  ///< a line of the program's help
  HelpFrame frame;      ///< before and after the options in its own help
  /// Adds the options to an empty command line, and returns what is done once it is read.
  std::function<std::function<ExitCode()>(CommandLine&)> declare;
};

struct SubcommandProgram {
  std::string name;                  ///< "opmap"
  std::string_view purpose;          ///< a sentence or two
  std::string_view exit_codes;       ///< the end of its help
  std::vector<Subcommand> commands;  ///< in the order of the help
};

/// Runs it, turns what is thrown into a message of the program on standard error, and gives the
/// exit code.
ExitCode run_guarded(const std::string& program, const std::function<ExitCode()>& run);

/// All of a main: runs `PROGRAM ARGUMENTS`, turns what is thrown into a message on standard error,
/// and gives the exit code. `version` and `revision` are for --version.
ExitCode run_program(const SubcommandProgram& program, const std::vector<std::string>& arguments,
                     std::string_view version, std::string_view revision);

}  // namespace opexplore
