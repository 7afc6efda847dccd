#include "tools/ladder.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <string_view>
#include <utility>

namespace opexplore {
namespace {

// Programs of one kind, in the sizes in which they are on the ladder: the richer the choice, the
// fewer sizes are within reach.
struct Kind {
  std::string_view name;
  std::size_t first = 1, last = 1;  // instructions
  std::string_view words;           // opgen's, without the size
};

// Of one size, what is sooner done with comes first; what only a sample shows comes last.
constexpr std::array kinds{
    Kind{"data", 1, 5, "--exhaustive --locations 3 --placements all"},
    Kind{"data-regions", 3, 5, "--exhaustive --placements all --regions global,shared"},
    Kind{"plain", 1, 4,
         "--exhaustive --orders weak,rlx --scopes cta,gpu --fences 2,sc,acq_rel --placements all"},
    Kind{"plain", 5, 5,
         "--exhaustive --orders weak,rlx --scopes gpu --fences 2,sc --placements all"},
    Kind{"regions", 1, 4,
         "--exhaustive --orders weak,rlx --scopes gpu --fences 1,sc --placements all "
         "--regions global,shared"},
    Kind{"dependencies", 4, 6,
         "--exhaustive --orders weak,rlx --scopes gpu --deps addr,data,ctrl --placements cta,gpu"},
    Kind{"aliases", 2, 5,
         "--exhaustive --proxies generic,alias --fences 1,alias --placements cta,gpu"},
    Kind{"orders", 1, 3,
         "--exhaustive --orders weak,rlx,acq,rel --scopes cta,gpu,sys --fences 2,sc,acq_rel "
         "--placements all"},
    Kind{"orders", 4, 4,
         "--exhaustive --orders weak,rlx,acq,rel --scopes cta,gpu --placements all"},
    Kind{"atomics", 1, 3,
         "--exhaustive --orders weak,rlx,acq,rel,acq_rel --scopes cta,gpu --atomics exch,add "
         "--placements all"},
    Kind{"atomics", 4, 4,
         "--exhaustive --orders weak,rlx --scopes gpu --atomics exch,add --placements all"},
    Kind{"proxies", 2, 4,
         "--exhaustive --orders weak,rlx --scopes gpu --placements cta,gpu "
         "--proxies generic,alias,texture,surface,constant "
         "--fences 1,alias,texture,surface,constant"},
    Kind{"shapes", 3, 8,
         "--family all --orders weak,rlx,acq,rel --scopes gpu --fences none,sc --deps none,data "
         "--placements gpu"},
    Kind{"families", 3, 8,
         "--family all --orders weak,rlx --scopes cta,gpu --fences none,sc,acq_rel "
         "--deps none,addr,data,ctrl --placements all"},
    Kind{"caches", 2, 10, "--random 5000 --profile caches"},
    Kind{"barriers", 3, 10, "--random 5000 --profile barriers"},
    Kind{"everything", 4, 10, "--random 5000 --profile everything"}};

Rung rung_of(const Kind& kind, std::size_t instructions) {
  const std::string size = std::to_string(instructions);
  Rung rung{instructions, {}};
  rung.tests.name = std::string(kind.name) + '-' + size;
  rung.tests.arguments = std::string(kind.words) + " --instructions " + size;
  rung.tests.specification = specification_of(rung.tests.arguments);
  return rung;
}

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

// What is looked at before the middle of the ladder: weak accesses alone, and the families in a
// poor choice; all sizes in seconds.
bool is_scout(const Rung& rung) {
  return rung.tests.name.starts_with("shapes") || rung.tests.name.starts_with("data");
}

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

std::vector<Rung> ladder() {
  std::vector<Rung> rungs;
  for (const Kind& kind : kinds) {
    for (std::size_t n = kind.first; n <= kind.last; ++n) rungs.push_back(rung_of(kind, n));
  }
  std::stable_sort(rungs.begin(), rungs.end(),
                   [](const Rung& a, const Rung& b) { return a.instructions < b.instructions; });
  return rungs;
}

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

FirstDifference smallest_difference(const std::vector<Test>& corpus, const std::string& pairing,
                                    const Check& check, const CampaignOptions& options,
                                    const Seen& seen) {
  const std::vector<Rung> all = ladder();
  std::size_t limit = all.back().instructions + 1;
  const auto climb = [&](const auto& wanted) {
    std::vector<Rung> rungs;
    std::copy_if(all.begin(), all.end(), std::back_inserter(rungs),
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
      climb([](const Rung& rung) { return rung.instructions > lowest && is_scout(rung); });
  take(answer, scouted);
  if (scouted.found) limit = std::min(limit, seen(answer));
  if (is_over()) return answer;
  const FirstDifference rest =
      climb([](const Rung& rung) { return rung.instructions > lowest && !is_scout(rung); });
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

}  // namespace opexplore
