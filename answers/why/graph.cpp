#include "answers/why/graph.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <queue>
#include <utility>

namespace opexplore::why_parts {
namespace {

// One arc of a more expensive kind costs more than all paths without it.
constexpr std::uint64_t po_cost = 1, barrier_cost = 900, read_cost = 1'000,
                        coherence_cost = 100'000, from_read_cost = 10'000'000;

std::uint64_t cost_of(Link link) {
  switch (link) {
    case Link::program_order:
      return po_cost;
    case Link::barrier:
      return barrier_cost;
    case Link::reads_from:
      return read_cost;
    case Link::coherence:
      return coherence_cost;
    case Link::from_read:
      return from_read_cost;
  }
  return po_cost;
}

bool allowed(Link link, Along along) {
  switch (link) {
    case Link::program_order:
    case Link::barrier:
    case Link::reads_from:
      return true;
    case Link::coherence:
      return along != Along::time;
    case Link::from_read:
      return along == Along::all;
  }
  return false;
}

}  // namespace

Graph::Graph(const Happening& happening) : out_(happening.events.size()), happening_(happening) {
  for (const auto& thread : happening.threads) {
    for (std::size_t i = 1; i < thread.size(); ++i) {
      out_[thread[i - 1]].push_back({Link::program_order, thread[i - 1], thread[i]});
    }
  }
  const std::size_t size = happening.events.size();
  for (EventNumber a = 0; a < size; ++a) {
    if (happening.events[a].reads && happening.events[a].reads_from != no_event) {
      add(Link::reads_from, happening.events[a].reads_from, a);
    }
    for (EventNumber b = 0; b < size; ++b) {
      if (happening.coherence[a][b]) add(Link::coherence, a, b);
      if (happening.overwrites(a, b)) add(Link::from_read, a, b);
    }
  }
  for (const Happening::Opened& opened : happening.barriers) {
    add(Link::barrier, opened.arrived, opened.next);
  }
}

void Graph::add(Link link, EventNumber from, EventNumber to) {
  if (from == to || happening_.program_order(from, to)) return;
  out_[from].push_back({link, from, to});
  others_.push_back({link, from, to});
}

std::optional<Path> Graph::path(EventNumber from, EventNumber to, Along along) const {
  constexpr std::uint64_t far = std::numeric_limits<std::uint64_t>::max();
  std::vector<std::uint64_t> cost(out_.size(), far);
  std::vector<Arc> last(out_.size());
  using Entry = std::pair<std::uint64_t, EventNumber>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
  cost[from] = 0;
  queue.push({0, from});
  while (!queue.empty()) {
    const Entry next = queue.top();
    queue.pop();
    if (next.first != cost[next.second]) continue;
    if (next.second == to) break;
    for (const Arc& arc : out_[next.second]) {
      if (!allowed(arc.link, along)) continue;
      const std::uint64_t there = next.first + cost_of(arc.link);
      if (there >= cost[arc.to]) continue;
      cost[arc.to] = there;
      last[arc.to] = arc;
      queue.push({there, arc.to});
    }
  }
  if (cost[to] == far) return std::nullopt;
  Path path;
  for (EventNumber at = to; at != from; at = last[at].from) path.push_back(last[at]);
  std::ranges::reverse(path);
  return path;
}

std::uint64_t Graph::cost(const Path& path) {
  std::uint64_t sum = 0;
  for (const Arc& arc : path) sum += cost_of(arc.link);
  return sum;
}

Path joined(const Path& path) {
  Path result;
  for (const Arc& arc : path) {
    const bool po = arc.link == Link::program_order;
    if (!result.empty()) {
      Arc& before = result.back();
      const bool follows = arc.link == Link::coherence &&
                           (before.link == Link::coherence || before.link == Link::from_read);
      if ((po && before.link == Link::program_order) || follows) {
        before.to = arc.to;
        continue;
      }
    }
    result.push_back(arc);
  }
  return result;
}

}  // namespace opexplore::why_parts
