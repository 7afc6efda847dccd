// Data races by the definition of PTX, in words.
#pragma once

#include <iosfwd>
#include <string>

#include "answers/reports.hpp"
#include "opmodel/condition.hpp"

namespace opexplore {

/// A block for each two places of the source that race: both accesses, the location, and why they
/// are not morally strong. Nothing if none were found.
void write_data_races(std::ostream& out, const Test& test, const Answer& answer);

/// "2 pairs of accesses race, first: …"; empty if none do.
std::string data_race_warning(const Test& test, const Answer& answer);

}  // namespace opexplore
