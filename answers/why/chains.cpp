#include "answers/why/chains.hpp"

#include <algorithm>

namespace opexplore::why_parts {
namespace {

bool against_time(const Arc& arc) {
  return arc.link == Link::from_read || arc.link == Link::coherence;
}

bool is_timely(const Path& cycle) { return std::ranges::none_of(cycle, against_time); }

// The positions at which the cycle is cut.
std::vector<std::size_t> cut_places(const Path& cycle, std::size_t cut) {
  std::vector<std::size_t> places;
  const bool timely = is_timely(cycle);
  std::size_t reads = 0;
  for (std::size_t i = 0; i < cycle.size(); ++i) {
    if (timely ? cycle[i].link == Link::reads_from && reads++ == cut : against_time(cycle[i])) {
      places.push_back(i);
    }
  }
  return places;
}

}  // namespace

Chain chain_of(const Path& path, EventNumber from) {
  Chain chain;
  chain.segments.push_back({from, from});
  for (const Arc& arc : path) {
    if (arc.link == Link::program_order) {
      chain.segments.back().exit = arc.to;
      continue;
    }
    chain.segments.back().exit = arc.from;
    chain.hops.push_back(arc);
    chain.segments.push_back({arc.to, arc.to});
  }
  return chain;
}

std::vector<Chain> chains_of(const Path& cycle, std::size_t cut) {
  const std::vector<std::size_t> places = cut_places(cycle, cut);
  std::vector<Chain> chains;
  for (std::size_t i = 0; i < places.size(); ++i) {
    const std::size_t begin = places[i];
    const std::size_t end = places[(i + 1) % places.size()];
    Path between;
    for (std::size_t at = (begin + 1) % cycle.size(); at != end; at = (at + 1) % cycle.size()) {
      between.push_back(cycle[at]);
    }
    chains.push_back(chain_of(between, cycle[begin].to));
    chains.back().from_read = cycle[begin].link == Link::reads_from;
  }
  return chains;
}

std::size_t cuts_of(const Path& cycle) {
  if (!is_timely(cycle)) return 1;
  return static_cast<std::size_t>(std::ranges::count(cycle, Link::reads_from, &Arc::link));
}

}  // namespace opexplore::why_parts
