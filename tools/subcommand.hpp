// Programs with subcommands: opmap, oplitmus.
//
// Each subcommand is a file of its own, PROGRAM_NAME.{hpp,cpp}, with one function,
//
//   Subcommand NAME_command();
//
// and one line in the main of its program. `define` adds the options to an empty CLI::App and
// returns what is done once they are parsed:
//
//   Subcommand tables_command() {
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
// UsageError, InputError, OutputError. Long options also belong into docs/PROGRAM.1 and
// docs/PROGRAM.bash-completion, which a test compares with the help.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "answers/exit_code.hpp"
#include "tools/arguments.hpp"
#include "tools/help.hpp"

namespace opexplore {

struct Subcommand {
  std::string name;
  std::string summary;   ///< a line of the program's help
  HelpFrame frame;       ///< before and after the options in its own help
  ShortOptions letters;  ///< options of one letter; `h` is added
  /// Options whose values cannot be told from their kind: those with an optional value.
  std::vector<OptionShape> shapes;
  std::function<std::function<ExitCode()>(CLI::App&)> define;
};

struct SubcommandProgram {
  std::string name;                  ///< "opmap"
  std::string_view purpose;          ///< a sentence or two
  std::string_view exit_codes;       ///< the end of its help
  std::vector<Subcommand> commands;  ///< in the order of the help
};

/// The programs, and what they are made of.
SubcommandProgram opmap_program();
SubcommandProgram oplitmus_program();

/// All of a main: runs `PROGRAM ARGUMENTS`, turns what is thrown into a message on standard error,
/// and gives the exit code. `version` and `revision` are for --version.
ExitCode run_program(const SubcommandProgram& program, const std::vector<std::string>& arguments,
                     std::string_view version, std::string_view revision);

}  // namespace opexplore
