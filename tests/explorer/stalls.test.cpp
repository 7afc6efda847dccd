// The least and the most that executions add up, against all paths of small random graphs.
#include "explorer/analyses/stalls.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "opmodel/results/answer.hpp"
#include "tests/catch.hpp"
#include "tests/explorer/explore_toy.hpp"
#include "tests/explorer/same_report.hpp"

using namespace opexplore;

namespace {

// A graph drawn by chance: edges lead anywhere, or in half of the graphs to higher numbers alone.
struct Graph {
  std::vector<std::uint32_t> stalled;
  std::vector<bool> is_final;
  std::vector<std::vector<std::uint64_t>> successors;

  explicit Graph(unsigned seed) {
    std::mt19937 random(seed);
    const auto below = [&](unsigned bound) { return static_cast<unsigned>(random() % bound); };
    const unsigned size = 3 + below(6);
    const bool acyclic = below(2) == 0;
    const unsigned seldom = 1 + below(3);  // stalls, so that cycles without any occur
    for (unsigned state = 0; state < size; ++state) {
      stalled.push_back(below(seldom) == 0 ? below(4) : 0);
      is_final.push_back(state > 0 && below(5) == 0);
      auto& next = successors.emplace_back();
      for (unsigned edges = below(5); edges > 0 && !is_final.back(); --edges) {
        const unsigned to = acyclic ? state + 1 + below(3) : below(size);
        if (to < size) next.push_back(to);
      }
    }
  }
};

// The machine whose states are the graph that the test's name is the seed of.
struct RandomGraphMachine : toy::Base {
  static constexpr std::string_view name = "toy-graph";
  RandomGraphMachine(const Test& test, const MachineOptions&)
      : graph(static_cast<unsigned>(std::stoul(test.name))) {}
  State initial() const { return {0}; }
  bool is_final(const State& state) const { return graph.is_final[state[0]]; }
  template <class Sink>
  bool for_each_step(const State& state, Sink&& sink) const {
    std::uint16_t argument = 0;
    for (const std::uint64_t next : graph.successors[state[0]]) {
      sink(Step{0, 0, argument++}, State{next});
    }
    return false;
  }
  std::uint32_t stalled(const State& state) const { return graph.stalled[state[0]]; }
  Graph graph;
};

// Every path without a repeated state, by recursion: the sums of those that end in a final state.
void add_simple_paths(const Graph& graph, std::uint64_t state, std::uint64_t sum,
                      std::vector<bool>& on_path, std::vector<std::uint64_t>& sums) {
  if (graph.is_final[state]) {
    sums.push_back(sum);
    return;
  }
  on_path[state] = true;
  for (const std::uint64_t next : graph.successors[state]) {
    if (!on_path[next]) add_simple_paths(graph, next, sum + graph.stalled[state], on_path, sums);
  }
  on_path[state] = false;
}

// Whether some cycle with a stalled state lies on the way from the first to a final state.
bool adds_without_end(const Graph& graph) {
  const std::size_t size = graph.stalled.size();
  std::vector<std::vector<bool>> leads(size, std::vector<bool>(size));
  for (std::size_t from = 0; from < size; ++from) {
    for (const std::uint64_t to : graph.successors[from]) leads[from][to] = true;
  }
  for (std::size_t middle = 0; middle < size; ++middle) {
    for (std::size_t from = 0; from < size; ++from) {
      for (std::size_t to = 0; to < size; ++to) {
        if (leads[from][middle] && leads[middle][to]) leads[from][to] = true;
      }
    }
  }
  for (std::size_t state = 0; state < size; ++state) {
    if (graph.stalled[state] == 0 || !leads[state][state]) continue;
    if (state != 0 && !leads[0][state]) continue;
    for (std::size_t last = 0; last < size; ++last) {
      if (graph.is_final[last] && leads[state][last]) return true;
    }
  }
  return false;
}

ExploreOptions counting(unsigned threads = 1) {
  ExploreOptions options = with_threads(threads);
  options.count_stalls = true;
  return options;
}

Test seeded(unsigned seed) {
  Test test = question(Quantifier::exists, {0, 0});
  test.name = std::to_string(seed);
  return test;
}

// {length}: a corridor of `length` states without a second way, in which every second one stalls.
struct Halting : toy::Corridor {
  using Corridor::Corridor;
  bool is_final(const State& state) const { return state[0] == size(0); }
  template <class Sink>
  bool for_each_step(const State& state, Sink&& sink) const {
    sink(Step{0, 0, 0}, State{state[0] + 1});
    return false;
  }
  std::uint32_t stalled(const State& state) const { return state[0] % 2; }
};

// {5, last}: as the ring, whose last state, the one with the exit, stalls `last` threads.
struct Spinning : toy::Ring {
  using Ring::Ring;
  std::uint32_t stalled(const State& state) const {
    return state[0] == 4 ? static_cast<std::uint32_t>(size(1)) : 0;
  }
};

struct Busy : toy::Grid {
  using Grid::Grid;
  std::uint32_t stalled(const State& state) const {
    return static_cast<std::uint32_t>(std::count(state.begin(), state.end(), std::uint64_t{3}));
  }
};

struct Climbing : toy::Stairs {
  using Stairs::Stairs;
  std::uint32_t stalled(const State&) const { return 1; }
};

// The search does not go on behind the number 4.
struct Racing : Climbing {
  using Climbing::Climbing;
  bool has_raced(const State& state) const { return state[0] == 4; }
  std::string race(const State&) const { return "the number is contended"; }
};

struct Forked : toy::Corridor {
  using Corridor::Corridor;
  std::uint32_t stalled(const State&) const { return 1; }
};

struct Trapped : toy::Corridor {
  using Corridor::Corridor;
  bool is_final(const State&) const { return false; }
  template <class Sink>
  bool for_each_step(const State& state, Sink&& sink) const {
    if (state[0] < size(0)) sink(Step{0, 0, 0}, State{state[0] + 1});
    return false;
  }
  std::uint32_t stalled(const State&) const { return 1; }
};

}  // namespace

