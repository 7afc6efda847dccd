#include "tools/subcommand.hpp"

#include <algorithm>
#include <cstdio>
#include <exception>
#include <span>
#include <utility>

#include "answers/unexpected.hpp"
#include "export/output_file.hpp"
#include "litmus/input_error.hpp"
#include "litmus/suggestion.hpp"
#include "tools/help.hpp"

namespace opexplore {
namespace {

std::string help(const SubcommandProgram& program) {
  std::string text = "usage: " + program.name + " COMMAND [OPTIONS] ...\n\n";
  text += std::string(program.purpose) + "\n\ncommands:\n";
  for (const Subcommand& command : program.commands) {
    std::string name = command.name;
    name.resize(12, ' ');
    text += "  " + name + command.summary + '\n';
  }
  text += '\n' + program.name +
          " COMMAND --help lists the options of a command.\n"
          "\n"
          "      --version                     Print version and revision, and end\n"
          "  -h, --help                        Print this, and end\n"
          "\n";
  return text + std::string(program.exit_codes);
}

// Asked for by name.
constexpr OptionEntry help_option{.names = "-h,--help",
                                  .value = "[short|GROUP]",
                                  .group = "output",
                                  .help = "Print this, and end",
                                  .words = "*",
                                  .otherwise = "all"};

ExitCode run_command(const Subcommand& command, std::span<const std::string> arguments) {
  CommandLine line;
  const std::function<ExitCode()> action = command.declare(line);
  line.options.push_back({help_option, {}});
  const GivenArguments given = parse_arguments(arguments, line);
  if (const auto* const topic = given.values("--help")) {
    write_standard_output(help_text(line.entries(), topic->front(), command.frame));
    return ExitCode::complete;
  }
  apply(given, line);
  return action();
}

ExitCode dispatch(const SubcommandProgram& program, std::span<const std::string> arguments,
                  const std::string& version) {
  const std::string advice = program.name + " --help lists them";
  if (arguments.empty()) throw UsageError("which command?", advice);
  const std::string& name = arguments.front();
  if (name == "--help" || name == "-help" || name == "-h") {
    write_standard_output(help(program));
    return ExitCode::complete;
  }
  if (name == "--version" || name == "-version") {
    write_standard_output(version + '\n');
    return ExitCode::complete;
  }
  std::vector<std::string> names;
  for (const Subcommand& command : program.commands) {
    if (command.name == name) return run_command(command, arguments.subspan(1));
    names.push_back(command.name);
  }
  const std::optional<std::string> close = nearest(name, names);
  throw UsageError(program.name + " has no command '" + name + "'",
                   close ? "did you mean " + *close + "?" : advice);
}

}  // namespace

ExitCode run_program(const SubcommandProgram& program, const std::vector<std::string>& arguments,
                     std::string_view version, std::string_view revision) {
  const auto stop = [&](const std::string& message, ExitCode code = ExitCode::wrong_input) {
    std::fputs((program.name + ": " + message + '\n').c_str(), stderr);
    return code;
  };
  try {
    return dispatch(program, arguments,
                    program.name + " " + std::string(version) +
                        ", Rev: " + std::string(revision.empty() ? "unknown" : revision));
  } catch (const UsageError& error) {
    return stop(error.what() + (error.suggestion.empty() ? "" : "; " + error.suggestion));
  } catch (const InputError& error) {
    return stop(error.what());
  } catch (const OutputError& error) {
    return stop(error.what());
  } catch (const std::exception& error) {
    const Failure failure = unexpected_failure(error);
    return stop(failure.message + "; " + failure.suggestion, failure.exit_code);
  }
}

}  // namespace opexplore
