// The subcommands of opmap.
//
// Each subcommand is a file of its own, opmap_NAME.{hpp,cpp}, with one function,
//
//   OpmapCommand NAME_command();
//
// and one line in opmap_commands() (tools/opmap_commands.cpp). `define` adds the options to an
// empty CLI::App and returns what is done once they are parsed:
//
//   OpmapCommand tables_command() {
//     return {"tables", "List the tables", frame, {}, {}, [](CLI::App& app) {
//               const auto names = std::make_shared<std::vector<std::string>>();
//               app.add_option("names", *names)->group("");  // positional: not in the help
//               app.add_flag("--long", *flag, "Say more")->group("output");
//               app.add_option("--table", *table, "NAME\tThe table")->group("input");
//               return [names] { … return ExitCode::complete; };
//             }};
//   }
//
// Descriptions are "PLACEHOLDER<tab>sentence"; options without a group are not shown. -h, --help
// and the spellings -opt VALUE, --opt VALUE, --opt=VALUE come by themselves. Errors are thrown:
// UsageError, InputError, OutputError. Long options also belong into docs/opmap.1 and
// docs/opmap.bash-completion, which a test compares with the help.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "tools/arguments.hpp"
#include "tools/exit_code.hpp"
#include "tools/help.hpp"

namespace opexplore {

struct OpmapCommand {
  std::string name;
  std::string summary;   ///< a line of `opmap --help`
  HelpFrame frame;       ///< before and after the options in its own help
  ShortOptions letters;  ///< options of one letter; `h` is added
  /// Options whose values cannot be told from their kind: those with an optional value.
  std::vector<OptionShape> shapes;
  std::function<std::function<ExitCode()>(CLI::App&)> define;
};

/// All subcommands, in the order of the help.
std::vector<OpmapCommand> opmap_commands();

/// Runs `opmap ARGUMENTS`; what it has to say goes to standard output. `version` is the line of
/// --version. Throws UsageError, InputError and OutputError.
ExitCode run_opmap(std::span<const std::string> arguments, const std::string& version);

}  // namespace opexplore
