// A campaign over processes: ranges of tests are handed out.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "mpi/workers.hpp"
#include "studies/campaign/campaign.hpp"
#include "studies/campaign/handout.hpp"
#include "studies/campaign/ranges.hpp"

namespace opexplore {

/// Rank 0 of a campaign. Used by one thread.
class CampaignDesk {
 public:
  explicit CampaignDesk(Workers& workers) : workers_(workers) {}

  /// Hands out all ranges but those that the options say are known.
  void begin(std::size_t parts, const CampaignOptions& options);

  /// Waits for a result of the part; nothing when all are there, or the user ended it. Throws
  /// CompanyError.
  std::optional<RangeResult> next(std::size_t part);

 private:
  void take(std::string_view message);

  Workers& workers_;
  std::optional<Handout> handout_;
  std::function<bool()> interrupted_;
};

/// One of the others. Ranges are asked for by several threads, one at a time.
class CampaignFollower {
 public:
  explicit CampaignFollower(Leader& leader) : leader_(leader) {}

  /// Checks what is handed out, until rank 0 is gone.
  void follow(std::span<const CampaignPart> parts, const CampaignOptions& options);

 private:
  CampaignOptions options_of_pass(std::size_t part, const CampaignOptions& options);
  void fetch();

  Leader& leader_;
  std::optional<Handout::Range> assigned_;
  bool is_over_ = false;
};

}  // namespace opexplore
