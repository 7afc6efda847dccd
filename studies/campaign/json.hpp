// What a campaign found, as JSON: key `campaign` of the document.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "studies/campaign/campaign.hpp"

namespace opexplore {

/// Tests that differ or failed carry their text. `incomplete` is null, "time" or "interrupted".
nlohmann::ordered_json json_campaign(const CampaignResult& result);

}  // namespace opexplore
