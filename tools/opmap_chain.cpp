#include "tools/opmap_chain.hpp"

#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "export/json.hpp"
#include "export/output_file.hpp"
#include "mappings/chain.hpp"
#include "mappings/choice.hpp"
#include "mappings/report.hpp"
#include "tools/terminal.hpp"

namespace opexplore {
namespace {

std::vector<mappings::ChainStep> steps_of(const std::vector<mappings::Table>& tables,
                                          const mappings::CheckOptions& options) {
  std::vector<mappings::ChainStep> steps;
  for (const mappings::Table& table : tables) {
    steps.push_back({table, table.target == Language::ptx ? options.target : options.source});
  }
  return steps;
}

std::vector<mappings::CheckTitle> titles_of(const std::vector<mappings::ChainStep>& steps,
                                            const mappings::CheckOptions& options,
                                            const mappings::SelectedTests& tests) {
  std::vector<mappings::CheckTitle> titles;
  mappings::CheckOptions step_options = options;
  for (const mappings::ChainStep& step : steps) {
    step_options.target = step.target;
    titles.push_back(mappings::title_of(step_options, tests));
    step_options.source = step.target;
  }
  return titles;
}

void write_chains(const ReportTexts& report, const std::vector<mappings::CheckedChain>& all,
                  ExitCode code) {
  if (report.json) {
    write_output(*report.json, json_text(mappings::json_report(all, static_cast<int>(code))));
  }
  write_report(report.output, mappings::text_report(all), report.json == "-");
}

}  // namespace

ExitCode check_chain(const std::string& list, const SourceTexts& texts, const ReportTexts& report,
                     OutputGuard guard) {
  const std::vector<mappings::Table> tables = mappings::load_tables(list);
  mappings::require_chain(tables);
  const mappings::Table* const language = mappings::language_of({tables.data(), 1});
  const mappings::SelectedTests tests =
      mappings::selected_tests(texts.files, texts.generated, language);
  CounterexampleFolder folder(report.kept, std::move(guard));
  catch_interrupts();
  ExitCode code = ExitCode::complete;
  std::vector<mappings::CheckedChain> all;
  for (const mappings::CheckOptions& options :
       check_options(texts, language != nullptr ? Language::vulkan : Language::ptx)) {
    const std::vector<mappings::ChainStep> steps = steps_of(tables, options);
    mappings::ChainReport found = mappings::check_chain(tests.list(), options, steps);
    code = worse(code, code_of(found));
    for (mappings::TableReport& step : found.steps) folder.keep(step.counterexamples, options);
    all.push_back(
        {mappings::title_of(options, tests), titles_of(steps, options, tests), std::move(found)});
  }
  clear_progress();
  if (interrupted()) code = worse(code, ExitCode::cancelled);
  write_chains(report, all, code);
  return code;
}

}  // namespace opexplore
