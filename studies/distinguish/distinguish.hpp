// The first generated test on which a check finds a difference: on a ladder from small to large it
// is a smallest one of the ladder. Before that is climbed high, the corpus is looked through.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "answers/pairing.hpp"
#include "studies/campaign/campaign.hpp"
#include "studies/distinguish/ladder.hpp"

namespace opexplore {

/// The answer of a search for a difference.
struct FirstDifference {
  std::optional<KeptTest> found;
  std::string tests;  ///< found: the name of the specification, or "corpus"
  std::string file;   ///< found in the corpus: its name there
  /// Tests with at most so many instructions were all checked before; without a ladder nothing.
  std::optional<std::size_t> all_up_to;
  /// Of the tests before it: nothing is known about those that are undecided or refused.
  CampaignResult campaign;
};

/// Gets what is found while smaller ones are looked for. Returns how many instructions are enough
/// to show it, once the test is made smaller.
using Seen = std::function<std::size_t(const FirstDifference&)>;

struct DistinguishQuestion {
  Pairing pairing;         ///< of two that treat the same language
  ExploreOptions explore;  ///< limits of each search, and what machines have in common
  CampaignOptions options;
  std::vector<CampaignTests> tests;  ///< where to look; without any, the corpus and the ladder
  std::vector<Rung> ladder;          ///< of their language, where there are no `tests`
};

/// Looks for a test on which the two differ: for a smallest one of the ladder, where `seen` is
/// called with others, and the first one of given tests or, without a ladder, of the corpus.
FirstDifference distinguish(const DistinguishQuestion& question, const Seen& seen);

/// \name What distinguish() does, with any check.
/// @{

/// Climbs the ladder until a test differs. The same for any number of threads, unless the limits of
/// `options` end it.
FirstDifference first_difference(std::span<const Rung> ladder, const std::string& pairing,
                                 const Check& check, const CampaignOptions& options);

/// A smallest difference on the ladder, which is not empty, and some difference soon: after the
/// lowest rungs it looks through the corpus, whose tests have the shapes that models differ on, and
/// through the families, calls `seen` with what it finds there, and then climbs as far as something
/// smaller can be. Ended early it gives what was seen. The same for any number of threads
/// otherwise.
FirstDifference smallest_difference(std::span<const Rung> ladder, const std::vector<Test>& corpus,
                                    const std::string& pairing, const Check& check,
                                    const CampaignOptions& options, const Seen& seen);

/// The first difference in the corpus, in its order.
FirstDifference corpus_difference(const std::vector<Test>& corpus, const std::string& pairing,
                                  const Check& check, const CampaignOptions& options);

/// The first difference among these tests in their order, which says nothing of size.
FirstDifference first_difference(std::span<const CampaignTests> tests, const std::string& pairing,
                                 const Check& check, const CampaignOptions& options);

/// @}

}  // namespace opexplore
