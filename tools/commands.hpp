// What opexplore can be asked, and with which options: all of it as tables.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "export/json.hpp"
#include "tools/option_rows.hpp"
#include "tools/options.hpp"
#include "tools/programs.hpp"

namespace opexplore {

/// In the order of the help.
std::span<const CommandEntry> commands();

/// The command of that name, or nullptr.
const CommandEntry* find_command(std::string_view name);

/// The commands that look at each test's own answer, as tables of options name them.
inline constexpr std::string_view single_test_commands = "run compare within minimise";
/// Those that take kernels, and how they are launched.
inline constexpr std::string_view launching_commands = "run compare within minimise readings";

/// Options that say which tests there are, and what is asked of which machine.
std::vector<OptionRow<Options>> test_options();
std::vector<OptionRow<Options>> machine_options();
/// One for each setting of a machine: another spelling of NAME:SETTING=VALUE.
std::vector<OptionRow<Options>> setting_options();
/// Options that say how far to search, what must hold, and what to write.
std::vector<OptionRow<Options>> search_options();
std::vector<OptionRow<Options>> property_options();
std::vector<OptionRow<Options>> result_options();
/// What --write is called with, a row for each format.
std::vector<OptionEntry> format_entries();
/// Adds these.
void add_formats(CommandLine& line, Options& options);
/// Options for what goes beyond one process.
std::vector<OptionRow<Options>> large_options();
/// What to throw for a word of --show that says no executions, where there is no kernel.
UsageError no_such_show(const std::string& word);
/// Options that say how kernels are compiled and launched.
std::vector<OptionRow<Options>> kernel_options();

/// All of them.
CommandLine command_line(Options& options);

/// What --help=TOPIC prints: "usual" is the first screen. Throws UsageError.
std::string opexplore_help(const CommandLine& line, const std::string& topic);
/// What `opexplore COMMAND --help` prints.
std::string command_help(const CommandEntry& command, const CommandLine& line);

/// A word after --dot or --coq that is neither a file to write, by its suffix, nor anything that
/// can be a test would be taken for a test without a word. Throws UsageError.
void check_words_after_files(std::span<const std::string> arguments);

/// What one part of the command line would make another mean nothing is refused, as the tables of
/// options have it. `command` is the one that is written, or nullptr. Throws UsageError.
void check_together(const CommandEntry* command, const GivenArguments& given,
                    const Options& options);

/// `opexplore replay` trusts no other program's traces, and has its own options. `tool` is this
/// program: it reads documents of its version alone.
Subcommand replay_command(const ToolInfo& tool);

/// \name Others with options of their own.
/// @{
Subcommand code_command();
Subcommand second_command(const ToolInfo& tool);
/// The playground: serve/command.cpp, which the main links.
Subcommand serve_command(const ToolInfo& tool);
/// @}

}  // namespace opexplore