TEST_CASE("stalls of random graphs are those of all their paths", "[explorer][stalls]") {
  unsigned without_end = 0;
  unsigned unreached = 0;
  unsigned apart = 0;
  for (unsigned seed = 0; seed < 4000; ++seed) {
    const Graph graph(seed);
    std::vector<std::uint64_t> sums;
    std::vector<bool> on_path(graph.stalled.size());
    add_simple_paths(graph, 0, 0, on_path, sums);
    const Answer report = explore_with<RandomGraphMachine>(seeded(seed), counting());
    INFO("seed " << seed);
    REQUIRE(report.stalls.has_value() == !sums.empty());
    if (sums.empty()) {
      ++unreached;
      continue;
    }
    const auto [least, most] = std::minmax_element(sums.begin(), sums.end());
    CHECK(report.stalls->least == *least);
    const bool endless = adds_without_end(graph);
    REQUIRE(report.stalls->most.has_value() == !endless);
    if (endless) {
      ++without_end;
    } else {
      CHECK(*report.stalls->most == *most);
      apart += *least < *most ? 1 : 0;
    }
  }
  CHECK(without_end > 100);
  CHECK(unreached > 100);
  CHECK(apart > 100);
}

TEST_CASE("the least and the most are of different paths", "[explorer][stalls]") {
  const Answer report = explore_toy(Climbing{9}, counting());
  REQUIRE(report.stalls.has_value());
  CHECK(report.stalls->least == 5);  // steps by two, one by one
  CHECK(report.stalls->most == 9);
}

TEST_CASE("executions that race count neither as paths nor for stalls",
          "[explorer][stalls][paths]") {
  ExploreOptions options = counting();
  options.count_paths = true;
  const Answer report = explore_toy(Racing{9}, options);
  CHECK(report.statistics.states == 10);
  CHECK(report.statistics.paths == "15");  // 3 to the number 3, 5 from the number 5
  REQUIRE(report.stalls.has_value());
  CHECK(report.stalls->least == 5);
  CHECK(report.stalls->most == 8);
}

