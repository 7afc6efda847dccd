#include "studies/distinguish/text.hpp"

namespace opexplore {
namespace {

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
  std::string text = "Found " + answer.found->test.name;
  if (!answer.file.empty()) text += " of the corpus, " + answer.file + ',';
  text += " after " + std::to_string(campaign.sum(&PartResult::checked)) + " tests";
  if (answer.all_up_to) {
    text += "; no generated test with up to " + std::to_string(*answer.all_up_to) +
            (*answer.all_up_to == 1 ? " instruction differs" : " instructions differs");
  }
  // Nothing is said of all tests of the corpus.
  CampaignResult generated = campaign;
  std::erase_if(generated.parts, [](const PartResult& part) { return part.arguments.empty(); });
  if (const std::string unknown = without_answer(generated, "are"); !unknown.empty()) {
    text += ", but " + unknown;
  }
  if (campaign.incomplete != Incomplete::none) text += "; the search for smaller ones was ended";
  return text + "\n";
}

}  // namespace

std::string distinguish_text(const FirstDifference& answer, const std::string& pairing) {
  return answer.found ? how_found(answer) : not_found(answer, pairing);
}

}  // namespace opexplore
