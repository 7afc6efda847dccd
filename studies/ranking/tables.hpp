// A ranking as Markdown: the tables of the observations, with what each machine says beside them.
#pragma once

#include <iosfwd>

#include "studies/ranking/ranking.hpp"

namespace opexplore {

/// Writes a page. The same ranking gives the same text, on any day and in any folder.
void write_tables(std::ostream& out, const Ranking& ranking);

/// Whether `a` comes before `b` when runs of digits count as numbers: "4.2" before "4.10".
bool natural_less(const std::string& a, const std::string& b);

}  // namespace opexplore
