#include "tools/opmap_reports.hpp"

#include <algorithm>

#include "export/output_file.hpp"
#include "litmus/writer.hpp"
#include "mappings/report.hpp"

namespace opexplore {

void add_report_options(CLI::App& app, ReportTexts& texts) {
  const std::string group = "output";
  app.add_option("-o", texts.output, "FILE\tWrite the report there")->group(group);
  app.add_option("--json", texts.json, "FILE\tWrite one JSON document there, - is standard output")
      ->group(group);
  app.add_option("--keep-counterexamples", texts.kept,
                 "DIR\tWrite counterexamples there, as C++ and PTX litmus tests")
      ->group(group);
}

CounterexampleFolder::CounterexampleFolder(std::filesystem::path folder, OutputGuard guard)
    : folder_(std::move(folder)), guard_(std::move(guard)) {
  make_directory(folder_);
}

void CounterexampleFolder::keep(std::vector<mappings::Counterexample>& examples,
                                const mappings::CheckOptions& options) {
  if (examples.empty()) return;
  const std::filesystem::path folder =
      folder_ / file_name(options.source.options.settings.at("cxx"));
  make_directory(folder);
  const std::string machine = "allowed by " + mappings::title_of(options.target) +
                              ", forbidden by " + mappings::title_of(options.source);
  for (mappings::Counterexample& example : examples) {
    for (Test* const test : {&example.source, &example.compiled}) {
      Test copy = *test;
      copy.comments.push_back(machine);
      copy.comments.push_back(example.sentence);
      example.kept.push_back(write(folder, copy.name, opexplore::write(copy)));
    }
  }
}

std::string CounterexampleFolder::write(const std::filesystem::path& folder,
                                        const std::string& name, const std::string& text) {
  for (std::size_t number = 1;; ++number) {
    const std::string suffix = number == 1 ? "" : "-" + std::to_string(number);
    const std::filesystem::path path = folder / (file_name(name) + suffix + ".litmus");
    const auto old = std::find_if(written_.begin(), written_.end(),
                                  [&](const auto& each) { return each.first == path; });
    if (old == written_.end()) {
      guard_.require_replaceable("--keep-counterexamples", path, FileKind::test);
      write_file(path, text);
      written_.emplace_back(path, text);
      return path.string();
    }
    if (old->second == text) return path.string();
  }
}

}  // namespace opexplore
