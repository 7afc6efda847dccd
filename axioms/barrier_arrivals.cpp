#include "axioms/barrier_arrivals.hpp"

namespace opexplore::axioms {

std::vector<Arrival> arrivals_of(const Skeleton& skeleton, const Values& values) {
  std::vector<Arrival> result;
  for_each_event(skeleton.barriers, [&](EventIndex e) {
    const GraphEvent& event = skeleton.events[e];
    Arrival arrival;
    arrival.event = e;
    arrival.thread = event.thread;
    arrival.sync = !event.what.arrive;
    arrival.instance = event.what.instance;
    const auto value = [&](ExpressionIndex index) { return values.of(event.thread, index); };
    if (event.what.id) arrival.id = value(*event.what.id).value();
    if (event.what.quorum) arrival.quorum = value(*event.what.quorum).value();
    if (event.what.members) arrival.members = value(*event.what.members).value();
    arrival.resource = arrival.id.value_or(arrival.instance);
    result.push_back(arrival);
  });
  return result;
}

}  // namespace opexplore::axioms
