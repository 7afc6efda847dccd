#include "opmodel/machines/ptx_async/races.hpp"

#include <algorithm>

#include "opmodel/machines/ptx_async/causality.hpp"

namespace opexplore::ptx_async {

namespace {

bool is_put_off(const Event& event) { return !event.done && !is_asynchronous(event.what); }

bool are_of_one_operation(const Event& one, const Event& other) {
  return one.issue != no_event && one.issue == other.issue;
}

bool race(const Causality& causality, EventId a, EventId b) {
  const Event& one = causality.base().at(a);
  const Event& other = causality.base().at(b);
  if (!one.wrote && !other.wrote) return false;
  if (are_of_one_operation(one, other) || causality.base().morally_strong(a, b)) return false;
  return !causality.causes(a).contains(b) && !causality.causes(b).contains(a);
}

}  // namespace

void for_each_data_race(const Context& context, const State& state, DataRaceSink sink) {
  if (const auto& apart = state.barriers.divergence()) sink(*apart);
  if (std::ranges::any_of(state.events, is_put_off)) return;
  const Causality causality(context, state);
  for (std::size_t l = 0; l < context.program().locations.size(); ++l) {
    const std::vector<EventId>& accesses = causality.accesses(static_cast<LocationId>(l));
    for (std::size_t i = 0; i < accesses.size(); ++i) {
      for (std::size_t j = i + 1; j < accesses.size(); ++j) {
        if (!race(causality, accesses[i], accesses[j])) continue;
        const Event& one = state.events[accesses[i]];
        const Event& other = state.events[accesses[j]];
        sink(racing_pair(one.thread, one.instruction, other.thread, other.instruction));
      }
    }
  }
}

}  // namespace opexplore::ptx_async