TEST_CASE("stalls of a long path", "[explorer][stalls]") {
  const Answer report = explore_toy(Halting{200'000}, counting());
  REQUIRE(report.stalls.has_value());
  CHECK(report.stalls->least == 100'000);
  CHECK(report.stalls->most == 100'000);
  CHECK(report.coverage.complete());
}

TEST_CASE("a cycle that stalls has no most, one that does not has", "[explorer][stalls]") {
  const Answer endless = explore_toy(Spinning{5, 2}, counting());
  REQUIRE(endless.stalls.has_value());
  CHECK(endless.stalls->least == 2);
  CHECK_FALSE(endless.stalls->most.has_value());
  const Answer idle = explore_toy(Spinning{5, 0}, counting());
  REQUIRE(idle.stalls.has_value());
  CHECK(idle.stalls->least == 0);
  CHECK(idle.stalls->most == 0);
}

TEST_CASE("stalls are absent where they are not known", "[explorer][stalls][limits]") {
  CHECK_FALSE(explore_toy(Halting{10}).stalls.has_value());               // not asked for
  CHECK_FALSE(explore_toy(toy::Ring{5}, counting()).stalls.has_value());  // not counted
  CHECK_FALSE(explore_toy(Trapped{5, true}, counting()).stalls.has_value());
  const Answer bound = explore_toy(Trapped{5, false, true}, counting());
  CHECK(bound.coverage.incomplete == Incomplete::machine_bound);
  CHECK_FALSE(bound.stalls.has_value());
  ExploreOptions few = counting();
  few.max_states = 5;
  CHECK_FALSE(explore_toy(Halting{10}, few).stalls.has_value());
  ExploreOptions verdict = counting();
  verdict.verdict_only = true;
  const Answer early = explore_toy(Forked{9}, verdict, question(Quantifier::exists, {100, 100}));
  CHECK(early.coverage.stopped_at_verdict);
  CHECK_FALSE(early.stalls.has_value());
}

TEST_CASE("stalls respect the limits of memory and time", "[explorer][stalls][limits]") {
  const Halting machine{2000};
  ExploreOptions options = counting();
  options.max_memory = explore_toy(machine).statistics.memory_bytes;
  const Answer report = explore_toy(machine, options);
  CHECK(report.coverage.complete());
  CHECK_FALSE(report.stalls.has_value());
  *options.max_memory *= 5;  // counting takes more than the search
  const Answer more = explore_toy(machine, options);
  CHECK(more.stalls.has_value());
  CHECK(more.statistics.memory_bytes > report.statistics.memory_bytes);
  CHECK(more.statistics.memory_bytes <= *options.max_memory);

  // Counting looks, too: this one stops behind the search.
  unsigned looks = 0;
  ExploreOptions alone = with_threads(1);
  alone.interrupted = [&] { return ++looks == 0; };
  explore_toy(machine, alone);
  ExploreOptions stopped = counting();
  stopped.interrupted = [&, most = looks, now = 0U]() mutable { return ++now > most; };
  const Answer after = explore_toy(machine, stopped);
  CHECK(after.coverage.complete());
  CHECK_FALSE(after.stalls.has_value());
}

TEST_CASE("stalls and paths are counted in one run, for any number of threads",
          "[explorer][stalls][paths]") {
  const Busy machine{6, 6};  // levels large enough to be searched by several threads
  ExploreOptions options = counting(1);
  options.count_paths = true;
  const Answer one = explore_toy(machine, options);
  options.threads = 4;
  const Answer four = explore_toy(machine, options);
  CHECK(one.statistics.paths.has_value());
  REQUIRE(one.stalls.has_value());
  CHECK(one.stalls->least == 6);  // each number passes 3 once, and its next step can be at once
  CHECK(one.stalls->most > 6);
  CHECK(text_of(one) == text_of(four));
}
