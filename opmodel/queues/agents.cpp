#include "opmodel/queues/agents.hpp"

#include <algorithm>

namespace opexplore::queue_model {

bool AgentSet::contains(const Agent& agent) const {
  return std::ranges::find(span_of(members_), agent) != span_of(members_).end();
}

AgentSet ample_agents(std::span<const Agent> acting, Needs needs) {
  AgentSet best;
  std::size_t least = acting.size() + 1;
  for (const Agent& first : acting) {
    AgentSet closed;
    closed.add(first);
    for (std::size_t i = 0; i < closed.size(); ++i) needs(Agent(closed[i]), closed);
    const auto steps = static_cast<std::size_t>(
        std::ranges::count_if(acting, [&](const Agent& agent) { return closed.contains(agent); }));
    if (steps >= least) continue;
    best = closed;
    least = steps;
    if (least == 1) break;
  }
  return best;
}

}  // namespace opexplore::queue_model
