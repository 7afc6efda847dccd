// What a campaign found, to read.
#pragma once

#include <chrono>
#include <functional>
#include <iosfwd>
#include <string>

#include "studies/campaign/campaign.hpp"

namespace opexplore {

/// "Checking 3/9 ptx exhaustive: 123,456 of 1,118,130 (11 %), 0 different, 2 undecided, 4,310/s,
/// 3 min left".
std::string campaign_progress_line(const CampaignProgress& progress);

/// Calls `put` with a line for each part that is done, and with how far the campaign is and how
/// long it has taken whenever so much time has passed since a line.
std::function<void(const CampaignProgress&)> logged_campaign_progress(
    std::chrono::milliseconds period, std::function<void(const std::string&)> put);

/// Writes a line for each part and their sum, the first tests that differ, and why tests were
/// undecided, undefined, refused or failed. No line can be taken for one of herd's.
void write_campaign(std::ostream& out, const CampaignResult& result);

}  // namespace opexplore
