// The commands of opfix, and `opfix verify`.
#include <memory>
#include <string>
#include <vector>

#include "export/output_file.hpp"
#include "litmus/input/files.hpp"
#include "studies/repair/verify.hpp"
#include "tools/opfix.hpp"

namespace opexplore {
namespace {

constexpr HelpFrame verify_frame{
    "usage: opfix verify FILE...\n"
    "\n"
    "Checks what --json of the other commands has written of litmus tests (documents of kernels "
    "do\n"
    "not say how one is launched, and are refused); - is standard input. Nothing in it is\n"
    "believed: executions that show what is not enough are taken again step by step, what is\n"
    "enough is asked of the machine and of its axioms again, and that nothing cheaper is left is\n"
    "computed.\n",
    "\n"
    "Exit codes: 0 all are accepted; 2 wrong input; 20 one is refused; 30 internal error.\n"};

ExitCode verify(const std::vector<std::string>& files, const ToolInfo& tool) {
  if (files.empty()) throw UsageError("which file?", "opfix verify FILE");
  ExitCode code = ExitCode::complete;
  for (const std::string& file : files) {
    const repair::Verified verified = repair::verify_document(
        opexplore::detail::file_text(file, repair::max_fix_document_size), file, tool);
    write_standard_output((verified.accepted ? "accepted " : "refused ") + file + ": " +
                          verified.statement + '\n');
    if (!verified.accepted) code = worse(code, ExitCode::disagreement);
  }
  return code;
}

}  // namespace

Subcommand verify_command(const ToolInfo& tool) {
  return {.name = "verify",
          .summary = "Check what the other commands have written with --json",
          .frame = verify_frame,
          .declare = [tool](CommandLine& line) {
            const auto files = std::make_shared<std::vector<std::string>>();
            line.add_words(*files);
            return [files, tool] { return verify(*files, tool); };
          }};
}

SubcommandProgram opfix_program(const ToolInfo& tool) {
  return {
      "opfix",
      "The cheapest change of orders, scopes and fences that mends a PTX litmus test or a CUDA "
      "kernel, and those that are stronger than it needs, with a proof that nothing cheaper does.",
      "Exit codes: 0 changed, or nothing to do; 1 undecided; 2 wrong input; 20 no change is\n"
      "enough; 30 internal error; 32 cancelled.\n",
      {repair_command(tool), weaken_command(tool), optimise_command(tool), explain_command(),
       verify_command(tool)}};
}

}  // namespace opexplore
