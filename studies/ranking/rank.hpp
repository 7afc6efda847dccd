// Machines judged by hardware observations of tests: who is asked what, and all the answers.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "answers/crew.hpp"
#include "explorer/explore.hpp"
#include "opmodel/condition.hpp"
#include "studies/ranking/contenders.hpp"
#include "studies/ranking/ranking.hpp"
#include "studies/searches.hpp"

namespace opexplore {

struct RankingQuestion {
  Observations observations;
  Contenders contenders;
  std::vector<Test> tests;     ///< those that no row names are not asked about
  ExploreOptions explore;      ///< limits of each search, and threads; of machines it says nothing
  const Crew* crew = nullptr;  ///< of the processes that search, if there are several

  /// \name Searches that were done before, and what to do with those that are done now, by numbers
  /// as texts. `note` is called from several threads.
  /// @{
  std::map<std::string, std::string> known = {};
  std::function<void(const std::string& search, const std::string& found)> note = {};
  /// @}
};

/// Asks every contender whether it reaches the condition, whatever its quantifier, of every test
/// that a row names. Of a crew all processes call it; only what the first gets has answers.
Ranking rank(RankingQuestion question, const CountSearches& progress = {});

}  // namespace opexplore
