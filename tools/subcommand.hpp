// Programs with subcommands: opmap, oplitmus.
//
// Each subcommand is a file of its own, PROGRAM_NAME.{hpp,cpp}, with one function,
//
//   Subcommand NAME_command();
//
// and one line in the main of its program. `declare` says what may stand in the command line, by
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
#include <string>
#include <string_view>
#include <vector>

#include "answers/exit_code.hpp"
#include "tools/command_line.hpp"
#include "tools/help.hpp"

namespace opexplore {

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

/// The programs, and what they are made of.
SubcommandProgram opmap_program();
SubcommandProgram oplitmus_program();

/// All of a main: runs `PROGRAM ARGUMENTS`, turns what is thrown into a message on standard error,
/// and gives the exit code. `version` and `revision` are for --version.
ExitCode run_program(const SubcommandProgram& program, const std::vector<std::string>& arguments,
                     std::string_view version, std::string_view revision);

}  // namespace opexplore
