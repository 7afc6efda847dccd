#include "studies/distinguish/distinguish.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include "litmus/corpus/corpus.hpp"
#include "opmodel/results/answer.hpp"
#include "studies/campaign/check.hpp"

namespace opexplore {
namespace {

FirstDifference search(std::span<const CampaignPart> parts, CampaignOptions options) {
  options.first_difference = true;
  FirstDifference answer;
  answer.campaign = run_campaign(parts, options);
  for (const PartResult& part : answer.campaign.parts) {
    if (part.differences.empty()) continue;
    answer.found = part.differences.front();
    answer.tests = part.tests;
    break;
  }
  return answer;
}

// Rungs with up to so many instructions are done with in a second.
constexpr std::size_t lowest = 2;

// What another step of the search says: a difference that it finds is smaller than the one before.
void take(FirstDifference& answer, const FirstDifference& step) {
  CampaignResult& campaign = answer.campaign;
  campaign.parts.insert(campaign.parts.end(), step.campaign.parts.begin(),
                        step.campaign.parts.end());
  campaign.incomplete = step.campaign.incomplete;
  campaign.stopped_at_difference =
      campaign.stopped_at_difference || step.campaign.stopped_at_difference;
  campaign.seconds += step.campaign.seconds;
  if (!step.found) return;
  answer.found = step.found;
  answer.tests = step.tests;
  answer.file = step.file;
}

}  // namespace

FirstDifference first_difference(std::span<const Rung> ladder, const std::string& pairing,
                                 const Check& check, const CampaignOptions& options) {
  std::vector<CampaignPart> parts;
  for (const Rung& rung : ladder) parts.push_back(part_of(rung.tests, pairing, check));
  FirstDifference answer = search(parts, options);
  if (options.every > 1) return answer;  // some tests of each size were left out
  for (std::size_t i = 0; i < ladder.size(); ++i) {
    const PartResult& part = answer.campaign.parts[i];
    // Of one that was not begun, or was ended, the number selected may be unknown.
    const bool done = part.selected == part.checked && part.different == 0;
    if (!done) break;
    const bool last = i + 1 == ladder.size();
    if (last || ladder[i + 1].instructions > ladder[i].instructions) {
      answer.all_up_to = ladder[i].instructions;
    }
  }
  return answer;
}

FirstDifference corpus_difference(const std::vector<Test>& corpus, const std::string& pairing,
                                  const Check& check, const CampaignOptions& options) {
  const std::array tests{CampaignTests{"corpus", "", generate::Unchanged{corpus}, 1}};
  FirstDifference answer = first_difference(tests, pairing, check, options);
  if (answer.found) answer.file = corpus.at(answer.found->index).path;
  return answer;
}

FirstDifference smallest_difference(std::span<const Rung> ladder, const std::vector<Test>& corpus,
                                    const std::string& pairing, const Check& check,
                                    const CampaignOptions& options, const Seen& seen) {
  std::size_t limit = ladder.back().instructions + 1;
  const auto climb = [&](const auto& wanted) {
    std::vector<Rung> rungs;
    std::copy_if(ladder.begin(), ladder.end(), std::back_inserter(rungs),
                 [&](const Rung& rung) { return rung.instructions < limit && wanted(rung); });
    return first_difference(rungs, pairing, check, options);
  };
  FirstDifference answer = climb([](const Rung& rung) { return rung.instructions <= lowest; });
  if (answer.found) return answer;
  const auto is_over = [&] { return answer.campaign.incomplete != Incomplete::none; };
  if (is_over()) return answer;
  take(answer, corpus_difference(corpus, pairing, check, options));
  if (answer.found) limit = std::min(limit, seen(answer));
  if (is_over()) return answer;
  const FirstDifference scouted =
      climb([](const Rung& rung) { return rung.instructions > lowest && rung.scout; });
  take(answer, scouted);
  if (scouted.found) limit = std::min(limit, seen(answer));
  if (is_over()) return answer;
  const FirstDifference rest =
      climb([](const Rung& rung) { return rung.instructions > lowest && !rung.scout; });
  take(answer, rest);
  if (rest.all_up_to) answer.all_up_to = rest.all_up_to;
  return answer;
}

FirstDifference first_difference(std::span<const CampaignTests> tests, const std::string& pairing,
                                 const Check& check, const CampaignOptions& options) {
  std::vector<CampaignPart> parts;
  for (const CampaignTests& some : tests) parts.push_back(part_of(some, pairing, check));
  return search(parts, options);
}

FirstDifference distinguish(const DistinguishQuestion& question, const Seen& seen) {
  const std::string name = name_of(question.pairing);
  const Check check = check_of(question.pairing, question.explore);
  if (!question.tests.empty()) {
    return first_difference(question.tests, name, check, question.options);
  }
  const Language language = language_of(question.pairing.first);
  const std::vector<Test> tests = corpus(language);
  return question.ladder.empty()
             ? corpus_difference(tests, name, check, question.options)
             : smallest_difference(question.ladder, tests, name, check, question.options, seen);
}

}  // namespace opexplore
