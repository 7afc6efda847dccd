#include <algorithm>
#include <charconv>
#include <cstdio>
#include <exception>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "answers/work_journal.hpp"
#include "explorer/notes/journal.hpp"
#include "export/inputs_results.hpp"
#include "export/output_file.hpp"
#include "export/single_result.hpp"
#include "litmus/input/usage_error.hpp"
#include "studies/company.hpp"
#include "tools/opexplore.hpp"
#include "tools/questions.hpp"
#include "tools/terminal.hpp"
#include "tools/test_sources.hpp"

namespace opexplore {
namespace {

// Results by the number of their test among all of the run.
using NumberedResults = std::map<std::size_t, SingleResult>;

// Throws JournalError for what are no results of tests.
NumberedResults numbered_results(const FoundParts& parts) {
  NumberedResults results;
  for (const auto& [part, found] : parts) {
    std::size_t number = 0;
    const char* const end = part.data() + part.size();
    const auto [behind, error] = std::from_chars(part.data(), end, number);
    try {
      if (error != std::errc{} || behind != end) throw std::invalid_argument("it has no number");
      results.emplace(number, single_result(found));
    } catch (const std::invalid_argument&) {
      throw JournalError("these are no results of tests; name other journals");
    }
  }
  return results;
}

// Whether it is worth noting: what the user ended, and what broke, is asked again.
bool is_whole(const SingleResult& result) {
  return result.ending != Ending::not_run && result.code != ExitCode::cancelled &&
         result.code != ExitCode::internal_error;
}

// Everything that is written while the results come in, and what is known of them.
class Writer {
 public:
  Writer(const Options& options, const ToolInfo& tool, OutputGuard& guard)
      : options_(options), tool_(tool), guard_(guard), output_(options) {}

  void add(SingleResult result) {
    if (!several_.takes(result)) write_several();
    if (!several_.takes(result)) return write(std::move(result));
    several_.add(std::move(result));
    if (several_.complete()) write_several();
  }

  // So many tests are known to nobody.
  void lack(std::size_t tests) {
    if (tests == 0) return;
    code_ = worse(code_, ExitCode::incomplete);
    say("Warning: " + std::to_string(tests) + (tests == 1 ? " test is" : " tests are") +
        " in none of the journals\n");
  }

  // What can be written only when the last test is done.
  ExitCode finish() {
    write_several();
    const RunSummary run{tool_, static_cast<int>(code_)};
    output_.finish(run);
    summarise();
    output_.finish_report(run);
    return code_;
  }

 private:
  static void say(const std::string& text) { std::fputs(text.c_str(), stderr); }

  // Launches of one kernel are told of together.
  void write_several() {
    for (SingleResult& result : several_.take()) write(std::move(result));
  }

  void write(SingleResult result) {
    code_ = worse(code_, result.code);
    ++endings_[result.ending];
    unexpected_ += result.unexpected ? 1 : 0;
    if (!options_.quiet) say(result.remarks);
    if (!options_.writes.has(Destination::instead)) say(result.diagnostics);  // whose lines say it
    if (!result.hash.empty()) note_name(result);
    if (result.agreement) note_agreement(result);
    output_.add(std::move(result.parts));
    for (const OutputFile& file : result.files) write(result.name, file);
  }

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
    if (file.path != options_.writes.file(coq_format)) {  // which is known to the guard
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
  const ToolInfo& tool_;
  OutputGuard& guard_;
  CollectedOutput output_;
  InputsResults several_;
  std::map<std::string, std::string> hashes_;
  std::set<std::string> ambiguous_;  ///< names of tests with different hashes
  std::map<Agreement, std::size_t> agreements_;
  std::vector<std::string> differing_;
  std::set<std::filesystem::path> written_;
  std::map<Ending, std::size_t> endings_;
  std::size_t unexpected_ = 0;
  ExitCode code_ = ExitCode::complete;
};

// Throws UsageError where one file is to be the certificate of so many tests, and they are not one.
void require_certificates(const Options& options, std::size_t tests) {
  if (options.writes.file(coq_format).value_or("").empty() || tests == 1) return;
  throw UsageError("--write coq=FILE.v is of one test, and there are " + std::to_string(tests),
                   "--write coq without FILE.v writes NAME.v for each");
}

// Throws UsageError where the files of one search would be those of several.
void require_one_search(const Options& options, std::size_t tests) {
  const LargeSearch& large = options.explore.large;
  for (const auto& [name, given] : {std::pair{"--store", large.store.has_value()},
                                    {"--checkpoint", large.checkpoint.has_value()}}) {
    if (!given) continue;
    if (tests != 1) {
      throw UsageError(
          std::string(name) + " is of one test, and there are " + std::to_string(tests),
          "run them apart, each with a file of its own");
    }
    for (const auto& [other, asked] : {std::pair{"--hunt", options.hunt},
                                       {"minimise", options.minimise},
                                       {"a comparison", options.compares()}}) {
      if (!asked) continue;
      throw UsageError(std::string(name) + " is of one search, and " + other + " is none",
                       "leave one of the two out");
    }
  }
  if (large.store && large.checkpoint) {
    throw UsageError("--store and --checkpoint each note how far the search is",
                     "leave --checkpoint out");
  }
  if (large.store && (options.explore.count_paths || options.explore.count_stalls)) {
    throw UsageError("--count-paths and stalls need the whole graph in one memory",
                     "leave them or --store out");
  }
  if (options.journal && options.company != nullptr && tests == 1) {
    throw UsageError("--journal is of many tests, and the search of one goes over all processes",
                     "--store DIR --resume goes on with it");
  }
  if (options.journal && (large.store || large.checkpoint)) {
    throw UsageError("--journal is of many tests, and --store and --checkpoint are of one",
                     "leave one of them out");
  }
}

// All that is to be known before the first test is asked about.
struct Batch {
  Batch(const Options& options, const ToolInfo& tool)
      : selection(selection_files(options)), context(context_of(options, tool)) {
    require_certifiable(options, context.pairing);
    if (!is_follower(options.company)) guard.emplace(prepare_output(options));
    sources = sources_of(options);
    if (options.journal || options.company != nullptr) {
      for (const Source& source : sources) identities += "test: " + identity_of(source) + '\n';
    }
    if (options.shard) take_shard(*options.shard);
    require_certificates(options, sources.size());
    require_one_search(options, sources.size());
    if (options.journal && !is_follower(options.company)) {
      journal.emplace(*options.journal, noted_question(options, tool, identities), options.words,
                      options.explore.large.resume);
    }
  }
  Batch(const Batch&) = delete;
  Batch& operator=(const Batch&) = delete;

