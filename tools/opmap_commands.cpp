// The commands of opmap, and what those that check tables share.
#include <algorithm>

#include "answers/amounts.hpp"
#include "export/output_file.hpp"
#include "mappings/choice.hpp"
#include "tools/interrupt.hpp"
#include "tools/opmap.hpp"
#include "tools/progress.hpp"

namespace opexplore {

SubcommandProgram opmap_program() {
  return {"opmap",
          "Compiler mappings from C++ atomics to PTX: what a C++ litmus test becomes, and whether "
          "it may.",
          "Exit codes: 0 done; 2 wrong input; 30 internal error; 32 cancelled. Commands that check "
          "have\nmore, see opmap(1).\n",
          {compile_command(), tables_command(), check_command(), diff_command(), nvcc_command()}};
}

void add_family_options(CLI::App& app, SourceTexts& texts) {
  const std::string group = "input";
  app.add_option("--family", texts.families, "LIST\tFamilies of source tests (default: two-thread)")
      ->group(group);
  app.add_option("--every", texts.every, "N\tOf the generated tests, one of so many")->group(group);
  app.add_option("--width", texts.width, "BITS\tOf atomic objects: 8, 16, 32 or 64 (default: 32)")
      ->group(group);
}

void add_machine_options(CLI::App& app, SourceTexts& texts) {
  const std::string group = "semantics";
  app.add_option("--cxx", texts.cxx, "LIST\tSource models: c++20 (default), rc11, rc11-lb, c++17")
      ->group(group);
  app.add_option("--machine", texts.machine,
                 "NAME[:SETTING=VALUE,...]\tThe PTX machine (default: ptx-proxy)")
      ->group(group);
  app.add_option("--ptx-reading", texts.reading, "isa|dat3m\tHow it reads PTX")->group(group);
}

void add_limit_options(CLI::App& app, SourceTexts& texts) {
  app.add_option("-j,--threads", texts.threads, "N\tThreads (default: one per core)")
      ->group("limits");
  app.add_option("--timeout", texts.timeout, "TIME\tFor each search: 90s, 5m")->group("limits");
}

void add_report_options(CLI::App& app, ReportTexts& texts) {
  const std::string group = "output";
  app.add_option("-o", texts.output, "FILE\tWrite the report there")->group(group);
  app.add_option("--json", texts.json, "FILE\tWrite one JSON document there, - is standard output")
      ->group(group);
  app.add_option("--keep-counterexamples", texts.kept,
                 "DIR\tWrite counterexamples there, as C++ and PTX litmus tests")
      ->group(group);
}

std::optional<std::chrono::milliseconds> timeout_of(const std::string& text) {
  if (text.empty()) return std::nullopt;
  const auto timeout = parse_duration(text);
  if (!timeout) throw UsageError("'" + text + "' is no time", "write 90s, 5m, 500ms");
  return timeout;
}

mappings::CheckOptions check_options(const SourceTexts& texts, const std::string& cxx) {
  mappings::CheckOptions options = mappings::check_options(
      mappings::chosen_machines({cxx, texts.machine, texts.reading}, "compiled tests are PTX"),
      mappings::width_of(texts.width));
  options.threads = texts.threads;
  options.timeout = timeout_of(texts.timeout);
  options.interrupted = interrupted;
  options.progress = show_count;
  return options;
}

CounterexampleFolder::CounterexampleFolder(std::optional<std::filesystem::path> folder,
                                           OutputGuard guard)
    : folder_(std::move(folder)), guard_(std::move(guard)) {
  if (folder_) make_directory(*folder_);
}

void CounterexampleFolder::keep(std::vector<mappings::Counterexample>& examples,
                                const mappings::CheckOptions& options) {
  if (!folder_ || examples.empty()) return;
  const std::filesystem::path folder =
      *folder_ / file_name(options.source.options.settings.at("cxx"));
  make_directory(folder);
  for (mappings::Counterexample& example : examples) {
    for (const mappings::KeptTest& test : mappings::kept_tests(example, options)) {
      example.kept.push_back(write(folder, test));
    }
  }
}

std::string CounterexampleFolder::write(const std::filesystem::path& folder,
                                        const mappings::KeptTest& test) {
  for (std::size_t number = 1;; ++number) {
    const std::string suffix = number == 1 ? "" : "-" + std::to_string(number);
    const std::filesystem::path path = folder / (file_name(test.name) + suffix + ".litmus");
    const auto old = std::find_if(written_.begin(), written_.end(),
                                  [&](const auto& each) { return each.first == path; });
    if (old == written_.end()) {
      guard_.require_replaceable("--keep-counterexamples", path, FileKind::test);
      write_file(path, test.text);
      written_.emplace_back(path, test.text);
      return path.string();
    }
    if (old->second == test.text) return path.string();
  }
}

}  // namespace opexplore
