// A ladder of generated tests, from small to large.
#pragma once

#include <cstddef>
#include <vector>

#include "studies/campaign/tests.hpp"

namespace opexplore {

/// Some of the tests with as many instructions: accesses, fences, barriers, and whatever
/// dependencies are made of.
struct Rung {
  std::size_t instructions = 0;
  /// Looked at before the middle of the ladder: weak accesses alone, and the families in a poor
  /// choice; all sizes in seconds.
  bool scout = false;
  CampaignTests tests;
};

/// The ladder that comes with the program for tests in that language, by number of instructions. A
/// rung says in opgen's words what it has. Nothing in C++, in which no tests are generated.
std::vector<Rung> ladder(const ReadWords& read, Language language = Language::ptx);

}  // namespace opexplore
