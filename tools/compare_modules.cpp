#include "tools/compare_modules.hpp"

#include <array>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "answers/exit_code.hpp"
#include "export/json.hpp"
#include "export/output_file.hpp"
#include "export/output_guard.hpp"
#include "export/trace_text.hpp"
#include "litmus/input/usage_error.hpp"
#include "litmus/spirv/glsl.hpp"
#include "litmus/spirv/kernel.hpp"
#include "tools/module_behaviour.hpp"
#include "tools/terminal.hpp"

namespace opexplore {
namespace {

constexpr HelpFrame compare_modules_frame{
    "usage: opexplore compare [OPTIONS] A B\n"
    "\n"
    "A and B are modules of SPIR-V (.spv, .spvasm) or shaders (.comp, .wgsl): what two compilers\n"
    "make of one. Both are run on the same launch, and what buffers hold at the end is compared,\n"
    "by descriptor set and binding; all start with 0. A data race of one alone is a difference.\n",
    "\nDifferences are an answer and no failure.\n"
    "Exit codes: 0 compared; 1 incomplete; 2 wrong input; 30 internal error.\n"};

struct CompareModules {
  std::vector<std::string> files;
  ModuleQuestion question;
  std::optional<std::string> json;
};

template <std::optional<kernel::LaunchWord> kernel::LaunchWords::*word>
void set_word(CompareModules& options, const Written& written) {
  options.question.words.*word = kernel::LaunchWord{written.option, written.text, "", {}};
}

void set_limit(CompareModules& options, const Written& written) {
  options.question.timeout = duration_of(written);
}

void set_traces(CompareModules& options, const Written&) { options.question.traces = true; }

void set_json(CompareModules& options, const Written& written) { options.json = written.text; }

constexpr std::array compare_modules_rows{
    OptionRow<CompareModules>{
        {.names = "--grid", .value = "N", .group = "input", .help = "Workgroups"},
        set_word<&kernel::LaunchWords::blocks>},
    OptionRow<CompareModules>{{.names = "--block",
                               .value = "N",
                               .group = "input",
                               .help = "Invocations of each, where the modules do not say"},
                              set_word<&kernel::LaunchWords::threads>},
    OptionRow<CompareModules>{
        {.names = "--timeout", .value = "T", .group = "search", .help = "Of each search: 90s, 5m"},
        set_limit},
    OptionRow<CompareModules>{
        {.names = "--trace",
         .group = "output",
         .help = "How the module that alone has it comes to an outcome, or to a race"},
        set_traces},
    OptionRow<CompareModules>{
        {.names = "--json",
         .value = "FILE",
         .group = "output",
         .help = "Write a JSON document too (docs/compare-modules.schema.json); - for standard\n"
                 "output, without the report"},
        set_json}};

bool is_module(const std::filesystem::path& path) {
  return spirv::is_kernel_file(path) || spirv::is_shader_file(path);
}

std::string both_files(const ModuleBehaviour& a, const ModuleBehaviour& b) {
  return a.file + " and " + b.file;
}

std::string verdict_words(const ModuleComparison& comparison) {
  switch (comparison.agreement) {
    case ModuleAgreement::race_in_both:
      return "a data race in both";
    case ModuleAgreement::race_in_one:
      return "they differ: a data race in one alone";
    case ModuleAgreement::different:
      return "they differ";
    case ModuleAgreement::same:
      break;
  }
  const std::size_t count = comparison.common.size();
  return "the same " + std::to_string(count) + (count == 1 ? " outcome" : " outcomes") +
         ", no data race";
}

std::string only_in(const std::string& file, const std::vector<ModuleOutcome>& outcomes) {
  std::string text;
  for (const ModuleOutcome& outcome : outcomes)
    text += "  only " + file + "  " + outcome.text + '\n';
  return text;
}

// How the module comes to what it alone has: the first such outcome, or the race.
std::string traces_of(const ModuleBehaviour& module, const ModuleComparison& comparison,
                      const std::vector<ModuleOutcome>& only) {
  std::ostringstream text;
  const auto write = [&](const Trace& trace, const std::string& goal) {
    text << '\n' << module.file << '\n';
    write_trace(text, module.test, trace, {goal, machine_title(module.answer)});
  };
  const bool races = comparison.agreement == ModuleAgreement::race_in_one;
  if (races && module.answer.race) write(*module.answer.race, module.race);
  if (!only.empty() && module.answer.outcomes[only.front().index].trace) {
    write(*module.answer.outcomes[only.front().index].trace, only.front().text);
  }
  return text.str();
}

std::string report_of(const ModuleBehaviour& a, const ModuleBehaviour& b,
                      const ModuleComparison& comparison) {
  std::string text = both_files(a, b) + ": " + verdict_words(comparison) + '\n';
  text += only_in(a.file, comparison.only_first) + only_in(b.file, comparison.only_second);
  for (const ModuleBehaviour* const each : {&a, &b}) {
    if (!each->race.empty()) text += "  race in " + each->file + "  " + each->race + '\n';
    for (const std::string& note : each->notes) text += "  note " + each->file + "  " + note + '\n';
    if (!each->incomplete.empty()) {
      text += "  incomplete " + each->file + "  " + each->incomplete + '\n';
    }
  }
  return text + traces_of(a, comparison, comparison.only_first) +
         traces_of(b, comparison, comparison.only_second);
}

using Json = nlohmann::ordered_json;

Json text_or_null(const std::string& text) { return text.empty() ? Json(nullptr) : Json(text); }

Json steps_json(const Test& test, const std::optional<Trace>& trace) {
  if (!trace) return nullptr;
  Json steps = Json::array();
  for (const TraceStep& step : trace->steps) {
    const auto& instructions = test.program.threads[step.step.thread].instructions;
    const bool executes = step.instruction && *step.instruction < instructions.size();
    steps.push_back(
        {{"thread", step.step.thread},
         {"rule", step.rule},
         {"instruction", executes ? Json(instructions[*step.instruction].text) : nullptr},
         {"arguments", step.arguments}});
  }
  return steps;
}

Json module_json(const ModuleBehaviour& module, const std::vector<ModuleOutcome>& only) {
  Json json;
  json["file"] = module.file;
  json["launch"] = module.launch;
  json["machine"] = module.answer.answered_by;
  json["race"] = text_or_null(module.race);
  json["race_trace"] = steps_json(module.test, module.answer.race);
  json["incomplete"] = text_or_null(module.incomplete);
  json["notes"] = module.notes;
  json["only"] = Json::array();
  for (const ModuleOutcome& outcome : only) {
    json["only"].push_back(
        {{"outcome", outcome.text},
         {"trace", steps_json(module.test, module.answer.outcomes[outcome.index].trace)}});
  }
  return json;
}

Json document_of(const ModuleBehaviour& a, const ModuleBehaviour& b,
                 const ModuleComparison& comparison, ExitCode code) {
  constexpr std::array names{"same", "different", "race in one", "race in both"};
  Json json;
  json["schema_version"] = 1;
  json["tool"] = "opexplore";
  json["agreement"] = names.at(static_cast<std::size_t>(comparison.agreement));
  json["common"] = Json::array();
  for (const ModuleOutcome& outcome : comparison.common) json["common"].push_back(outcome.text);
  json["modules"] = {module_json(a, comparison.only_first), module_json(b, comparison.only_second)};
  json["exit_code"] = static_cast<int>(code);
  return json;
}

ExitCode run_comparison(CompareModules options) {
  if (options.files.size() != 2) {
    throw UsageError("compare takes two modules", "opexplore compare A.spv B.spv");
  }
  OutputGuard guard([&options] { return files_of_words(options.files); });
  guard.add("--json", options.json);
  options.question.traces |= options.json.has_value();
  catch_interrupts();
  const ModuleBehaviour a = module_behaviour(options.files[0], options.question);
  const ModuleBehaviour b = module_behaviour(options.files[1], options.question);
  const ModuleComparison comparison = compared(a, b);
  const bool complete = a.incomplete.empty() && b.incomplete.empty();
  const ExitCode code = complete ? ExitCode::complete : ExitCode::incomplete;
  if (options.json) write_output(*options.json, json_text(document_of(a, b, comparison, code)));
  if (options.json != "-") write_standard_output(report_of(a, b, comparison));
  return code;
}

}  // namespace

bool compares_modules(std::span<const std::string> arguments) {
  if (arguments.empty() || arguments.front() != "compare") return false;
  std::size_t modules = 0;
  for (std::size_t i = 1; i < arguments.size(); ++i) {
    const std::string& word = arguments[i];
    // The value of --json is written, not read.
    if (word.starts_with('-') || arguments[i - 1] == "--json") continue;
    if (is_module(word)) {
      ++modules;
    } else if (std::filesystem::exists(word)) {
      return false;
    }
  }
  return modules == 2;
}

Subcommand compare_modules_command() {
  return {.name = "compare",
          .summary = "Compare two modules of Vulkan",
          .frame = compare_modules_frame,
          .declare = [](CommandLine& line) {
            const auto options = std::make_shared<CompareModules>();
            line.add_words(options->files);
            line.add(compare_modules_rows, *options);
            return [options] { return run_comparison(*options); };
          }};
}

}  // namespace opexplore
