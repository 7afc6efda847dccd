#include "tools/batch.hpp"

#include <algorithm>
#include <cstdio>
#include <iterator>
#include <map>
#include <optional>
#include <set>

#include "export/trace_json.hpp"
#include "tools/arguments.hpp"
#include "tools/certificate.hpp"
#include "tools/pairing.hpp"
#include "tools/progress.hpp"
#include "tools/runner.hpp"

namespace opexplore {
namespace {

Context context_of(const Options& options, const Selection& selection, const ToolInfo& tool,
                   Pairing pairing) {
  return {options, selection, std::move(pairing.first), std::move(pairing.second), tool, nullptr};
}

bool standard_output_taken(const Options& options) {
  return options.json == "-" || options.trace_json == "-" || options.dot == "-";
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

// Everything that is written while the results come in, and what is known of them.
class Writer {
 public:
  Writer(const Options& options, const ToolInfo& tool, OutputGuard& guard)
      : options_(options),
        guard_(guard),
        document_(json_document(tool)),
        traces_(json_traces(tool)) {}

  void add(SingleResult result) {
    code_ = worse(code_, result.code);
    ++endings_[result.ending];
    unexpected_ += result.unexpected ? 1 : 0;
    if (!options_.quiet) say(result.remarks);
    say(result.diagnostics);
    if (!result.hash.empty()) note_name(result);
    if (result.agreement) note_agreement(result);
    if (!standard_output_taken(options_)) write_standard_output(result.log);
    for (const OutputFile& file : result.files) write(result.name, file);
    drawings_ += result.drawings;
    if (options_.trace_json) {
      for (nlohmann::ordered_json& trace : result.traces) {
        traces_["traces"].push_back(std::move(trace));
      }
    }
    if (result.json) document_["tests"].push_back(std::move(*result.json));
  }

  // What can be written only when the last test is done.
  ExitCode finish() {
    write_drawings(options_, drawings_);
    if (options_.trace_json) write_traces();
    summarise();
    if (options_.json) {
      document_["exit_code"] = static_cast<int>(code_);
      write_json(*options_.json, document_);
    }
    return code_;
  }

 private:
  void write_traces() {
    if (traces_["traces"].empty() && !options_.quiet) {
      say("Warning: no trace to write; machines have traces, models have none, and -show "
          "chooses\n");
    }
    write_json(*options_.trace_json, traces_);
  }

  static void say(const std::string& text) { std::fputs(text.c_str(), stderr); }

  void note_name(const SingleResult& result) {
    const auto [entry, added] = hashes_.emplace(result.name, result.hash);
    if (!added && entry->second != result.hash) ambiguous_.insert(result.name);
  }

  void note_agreement(const SingleResult& result) {
    ++agreements_[*result.agreement];
    if (*result.agreement == Agreement::different) differing_.push_back(result.name);
  }

  // herd's tools take two tests of one name and different hashes for an error.
  void warn_of_names() const {
    if (ambiguous_.empty()) return;
    const std::string number =
        ambiguous_.size() == 1 ? " " : "s (" + std::to_string(ambiguous_.size()) + " names) ";
    say("Warning: Different hashes for test" + number + some_of(ambiguous_) +
        ": mcompare7 will refuse this log\n");
  }

  template <class Names>
  static std::string some_of(const Names& names) {
    constexpr std::size_t most = 5;
    std::string text;
    std::size_t count = 0;
    for (const std::string& name : names) {
      if (count++ == most) return text + ", …";
      text += (count == 1 ? "" : ", ") + name;
    }
    return text;
  }

  void write(const std::string& name, const OutputFile& file) {
    if (!written_.insert(file.path).second) {
      throw OutputError(file.path.string(), "two tests would write " + file.path.string() +
                                                "; run them apart or with different -suffix");
    }
    if (file.path != options_.coq) {  // which is known to the guard
      const bool smaller = file.path.extension() == ".litmus";
      guard_.add("test " + name, file.path, smaller ? FileKind::test : FileKind::other);
    }
    write_file(file.path, file.content);
  }

  void summarise() {
    const auto count = [&](Ending ending) { return std::to_string(endings_[ending]); };
    if (endings_[Ending::not_run] > 0) say("Cancelled: " + count(Ending::not_run) + " not run\n");
    warn_of_names();
    if (options_.quiet) return;
    if (options_.verbosity > 0) {
      say("Summary: " + count(Ending::ok) + " Ok, " + count(Ending::no) + " No, " +
          count(Ending::undecided) + " undecided, " +
          (endings_[Ending::undefined] > 0 ? count(Ending::undefined) + " undefined, " : "") +
          count(Ending::failed) + " failed, " + count(Ending::not_selected) + " not selected, " +
          std::to_string(unexpected_) + " unexpected\n");
    }
    if (options_.differences_fail() || options_.verbosity > 0) summarise_comparison();
  }

  void summarise_comparison() {
    if (!options_.compares()) return;
    const auto count = [&](Agreement agreement) { return std::to_string(agreements_[agreement]); };
    const bool inclusion = options_.asked() == Asked::inclusion;
    say("Compared: " + count(Agreement::equal) + (inclusion ? " within, " : " equal, ") +
        count(Agreement::different) + " different, " + count(Agreement::undecided) + " undecided" +
        (agreements_[Agreement::undefined] > 0 ? ", " + count(Agreement::undefined) + " undefined"
                                               : "") +
        '\n');
    if (!differing_.empty()) say("Different: " + some_of(differing_) + '\n');
  }

  const Options& options_;
  OutputGuard& guard_;
  nlohmann::ordered_json document_;
  nlohmann::ordered_json traces_;
  std::string drawings_;
  std::map<std::string, std::string> hashes_;
  std::set<std::string> ambiguous_;  ///< names of tests with different hashes
  std::map<Agreement, std::size_t> agreements_;
  std::vector<std::string> differing_;
  std::set<std::filesystem::path> written_;
  std::map<Ending, std::size_t> endings_;
  std::size_t unexpected_ = 0;
  ExitCode code_ = ExitCode::complete;
};

}  // namespace

OutputGuard prepare_output(const Options& options) {
  OutputGuard guard([&options] { return files_read(options); });
  guard.add("--json", options.json);
  guard.add("--trace-json", options.trace_json);
  if (options.dot && !options.dot->empty()) guard.add("--dot", *options.dot);
  if (options.coq && !options.coq->empty()) guard.add("--coq", *options.coq);
  guard.add("--tables", options.tables);
  if (options.directory) make_directory(*options.directory);
  return guard;
}

void write_drawings(const Options& options, const std::string& drawings) {
  if (!options.dot || options.dot->empty()) return;
  write_output(*options.dot, drawings);
}

void write_json(const std::string& target, const nlohmann::ordered_json& document) {
  write_output(target, json_text(document));
}

ExitCode run_batch(const Options& options, const ToolInfo& tool) {
  const Selection selection(options);
  Context context = context_of(options, selection, tool, chosen_pairing(options));
  require_certifiable(options, context.first);
  std::optional<Context> for_cxx;
  if (auto pairing = pairing_for_cxx(options)) {
    for_cxx.emplace(context_of(options, selection, tool, std::move(*pairing)));
    context.for_cxx = &*for_cxx;
  }
  OutputGuard guard = prepare_output(options);
  const std::vector<Source> sources = sources_of(options);
  require_certificates(options, sources.size());
  Jobs<SingleResult> jobs(run_tests(context, sources));
  Writer writer(options, tool, guard);
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    SingleResult result = jobs.result(i);
    if (!options.quiet) clear_progress();
    writer.add(std::move(result));
  }
  return writer.finish();
}

}  // namespace opexplore
