// What is asked of graphs, compared with all paths of random ones.
#include "explorer/graph/graph.hpp"

#include <algorithm>
#include <numeric>
#include <random>
#include <set>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "tests/catch.hpp"

using namespace opexplore;

namespace {

struct SmallGraph {
  explicit SmallGraph(std::mt19937& random) : size(1 + random() % 8) {
    for (auto left = random() % (2 * size + 1); left != 0; --left) {
      edges.push_back(
          {static_cast<Position>(random() % size), static_cast<Position>(random() % size)});
    }
  }

  // By one step or more (Warshall).
  std::vector<std::vector<bool>> leads() const {
    std::vector<std::vector<bool>> leads(size, std::vector<bool>(size));
    for (const Edge& edge : edges) leads[edge.from][edge.to] = true;
    for (std::size_t by = 0; by < size; ++by) {
      for (std::size_t from = 0; from < size; ++from) {
        for (std::size_t to = 0; to < size; ++to) {
          if (leads[from][by] && leads[by][to]) leads[from][to] = true;
        }
      }
    }
    return leads;
  }

  std::vector<Position> behind(Position node) const {
    std::vector<Position> result;
    for (const Edge& edge : edges) {
      if (edge.from == node) result.push_back(edge.to);
    }
    return result;
  }

  std::size_t size;
  std::vector<Edge> edges;
};

}  // namespace

TEST_CASE("states get numbers in the order in which they are met", "[graph]") {
  Numbering states;
  CHECK(states.number_of("a") == 0);
  CHECK(states.number_of("") == 1);
  CHECK(states.number_of("a") == 0);
  CHECK(states.number_of("bc") == 2);
  CHECK(states.size() == 3);
  CHECK(states.state(2) == "bc");
  CHECK_THROWS_AS(states.number_of(std::string(70'000, 'x')), std::length_error);
}

TEST_CASE("a completed search has each successor", "[graph]") {
  VisitedSet visited;
  visited.insert("a", hash_bytes("a"), 0, {});
  CHECK(number_in(visited, "a") == 0);
  CHECK_THROWS_AS(number_in(visited, "b"), std::logic_error);
}

TEST_CASE("marks go backwards, circles are found, components are complete", "[graph]") {
  std::mt19937 random(20261129);
  unsigned circles = 0, large = 0;
  for (int round = 0; round < 2'000; ++round) {
    const SmallGraph graph(random);
    const auto leads = graph.leads();

    std::vector<bool> marked(graph.size);
    for (std::size_t node = 0; node < graph.size; ++node) marked[node] = random() % 4 == 0;
    std::vector<bool> expected = marked;
    for (std::size_t from = 0; from < graph.size; ++from) {
      for (std::size_t to = 0; to < graph.size; ++to) {
        if (marked[to] && leads[from][to]) expected[from] = true;
      }
    }
    mark_backwards(graph.edges, marked);
    CHECK(marked == expected);

    bool circle = false;
    for (std::size_t node = 0; node < graph.size; ++node) circle = circle || leads[node][node];
    CHECK(has_circle(graph.edges, graph.size) == circle);
    circles += circle;

    std::vector<Position> all(graph.size);
    std::iota(all.begin(), all.end(), 0U);
    std::set<Position> seen;
    StrongComponents components(
        graph.size, [&](Position node) { return graph.behind(node); },
        [](Position to) { return to; },
        [&](std::span<const Position> part) {
          large += part.size() > 1;
          for (const Position one : part) {
            CHECK(seen.insert(one).second);
            for (std::size_t other = 0; other < graph.size; ++other) {
              const auto number = static_cast<Position>(other);
              const bool together = std::ranges::find(part, number) != part.end();
              CHECK((one == other || (leads[one][other] && leads[other][one])) == together);
              // Whatever it leads to is complete.
              if (leads[one][other] && !together) CHECK(seen.contains(number));
            }
          }
          return true;
        });
    CHECK(components.run(all));
    CHECK(seen.size() == graph.size);
  }
  CHECK(circles > 100);
  CHECK(large > 100);
}

TEST_CASE("looking for components ends when it is told to, and leaves edges out", "[graph]") {
  const std::vector<std::vector<Position>> behind{{1}, {2}, {0, 3}, {}};
  const auto edges = [&](Position node) { return std::span(behind[node]); };
  unsigned found = 0;
  const auto count = [&](std::span<const Position>) { return ++found < 2; };
  const std::vector<Position> root{0};
  StrongComponents all(
      4, edges, [](Position to) { return to; }, count);
  CHECK_FALSE(all.run(root));
  CHECK(found == 2);
  found = 0;
  StrongComponents cut(
      4, edges, [](Position to) { return to == 3 ? no_position : to; }, count);
  CHECK(cut.run(root));
  CHECK(found == 1);
}
