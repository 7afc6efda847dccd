// `opmap check`: is a mapping table right, on families of source tests or on files?
#include <algorithm>
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
#include "tools/interrupt.hpp"
#include "tools/opmap.hpp"
#include "tools/progress.hpp"

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

void add_input(CLI::App& app, CheckTexts& texts) {
  const std::string group = "input";
  app.add_option("files", texts.tests.files)->group("");
  app.add_option("--table", texts.tables, "LIST\tTables by their names, or their files")
      ->group(group);
  app.add_flag("--all-tables", texts.all_tables, "All built-in tables")->group(group);
  add_family_options(app, texts.tests);
  app.add_flag("--list-families", texts.list_families,
               "List the families with their numbers of tests, and end")
      ->group(group);
}

void add_semantics(CLI::App& app, CheckTexts& texts) {
  add_machine_options(app, texts.tests);
  app.add_flag("--no-weaken", texts.no_weaken, "Do not ask which entries are stronger than needed")
      ->group("semantics");
}

void add_output(CLI::App& app, CheckTexts& texts) {
  const std::string group = "output";
  app.add_option("--format", texts.format, "text|markdown\tOf the report (default: text)")
      ->group(group);
  app.add_option("--sarif", texts.sarif, "FILE\tWrite SARIF 2.1.0 there, - is standard output")
      ->group(group);
  add_report_options(app, texts.report);
}

}  // namespace

Subcommand check_command() {
  return {"check",
          "Check tables against generated tests, or against files",
          frame,
          {.with_value = "oj", .flags = ""},
          {},
          [](CLI::App& app) {
            const auto texts = std::make_shared<CheckTexts>();
            add_input(app, *texts);
            add_semantics(app, *texts);
            add_limit_options(app, texts->tests);
            add_output(app, *texts);
            return [texts] { return run(*texts); };
          }};
}

}  // namespace opexplore
