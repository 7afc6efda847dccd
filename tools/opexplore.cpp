#include "tools/opexplore.hpp"

#include <algorithm>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <new>
#include <sstream>
#include <string>
#include <variant>
#include <vector>

#include "answers/default_machine.hpp"
#include "answers/machine_choice.hpp"
#include "answers/settings.hpp"
#include "answers/unexpected.hpp"
#include "axioms/cat_error.hpp"
#include "explorer/notes/journal.hpp"
#include "export/diagram.hpp"
#include "export/output_file.hpp"
#include "litmus/input/input_error.hpp"
#include "studies/company.hpp"
#include "tools/commands.hpp"
#include "tools/compare_modules.hpp"
#include "tools/options.hpp"
#include "tools/outputs.hpp"
#include "tools/single.hpp"
#include "tools/terminal.hpp"

namespace opexplore {
namespace {

ToolInfo this_tool() {
  const std::string revision = OPEXPLORE_REVISION;
  return {"opexplore", OPEXPLORE_VERSION, revision.empty() ? "unknown" : revision};
}

ExitCode run_diagram(const Options& options) {
  const MachineOptions& common = options.explore.machine;
  const ChosenMachine machine = chosen_machine(options.machine.value_or(default_machine()), common);
  require_offered(common, std::vector{machine});
  if (machine.entry->diagram == nullptr) {
    std::vector<std::string> able;
    for (const MachineEntry& entry : machines()) {
      if (entry.diagram != nullptr) able.emplace_back(entry.name);
    }
    throw UsageError("machine " + std::string(machine.entry->name) + " has no diagram",
                     able.empty() ? "no machine of this build has one"
                                  : "machines with one are " + joined(able));
  }
  std::ostringstream text;
  write_dot(text, machine.entry->diagram());
  const OutputGuard guard = prepare_output(options);
  const std::string file = options.writes.file(dot_format).value_or("");
  write_output(file.empty() ? "-" : file, text.str());
  return ExitCode::complete;
}

// Counting stalls and looking for the smallest difference are for one process.
void share(Options& options, const Company& company) {
  if (company.ranks.count == 1) return;
  const Task task = options.task();
  if (task != Task::campaign && task != Task::explore && task != Task::rank) {
    throw UsageError("over several processes go tests, campaigns and rank",
                     "run this with opexplore, which uses all cores of this machine");
  }
  if (std::ranges::find(options.sources, "-") != options.sources.end()) {
    throw UsageError("over several processes standard input reaches one alone",
                     "write the test to a file");
  }
  options.company = &company;
}

ExitCode run(const std::vector<std::string>& arguments, const Company* company) {
  const ToolInfo tool = this_tool();
  const auto parsed =
      parse_options(arguments, tool.name + ' ' + tool.version + ", Rev: " + tool.revision);
  if (const auto* information = std::get_if<Information>(&parsed)) {
    write_standard_output(information->text);
    return ExitCode::complete;
  }
  catch_interrupts();
  Options options = std::get<Options>(parsed);
  if (company != nullptr) share(options, *company);
  switch (options.task()) {
    case Task::rank:
      return run_ranking(options, tool);
    case Task::distinguish:
      return run_distinguish(options, tool);
    case Task::campaign:
      return run_campaign(options, tool);
    case Task::merge:
      return run_merge(options, tool);
    case Task::stalls:
      return run_stalls(options, tool);
    case Task::readings:
      return run_readings(options);
    case Task::diagram:
      return run_diagram(options);
    case Task::explore:
      break;
  }
  return run_batch(options, tool);
}

// Whether an error may be reported in the file. Any other word may name what was to be read.
bool may_replace(const std::string& target, const std::vector<std::string>& arguments) {
  std::vector<std::string> others;
  for (const std::string& argument : arguments) {
    const std::string word =
        argument.substr(argument.starts_with('-') ? argument.find('=') + 1 : 0);
    others.push_back(word);
  }
  others.erase(std::ranges::find(others, target));  // once: it is there as the value of --json
  try {
    OutputGuard([&] { return files_of_words(others); }).require_replaceable("--json", target);
    return true;
  } catch (const UsageError&) {
    return false;
  }
}

// A run that gave no results still gives its JSON document, if one was asked for.
ExitCode stop(const std::vector<std::string>& arguments, const Failure& failure,
              bool to_files = true) {
  std::fputs(("opexplore: " + describe(failure) + '\n').c_str(), stderr);
  const auto target = json_target(arguments);
  if (target && (*target == "-" || (to_files && may_replace(*target, arguments)))) {
    auto document = json_document(this_tool());
    document["error"] = json_error(failure);
    document["exit_code"] = static_cast<int>(failure.exit_code);
    write_json(*target, document);
  }
  return failure.exit_code;
}

// A file that has the name of a command is found by another name.
void remark_on_command(const std::vector<std::string>& arguments) {
  if (arguments.empty() || find_command(arguments.front()) == nullptr) return;
  std::error_code ignored;
  if (!std::filesystem::exists(arguments.front(), ignored)) return;
  std::fputs(("Remark: " + arguments.front() + " is a command here; the file of that name is ./" +
              arguments.front() + '\n')
                 .c_str(),
             stderr);
}

// Commands with options of their own.
bool is_apart(const std::vector<std::string>& arguments) {
  if (arguments.empty()) return false;
  const std::string& command = arguments.front();
  return command == "code" || command == "replay" || command == "second" || command == "serve" ||
         compares_modules(arguments);
}

ExitCode run_apart(const std::vector<std::string>& arguments) {
  const SubcommandProgram program{
      "opexplore",
      "Shows kernels, checks traces and reports, and serves a page to write tests on.",
      "",
      {code_command(), replay_command(this_tool()), second_command(this_tool()),
       serve_command(this_tool()), compare_modules_command()}};
  return run_program(program, arguments, OPEXPLORE_VERSION, OPEXPLORE_REVISION);
}

ExitCode guarded(const std::vector<std::string>& given, const Company* company) {
  const std::vector<std::string> arguments =
      is_follower(company) ? std::vector<std::string>{} : given;
  try {
    return run(given, company);
  } catch (const OutputUsageError& error) {
    return stop(arguments, {.message = error.what(), .suggestion = error.suggestion}, false);
  } catch (const UsageError& error) {
    return stop(arguments, {.message = error.what(), .suggestion = error.suggestion});
  } catch (const CompanyError& error) {
    if (is_follower(company)) return ExitCode::complete;  // the first one says it
    return stop(arguments, {.message = error.what(), .exit_code = ExitCode::incomplete});
  } catch (const JournalError& error) {
    return stop(arguments, {.message = error.what(), .exit_code = ExitCode::incomplete});
  } catch (const InputError& error) {
    return stop(arguments, to_failure(error));
  } catch (const axioms::CatError& error) {
    return stop(arguments, {.message = error.message,
                            .file = error.path,
                            .line = error.place.line,
                            .column = error.place.column,
                            .suggestion = error.suggestion});
  } catch (const OutputError& error) {
    if (json_target(arguments) == error.path) throw;  // no second try
    return stop(arguments, {.message = error.what()});
  } catch (const std::exception& error) {
    return stop(arguments, unexpected_failure(error));
  }
}

}  // namespace

int run_opexplore(const std::vector<std::string>& arguments, const Company* company) {
  try {
    remark_on_command(arguments);
    if (is_apart(arguments)) {
      if (is_follower(company)) return static_cast<int>(ExitCode::complete);
      return static_cast<int>(run_apart(arguments));
    }
    return static_cast<int>(guarded(arguments, company));
  } catch (const std::bad_alloc&) {  // not even for a message of its own
    std::fputs("opexplore: out of memory\n", stderr);
    return static_cast<int>(ExitCode::incomplete);
  } catch (const std::exception& error) {  // the document could not be written either
    std::fprintf(stderr, "opexplore: %s\n", error.what());
    return static_cast<int>(ExitCode::wrong_input);
  }
}

}  // namespace opexplore