  Context context_of(const Options& options, const ToolInfo& tool) const {
    const Pairing pairing = chosen_pairing(options);
    return {options,
            selection,
            pairing,
            tool,
            pairings_of_other_programs(options, pairing),
            termination_question(options)};
  }

  // Leaves the tests of that part.
  void take_shard(const CampaignShard& part) {
    shard = part;
    std::vector<Source> mine;
    for (std::size_t i = 0; i < sources.size(); ++i) {
      if (shard.has(i)) mine.push_back(std::move(sources[i]));
    }
    sources = std::move(mine);
  }

  // The number in the whole run of a test of this part.
  std::size_t number_of(std::size_t index) const { return index * shard.count + shard.number - 1; }

  SharedJobs<SingleResult> noted() {
    SharedJobs<SingleResult> shared;
    if (!journal) return shared;
    NumberedResults known = numbered_results(journal->take_known());
    for (std::size_t i = 0; i < sources.size(); ++i) {
      const auto found = known.find(number_of(i));
      if (found != known.end()) shared.known.emplace(i, std::move(found->second));
    }
    shared.note = [this](std::size_t index, const SingleResult& result) {
      if (is_whole(result)) journal->add(std::to_string(number_of(index)), text_of(result));
    };
    return shared;
  }

  Selection selection;
  Context context;                   // refers to it
  std::optional<OutputGuard> guard;  // of the process that writes, as the journal
  std::optional<WorkJournal> journal;
  std::vector<Source> sources;
  std::string identities;  // of the tests of the whole run, a line each
  CampaignShard shard;
};

// Over processes all of them can begin, and with the same, or none does: one that waited for
// another would wait for ever.
std::unique_ptr<Batch> batch_of_all(const Options& options, const ToolInfo& tool) {
  std::unique_ptr<Batch> batch;
  std::exception_ptr problem;
  std::string said;
  try {
    batch = std::make_unique<Batch>(options, tool);
  } catch (const std::exception& error) {
    problem = std::current_exception();
    said = error.what();
  }
  try {
    agree(options.company->ranks, said, batch ? batch->identities : "");
  } catch (const CompanyError&) {
    if (problem) std::rethrow_exception(problem);
    throw;
  }
  if (batch->sources.size() != 1) options.company->part();
  return batch;
}

}  // namespace

ExitCode run_batch(const Options& options, const ToolInfo& tool) {
  const std::unique_ptr<Batch> batch = options.company == nullptr
                                           ? std::make_unique<Batch>(options, tool)
                                           : batch_of_all(options, tool);
  Jobs<SingleResult> jobs(run_tests(batch->context, batch->sources, batch->noted()));
  if (is_follower(options.company)) {
    for (std::size_t i = 0; i < jobs.size(); ++i) jobs.result(i);
    return ExitCode::complete;
  }
  Writer writer(options, tool, *batch->guard);
  const auto show = shown_counts(between_logs);
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    if (options.company != nullptr && !options.quiet) show("Tests", i, jobs.size());
    SingleResult result = jobs.result(i);
    if (batch->journal) batch->journal->require_written();
    if (!options.quiet) clear_progress();
    writer.add(std::move(result));
  }
  if (batch->journal) batch->journal->flush();
  return writer.finish();
}

ExitCode merge_batch(const Options& options, const ToolInfo& tool, const MergedItems& merged) {
  OutputGuard guard = prepare_output(options);
  NumberedResults results = numbered_results(found_parts(merged.items));
  Writer writer(options, tool, guard);
  std::size_t tests = 0;
  std::istringstream question(merged.question);
  for (std::string line; std::getline(question, line);) tests += line.starts_with("test: ") ? 1 : 0;
  writer.lack(tests - std::min(tests, results.size()));
  for (auto& [number, result] : results) {
    result.files.clear();  // whoever asked has written them
    writer.add(std::move(result));
  }
  return writer.finish();
}

}  // namespace opexplore
