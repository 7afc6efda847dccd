// `opmap diff`: what differs between two mapping tables, and what that breaks or mends.
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <utility>

#include "answers/settings.hpp"
#include "export/json.hpp"
#include "export/output_file.hpp"
#include "mappings/choice.hpp"
#include "mappings/diff.hpp"
#include "mappings/report.hpp"
#include "tools/opmap.hpp"
#include "tools/terminal.hpp"

namespace opexplore {
namespace {

using mappings::ComparedPair;
using mappings::TableDiff;

constexpr HelpFrame diff_frame{
    "usage: opmap diff OLD NEW [OPTIONS] [FILES]\n"
    "\n"
    "Compares two mapping tables: which entries differ, which fences and orders that saves or\n"
    "adds, and which source tests became unsound or sound, with counterexamples. Only tests that\n"
    "the tables make different programs of are run. The tests are generated, or those of FILES.\n",
    "\n"
    "Exit codes: 0 nothing became unsound; 1 incomplete; 2 wrong input; 20 NEW is unsound on a\n"
    "test that OLD is not unsound on; 30 internal error; 32 cancelled.\n"};

struct DiffTexts {
  SourceTexts tests;
  std::vector<std::string> names;  ///< two tables, then files
  ReportTexts report;
};

void write_reports(const DiffTexts& texts, const std::vector<ComparedPair>& all, ExitCode code) {
  const auto& json = texts.report.json;
  if (json) write_output(*json, json_text(mappings::json_report(all, static_cast<int>(code))));
  write_report(texts.report.output, mappings::text_report(all), json == "-");
}

ExitCode compare_tables(DiffTexts& texts) {
  if (texts.names.size() < 2) {
    throw UsageError("which tables?", "opmap diff OLD NEW; opmap tables lists them");
  }
  OutputGuard guard([&texts] { return files_of_words(texts.names); });
  guard.add("--json", texts.report.json);
  guard.add("-o", texts.report.output);
  const mappings::Table before = mappings::load_table(texts.names[0]);
  const mappings::Table after = mappings::load_table(texts.names[1]);
  texts.tests.files.assign(texts.names.begin() + 2, texts.names.end());
  const std::array both{before, after};
  const mappings::Table* const language = mappings::language_of(both);
  const mappings::SelectedTests tests =
      mappings::selected_tests(texts.tests.files, texts.tests.generated, language);
  CounterexampleFolder folder(texts.report.kept, std::move(guard));
  catch_interrupts();
  ExitCode code = ExitCode::complete;
  std::vector<ComparedPair> all;
  for (const mappings::CheckOptions& options : check_options(texts.tests, before.target)) {
    TableDiff diff = mappings::diff_tables(tests.list(), options, before, after);
    code = worse(code, code_of(diff));
    folder.keep(diff.broken, options);
    folder.keep(diff.mended, options);
    all.push_back({mappings::title_of(options, tests), std::move(diff)});
  }
  clear_progress();
  if (interrupted()) code = worse(code, ExitCode::cancelled);
  write_reports(texts, all, code);
  return code;
}

}  // namespace

Subcommand diff_command() {
  return {.name = "diff",
          .summary = "Compare two tables: what changed, and what that breaks or mends",
          .frame = diff_frame,
          .declare = [](CommandLine& line) {
            const auto texts = std::make_shared<DiffTexts>();
            line.add_words(texts->names);
            add_family_options(line, texts->tests);
            add_machine_options(line, texts->tests);
            add_limit_options(line, texts->tests);
            add_report_options(line, texts->report);
            return [texts] { return compare_tables(*texts); };
          }};
}

}  // namespace opexplore
