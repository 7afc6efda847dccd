#include <algorithm>
#include <cstdio>
#include <memory>
#include <sstream>
#include <utility>
#include <variant>

#include "explorer/plan/question.hpp"
#include "export/output_file.hpp"
#include "litmus/language/program_size.hpp"
#include "litmus/language/writer.hpp"
#include "studies/campaign/campaign.hpp"
#include "studies/campaign/check.hpp"
#include "studies/campaign/json.hpp"
#include "studies/campaign/ranges.hpp"
#include "studies/campaign/tests.hpp"
#include "studies/campaign/text.hpp"
#include "studies/company.hpp"
#include "studies/distinguish/distinguish.hpp"
#include "studies/distinguish/json.hpp"
#include "studies/distinguish/text.hpp"
#include "studies/minimise/json.hpp"
#include "studies/minimise/text.hpp"
#include "tools/opexplore.hpp"
#include "tools/opgen.hpp"
#include "tools/outputs.hpp"
#include "tools/questions.hpp"
#include "tools/single.hpp"
#include "tools/terminal.hpp"
#include "tools/test_sources.hpp"

namespace opexplore {
namespace {

// Of each part, so many differences are shown in full.
constexpr std::size_t most_differences_shown = 3;
// A test that is hard for one side must not hold up millions of others.
constexpr std::chrono::seconds time_per_test{20};

// On a terminal a line that follows the campaign; elsewhere lines, the last never much older than
// 20 seconds; nothing when the run shall be quiet.
std::function<void(const CampaignProgress&)> shown_progress(bool quiet) {
  if (quiet) return {};
  if (on_terminal()) {
    return [](const CampaignProgress& progress) {
      if (!progress.finished) return put_line(campaign_progress_line(progress));
      clear_progress();
    };
  }
  return logged_campaign_progress(std::chrono::seconds(20), [](const std::string& line) {
    std::fputs((line + '\n').c_str(), stderr);
  });
}

CampaignOptions campaign_options(const Options& options) {
  CampaignOptions result;
  result.threads = options.explore.threads;
  result.every = options.every;
  result.interrupted = interrupted;
  result.progress = shown_progress(options.quiet);
  return result;
}

// --timeout is for one test, as everywhere.
ExploreOptions per_test(const Options& options) {
  ExploreOptions explore = options.explore;
  if (!explore.timeout) explore.timeout = time_per_test;
  return explore;
}

// What is written of single tests while the rest of the run goes to its end.
class Found {
 public:
  Found(const Options& options, const ToolInfo& tool, OutputGuard& guard)
      : options_(options),
        guard_(guard),
        selection_(selection_files(options)),
        document_(json_document(tool)),
        tool_(tool) {}

  /// The test made smaller, with no interruption: what was found is shown.
  std::optional<SmallerTest> smaller(const Pairing& pairing, const Test& test) const {
    return smaller_test(pairing, {test, native_dialect(test.program.language), {}},
                        per_test(options_));
  }

  /// What the two say of the test, or of the smaller one.
  void show(const Pairing& pairing, const Test& test, const std::optional<SmallerTest>& small) {
    ExploreOptions explore = per_test(options_);
    explore.traces = Traces::every_outcome;  // nor is this interrupted
    const Test& shown = small ? small->minimised.test : test;
    const std::string text = small ? smaller_test_text(test, *small) : write(shown) + '\n';
    SingleResult result = run_single(context_of(pairing), shown, explore);
    write_text(text + text_part(result, log_format));
    if (!options_.quiet) std::fputs(result.remarks.c_str(), stderr);
    std::fputs(result.diagnostics.c_str(), stderr);
    if (options_.directory) {
      write_test(test);
      if (small) write_test(shown);
    }
    for (const OutputFile& file : result.files) {
      guard_.require_replaceable("test " + shown.name, file.path);
      write_file(file.path, file.content);
    }
    drawings_ += text_part(result, dot_format);
    const auto json = result.parts.find(json_format.name);
    if (json == result.parts.end()) return;
    if (small) json->second["minimised"] = smaller_test_json(*small);
    document_["tests"].push_back(std::move(json->second));
  }

  void write_test(const Test& test) {
    const std::filesystem::path file = *options_.directory / (file_name(test.name) + ".litmus");
    guard_.require_replaceable("-o", file, FileKind::test);
    write_file(file, write(test));
  }

  void write_text(const std::string& text) const {
    const FormatFiles& writes = options_.writes;
    if (writes.file(json_format) == "-" || writes.file(dot_format) == "-") return;
    write_standard_output(text);
  }

