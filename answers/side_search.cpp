#include "answers/side_search.hpp"

#include <algorithm>

namespace opexplore {

ExploreOptions side_search(ExploreOptions options, std::uint64_t most_states) {
  options.machine.goal = options.machine.races = options.machine.liveness = false;
  options.verdict_only = options.count_paths = options.count_stalls = false;
  options.find_deadlocks = false;
  options.traces = Traces::none;
  options.progress = {};
  options.large = {};  // neither other processes nor its files know of it
  // Several of them may be asked within the time of one.
  if (options.timeout) *options.timeout /= 4;
  options.max_states = std::min(options.max_states.value_or(most_states), most_states);
  return options;
}

ExploreOptions in_time(ExploreOptions options, const Deadline& deadline) {
  options.timeout = deadline.left();
  return options;
}

Deadline deadline_of(const ExploreOptions& options) {
  return Deadline(options.timeout, options.interrupted);
}

}  // namespace opexplore
