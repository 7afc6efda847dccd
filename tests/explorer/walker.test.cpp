// Machines behind function objects.
#include "explorer/graph/walker.hpp"

#include <memory>
#include <string>
#include <vector>

#include "explorer/analyses/replay.hpp"
#include "opmodel/program.hpp"
#include "tests/catch.hpp"
#include "tests/explorer/toy_machines.hpp"

using namespace opexplore;

namespace {

const toy::Grid two_by_two{2, 2};

std::string bytes_of(const toy::Base::State& state) {
  std::string bytes;
  two_by_two.encode(state, bytes);
  return bytes;
}

// Encodes states by other numbers than its likes.
struct Shifted : toy::Grid {
  Shifted() : Grid{2, 2} {}
  Shifted(const Test&, const MachineOptions& options)
      : Grid{2, 2}, by(options.liveness ? 100 : 0) {}
  void encode(State state, std::string& bytes) const {
    for (std::uint64_t& number : state) number += by;
    Base::encode(state, bytes);
  }
  void decode(std::string_view bytes, State& state) const {
    Base::decode(bytes, state);
    for (std::uint64_t& number : state) number -= by;
  }
  std::uint64_t by = 0;
};

std::string text_of(const std::vector<Change>& changes) {
  REQUIRE(changes.size() == 1);
  return changes[0].component + ": " + changes[0].before + ' ' + changes[0].after;
}

}  // namespace

TEST_CASE("in the sink of its steps a walker is behind the step", "[walker]") {
  const Walker walker = walker_of(two_by_two);
  CHECK(walker.encoded() == bytes_of({0, 0}));
  walker.go_to(bytes_of({1, 2}));
  std::vector<std::string> behind;
  walker.for_each_step([&](Step step) {
    behind.emplace_back(walker.encoded());
    CHECK(step.argument == 0);
    CHECK(walker.is_final());
    CHECK(walker.words(step).arguments == "number 0");
  });
  CHECK(behind == std::vector<std::string>{bytes_of({2, 2})});
  CHECK(walker.encoded() == bytes_of({1, 2}));
  CHECK_FALSE(walker.is_final());
}

TEST_CASE("a walker takes steps that are enabled", "[walker]") {
  const Walker walker = walker_of(two_by_two);
  walker.go_to(bytes_of({2, 1}));
  CHECK_FALSE(walker.take({0, 0, 0}));
  CHECK_FALSE(walker.take({7, 9, 1}));
  CHECK(walker.encoded() == bytes_of({2, 1}));
  CHECK(walker.take({0, 0, 1}));
  CHECK(walker.encoded() == bytes_of({2, 2}));
  CHECK(walker.outcome() == Outcome{2, 2});
}

TEST_CASE("a walker joins others of its form, whatever they encode", "[walker]") {
  const Shifted machine;
  Test test;
  Walker other;
  {
    const Walker walker = walker_of(machine);
    MachineOptions options;
    options.liveness = true;
    other = walker.like(test, options);
    REQUIRE(walker.take({0, 0, 1}));
    other.join(walker);
    walker.for_each_step([&](Step) {});
  }
  CHECK(other.outcome() == Outcome{0, 1});
  CHECK(other.encoded() == bytes_of({100, 101}));
  other.go_to(bytes_of({102, 101}));
  CHECK(other.outcome() == Outcome{2, 1});
}

TEST_CASE("what is told of a run has what changed, and goes on", "[walker]") {
  const Walker walker = walker_of(two_by_two);
  const Program program;
  Retelling told(walker, program);
  REQUIRE(told.take({0, 0, 0}));
  CHECK_FALSE(told.take({0, 0, 5}));
  const Trace first = told.taken();
  CHECK(first.initial.size() == 2);
  REQUIRE(first.steps.size() == 1);
  CHECK(text_of(first.steps[0].changes) == "number 0: 0 1");
  REQUIRE(told.take({0, 0, 1}));
  const Trace second = told.finished();
  CHECK(second.initial.empty());
  REQUIRE(second.steps.size() == 1);
  CHECK(text_of(second.steps[0].changes) == "number 1: 0 1");
}