  ExitCode finish(const std::string& key, nlohmann::ordered_json value, ExitCode code) {
    const std::string dot = options_.writes.file(dot_format).value_or("");
    if (!dot.empty()) write_output(dot, drawings_);
    if (options_.writes.has(json_format)) {
      document_[key] = std::move(value);
      document_["exit_code"] = static_cast<int>(code);
      write_json(*options_.writes.file(json_format), document_);
    }
    return code;
  }

 private:
  Context context_of(const Pairing& pairing) const {
    return {options_, selection_, pairing, tool_};
  }

  static std::string text_part(const SingleResult& result, const Format& format) {
    const auto part = result.parts.find(format.name);
    return part == result.parts.end() ? "" : part->second.get<std::string>();
  }

  const Options& options_;
  OutputGuard& guard_;
  Selection selection_;
  nlohmann::ordered_json document_;
  const ToolInfo& tool_;
  std::string drawings_;
};

ExitCode code_of(const CampaignResult& result, bool differences_fail) {
  ExitCode code = opexplore::code_of(result.incomplete);
  if (result.lacks_ranges) code = worse(code, ExitCode::incomplete);
  if (result.sum(&PartResult::undecided) > 0) code = worse(code, ExitCode::incomplete);
  if (result.sum(&PartResult::failed) > 0) code = worse(code, ExitCode::internal_error);
  if (differences_fail && result.sum(&PartResult::different) > 0) {
    code = worse(code, ExitCode::disagreement);
  }
  return code;
}

// Parts that differ in tests stay together: a report is read by pairing.
std::vector<CampaignPart> campaign_parts(const Options& options,
                                         const std::vector<Pairing>& pairings,
                                         const std::vector<CampaignTests>& groups) {
  std::vector<CampaignPart> parts;
  for (const Pairing& pairing : pairings) {
    for (const CampaignTests& tests : groups) {
      parts.push_back(part_of(tests, name_of(pairing), check_of(pairing, per_test(options))));
    }
  }
  return parts;
}

// Says what was found while smaller ones are looked for.
void announce(const FirstDifference& found, const Test& smaller) {
  const std::string place = found.file.empty() ? "" : " of the corpus, " + found.file;
  clear_progress();
  std::fputs(("Found " + found.found->test.name + place + ":\n\n" + write(smaller) +
              "\nLooking for smaller ones (Ctrl-C ends with this)\n")
                 .c_str(),
             stderr);
}

DistinguishQuestion question_of(const Options& options, const Pairing& pairing) {
  DistinguishQuestion question{pairing, per_test(options), campaign_options(options), {}, {}};
  if (options.generate.empty()) {
    question.ladder = ladder(parse_specification, language_of(pairing.first));
  } else {
    question.tests = campaign_tests(options.generate, parse_specification);
  }
  return question;
}

// A campaign with its parts, which refer to it.
struct AskedCampaign {
  AskedCampaign(const Options& chosen, const ToolInfo& tool)
      : options(chosen),
        tests(campaign_tests(options.generate, parse_specification)),
        pairings(chosen_pairings(options, language_of(tests))),
        parts(campaign_parts(options, pairings, tests)),
        campaign(campaign_options(options)) {
    if (options.shard) campaign.shard = *options.shard;
    question = question_of(parts, campaign, limits(tool));
  }
  AskedCampaign(const AskedCampaign&) = delete;
  AskedCampaign& operator=(const AskedCampaign&) = delete;

  // What decides which tests are undecided.
  std::string limits(const ToolInfo& tool) const {
    const ExploreOptions explore = per_test(options);
    const auto number = [](const auto& limit) {
      return limit ? std::to_string(*limit) : std::string("none");
    };
    return "program: " + tool.name + ' ' + tool.version + ' ' + tool.revision + "\n" +
           "milliseconds for a test: " + std::to_string(explore.timeout->count()) +
           "\nstates: " + number(explore.max_states) + "\nbytes: " + number(explore.max_memory) +
           '\n' + search_of(explore) + '\n';
  }

