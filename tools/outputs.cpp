#include "tools/outputs.hpp"

#include <algorithm>
#include <cstdio>
#include <iterator>
#include <utility>

#include "export/output_file.hpp"
#include "tools/pictures.hpp"

namespace opexplore {
namespace {

bool standard_output_taken(const std::vector<Output>& outputs) {
  return std::ranges::any_of(outputs, [](const Output& output) { return output.whole == "-"; });
}

// The words of a list of machines and models, or of tests to generate, any of which may be a file.
void add_words(const std::string& text, std::vector<std::string>& words) {
  std::string word;
  for (const char c : text + ' ') {
    if (std::string_view(" \t,:=").find(c) == std::string_view::npos) {
      word += c;
    } else if (!word.empty()) {
      words.push_back(word.front() == '@' && word.size() > 1 ? word.substr(1) : word);
      word.clear();
    }
  }
}

OutputGuard::Paths files_read(const Options& options) {
  OutputGuard::Paths files = files_of_words(options.sources, options.search);
  for (const auto& file : {options.kinds, options.expect, options.launch, options.rank}) {
    if (file) files.push_back(*file);
  }
  for (const auto* const list : {&options.names, &options.excluded_names}) {
    files.insert(files.end(), list->begin(), list->end());
  }
  std::vector<std::string> words;
  for (const std::string& text : options.generate) add_words(text, words);
  for (const auto& name : {options.machine, options.compare_with, options.within,
                           options.check_axioms, options.distinguish}) {
    if (name) add_words(*name, words);
  }
  std::ranges::move(files_of_words(words), std::back_inserter(files));
  return files;
}

}  // namespace

std::vector<Output> outputs_of(const Options& options) {
  const bool folder = options.directory.has_value();
  const bool dot_each = options.dot && options.dot->empty();
  const Format* const printed = options.compiler_explorer ? &compiler_explorer_format : &log_format;
  std::vector<Output> outputs{{.format = printed, .printed = true}};
  if (folder && options.compiler_explorer) outputs.push_back({.format = &log_format, .each = true});
  if (!options.compiler_explorer) outputs.front().each = folder;
  if (options.dot || options.witness == WitnessFile::dot || folder) {
    outputs.push_back({.format = &dot_format,
                       .whole = dot_each ? std::nullopt : options.dot,
                       .each = dot_each || options.witness == WitnessFile::dot,
                       .each_different = folder});
  }
  if (options.svg) outputs.push_back({.format = &svg_format, .whole = options.svg});
  if (options.png) outputs.push_back({.format = &png_format, .whole = options.png});
  if (options.trace_json) {
    outputs.push_back({.format = &trace_json_format, .whole = options.trace_json});
  }
  if (options.json || options.witness == WitnessFile::json || options.journal) {
    outputs.push_back({.format = &json_format,
                       .whole = options.json,
                       .each = options.witness == WitnessFile::json,
                       .noted = options.journal.has_value()});
  }
  if (options.sarif) {
    outputs.push_back({.format = &sarif_format, .whole = options.sarif, .of_smaller = false});
  }
  if (options.github) {
    outputs.push_back({.format = &github_format, .printed = true, .of_smaller = false});
  }
  if (options.html) outputs.push_back({.format = &html_format, .whole = options.html});
  if (options.coq) {
    outputs.push_back({.format = &coq_format, .each = true, .of_smaller = false});
  }
  return outputs;
}

OutputOptions output_options(const Options& options, const ToolInfo& tool) {
  return {options.shown(),
          options.picture,
          options.radix,
          options.trace,
          options.check_deadlock,
          options.check_races,
          options.kernel.explain || options.trace,
          asked_options(options.explore),
          tool};
}

std::filesystem::path file_of(const Options& options, const Test& test, const Format& format) {
  if (&format == &coq_format && options.coq && !options.coq->empty()) return *options.coq;
  if (&format != &coq_format) return file_of(options, test, format.suffix);
  return options.directory.value_or(".") /
         (format.file_name(test.name + options.suffix) + std::string(format.suffix));
}

std::filesystem::path file_of(const Options& options, const Test& test, std::string_view suffix) {
  return options.directory.value_or(".") /
         (file_name(test.name) + options.suffix + std::string(suffix));
}

OutputGuard prepare_output(const Options& options) {
  OutputGuard guard([&options] { return files_read(options); });
  guard.add("--write json", options.json);
  guard.add("--write trace-json", options.trace_json);
  guard.add("--write sarif", options.sarif);
  guard.add("--write html", options.html);
  guard.add("--write svg", options.svg);
  guard.add("--write png", options.png);
  if (options.svg) require_graphviz("--write svg");
  if (options.png) require_graphviz("--write png");
  if (options.dot && !options.dot->empty()) guard.add("--write dot", *options.dot);
  if (options.coq && !options.coq->empty()) guard.add("--write coq", *options.coq);
  guard.add("--write tables", options.tables);
  if (options.directory) make_directory(*options.directory);
  return guard;
}

CollectedOutput::CollectedOutput(const Options& options)
    : quiet_(options.quiet),
      outputs_(outputs_of(options)),
      prints_(!standard_output_taken(outputs_)) {}

void CollectedOutput::add(FormatParts parts) {
  for (const Output& output : outputs_) {
    const auto part = parts.find(output.format->name);
    if (part == parts.end()) continue;
    if (output.printed && prints_) {
      write_standard_output(part->second.get_ref<const std::string&>());
    }
    if (output.whole) parts_[output.format->name].push_back(std::move(part->second));
  }
}

void CollectedOutput::finish(const RunSummary& run) {
  for (const Output& output : outputs_) {
    if (output.format != &json_format) write(output, run);
  }
}

void CollectedOutput::finish_report(const RunSummary& run) {
  for (const Output& output : outputs_) {
    if (output.format == &json_format) write(output, run);
  }
}

void CollectedOutput::write(const Output& output, const RunSummary& run) {
  if (!output.whole) return;
  std::vector<FormatPart>& parts = parts_[output.format->name];
  if (output.format == &trace_json_format && std::ranges::all_of(parts, is_empty) && !quiet_) {
    std::fputs(
        "Warning: no trace to write; machines have traces, models have none, and -show "
        "chooses\n",
        stderr);
  }
  const std::string document = output.format->document(std::move(parts), run);
  if (output.format == &svg_format || output.format == &png_format) {
    write_pictures(*output.whole, output.format->name, document);
  } else {
    write_output(*output.whole, document);
  }
}

void write_json(const std::string& target, const nlohmann::ordered_json& document) {
  write_output(target, json_text(document));
}

}  // namespace opexplore
