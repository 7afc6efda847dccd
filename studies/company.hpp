// Other processes that run the same command line, where there are some: opexplore alone has none.
#pragma once

#include <functional>
#include <span>
#include <stdexcept>
#include <string>

#include "answers/crew.hpp"
#include "explorer/ranks.hpp"
#include "studies/campaign/campaign.hpp"

namespace opexplore {

/// Why processes cannot go on together, and what to do.
class CompanyError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// All have the same arguments; rank 0 alone writes.
struct Company {
  Ranks ranks;
  /// Of all: from now on nothing is exchanged, and any of them may die; before, all die with one.
  /// A second time it does nothing.
  std::function<void()> part;
  Crew crew;
  /// Of rank 0: has the parts checked by the others. Options say what is known already.
  std::function<void(std::span<const CampaignPart>, CampaignOptions&)> lead;
  /// Of the others: checks what rank 0 hands out, until it has no more.
  std::function<void(std::span<const CampaignPart>, const CampaignOptions&)> follow;
};

/// Whether another process writes. Also of no company.
inline bool is_follower(const Company* company) {
  return company != nullptr && company->ranks.rank != 0;
}

/// Collective, before the work: returns on all ranks, or throws on all. `problem` is why this one
/// cannot begin, empty if it can; `work` is what it is about to do, and has to be the same on all.
/// Throws CompanyError.
void agree(const Ranks& ranks, const std::string& problem, const std::string& work);

}  // namespace opexplore
