// Results of several chips as Markdown, with what each machine says beside them.
#pragma once

#include <iosfwd>

#include "hardware/result_ranking.hpp"

namespace opexplore::hardware {

/// Writes a page: the tests with counts, rates or bounds for each device and the answers of the
/// machines, then the ranking. The same ranking gives the same text.
void write_tables(std::ostream& out, const ResultRanking& ranking);

}  // namespace opexplore::hardware
