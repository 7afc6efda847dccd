// `opexplore replay`: trace documents are executed again and accepted or refused.
#include <array>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "export/output_file.hpp"
#include "litmus/files.hpp"
#include "opmodel/located_message.hpp"
#include "studies/replay/trace_check.hpp"
#include "tools/commands.hpp"

namespace opexplore {
namespace {

constexpr HelpFrame frame{
    "usage: opexplore replay [OPTIONS] FILE.json|- ...\n"
    "\n"
    "Executes the traces of documents that --trace-json wrote, or another program, with the rules "
    "of\n"
    "their machines, step by step and without the search. A trace is accepted if everything in it "
    "is\n"
    "what the machine says; else the first thing that is not is printed. A litmus test in a file\n"
    "named replay is explored as ./replay.\n",
    "\nExit codes: 0 all accepted; 2 no trace document, or of another version; 20 a trace is "
    "refused;\n30 internal error.\n"};

struct ReplayOptions {
  std::vector<std::string> files;
  bool quiet = false;
};

constexpr std::array rows{OptionRow<ReplayOptions>{
    {.names = "-q,--quiet", .group = "output", .help = "Print what is refused alone"},
    keep<&ReplayOptions::quiet>}};

std::string line_of(const CheckedTrace& checked, const std::string& path) {
  if (checked.accepted) return "accepted " + path + ": " + checked.statement + '\n';
  const JsonDifference& fault = checked.fault;
  return "refused " +
         located_message(path, fault.place,
                         fault.pointer + ": found " + fault.found + ", expected " + fault.expected,
                         "") +
         '\n';
}

ExitCode replay_file(const std::string& path, bool quiet, const ToolInfo& tool) {
  ExitCode code = ExitCode::complete;
  try {
    const std::string text = detail::file_text(path, max_trace_file_size);
    check_traces(text, path, tool, [&](const CheckedTrace& checked) {
      if (!checked.accepted) code = worse(code, ExitCode::disagreement);
      if (!quiet || !checked.accepted) write_standard_output(line_of(checked, path));
    });
  } catch (const InputError& error) {
    std::fputs(("Error: " + std::string(error.what()) + '\n').c_str(), stderr);
    code = worse(code, ExitCode::wrong_input);
  }
  return code;
}

ExitCode replay_files(const ReplayOptions& options, const ToolInfo& tool) {
  if (options.files.empty()) {
    throw UsageError("no trace given", "name a file of --trace-json, or - for standard input");
  }
  ExitCode code = ExitCode::complete;
  for (const std::string& path : options.files) {
    code = worse(code, replay_file(path, options.quiet, tool));
  }
  return code;
}

}  // namespace

Subcommand replay_command(const ToolInfo& tool) {
  return {.name = "replay",
          .summary = "Execute traces again, and accept or refuse them",
          .frame = frame,
          .declare = [tool](CommandLine& line) {
            const auto options = std::make_shared<ReplayOptions>();
            line.add_words(options->files);
            line.add(rows, *options);
            return [options, tool] { return replay_files(*options, tool); };
          }};
}

}  // namespace opexplore
