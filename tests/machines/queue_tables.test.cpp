// `gpu-queues` in tables against the machine that they were made of: state by state the same steps
// to the same states, on the corpora and on random programs.
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "explorer/search/search.hpp"
#include "opmodel/machines/gpu_queues/machine.hpp"
#include "opmodel/results/answer.hpp"
#include "tests/catch.hpp"
#include "tests/corpus/corpus.hpp"
#include "tests/explorer/families.hpp"
#include "tests/machines/queue_programs.hpp"

namespace opexplore::gpu_queues {

namespace {

std::string bytes_of(const auto& machine, const auto& state) {
  std::string bytes;
  machine.encode(state, bytes);
  return bytes;
}

using Successors = std::vector<std::pair<Step, std::string>>;

/// Steps, and the states behind them as the machine without tables spells them.
Successors successors(const Machine& machine, const State& state, bool& pruned) {
  Successors result;
  pruned = machine.for_each_step(
      state, [&](Step step, State&& next) { result.emplace_back(step, bytes_of(machine, next)); });
  return result;
}

template <std::size_t Words>
Successors successors(const TabulatedMachine<Words>& tabulated, const Machine& machine,
                      const Packed<Words>& state, bool& pruned) {
  Successors result;
  pruned = tabulated.for_each_step(state, [&](Step step, Packed<Words>&& next) {
    result.emplace_back(step, bytes_of(machine, tabulated.unpacked(next)));
  });
  return result;
}

template <std::size_t Words>
void compare_state(const TabulatedMachine<Words>& tabulated, const Machine& machine,
                   const Packed<Words>& packed) {
  const State state = tabulated.unpacked(packed);
  bool pruned = false, pruned_in_tables = false;
  REQUIRE(successors(tabulated, machine, packed, pruned_in_tables) ==
          successors(machine, state, pruned));
  REQUIRE(pruned_in_tables == pruned);
  REQUIRE(machine.exceeded(state).empty());
  REQUIRE(tabulated.is_final(packed) == machine.is_final(state));
  if (machine.is_final(state)) REQUIRE(tabulated.outcome(packed) == machine.outcome(state));
}

/// Walks through the first states; gives how many these were.
template <std::size_t Words>
std::size_t walk(const TabulatedMachine<Words>& tabulated, const Machine& machine) {
  constexpr std::size_t most = 400;
  REQUIRE(tabulated.unpacked(tabulated.initial()) == machine.initial());
  std::set<std::string> met;
  std::vector<Packed<Words>> to_do;
  const auto meet = [&](const Packed<Words>& packed) {
    const std::string bytes = bytes_of(tabulated, packed);
    if (met.size() >= most || !met.insert(bytes).second) return;
    Packed<Words> decoded;
    tabulated.decode(bytes, decoded);
    REQUIRE(decoded == packed);
    to_do.push_back(packed);
  };
  meet(tabulated.initial());
  while (!to_do.empty()) {
    const Packed<Words> state = to_do.back();
    to_do.pop_back();
    compare_state(tabulated, machine, state);
    tabulated.for_each_step(state, [&](Step, Packed<Words>&& next) { meet(next); });
  }
  return met.size();
}

/// In the form that is searched, and in the wide one; 0 if there are no tables.
std::size_t compare(const Test& test, const MachineOptions& options) {
  if (Machine::refusal(test, options)) return 0;
  const Machine machine(test, options);
  const auto tables = machine.tables(options);
  if (!tables) return 0;
  const std::size_t wide = walk(TabulatedMachine<Tables::most_words>(machine, tables), machine);
  if (tables->bytes() > 8) return wide;
  REQUIRE(walk(TabulatedMachine<1>(machine, tables), machine) == wide);
  return wide;
}

std::vector<MachineOptions> variants() {
  std::vector<MachineOptions> result(5, without_reductions({}));
  result[1].fuse_local = true;
  result[2].settings.emplace("coherent-loads", "true");
  result[3].settings.emplace("cumulative", "false");
  result[4].settings.emplace("distribution", "receiver");
  return result;
}

}  // namespace

TEST_CASE("queues: tables do what the rules do, on the corpora", "[tables]") {
  std::size_t compared = 0, tests = 0;
  for (const std::string folder : {"thesis", "ptx"}) {
    for (const auto& [path, test] : corpus::read_corpus(folder).tests) {
      if (Machine::refusal(test, {})) continue;
      ++tests;
      INFO(path);
      for (const MachineOptions& options : variants()) {
        compared += compare(test, options) != 0 ? 1U : 0U;
      }
    }
  }
  INFO(compared << " of " << 5 * tests);
  CHECK(tests > 100);
  CHECK(compared > 4 * tests);
}

TEST_CASE("queues: tables do what the rules do, on random programs", "[random][tables]") {
  std::size_t compared = 0, states = 0;
  constexpr std::uint64_t tests = 60;
  for (std::uint64_t number = 1; number <= tests; ++number) {
    const Test test = queue_programs::adapted(
        random_programs::generate(queue_programs::membars(), number), false);
    INFO(random_programs::to_litmus(test));
    const auto all = variants();
    const std::size_t met = compare(test, all[number % all.size()]);
    states += met;
    compared += met != 0 ? 1U : 0U;
  }
  INFO(compared << " programs, " << states << " states");
  CHECK(compared * 2 > tests);
  CHECK(states > 50 * tests);
}

TEST_CASE("queues: a search in tables finds the graph of the machine in Murphi", "[tables]") {
  const Test test = family("SB", 4);
  ExploreOptions options;
  options.machine = without_reductions({});
  const Answer report = find_machine("gpu-queues")->explore(test, options);
  CHECK(report.statistics.states == 103'682);
  CHECK(report.statistics.transitions == 578'308);
  CHECK(report.statistics.state_bytes == 4 * report.statistics.states);
  CHECK(report.statistics.memory_bytes <= 24 * report.statistics.states);
}

TEST_CASE("queues: there are no tables where parts are too many, or looked at together",
          "[tables]") {
  const Test test = family("SB", 2);
  const MachineOptions whole = without_reductions({});
  CHECK(Machine(test, whole).tables(whole) != nullptr);
  MachineOptions reduced = whole;
  reduced.forget_dead = true;
  CHECK(Machine(test, reduced).tables(reduced) == nullptr);
  MachineOptions towards = whole;
  towards.goal = true;
  CHECK(Machine(test, towards).tables(towards) == nullptr);

  TestBuilder many("many writers");
  const AddressId x = many.location("x");
  for (Value value = 1; value <= 10; ++value) {
    many.thread();
    many.add(opexplore::store(x, value));
  }
  const Test writers = many.build();
  CHECK(Machine(writers, whole).tables(whole) == nullptr);
  CHECK_THROWS_AS(TabulatedMachine<1>(writers, whole), std::logic_error);
}

}  // namespace opexplore::gpu_queues
