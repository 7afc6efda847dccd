#include "studies/company.hpp"

#include <cstddef>
#include <vector>

#include "explorer/store/hash.hpp"

namespace opexplore {

void agree(const Ranks& ranks, const std::string& problem, const std::string& work) {
  const std::vector<std::string> problems = from_all(ranks, problem);
  for (std::size_t rank = 0; rank < problems.size(); ++rank) {
    if (problems[rank].empty()) continue;
    throw CompanyError("rank " + std::to_string(rank) + " cannot begin: " + problems[rank]);
  }
  // A hash, for there may be many ranks, and many tests.
  const std::vector<std::string> all = from_all(ranks, std::to_string(hash_bytes(work)));
  for (std::size_t rank = 1; rank < all.size(); ++rank) {
    if (all[rank] == all.front()) continue;
    throw CompanyError("rank " + std::to_string(rank) +
                       " sees other files than rank 0; give all the same");
  }
}

}  // namespace opexplore
