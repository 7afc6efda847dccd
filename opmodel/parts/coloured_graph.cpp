#include "opmodel/parts/coloured_graph.hpp"

#include <algorithm>
#include <utility>

namespace opexplore {

namespace {

// A permutation of the numbers of 64 bits without visible pattern (Steele, Lea and Flood, "Fast
// splittable pseudorandom number generators", OOPSLA 2014).
std::uint64_t scatter(std::uint64_t value) {
  value += 0x9e3779b97f4a7c15U;
  value = (value ^ (value >> 30U)) * 0xbf58476d1ce4e5b9U;
  value = (value ^ (value >> 27U)) * 0x94d049bb133111ebU;
  return value ^ (value >> 31U);
}

// The rank is in the upper bits.
constexpr unsigned bits_of_mixture = 48;
constexpr std::uint64_t mixture = (std::uint64_t{1} << bits_of_mixture) - 1;

std::uint64_t replaced(std::uint64_t colour, std::uint64_t by) {
  return (colour & ~mixture) | (by & mixture);
}

// What an edge says about one of its ends: a number that is added up, for edges have no order.
std::uint64_t seen_along(std::uint32_t label, bool outgoing, std::uint64_t other) {
  return scatter(other + (std::uint64_t{label} << 1U | (outgoing ? 1U : 0U)) * 0xd6e8feb86659fd93U);
}

std::size_t different(std::vector<std::uint64_t> colours) {
  std::sort(colours.begin(), colours.end());
  return static_cast<std::size_t>(std::unique(colours.begin(), colours.end()) - colours.begin());
}

}  // namespace

std::uint64_t colour_of(std::initializer_list<std::uint64_t> parts) {
  std::uint64_t colour = 0;
  for (const std::uint64_t part : parts) colour = scatter(colour ^ scatter(part));
  return colour & mixture;
}

std::uint64_t with_rank(std::uint16_t rank, std::uint64_t colour) {
  return replaced(std::uint64_t{rank} << bits_of_mixture, colour);
}

ColouredGraph::Node ColouredGraph::add(std::uint64_t colour) {
  colours_.push_back(colour);
  return static_cast<Node>(colours_.size() - 1);
}

void ColouredGraph::refine() {
  std::size_t classes = different(colours_);
  while (classes < colours_.size()) {
    std::vector<std::uint64_t> next(colours_.size(), 0);
    for (const Edge& edge : edges_) {
      next[edge.from] += seen_along(edge.label, true, colours_[edge.to]);
      next[edge.to] += seen_along(edge.label, false, colours_[edge.from]);
    }
    for (std::size_t node = 0; node < next.size(); ++node) {
      next[node] = replaced(colours_[node], scatter(scatter(colours_[node]) + next[node]));
    }
    const std::size_t more = different(next);
    if (more <= classes) return;
    classes = more;
    colours_ = std::move(next);
  }
}

void ColouredGraph::single_out(Node node) {
  colours_[node] = replaced(colours_[node], scatter(~colours_[node] + ++singled_out_));
}

std::vector<std::uint64_t> ColouredGraph::neighbourhoods() const {
  std::vector<std::uint64_t> result(colours_.size(), 0);
  for (const Edge& edge : edges_) {
    result[edge.from] += seen_along(edge.label, true, edge.to);
    result[edge.to] += seen_along(edge.label, false, edge.from);
  }
  return result;
}

}  // namespace opexplore
