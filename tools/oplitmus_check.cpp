// `oplitmus check`: is what a chip showed within what machines allow?
#include <memory>
#include <nlohmann/json.hpp>
#include <sstream>

#include "hardware/exit_code.hpp"
#include "hardware/soundness_json.hpp"
#include "tools/oplitmus.hpp"
#include "tools/options.hpp"

namespace opexplore {
namespace {

using hardware::CheckDetail;

constexpr HelpFrame frame{
    "usage: oplitmus check [OPTIONS] RESULTS.jsonl...\n"
    "\n"
    "Holds what a GPU showed against what machines allow: each outcome that was seen must be one\n"
    "that the machine reaches. Says how much of what is allowed was seen, and how rare the rest\n"
    "must be; a negative counts only where the same test without fences was seen to be weak.\n",
    "\n"
    "Exit codes: 0 nothing forbidden was seen; 1 incomplete, or a run without a verdict; 2 wrong\n"
    "input; 10 something forbidden was seen; 30 internal error; 31 --timeout; 32 cancelled.\n"};

ExitCode run(const JudgeTexts& texts) {
  require_outputs(texts);
  const std::string names = texts.machines.empty() ? default_machine : texts.machines;
  const JudgedResults judged = judge_files(texts, chosen_machines(names, {}));
  ExitCode code = judged.code;
  for (const hardware::CheckedResult& one : judged.checks) {
    code = worse(code, code_of(one.result, one.check));
  }
  std::ostringstream text;
  const CheckDetail detail = texts.verbose ? CheckDetail::full
                             : texts.quiet ? CheckDetail::violations
                                           : CheckDetail::unseen;
  hardware::write_checks(text, judged.checks, detail);
  write_outputs(texts, text.str(), hardware::json_checks(judged.machines, judged.checks, code));
  return code;
}

}  // namespace

Subcommand hardware_check_command() {
  return {.name = "check",
          .summary = "Hold results against what machines allow",
          .frame = frame,
          .declare = [](CommandLine& line) {
            const auto texts = std::make_shared<JudgeTexts>();
            add_judge_options(line, *texts);
            return [texts] { return run(*texts); };
          }};
}

}  // namespace opexplore
