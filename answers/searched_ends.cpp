#include "answers/searched_ends.hpp"

#include <algorithm>
#include <utility>

namespace opexplore {
namespace {

// Reading asks some dozens of times.
constexpr std::uint64_t most_states = 4'000'000;
constexpr std::uint64_t few_states = 200'000;

}  // namespace

std::function<std::optional<kernel::SearchedEnds>(const Test&, kernel::SearchWish)>
searched_ends_on(const ChosenMachine& machine, const ExploreOptions& explore) {
  ExploreOptions options;
  options.threads = explore.threads;
  options.timeout = explore.timeout;
  options.max_memory = explore.max_memory;
  options.interrupted = explore.interrupted;
  const std::uint64_t limit = explore.max_states.value_or(most_states);
  return [=](const Test& test, kernel::SearchWish wish) -> std::optional<kernel::SearchedEnds> {
    ChosenMachine chosen = machine;
    chosen.options.races = wish.races;
    if (wish.races && !chosen.entry->flags_data_races) return std::nullopt;
    if (chosen.entry->refusal(test, chosen.options)) return std::nullopt;
    ExploreOptions now = options;
    now.max_states = wish.briefly ? std::min(limit, few_states) : limit;
    const Answer answer = explored_with(chosen, test, now);
    if (!answer.coverage.everything() || answer.statistics.stuck_states > 0) return std::nullopt;
    kernel::SearchedEnds ends;
    ends.races = !answer.data_races.empty();
    for (const auto& outcome : answer.outcomes) ends.outcomes.push_back(outcome.values);
    return ends;
  };
}

}  // namespace opexplore
