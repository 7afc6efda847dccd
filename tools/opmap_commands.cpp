#include <algorithm>
#include <memory>
#include <utility>

#include "tools/cli_app.hpp"
#include "tools/opmap_check.hpp"
#include "tools/opmap_command.hpp"
#include "tools/opmap_compile.hpp"
#include "tools/opmap_nvcc.hpp"
#include "tools/opmap_tables.hpp"
#include "tools/output_files.hpp"

namespace opexplore {
namespace {

constexpr std::string_view usage =
    "usage: opmap COMMAND [OPTIONS] ...\n"
    "\n"
    "Compiler mappings from C++ atomics to PTX: what a C++ litmus test becomes, and whether it "
    "may.\n"
    "\n"
    "commands:\n";
constexpr std::string_view end =
    "\n"
    "opmap COMMAND --help lists the options of a command.\n"
    "\n"
    "      --version                     Print version and revision, and end\n"
    "  -h, --help                        Print this, and end\n"
    "\n"
    "Exit codes: 0 done; 2 wrong input; 30 internal error; 32 cancelled. Commands that check have\n"
    "more, see opmap(1).\n";

std::string help(const std::vector<OpmapCommand>& commands) {
  std::string text(usage);
  for (const OpmapCommand& command : commands) {
    std::string name = command.name;
    name.resize(12, ' ');
    text += "  " + name + command.summary + '\n';
  }
  return text + std::string(end);
}

std::vector<OptionShape> shapes_of(const CLI::App& app, const OpmapCommand& command) {
  std::vector<OptionShape> result = command.shapes;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) {
      const bool known = std::any_of(result.begin(), result.end(),
                                     [&](const OptionShape& shape) { return shape.name == name; });
      if (known) continue;
      OptionShape shape{name, OptionShape::Argument::required, {}, {}};
      if (name == "help") {
        shape = {name, OptionShape::Argument::optional, {"*"}, "all"};
      } else if (option->get_items_expected_max() == 0) {
        shape.argument = OptionShape::Argument::none;
        shape.words = {"true", "false"};
      }
      result.push_back(std::move(shape));
    }
  }
  return result;
}

ExitCode run_command(const OpmapCommand& command, std::span<const std::string> arguments) {
  CLI::App app;
  app.set_help_flag("");
  const std::function<ExitCode()> action = command.define(app);
  std::string topic;
  app.add_option("-h,--help", topic, "[short|GROUP]\tPrint this, and end")->group("output");
  ShortOptions letters = command.letters;
  letters.flags += 'h';
  parse_arguments(app, normalise_arguments(arguments, shapes_of(app, command), letters));
  if (topic.empty()) return action();
  write_standard_output(help_text(help_entries(app), topic, command.frame));
  return ExitCode::complete;
}

}  // namespace

std::vector<OpmapCommand> opmap_commands() {
  return {compile_command(), tables_command(), check_command(), nvcc_command()};
}

ExitCode run_opmap(std::span<const std::string> arguments, const std::string& version) {
  const std::vector<OpmapCommand> commands = opmap_commands();
  if (arguments.empty()) throw UsageError("which command?", "opmap --help lists them");
  const std::string& name = arguments.front();
  if (name == "--help" || name == "-help" || name == "-h") {
    write_standard_output(help(commands));
    return ExitCode::complete;
  }
  if (name == "--version" || name == "-version") {
    write_standard_output(version + '\n');
    return ExitCode::complete;
  }
  std::vector<std::string> names;
  for (const OpmapCommand& command : commands) {
    if (command.name == name) return run_command(command, arguments.subspan(1));
    names.push_back(command.name);
  }
  const std::optional<std::string> close = nearest(name, names);
  throw UsageError("opmap has no command '" + name + "'",
                   close ? "did you mean " + *close + "?" : "opmap --help lists them");
}

}  // namespace opexplore
