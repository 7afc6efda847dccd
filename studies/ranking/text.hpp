// A ranking to read.
#pragma once

#include <iosfwd>

#include "studies/ranking/ranking.hpp"

namespace opexplore {

/// Writes the table of contenders, best first, then the rows on which each is unsound, and those
/// without an answer. `unseen` adds the rows that it allows and nobody saw.
void write_ranking(std::ostream& out, const Ranking& ranking, bool unseen);

}  // namespace opexplore
