#include "tools/generated.hpp"

#include <cstdio>
#include <sstream>

#include "litmus/writer.hpp"
#include "tools/arguments.hpp"
#include "tools/batch.hpp"
#include "tools/campaign.hpp"
#include "tools/campaign_json.hpp"
#include "tools/campaign_tests.hpp"
#include "tools/campaign_text.hpp"
#include "tools/check.hpp"
#include "tools/interrupt.hpp"
#include "tools/ladder.hpp"
#include "tools/minimising.hpp"
#include "tools/pairing.hpp"
#include "tools/progress.hpp"

namespace opexplore {
namespace {

// Of each part, so many differences are shown in full.
constexpr std::size_t most_shown = 3;
// A test that is hard for one side must not hold up millions of others.
constexpr std::chrono::seconds time_per_test{20};

CampaignOptions campaign_options(const Options& options) {
  CampaignOptions result;
  result.threads = options.explore.threads;
  result.every = options.every;
  result.interrupted = interrupted;
  result.progress = shown_campaign_progress(options.quiet);
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
  Found(const Options& options, const ToolInfo& tool)
      : options_(options), selection_(options), document_(json_document(tool)), tool_(tool) {}

  /// What the two say of the test made smaller.
  void show(const Pairing& pairing, const Test& test) {
    const Context context{options_, selection_, pairing.first, pairing.second, tool_, nullptr};
    ExploreOptions explore = per_test(options_);
    explore.traces = Traces::every_outcome;  // and no interruption: what was found is shown
    const std::optional<SmallerTest> small = smaller_test(context, {test, Dialect::ptx}, explore);
    const Test& shown = small ? small->minimised.test : test;
    const std::string text = small ? smaller_test_text(test, *small) : write(shown) + '\n';
    SingleResult result = run_single(context, shown, explore);
    write_text(text + result.log);
    if (!options_.quiet) std::fputs(result.diagnostics.c_str(), stderr);
    if (options_.directory) {
      write_test(test);
      if (small) write_test(shown);
    }
    for (const OutputFile& file : result.files) write_file(file.path, file.content);
    drawings_ += result.drawings;
    if (!result.json) return;
    if (small) (*result.json)["minimised"] = smaller_test_json(*small);
    document_["tests"].push_back(std::move(*result.json));
  }

  void write_test(const Test& test) {
    write_file(*options_.directory / (file_name(test.name) + ".litmus"), write(test));
  }

  void write_text(const std::string& text) const {
    if (options_.json != "-" && options_.dot != "-") write_standard_output(text);
  }

  ExitCode finish(const std::string& key, nlohmann::ordered_json value, ExitCode code) {
    write_drawings(options_, drawings_);
    if (options_.json) {
      document_[key] = std::move(value);
      document_["exit_code"] = static_cast<int>(code);
      write_json(*options_.json, document_);
    }
    return code;
  }

 private:
  const Options& options_;
  Selection selection_;
  nlohmann::ordered_json document_;
  const ToolInfo& tool_;
  std::string drawings_;
};

ExitCode code_of(const CampaignResult& result, bool differences_fail) {
  ExitCode code = opexplore::code_of(result.incomplete);
  if (result.sum(&PartResult::undecided) > 0) code = worse(code, ExitCode::incomplete);
  if (result.sum(&PartResult::failed) > 0) code = worse(code, ExitCode::internal_error);
  if (differences_fail && result.sum(&PartResult::different) > 0) {
    code = worse(code, ExitCode::disagreement);
  }
  return code;
}

// Parts that differ in tests stay together: a report is read by pairing.
std::vector<CampaignPart> parts_of(const Options& options, const std::vector<Pairing>& pairings) {
  std::vector<CampaignPart> parts;
  for (const Pairing& pairing : pairings) {
    for (CampaignTests& tests : campaign_tests(options.generate)) {
      parts.push_back(
          part_of(std::move(tests), name_of(pairing), check_of(pairing, per_test(options))));
    }
  }
  return parts;
}

// "3 are undecided or refused", or nothing when there are none.
std::string without_answer(const CampaignResult& campaign, const std::string& are) {
  const std::uint64_t undefined = campaign.sum(&PartResult::undefined);
  const std::uint64_t all =
      campaign.sum(&PartResult::undecided) + campaign.sum(&PartResult::refused) + undefined;
  if (all == 0) return {};
  return std::to_string(all) + ' ' + are +
         (undefined > 0 ? " undecided, undefined or refused" : " undecided or refused");
}

std::string not_found(const FirstDifference& answer, const std::string& pairing) {
  const CampaignResult& campaign = answer.campaign;
  std::string text = "No difference between " + pairing + " in " +
                     std::to_string(campaign.sum(&PartResult::equal)) + " tests";
  if (answer.all_up_to) {
    text += ", all of the ladder with up to " + std::to_string(*answer.all_up_to) + " instructions";
  }
  if (const std::string unknown = without_answer(campaign, "more are"); !unknown.empty()) {
    text += "; " + unknown;
  }
  return text + ". That is no proof that they are the same.\n";
}

std::string how_found(const FirstDifference& answer) {
  const CampaignResult& campaign = answer.campaign;
  std::string text = "Found " + answer.found->test.name + " after " +
                     std::to_string(campaign.sum(&PartResult::checked)) + " tests";
  if (answer.all_up_to) {
    text += "; no generated test with up to " + std::to_string(*answer.all_up_to) +
            (*answer.all_up_to == 1 ? " instruction differs" : " instructions differs");
  }
  if (const std::string unknown = without_answer(campaign, "are"); !unknown.empty()) {
    text += ", but " + unknown;
  }
  if (campaign.incomplete != Incomplete::none) text += "; the search for smaller ones was ended";
  return text + "\n\n";
}

nlohmann::ordered_json distinguish_json(const FirstDifference& answer, const std::string& pairing) {
  nlohmann::ordered_json json{{"pairing", pairing},
                              {"found", nullptr},
                              {"tests", answer.tests},
                              {"all_up_to", nullptr},
                              {"campaign", json_campaign(answer.campaign)}};
  if (answer.found) json["found"] = answer.found->test.name;
  if (answer.all_up_to) json["all_up_to"] = *answer.all_up_to;
  return json;
}

}  // namespace

ExitCode run_campaign(const Options& options, const ToolInfo& tool) {
  const std::vector<Pairing> pairings = chosen_pairings(options);
  const std::vector<CampaignPart> parts = parts_of(options, pairings);
  prepare_output(options);
  Found found(options, tool);
  const CampaignResult result = run_campaign(parts, campaign_options(options));
  const std::size_t specifications = parts.size() / pairings.size();
  for (std::size_t part = 0; part < result.parts.size(); ++part) {
    std::size_t shown = 0;
    for (const KeptTest& kept : result.parts[part].differences) {
      if (interrupted()) break;
      if (options.directory) found.write_test(kept.test);
      if (shown++ < most_shown) found.show(pairings[part / specifications], kept.test);
    }
  }
  std::ostringstream report;
  write_campaign(report, result);
  found.write_text(report.str());
  return found.finish("campaign", json_campaign(result),
                      code_of(result, options.differences_fail()));
}

ExitCode run_distinguish(const Options& options, const ToolInfo& tool) {
  const Pairing pairing = distinguished_pair(options);
  const Check check = check_of(pairing, per_test(options));
  prepare_output(options);
  Found found(options, tool);
  CampaignOptions limits = campaign_options(options);
  limits.first_difference = true;
  const auto seen = [&](const KeptTest& test) {
    if (options.quiet) return;
    clear_progress();
    std::fputs(("Found " + test.test.name + "; looking for smaller ones (Ctrl-C ends with this)\n")
                   .c_str(),
               stderr);
  };
  const FirstDifference answer =
      options.generate.empty()
          ? smallest_difference(name_of(pairing), check, limits, seen)
          : first_difference(campaign_tests(options.generate), name_of(pairing), check, limits);
  ExitCode code = code_of(answer.campaign.incomplete);
  if (answer.found) {
    found.write_text(how_found(answer));
    found.show(pairing, answer.found->test);
  } else {
    code = worse(code, ExitCode::incomplete);
    found.write_text(not_found(answer, name_of(pairing)));
  }
  return found.finish("distinguish", distinguish_json(answer, name_of(pairing)), code);
}

}  // namespace opexplore
