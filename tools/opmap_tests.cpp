#include "tools/opmap_tests.hpp"

#include <utility>

#include "answers/amounts.hpp"
#include "answers/machine_choice.hpp"
#include "answers/settings.hpp"
#include "litmus/reader.hpp"
#include "litmus/sources.hpp"
#include "studies/campaign/campaign.hpp"
#include "tools/interrupt.hpp"
#include "tools/opmap_compile.hpp"
#include "tools/progress.hpp"

namespace opexplore {
namespace {

SelectedTests files_of(const TestTexts& texts) {
  SelectedTests tests;
  for (const std::filesystem::path& path : expand_sources(texts.files)) {
    Test test = read_file(path);
    if (test.program.language != Language::cxx) {
      throw InputError(path.string(), {1, 1}, "this is a PTX test, and mappings compile C++",
                       "a C++ test begins with the word C");
    }
    tests.read.push_back(mappings::observing_everything(std::move(test)));
  }
  tests.title = std::to_string(tests.read.size()) + (tests.read.size() == 1 ? " file" : " files");
  return tests;
}

SelectedTests families_of(const TestTexts& texts) {
  SelectedTests tests;
  tests.generated = mappings::source_tests(parts_of(texts.families, ','));
  for (std::size_t i = 0; i < tests.generated->size(); ++i) {
    if (is_selected(i, texts.every)) tests.selected.push_back(i);
  }
  tests.title = "families " + texts.families;
  if (texts.every > 1) tests.title += ", one of " + std::to_string(texts.every);
  return tests;
}

}  // namespace

void add_family_options(CLI::App& app, TestTexts& texts) {
  const std::string group = "input";
  app.add_option("--family", texts.families, "LIST\tFamilies of source tests (default: two-thread)")
      ->group(group);
  app.add_option("--every", texts.every, "N\tOf the generated tests, one of so many")->group(group);
  app.add_option("--width", texts.width, "BITS\tOf atomic objects: 8, 16, 32 or 64 (default: 32)")
      ->group(group);
}

void add_machine_options(CLI::App& app, TestTexts& texts) {
  const std::string group = "semantics";
  app.add_option("--cxx", texts.cxx, "LIST\tSource models: c++20 (default), rc11, rc11-lb, c++17")
      ->group(group);
  app.add_option("--machine", texts.machine,
                 "NAME[:SETTING=VALUE,...]\tThe PTX machine (default: ptx-proxy)")
      ->group(group);
  app.add_option("--ptx-reading", texts.reading, "isa|dat3m\tHow it reads PTX")->group(group);
}

void add_limit_options(CLI::App& app, TestTexts& texts) {
  app.add_option("-j,--threads", texts.threads, "N\tThreads (default: one per core)")
      ->group("limits");
  app.add_option("--timeout", texts.timeout, "TIME\tFor each search: 90s, 5m")->group("limits");
}

mappings::TestList SelectedTests::list() const {
  if (!generated) {
    return {read.size(), [this](std::size_t i) { return read[i]; },
            [](std::size_t) { return std::string_view("files"); }};
  }
  return {selected.size(), [this](std::size_t i) { return generated->make(selected[i]); },
          [this](std::size_t i) { return generated->family(selected[i]); }};
}

SelectedTests tests_of(const TestTexts& texts) {
  if (texts.every == 0) throw UsageError("--every 0 would check nothing", "write 1 or more");
  return texts.files.empty() ? families_of(texts) : files_of(texts);
}

mappings::CheckOptions check_options(const TestTexts& texts, const std::string& cxx) {
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
  options.weaken = false;
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

mappings::CheckTitle title_of(const mappings::CheckOptions& options, const SelectedTests& tests) {
  return {mappings::title_of(options.source), mappings::title_of(options.target), tests.title,
          tests.list().size};
}

}  // namespace opexplore
