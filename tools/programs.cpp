#include "tools/programs.hpp"

#include <algorithm>
#include <cstdio>
#include <exception>
#include <span>
#include <utility>

#include "answers/settings.hpp"
#include "answers/unexpected.hpp"
#include "explorer/notes/journal.hpp"
#include "export/output_file.hpp"
#include "litmus/input/input_error.hpp"
#include "litmus/input/suggestion.hpp"

namespace opexplore {
namespace {

constexpr std::size_t help_column = 27;
constexpr std::size_t help_width = 80;

std::vector<std::string> groups_of(std::span<const OptionEntry> entries) {
  std::vector<std::string> groups;
  for (const OptionEntry& entry : entries) {
    if (std::ranges::find(groups, entry.group) == groups.end()) groups.emplace_back(entry.group);
  }
  return groups;
}

std::string paragraph(std::span<const OptionEntry> entries, std::string_view group) {
  std::string text = '\n' + std::string(group) + ":\n";
  for (const OptionEntry& entry : entries) {
    if (entry.group == group) text += help_line(entry);
  }
  return text;
}

}  // namespace

std::string spelling(const OptionEntry& entry) {
  std::string text(entry.letter());
  for (const std::string_view name : entry.long_names()) {
    text += (text.empty() ? "--" : ", --") + std::string(name);
  }
  return entry.is_flag() ? text : text + ' ' + std::string(entry.value);
}

std::string wrapped(std::string_view sentence, std::size_t indentation) {
  std::string text;
  std::size_t at = indentation;
  for (const std::string_view word : blank_separated(sentence)) {
    if (at > indentation && at + 1 + word.size() > help_width) {
      text += '\n' + std::string(indentation, ' ');
      at = indentation;
    }
    if (at > indentation) text += ' ', ++at;
    text += word;
    at += word.size();
  }
  return text;
}

std::string help_line(const std::string& spelled, std::string_view sentence) {
  std::string text = "  " + spelled;
  if (text.size() + 2 > help_column) {
    text += '\n' + std::string(help_column, ' ');
  } else {
    text.resize(help_column, ' ');
  }
  return text + wrapped(sentence, help_column) + '\n';
}

std::string help_line(const OptionEntry& entry) { return help_line(spelling(entry), entry.help); }

std::string help_groups(std::span<const OptionEntry> entries) {
  std::string text;
  for (const std::string& group : groups_of(entries)) text += paragraph(entries, group);
  return text;
}

std::string help_group(std::span<const OptionEntry> entries, const std::string& topic,
                       const std::string& others) {
  const std::vector<std::string> groups = groups_of(entries);
  if (std::ranges::find(groups, topic) != groups.end()) return paragraph(entries, topic);
  throw UsageError("--help knows no topic " + topic,
                   "topics are " + others + ", " + joined(groups));
}

std::string help_spellings(std::span<const OptionEntry> entries) {
  std::string text;
  for (const OptionEntry& entry : entries) text += "  " + spelling(entry) + '\n';
  return text;
}

std::string help_text(std::span<const OptionEntry> entries, const std::string& topic,
                      const HelpFrame& frame) {
  const std::string usage(frame.usage);
  if (topic == "short") return usage + '\n' + help_spellings(entries);
  if (topic == "all") return usage + help_groups(entries) + std::string(frame.end);
  return usage + help_group(entries, topic, "short, all");
}

std::string machines_text(std::span<const MachineEntry> machines) {
  std::string text;
  for (const MachineEntry& machine : machines) {
    if (!text.empty()) text += '\n';
    text += std::string(machine.name) + "  version " + std::string(machine.version) + '\n';
    text += "  source: " + std::string(machine.source) + '\n';
    if (machine.axioms != nullptr && !machine.axioms({}).empty()) {
      text += "  axioms: " + std::string(machine.axioms({})) + '\n';
    }
    if (machine.termination != nullptr)
      text += "  says whether programs end: --property ends:PROMISE\n";
    for (const Setting& setting : machine.settings) {
      text += "  " + std::string(setting.name) + " (" + std::string(setting.summary) +
              (setting.several ? "; several joined by +" : "") + "):";
      for (const std::string_view value : setting.values) text += ' ' + std::string(value);
      text += '\n';
    }
    text += "  rules:\n";
    for (const Rule& rule : machine.rules) {
      text += "    " + std::string(rule.name) + " [" + std::string(rule.section) +
              "]: " + std::string(rule.summary) + '\n';
    }
  }
  return text;
}

std::string models_text(std::span<const axioms::BuiltInModel> models) {
  std::size_t width = 0;
  // A bare name that a machine has too means the machine.
  const auto written = [](const axioms::BuiltInModel& model) {
    return std::string(model.name) + (find_machine(model.name) != nullptr ? ".cat" : "");
  };
  for (const axioms::BuiltInModel& model : models) width = std::max(width, written(model).size());
  std::string text;
  for (const axioms::BuiltInModel& model : models) {
    std::string name = written(model);
    name.resize(width + 2, ' ');
    text += name + model.title + '\n';
  }
  return text;
}

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

ExitCode run_guarded(const std::string& program, const std::function<ExitCode()>& run) {
  const auto stop = [&](const std::string& message, ExitCode code = ExitCode::wrong_input) {
    std::fputs((program + ": " + message + '\n').c_str(), stderr);
    return code;
  };
  try {
    return run();
  } catch (const UsageError& error) {
    return stop(error.what() + (error.suggestion.empty() ? "" : "; " + error.suggestion));
  } catch (const InputError& error) {
    return stop(error.what());
  } catch (const OutputError& error) {
    return stop(error.what());
  } catch (const JournalError& error) {
    return stop(error.what(), ExitCode::incomplete);
  } catch (const std::exception& error) {
    const Failure failure = unexpected_failure(error);
    return stop(failure.message + "; " + failure.suggestion, failure.exit_code);
  }
}

ExitCode run_program(const SubcommandProgram& program, const std::vector<std::string>& arguments,
                     std::string_view version, std::string_view revision) {
  return run_guarded(program.name, [&] {
    return dispatch(program, arguments,
                    program.name + " " + std::string(version) +
                        ", Rev: " + std::string(revision.empty() ? "unknown" : revision));
  });
}

}  // namespace opexplore
