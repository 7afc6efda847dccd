#include "tools/opmap_check.hpp"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "litmus/reader.hpp"
#include "litmus/sources.hpp"
#include "mappings/families.hpp"
#include "mappings/report.hpp"
#include "tools/amounts.hpp"
#include "tools/campaign.hpp"
#include "tools/interrupt.hpp"
#include "tools/machine_choice.hpp"
#include "tools/opmap_compile.hpp"
#include "tools/output_files.hpp"
#include "tools/progress.hpp"
#include "tools/settings.hpp"

namespace opexplore {
namespace {

using mappings::CheckTitle;
using mappings::ComparedTables;
using mappings::Finding;
using mappings::TableReport;

constexpr HelpFrame frame{
    "usage: opmap check --table LIST [OPTIONS] [FILES]\n"
    "       opmap check --all-tables [OPTIONS] [FILES]\n"
    "\n"
    "Runs C++ source tests and what a mapping table makes of them side by side: every outcome of\n"
    "the compiled test must be one of the source, unless that has a data race. Says for each\n"
    "entry of the table on how many tests it is sound, or gives the smallest counterexample, and\n"
    "whether a weaker entry would do. The tests are generated, or those of FILES.\n",
    "\n"
    "Exit codes: 0 sound; 1 incomplete; 2 wrong input; 20 unsound; 30 internal error: a machine\n"
    "and its axioms disagree; 32 cancelled.\n"};

struct CheckTexts {
  std::vector<std::string> files;
  std::string tables;
  bool all_tables = false;
  std::string families = "two-thread";
  bool list_families = false;
  std::string cxx = "c++20";
  std::string machine = "ptx-proxy";
  std::string reading;
  int width = 32;
  std::uint64_t every = 1;
  bool no_weaken = false;
  unsigned threads = 0;
  std::string timeout;
  std::string format = "text";
  std::optional<std::filesystem::path> json, sarif, output;
};

/// The source tests of one run.
struct Tests {
  std::optional<mappings::SourceTests> generated;
  std::vector<Test> read;
  std::vector<std::size_t> selected;  ///< of the generated ones
  std::string title;

