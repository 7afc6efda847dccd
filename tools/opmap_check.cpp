// `opmap check`: is a mapping table right, on families of source tests or on files?
#include <algorithm>
#include <array>
#include <filesystem>
#include <iterator>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "answers/settings.hpp"
#include "export/json.hpp"
#include "export/output_file.hpp"
#include "mappings/choice.hpp"
#include "mappings/report.hpp"
#include "tools/opmap.hpp"
#include "tools/terminal.hpp"

namespace opexplore {
namespace {

using mappings::ComparedTables;
using mappings::TableReport;

constexpr HelpFrame frame{
    "usage: opmap check --table LIST [OPTIONS] [FILES]\n"
    "       opmap check --all-tables [OPTIONS] [FILES]\n"
    "\n"
    "Runs C++ source tests and what a mapping table makes of them side by side: every outcome of\n"
    "the compiled test must be one of the source, unless that has a data race. Says for each\n"
    "entry of the table on how many tests it is sound, or gives the smallest counterexample; on\n"
    "which tests a weaker entry passes too; and which entries no test uses. The tests are\n"
    "generated, or those of FILES.\n",
    "\n"
    "Exit codes: 0 sound; 1 incomplete; 2 wrong input; 20 unsound; 30 internal error: a machine\n"
    "and its axioms disagree; 32 cancelled.\n"};

struct CheckTexts {
  SourceTexts tests;
  std::string tables;
  bool all_tables = false;
  bool list_families = false;
  bool no_weaken = false;
  std::string format = "text";
  ReportTexts report;
  std::optional<std::filesystem::path> sarif;
};

constexpr std::array input_rows{
    OptionRow<CheckTexts>{{.names = "--table",
                           .value = "LIST",
                           .group = "input",
                           .help = "Tables by their names, or their files"},
                          keep<&CheckTexts::tables>},
    OptionRow<CheckTexts>{
        {.names = "--all-tables", .group = "input", .help = "All built-in tables"},
        keep<&CheckTexts::all_tables>}};

constexpr std::array list_rows{
    OptionRow<CheckTexts>{{.names = "--list-families",
                           .group = "input",
                           .help = "List the families with their numbers of tests, and end"},
                          keep<&CheckTexts::list_families>}};

constexpr std::array weaken_rows{
    OptionRow<CheckTexts>{{.names = "--no-weaken",
                           .group = "semantics",
                           .help = "Do not ask which entries are stronger than needed"},
                          keep<&CheckTexts::no_weaken>}};

constexpr std::array output_rows{
    OptionRow<CheckTexts>{{.names = "--format",
                           .value = "text|markdown",
                           .group = "output",
                           .help = "Of the report (default: text)"},
                          keep<&CheckTexts::format>},
    OptionRow<CheckTexts>{{.names = "--sarif",
                           .value = "FILE",
                           .group = "output",
                           .help = "Write SARIF 2.1.0 there, - is standard output"},
                          keep<&CheckTexts::sarif>}};

std::vector<mappings::Table> tables_of(const CheckTexts& texts) {
  if (texts.all_tables) return mappings::load_all_tables();
  if (!texts.tables.empty()) return mappings::load_tables(texts.tables);
  throw UsageError("which table?", "add --table NAME or --all-tables; opmap tables lists them");
}

void write_reports(const CheckTexts& texts, const std::vector<ComparedTables>& all, ExitCode code) {
  const auto& json = texts.report.json;
  if (json) write_output(*json, json_text(mappings::json_report(all, static_cast<int>(code))));
  if (texts.sarif) write_output(*texts.sarif, json_text(mappings::sarif_report(all)));
  write_report(
      texts.report.output,
      texts.format == "markdown" ? mappings::markdown_report(all) : mappings::text_report(all),
      json == "-" || texts.sarif == "-");
}

OutputGuard checked_outputs(const CheckTexts& texts) {
  if (texts.format != "text" && texts.format != "markdown") {
    throw UsageError("there is no format '" + texts.format + "'", "--format text or markdown");
  }
  OutputGuard guard([&texts] {
    OutputGuard::Paths files = files_of_words(texts.tests.files);
    std::ranges::move(files_of_words(parts_of(texts.tables, ',')), std::back_inserter(files));
    return files;
  });
  guard.add("--json", texts.report.json);
  guard.add("--sarif", texts.sarif);
  guard.add("-o", texts.report.output);
  return guard;
}

ExitCode run(const CheckTexts& texts) {
  if (texts.list_families) {
    write_standard_output(mappings::families_text());
    return ExitCode::complete;
  }
  OutputGuard guard = checked_outputs(texts);
  const std::vector<mappings::Table> tables = tables_of(texts);
  const mappings::SelectedTests tests =
      mappings::selected_tests(texts.tests.files, texts.tests.families, texts.tests.every);
  CounterexampleFolder folder(texts.report.kept, std::move(guard));
  catch_interrupts();
  ExitCode code = ExitCode::complete;
  std::vector<ComparedTables> all;
  for (const std::string& cxx : parts_of(texts.tests.cxx, ',')) {
    mappings::CheckOptions options = check_options(texts.tests, cxx);
    // What the tests of one user pass says nothing about what others need.
    options.weaken = !texts.no_weaken && tests.generated.has_value();
    mappings::Checker checker(tests.list(), options);
    all.push_back({mappings::title_of(options, tests), {}});
    for (const mappings::Table& table : tables) {
      TableReport report = checker.check(table);
      code = worse(code, code_of(report));
      folder.keep(report.counterexamples, options);
      all.back().reports.push_back(std::move(report));
    }
  }
  clear_progress();
  if (interrupted()) code = worse(code, ExitCode::cancelled);
  write_reports(texts, all, code);
  return code;
}

}  // namespace

Subcommand check_command() {
  return {.name = "check",
          .summary = "Check tables against generated tests, or against files",
          .frame = frame,
          .declare = [](CommandLine& line) {
            const auto texts = std::make_shared<CheckTexts>();
            line.add_words(texts->tests.files);
            line.add(input_rows, *texts);
            add_family_options(line, texts->tests);
            line.add(list_rows, *texts);
            add_machine_options(line, texts->tests);
            line.add(weaken_rows, *texts);
            add_limit_options(line, texts->tests);
            line.add(output_rows, *texts);
            add_report_options(line, texts->report);
            return [texts] { return run(*texts); };
          }};
}

}  // namespace opexplore