  const Options& options;
  std::vector<CampaignTests> tests;
  std::vector<Pairing> pairings;
  std::vector<CampaignPart> parts;
  CampaignOptions campaign;
  std::string question;
};

ExitCode reported(const AskedCampaign& asked, const CampaignResult& result, const Options& options,
                  Found& found) {
  const std::size_t specifications = asked.parts.size() / asked.pairings.size();
  for (std::size_t part = 0; part < result.parts.size(); ++part) {
    std::size_t shown = 0;
    for (const KeptTest& kept : result.parts[part].differences) {
      if (interrupted()) break;
      if (options.directory) found.write_test(kept.test);
      if (shown++ >= most_differences_shown) continue;
      const Pairing& pairing = asked.pairings[part / specifications];
      found.show(pairing, kept.test, found.smaller(pairing, kept.test));
    }
  }
  std::ostringstream report;
  write_campaign(report, result);
  found.write_text(report.str());
  return found.finish("campaign", json_campaign(result),
                      code_of(result, options.differences_fail()));
}

// Throws UsageError if it is not to be had: nothing has been checked yet.
std::unique_ptr<CampaignJournal> journal_of(const AskedCampaign& asked) {
  if (!asked.options.journal) return nullptr;
  try {
    return std::make_unique<CampaignJournal>(*asked.options.journal, asked.question,
                                             asked.options.words,
                                             asked.options.explore.large.resume);
  } catch (const JournalError& error) {
    throw UsageError(error.what());
  }
}

}  // namespace

ExitCode run_campaign(const Options& options, const ToolInfo& tool) {
  if (options.company != nullptr) options.company->part();
  AskedCampaign asked(options, tool);
  if (options.company != nullptr && options.company->ranks.rank != 0) {
    options.company->follow(asked.parts, asked.campaign);
    return ExitCode::complete;
  }
  OutputGuard guard = prepare_output(options);
  Found found(options, tool, guard);
  const std::unique_ptr<CampaignJournal> journal = journal_of(asked);
  if (journal) {
    asked.campaign.known = journal->known();
    asked.campaign.done = [&](const RangeResult& result) { journal->add(result); };
  }
  if (options.company != nullptr) options.company->lead(asked.parts, asked.campaign);
  const CampaignResult result = run_campaign(asked.parts, asked.campaign);
  if (journal) journal->flush();
  return reported(asked, result, options, found);
}

namespace {

// The options of the first part, as they are for the whole: with what is to be written now.
Options options_of_whole(const MergedItems& merged, const Options& options) {
  Options whole = std::get<Options>(parse_options(merged.words, ""));
  whole.shard = std::nullopt;
  whole.journal = std::nullopt;
  whole.writes = options.writes;
  whole.witness = WitnessFile::none;
  whole.directory = options.directory;
  whole.quiet = options.quiet;
  whole.verbosity = options.verbosity;
  return whole;
}

ExitCode merge_campaign(const Options& whole, const ToolInfo& tool, const MergedItems& merged) {
  const std::vector<RangeResult> known = range_results(merged.items);
  AskedCampaign asked(whole, tool);
  asked.campaign.known = known;
  asked.campaign.only_known = true;
  OutputGuard guard = prepare_output(whole);
  Found found(whole, tool, guard);
  return reported(asked, run_campaign(asked.parts, asked.campaign), whole, found);
}

}  // namespace

ExitCode run_merge(const Options& options, const ToolInfo& tool) {
  try {
    const MergedItems merged = merged_items(options.merged);
    const Options whole = options_of_whole(merged, options);
    return whole.task() == Task::campaign ? merge_campaign(whole, tool, merged)
                                          : merge_batch(whole, tool, merged);
  } catch (const JournalError& error) {
    throw UsageError(error.what());
  }
}

ExitCode run_distinguish(const Options& options, const ToolInfo& tool) {
  const Pairing pairing = distinguished_pair(options);
  OutputGuard guard = prepare_output(options);
  Found found(options, tool, guard);
  std::optional<KeptTest> seen;  // a difference that may not be the smallest
  std::optional<SmallerTest> small;
  const FirstDifference answer =
      distinguish(question_of(options, pairing), [&](const FirstDifference& now) -> std::size_t {
        seen = now.found;
        small = found.smaller(pairing, seen->test);
        const Test& shown = small ? small->minimised.test : seen->test;
        if (!options.quiet) announce(now, shown);
        return count_instructions(shown.program);
      });
  ExitCode code = code_of(answer.campaign.incomplete);
  if (answer.found) {
    const Test& test = answer.found->test;
    const bool known = seen && write(seen->test) == write(test);
    found.write_text(distinguish_text(answer, name_of(pairing)) + '\n');
    found.show(pairing, test, known ? small : found.smaller(pairing, test));
  } else {
    code = worse(code, ExitCode::incomplete);
    found.write_text(distinguish_text(answer, name_of(pairing)));
  }
  return found.finish("distinguish", distinguish_json(answer, name_of(pairing)), code);
}

}  // namespace opexplore