  mappings::TestList list() const {
    if (!generated) {
      return {read.size(), [this](std::size_t i) { return read[i]; },
              [](std::size_t) { return std::string_view("files"); }};
    }
    return {selected.size(), [this](std::size_t i) { return generated->make(selected[i]); },
            [this](std::size_t i) { return generated->family(selected[i]); }};
  }
};

Tests files_of(const CheckTexts& texts) {
  Tests tests;
  for (const std::filesystem::path& path : expand_sources(texts.files)) {
    Test test = read_file(path);
    if (test.program.language != Language::cxx) {
      throw InputError(path.string(), {1, 1}, "this is a PTX test, and mappings compile C++",
                       "a C++ test begins with the word C");
    }
    tests.read.push_back(mappings::observing_everything(std::move(test)));
  }
  tests.title = std::to_string(tests.read.size()) + " files";
  return tests;
}

Tests families_of(const CheckTexts& texts) {
  Tests tests;
  tests.generated = mappings::source_tests(parts_of(texts.families, ','));
  for (std::size_t i = 0; i < tests.generated->size(); ++i) {
    if (is_selected(i, texts.every)) tests.selected.push_back(i);
  }
  tests.title = "families " + texts.families;
  if (texts.every > 1) tests.title += ", one of " + std::to_string(texts.every);
  return tests;
}

std::vector<mappings::Table> tables_of(const CheckTexts& texts) {
  std::vector<mappings::Table> tables;
  if (texts.all_tables) {
    for (const std::string& name : mappings::built_in_tables()) {
      tables.push_back(mappings::load_table(name));
    }
  } else if (texts.tables.empty()) {
    throw UsageError("which table?", "add --table NAME or --all-tables; opmap tables lists them");
  } else {
    for (const std::string& name : parts_of(texts.tables, ',')) {
      tables.push_back(mappings::load_table(name));
    }
  }
  return tables;
}

mappings::CheckOptions options_of(const CheckTexts& texts, const std::string& cxx) {
  MachineOptions source_settings;
  source_settings.settings["cxx"] = cxx;
  MachineOptions target_settings;
  if (!texts.reading.empty()) target_settings.settings["ptx-reading"] = texts.reading;
  const ChosenMachine source = chosen_machine("cxx", source_settings);
  const ChosenMachine target = chosen_machine(texts.machine, target_settings);
  if (target.entry->language != Language::ptx) {
    throw UsageError("compiled tests are PTX, and " + target.name + " does not run that",
                     "--machine ptx or ptx-proxy");
  }
  require_offered(target_settings, {target});
  mappings::CheckOptions options;
  options.source = mappings::side_of(*source.entry, source.options);
  options.target = mappings::side_of(*target.entry, target.options);
  options.width = width_of(texts.width);
  options.threads = texts.threads;
  options.weaken = !texts.no_weaken;
  if (!texts.timeout.empty()) {
    options.timeout = parse_duration(texts.timeout);
    if (!options.timeout) {
      throw UsageError("'" + texts.timeout + "' is no time", "write 90s, 5m, 500ms");
    }
  }
  options.interrupted = interrupted;
  options.progress = show_count;
  return options;
}

ExitCode code_of(const TableReport& report) {
  ExitCode code = ExitCode::complete;
  if (report.count(Finding::unsound) > 0) code = ExitCode::disagreement;
  if (!report.incomplete.empty() || report.count(Finding::sound) == 0) {
    code = worse(code, ExitCode::incomplete);
  }
  for (const mappings::Counterexample& example : report.counterexamples) {
    if (!example.disagreement.empty()) code = ExitCode::internal_error;
  }
  return code;
}

std::string text_of(const CheckTexts& texts, const std::vector<ComparedTables>& all) {
  if (texts.format == "markdown") return mappings::markdown_report(all);
  std::string text;
  for (const ComparedTables& compared : all) {
    for (const TableReport& report : compared.reports) {
      text += (text.empty() ? "" : "\n") + mappings::text_report(compared.title, report);
    }
  }
  return text;
}

void write_json(const std::filesystem::path& path, const nlohmann::ordered_json& json) {
  const std::string text = json.dump(2) + '\n';
  if (path == "-") {
    write_standard_output(text);
  } else {
    write_file(path, text);
  }
}

void write_reports(const CheckTexts& texts, const std::vector<ComparedTables>& all, ExitCode code) {
  if (texts.json) write_json(*texts.json, mappings::json_report(all, static_cast<int>(code)));
  if (texts.sarif) write_json(*texts.sarif, mappings::sarif_report(all));
  if (texts.output) {
    write_file(*texts.output, text_of(texts, all));
  } else if (texts.json != "-" && texts.sarif != "-") {
    write_standard_output(text_of(texts, all));
  }
}

ExitCode list_families() {
  std::string text;
  for (const mappings::SourceFamily& family : mappings::source_families()) {
    std::string name(family.name);
    name.resize(19, ' ');
    std::string count = grouped(mappings::source_tests({std::string(family.name)}).size());
    count.insert(0, count.size() < 8 ? 8 - count.size() : 0, ' ');
    text += name + count + "  " + std::string(family.summary) + '\n';
  }
  write_standard_output(text);
  return ExitCode::complete;
}

void check_usage(const CheckTexts& texts) {
  if (texts.format != "text" && texts.format != "markdown") {
    throw UsageError("there is no format '" + texts.format + "'", "--format text or markdown");
  }
  if (texts.every == 0) throw UsageError("--every 0 would check nothing", "write 1 or more");
  for (const auto& path : {texts.json, texts.sarif, texts.output}) {
    if (path && *path != "-") require_writable(*path);
  }
}

ExitCode run(const CheckTexts& texts) {
  if (texts.list_families) return list_families();
  check_usage(texts);
  const std::vector<mappings::Table> tables = tables_of(texts);
  const Tests tests = texts.files.empty() ? families_of(texts) : files_of(texts);
  catch_interrupts();
  ExitCode code = ExitCode::complete;
  std::vector<ComparedTables> all;
  for (const std::string& cxx : parts_of(texts.cxx, ',')) {
    const mappings::CheckOptions options = options_of(texts, cxx);
    const mappings::TestList list = tests.list();
    mappings::Checker checker(list, options);
    all.push_back({{mappings::title_of(options.source), mappings::title_of(options.target),
                    tests.title, list.size},
                   {}});
    for (const mappings::Table& table : tables) {
      all.back().reports.push_back(checker.check(table));
      code = worse(code, code_of(all.back().reports.back()));
    }
  }
  clear_progress();
  if (interrupted()) code = worse(code, ExitCode::cancelled);
  write_reports(texts, all, code);
  return code;
}

void add_input(CLI::App& app, CheckTexts& texts) {
  const std::string group = "input";
  app.add_option("files", texts.files)->group("");
  app.add_option("--table", texts.tables, "LIST\tTables by their names, or their files")
      ->group(group);
  app.add_flag("--all-tables", texts.all_tables, "All built-in tables")->group(group);
  app.add_option("--family", texts.families, "LIST\tFamilies of source tests (default: two-thread)")
      ->group(group);
  app.add_flag("--list-families", texts.list_families,
               "List the families with their numbers of tests, and end")
      ->group(group);
  app.add_option("--every", texts.every, "N\tOf the generated tests, one of so many")->group(group);
  app.add_option("--width", texts.width, "BITS\tOf atomic objects: 8, 16, 32 or 64 (default: 32)")
      ->group(group);
}

void add_semantics(CLI::App& app, CheckTexts& texts) {
  const std::string group = "semantics";
  app.add_option("--cxx", texts.cxx, "LIST\tSource models: c++20 (default), rc11, c++17")
      ->group(group);
  app.add_option("--machine", texts.machine,
                 "NAME[:SETTING=VALUE,...]\tThe PTX machine (default: ptx-proxy)")
      ->group(group);
  app.add_option("--ptx-reading", texts.reading, "isa|dat3m\tHow it reads PTX")->group(group);
  app.add_flag("--no-weaken", texts.no_weaken, "Do not ask which entries are stronger than needed")
      ->group(group);
}

void add_output(CLI::App& app, CheckTexts& texts) {
  app.add_option("-j,--threads", texts.threads, "N\tThreads (default: one per core)")
      ->group("limits");
  app.add_option("--timeout", texts.timeout, "TIME\tFor each search: 90s, 5m")->group("limits");
  const std::string group = "output";
  app.add_option("--format", texts.format, "text|markdown\tOf the report (default: text)")
      ->group(group);
  app.add_option("-o", texts.output, "FILE\tWrite the report there")->group(group);
  app.add_option("--json", texts.json, "FILE\tWrite one JSON document there, - is standard output")
      ->group(group);
  app.add_option("--sarif", texts.sarif, "FILE\tWrite SARIF 2.1.0 there, - is standard output")
      ->group(group);
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
            add_output(app, *texts);
            return [texts] { return run(*texts); };
          }};
}

}  // namespace opexplore
