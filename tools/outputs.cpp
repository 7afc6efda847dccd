#include "tools/outputs.hpp"

#include <algorithm>
#include <cstdio>
#include <iterator>
#include <utility>

#include "export/output_file.hpp"
#include "export/pictures.hpp"

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

// Of one that was asked for.
Output output_of(const Format& format, const Options& options) {
  const std::string file = *options.writes.file(format);
  Output output{.format = &format, .of_smaller = format.of_smaller};
  switch (format.destination) {
    case Destination::whole:
    case Destination::picture:
      output.whole = file;
      break;
    case Destination::whole_or_each:
      if (!file.empty()) output.whole = file;
      output.each = file.empty();
      break;
    case Destination::each:
      output.each = true;
      break;
    case Destination::beside:
    case Destination::instead:
      output.printed = true;
      break;
  }
  return output;
}

// That of the format; a new one if there is none.
Output& find_or_add(const Format& format, std::vector<Output>& outputs) {
  const auto known = std::ranges::find(outputs, &format, &Output::format);
  if (known != outputs.end()) return *known;
  outputs.push_back({.format = &format, .of_smaller = format.of_smaller});
  return outputs.back();
}

}  // namespace

std::vector<Output> outputs_of(const Options& options) {
  const bool folder = options.directory.has_value();
  const bool has_log = !options.writes.has(Destination::instead);
  std::vector<Output> outputs;
  if (has_log || folder) {
    outputs.push_back({.format = &log_format, .printed = has_log, .each = folder});
  }
  for (const Format* const format : formats()) {
    if (options.writes.has(*format)) outputs.push_back(output_of(*format, options));
  }
  if (folder) find_or_add(dot_format, outputs).each_different = true;
  if (options.witness == WitnessFile::dot) find_or_add(dot_format, outputs).each = true;
  if (options.witness == WitnessFile::json) find_or_add(json_format, outputs).each = true;
  if (options.journal) find_or_add(json_format, outputs).noted = true;
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
  const std::string named = options.writes.file(format).value_or("");
  if (format.destination == Destination::each && !named.empty()) return named;
  return options.directory.value_or(".") /
         (format.name_of_file(test.name + options.suffix) + std::string(format.suffix));
}

std::filesystem::path file_of(const Options& options, const Test& test, std::string_view suffix) {
  return options.directory.value_or(".") /
         (file_name(test.name) + options.suffix + std::string(suffix));
}

OutputGuard prepare_output(const Options& options) {
  OutputGuard guard([&options] { return files_read(options); });
  for (const Format* const format : formats()) {
    const std::optional<std::string> file = options.writes.file(*format);
    if (!file || file->empty()) continue;
    const std::string option = option_of(*format);
    guard.add(option, *file);
    if (format->destination == Destination::picture) require_graphviz(option);
  }
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
  if (output.format->destination == Destination::picture) {
    write_pictures(*output.whole, output.format->name, document);
  } else {
    write_output(*output.whole, document);
  }
}

void write_json(const std::string& target, const nlohmann::ordered_json& document) {
  write_output(target, json_text(document));
}

}  // namespace opexplore
