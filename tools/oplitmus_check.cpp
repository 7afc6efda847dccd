#include "tools/oplitmus_check.hpp"

#include <memory>
#include <sstream>

#include "hardware/soundness_json.hpp"
#include "tools/hardware_check.hpp"
#include "tools/interrupt.hpp"
#include "tools/options.hpp"

namespace opexplore {
namespace {

using hardware::CheckDetail;
using hardware::CheckedResult;
using hardware::Result;
using hardware::Soundness;

constexpr HelpFrame frame{
    "usage: oplitmus check [OPTIONS] RESULTS.jsonl...\n"
    "\n"
    "Holds what a GPU showed against what machines allow: each outcome that was seen must be one\n"
    "that the machine reaches. Says how much of what is allowed was seen, and how rare the rest\n"
    "must be; a negative counts only where the same test without fences was seen to be weak.\n",
    "\n"
    "Exit codes: 0 nothing forbidden was seen; 1 incomplete, or a run without a verdict; 2 wrong\n"
    "input; 10 something forbidden was seen; 30 internal error; 31 --timeout; 32 cancelled.\n"};

// A test that no hardware can run, or that a machine refuses, is an answer.
ExitCode code_of(const CheckedResult& one) {
  switch (one.check.verdict) {
    case Soundness::unsound:
      return ExitCode::unexpected;
    case Soundness::partial:
    case Soundness::undecided:
      return ExitCode::incomplete;
    case Soundness::no_verdict:
      return one.result.status == Result::Status::unsupported ? ExitCode::complete
                                                              : ExitCode::incomplete;
    case Soundness::sound:
    case Soundness::refused:
      break;
  }
  return ExitCode::complete;
}

ExitCode run(const CheckTexts& texts) {
  require_outputs(texts);
  const std::string names = texts.machines.empty() ? default_machine : texts.machines;
  const CheckedResults checked = check_files(texts, chosen_machines(names, {}));
  ExitCode code = checked.code;
  auto document = document_of(checked.machines);
  document["checks"] = nlohmann::ordered_json::array();
  for (const CheckedResult& one : checked.checks) {
    code = worse(code, code_of(one));
    document["checks"].push_back(hardware::json_check(one));
  }
  std::ostringstream text;
  const CheckDetail detail = texts.verbose ? CheckDetail::full
                             : texts.quiet ? CheckDetail::violations
                                           : CheckDetail::unseen;
  hardware::write_checks(text, checked.checks, detail);
  write_outputs(texts, text.str(), std::move(document), code);
  return code;
}

}  // namespace

Subcommand hardware_check_command() {
  return {"check",
          "Hold results against what machines allow",
          frame,
          {.with_value = "oj", .flags = "qv"},
          {},
          [](CLI::App& app) {
            const auto texts = std::make_shared<CheckTexts>();
            add_check_options(app, *texts);
            return [texts] { return run(*texts); };
          }};
}

}  // namespace opexplore
