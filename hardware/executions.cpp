#include "hardware/executions.hpp"

#include <numeric>

namespace opexplore::hardware {

std::uint64_t completed(const Result& result) { return result.executed - result.out_of_bound; }

std::uint64_t unlisted(const Result& result) {
  std::uint64_t count = completed(result);
  for (const SeenOutcome& outcome : result.outcomes) count -= outcome.count;
  return count;
}

std::uint64_t listed(const EnvironmentResult& run) {
  return std::accumulate(run.counts.begin(), run.counts.end(), std::uint64_t{0});
}

std::optional<std::uint64_t> completed(const Result& result, const EnvironmentResult& run) {
  if (unlisted(result) > 0) return std::nullopt;
  return listed(run);
}

}  // namespace opexplore::hardware
