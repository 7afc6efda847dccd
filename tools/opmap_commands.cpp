// The commands of opmap, and what those that check tables share.
#include <algorithm>
#include <array>
#include <limits>

#include "answers/settings.hpp"
#include "export/output_file.hpp"
#include "litmus/input/amounts.hpp"
#include "mappings/choice.hpp"
#include "tools/opmap.hpp"
#include "tools/terminal.hpp"

namespace opexplore {

namespace {

constexpr std::array family_rows{
    OptionRow<SourceTexts>{
        {.names = "--family",
         .value = "LIST",
         .group = "input",
         .help = "Families of source tests (default: two-thread, of shaders all)"},
        [](SourceTexts& texts, const Written& written) {
          texts.generated.families = written.text;
        }},
    OptionRow<SourceTexts>{{.names = "--every",
                            .value = "N",
                            .group = "input",
                            .help = "Of the generated tests, one of so many"},
                           [](SourceTexts& texts, const Written& written) {
                             texts.generated.every =
                                 number_of(written, 0, std::numeric_limits<std::uint64_t>::max());
                           }},
    OptionRow<SourceTexts>{
        {.names = "--clusters",
         .group = "input",
         .help = "Generated tests in clusters, of cluster scope, not device"},
        [](SourceTexts& texts, const Written& /*written*/) { texts.generated.clusters = true; }},
    OptionRow<SourceTexts>{{.names = "--width",
                            .value = "BITS",
                            .group = "input",
                            .help = "Of atomic objects: 8, 16, 32 or 64 (default: 32)"},
                           keep<&SourceTexts::width>}};

constexpr std::array mapping_machine_rows{
    OptionRow<SourceTexts>{{.names = "--cxx",
                            .value = "LIST",
                            .group = "semantics",
                            .help = "Source models: c++20 (default), rc11, rc11-lb, c++17"},
                           keep<&SourceTexts::cxx>},
    OptionRow<SourceTexts>{{.names = "--machine",
                            .value = "NAME[:SETTING=VALUE,...]",
                            .group = "semantics",
                            .help = "The machine (default: ptx-proxy, for shaders vulkan)"},
                           keep<&SourceTexts::machine>},
    OptionRow<SourceTexts>{{.names = "--ptx-reading",
                            .value = "isa|dat3m",
                            .group = "semantics",
                            .help = "How it reads PTX"},
                           keep<&SourceTexts::reading>}};

constexpr std::array mapping_limit_rows{
    OptionRow<SourceTexts>{{.names = "-j,--threads",
                            .value = "N",
                            .group = "limits",
                            .help = "Threads (default: one per core)"},
                           [](SourceTexts& texts, const Written& written) {
                             texts.threads =
                                 static_cast<unsigned>(number_of(written, 0, most_threads));
                           }},
    OptionRow<SourceTexts>{{.names = "--timeout",
                            .value = "TIME",
                            .group = "limits",
                            .help = "For each search: 90s, 5m (default: 20s)"},
                           keep<&SourceTexts::timeout>}};

constexpr std::array report_rows{
    OptionRow<ReportTexts>{
        {.names = "-o", .value = "FILE", .group = "output", .help = "Write the report there"},
        keep<&ReportTexts::output>},
    OptionRow<ReportTexts>{{.names = "--json",
                            .value = "FILE",
                            .group = "output",
                            .help = "Write one JSON document there, - is standard output"},
                           keep<&ReportTexts::json>},
    OptionRow<ReportTexts>{{.names = "--keep-counterexamples",
                            .value = "DIR",
                            .group = "output",
                            .help = "Write counterexamples there, as C++ and PTX litmus tests"},
                           keep<&ReportTexts::kept>}};

// A lock that a table makes wrong may have no end of states: it must not hold up thousands of other
// tests.
constexpr std::chrono::seconds time_per_search{20};

}  // namespace

SubcommandProgram opmap_program(const std::string& build) {
  return {
      "opmap",
      "What compilers make of C++ atomics in PTX, and of shaders in SPIR-V, and whether they may.",
      "Exit codes: 0 done; 2 wrong input; 30 internal error; 32 cancelled. Commands that check "
      "have\nmore, see opmap(1).\n",
      {compile_command(), tables_command(), check_command(build), diff_command(), nvcc_command(),
       clang_command()}};
}

void add_family_options(CommandLine& line, SourceTexts& texts) { line.add(family_rows, texts); }

void add_machine_options(CommandLine& line, SourceTexts& texts) {
  line.add(mapping_machine_rows, texts);
}

void add_limit_options(CommandLine& line, SourceTexts& texts) {
  line.add(mapping_limit_rows, texts);
}

void add_report_options(CommandLine& line, ReportTexts& texts) { line.add(report_rows, texts); }

std::optional<std::chrono::milliseconds> timeout_of(const std::string& text) {
  if (text.empty()) return std::nullopt;
  const auto timeout = parse_duration(text);
  if (!timeout) throw UsageError("'" + text + "' is no time", "write 90s, 5m, 500ms");
  return timeout;
}

std::string machine_of(const SourceTexts& texts, bool shaders) {
  if (texts.machine) return *texts.machine;
  if (shaders) return default_machine(Language::vulkan);
  // Clusters are of PTX 8, and so not of the usual machine.
  return texts.generated.clusters ? "ptx-async" : default_machine(Language::ptx);
}

namespace {

mappings::CheckOptions options_on(const mappings::ChosenMachines& machines,
                                  const SourceTexts& texts) {
  mappings::CheckOptions options =
      mappings::check_options(machines, mappings::width_of(texts.width));
  options.threads = texts.threads;
  options.timeout = timeout_of(texts.timeout).value_or(time_per_search);
  options.interrupted = interrupted;
  options.progress = shown_counts();
  return options;
}

mappings::CheckOptions shader_options(const SourceTexts& texts) {
  if (!texts.reading.empty()) throw UsageError("--ptx-reading is about PTX, not about shaders", "");
  if (texts.width != "32") {
    throw UsageError("--width is about C++: atomics of shaders have 32 bits", "leave it out");
  }
  return options_on(mappings::chosen_shader_machines(machine_of(texts, true)), texts);
}

}  // namespace

std::vector<mappings::CheckOptions> check_options(const SourceTexts& texts, Language target) {
  if (target == Language::vulkan) return {shader_options(texts)};
  std::vector<mappings::CheckOptions> all;
  for (const std::string& cxx : parts_of(texts.cxx, ',')) {
    const mappings::MachineWords words{cxx, machine_of(texts), texts.reading};
    all.push_back(options_on(mappings::chosen_machines(words, "compiled tests are PTX"), texts));
    if (target == Language::cxx) all.back().target = all.back().source;
  }
  return all;
}

CounterexampleFolder::CounterexampleFolder(std::optional<std::filesystem::path> folder,
                                           OutputGuard guard)
    : folder_(std::move(folder)), guard_(std::move(guard)) {
  if (folder_) make_directory(*folder_);
}

void CounterexampleFolder::keep(std::vector<mappings::Counterexample>& examples,
                                const mappings::CheckOptions& options) {
  if (!folder_ || examples.empty()) return;
  const auto& settings = options.source.options.settings;
  const auto model = settings.find("cxx");
  const std::filesystem::path folder =
      *folder_ / (model == settings.end() ? std::string(options.source.machine->name)
                                          : file_name(model->second));
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
