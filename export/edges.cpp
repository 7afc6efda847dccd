#include "export/edges.hpp"

#include <algorithm>
#include <boost/dynamic_bitset.hpp>

namespace opexplore {
namespace {

using Set = boost::dynamic_bitset<>;

// Of each event, those that it is related to.
std::vector<Set> rows_of(const std::vector<Edge>& edges) {
  std::size_t size = 0;
  for (const auto& [from, to] : edges) size = std::max({size, from + 1, to + 1});
  std::vector<Set> rows(size, Set(size));
  for (const auto& [from, to] : edges) rows[from].set(to);
  return rows;
}

// Warshall.
std::vector<Set> closure_of(std::vector<Set> rows) {
  for (std::size_t middle = 0; middle < rows.size(); ++middle) {
    for (std::size_t from = 0; from < rows.size(); ++from) {
      if (from != middle && rows[from].test(middle)) rows[from] |= rows[middle];
    }
  }
  return rows;
}

}  // namespace

bool is_order(const std::vector<Edge>& edges) {
  const std::vector<Set> rows = rows_of(edges);
  return std::ranges::all_of(edges, [&](const Edge& edge) {
    return edge.first != edge.second && rows[edge.second].is_subset_of(rows[edge.first]);
  });
}

std::vector<Edge> without_implied(const std::vector<Edge>& edges) {
  const std::vector<Set> rows = closure_of(rows_of(edges));
  std::vector<Edge> result;
  for (std::size_t from = 0; from < rows.size(); ++from) {
    Set implied(rows.size());
    for (std::size_t middle = rows[from].find_first(); middle != Set::npos;
         middle = rows[from].find_next(middle)) {
      Set behind = rows[middle];
      behind.reset(middle);
      implied |= behind;
    }
    const Set left = rows[from] - implied;
    for (std::size_t to = left.find_first(); to != Set::npos; to = left.find_next(to)) {
      result.emplace_back(from, to);
    }
  }
  return result;
}

}  // namespace opexplore
