// `opmap check`: is a mapping table right, on families of source tests or on files?
#include <algorithm>
#include <array>
#include <cstddef>
#include <filesystem>
#include <iterator>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "answers/noted_crew.hpp"
#include "answers/settings.hpp"
#include "answers/work_journal.hpp"
#include "export/json.hpp"
#include "export/output_file.hpp"
#include "mappings/choice.hpp"
#include "mappings/report.hpp"
#include "studies/company.hpp"
#include "tools/opmap.hpp"
#include "tools/opmap_chain.hpp"
#include "tools/opmap_check_work.hpp"
#include "tools/terminal.hpp"

namespace opexplore {
namespace {

using mappings::ComparedTables;
using mappings::TableReport;

constexpr HelpFrame table_check_frame{
    "usage: opmap check --table LIST [OPTIONS] [FILES]\n"
    "       opmap check --all-tables [OPTIONS] [FILES]\n"
    "       opmap check --chain LIST [OPTIONS] [FILES]\n"
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
  std::string chain;  ///< a list, instead of tables
  bool all_tables = false;
  bool list_families = false;
  bool no_weaken = false;
  std::string format = "text";
  ReportTexts report;
  std::optional<std::filesystem::path> sarif;
  std::optional<std::filesystem::path> journal;
  bool resume = false;
};

constexpr std::array input_rows{
    OptionRow<CheckTexts>{{.names = "--table",
                           .value = "LIST",
                           .group = "input",
                           .help = "Tables by their names, or their files"},
                          keep<&CheckTexts::tables>},
    OptionRow<CheckTexts>{
        {.names = "--all-tables", .group = "input", .help = "All built-in tables from C++ to PTX"},
        keep<&CheckTexts::all_tables>},
    OptionRow<CheckTexts>{{.names = "--chain",
                           .value = "LIST",
                           .group = "input",
                           .help = "Tables that follow each other, and which step is wrong"},
                          keep<&CheckTexts::chain>}};

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

constexpr std::array check_output_rows{
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

constexpr std::array journal_rows{
    OptionRow<CheckTexts>{{.names = "--journal",
                           .value = "FILE",
                           .group = "limits",
                           .help = "Note there what was found, about once a second"},
                          keep<&CheckTexts::journal>},
    OptionRow<CheckTexts>{{.names = "--resume",
                           .group = "limits",
                           .help = "Go on where the journal ends; begin one that is not there"},
                          keep<&CheckTexts::resume>}};

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
    std::ranges::move(files_of_words(parts_of(texts.chain, ',')), std::back_inserter(files));
    std::ranges::move(files_of_words(parts_of(texts.tables, ',')), std::back_inserter(files));
    return files;
  });
  guard.add("--json", texts.report.json);
  guard.add("--sarif", texts.sarif);
  guard.add("-o", texts.report.output);
  return guard;
}

// One of the others: does jobs until rank 0 is gone.
ExitCode follow(CheckWork& work, const Crew& crew) {
  work.make_checkers([&](mappings::CheckOptions& options) {
    options.threads = std::max(1U, options.threads);
    options.progress = {};
    options.interrupted = [&crew] { return interrupted() || crew.is_over(); };
  });
  crew.follow([&](const std::string& job) { return work.done(job); });
  return ExitCode::complete;
}

// The reports on all tables under all source models.
ExitCode checked(const CheckTexts& texts, CheckWork& work, OutputGuard guard, const Crew* crew) {
  CounterexampleFolder folder(texts.report.kept, std::move(guard));
  ExitCode code = ExitCode::complete;
  std::vector<ComparedTables> all;
  for (std::size_t model = 0; model < work.models(); ++model) {
    all.push_back({mappings::title_of(work.options(model), work.tests()), {}});
    for (std::size_t table = 0; table < work.tables().size(); ++table) {
      TableReport report = work.report(model, table, crew);
      code = worse(code, code_of(report));
      folder.keep(report.counterexamples, work.options(model));
      all.back().reports.push_back(std::move(report));
    }
  }
  clear_progress();
  if (interrupted()) code = worse(code, ExitCode::cancelled);
  write_reports(texts, all, code);
  return code;
}

// The process that writes; over ranks the others are its crew.
ExitCode lead(const CheckTexts& texts, CheckWork& work, OutputGuard guard, const Crew* crew,
              const std::string& build) {
  work.make_checkers([&](mappings::CheckOptions& options) {
    if (crew != nullptr) options.progress = shown_counts(between_logs);
  });
  if (!texts.journal) return checked(texts, work, std::move(guard), crew);
  WorkJournal journal(*texts.journal, question_of_part(work.question(build), 1, 1), {},
                      texts.resume);
  const Crew alone =
      crew_of_one([&](const std::string& job) { return work.done(job); }, interrupted);
  const Crew with_journal = noted(crew != nullptr ? *crew : alone, journal.take_known(),
                                  [&](const std::string& job, std::string_view result) {
                                    journal.add(job, result);
                                    journal.require_written();
                                  });
  const ExitCode code = checked(texts, work, std::move(guard), &with_journal);
  journal.flush();
  return code;
}

// What a chain is not checked with.
void require_plain_chain(const CheckTexts& texts, bool shared) {
  const bool tables = texts.all_tables || !texts.tables.empty();
  const bool other = texts.journal || texts.sarif || texts.format != "text" || shared;
  if (tables) throw UsageError("--chain names the tables", "leave out --table and --all-tables");
  if (other) {
    throw UsageError("a chain is checked by one process, and its report is text or JSON",
                     "leave out --journal, --sarif and --format");
  }
}

ExitCode check_tables(const CheckTexts& texts, const Company* company, const std::string& build) {
  const bool shared = company != nullptr && company->ranks.count > 1;
  if (shared) company->part();
  const bool follows = is_follower(company);
  if (texts.resume && !texts.journal) {
    throw UsageError("--resume: there is nothing to go on with",
                     "name the journal with --journal FILE");
  }
  if (texts.list_families) {
    if (!follows) write_standard_output(mappings::families_text());
    return ExitCode::complete;
  }
  std::optional<OutputGuard> guard;
  if (!follows) guard.emplace(checked_outputs(texts));
  if (!texts.chain.empty()) {
    require_plain_chain(texts, shared);
    return check_chain(texts.chain, texts.tests, texts.report, *std::move(guard));
  }
  std::vector<mappings::Table> tables = tables_of(texts);
  const mappings::Table* const language = mappings::language_of(tables);
  const mappings::SelectedTests tests =
      mappings::selected_tests(texts.tests.files, texts.tests.generated, language);
  catch_interrupts();
  CheckWork work(texts.tests, !texts.no_weaken, std::move(tables), tests);
  if (follows) return follow(work, company->crew);
  return lead(texts, work, *std::move(guard), shared ? &company->crew : nullptr, build);
}

}  // namespace

Subcommand check_command(const std::string& build, const Company* company) {
  return {.name = "check",
          .summary = "Check tables against generated tests, or against files",
          .frame = table_check_frame,
          .declare = [company, build](CommandLine& line) {
            const auto texts = std::make_shared<CheckTexts>();
            line.add_words(texts->tests.files);
            line.add(input_rows, *texts);
            add_family_options(line, texts->tests);
            line.add(list_rows, *texts);
            add_machine_options(line, texts->tests);
            line.add(weaken_rows, *texts);
            add_limit_options(line, texts->tests);
            line.add(journal_rows, *texts);
            line.add(check_output_rows, *texts);
            add_report_options(line, texts->report);
            return [texts, company, build] { return check_tables(*texts, company, build); };
          }};
}

}  // namespace opexplore
