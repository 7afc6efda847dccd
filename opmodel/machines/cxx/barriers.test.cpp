// Barriers of a block in the C++ machine.
#include <algorithm>
#include <optional>

#include "explorer/explore.hpp"
#include "opmodel/machines/cxx/machine.hpp"
#include "tests/catch.hpp"
#include "tests/explorer/build_test.hpp"

using namespace opexplore;

namespace {

Load weak_load(RegisterId to, AddressId from, Order order = Order::weak) {
  Load access;
  access.destination = to;
  access.address = from;
  access.order = order;
  return access;
}

Store weak_store(AddressId to, Value value, Order order = Order::weak) {
  Store access;
  access.address = to;
  access.value = value;
  access.order = order;
  return access;
}

Barrier barrier_of(Order order, Value id = 0) {
  Barrier barrier;
  barrier.order = order;
  barrier.id = id;
  return barrier;
}

struct Fences {
  std::optional<Order> before = {};
  std::optional<Order> behind = {};
  Scope scope = Scope::cta;
};

/// One thread hands x over to another one at a barrier.
Test handed_over(Order barrier, const Fences& fences = {}, Order access = Order::weak) {
  TestBuilder builder("handed over");
  const AddressId x = builder.location("x");
  builder.thread(0);
  builder.add(weak_store(x, 1, access));
  if (fences.before) builder.add(Fence{*fences.before, fences.scope});
  builder.add(barrier_of(barrier));
  builder.thread(0);
  builder.add(barrier_of(barrier));
  if (fences.behind) builder.add(Fence{*fences.behind, fences.scope});
  builder.add(weak_load(0, x, access));
  builder.observe(1, 0);
  Test test = builder.build();
  test.program.language = Language::cxx;
  return test;
}

Answer explored(const Test& test, bool reduced = true) {
  ExploreOptions options;
  options.machine.ample_threads = reduced;
  options.machine.prune_spins = reduced;
  options.find_deadlocks = true;
  return find_machine("cxx")->explore(test, options);
}

/// The values of the only observable; none if there is a race.
std::vector<Value> values(const Test& test) {
  const Answer answer = explored(test);
  const Answer whole = explored(test, false);
  CHECK(answer.races == whole.races);
  std::vector<Value> found;
  if (answer.races) return found;
  CHECK(answer.outcomes.size() == whole.outcomes.size());
  for (const AnsweredOutcome& outcome : answer.outcomes) found.push_back(outcome.values.front());
  std::ranges::sort(found);
  return found;
}

const std::vector<Value> races{};

}  // namespace

// [thread.barrier]: what is in front of a barrier happens before what is behind it.
TEST_CASE("cxx: a barrier orders accesses", "[machines][cxx][barrier]") {
  CHECK(values(handed_over(Order::weak)) == std::vector<Value>{1});
  CHECK(values(handed_over(Order::weak, {}, Order::relaxed)) == std::vector<Value>{1});
}

// LLVM, "User Guide for AMDGPU Backend", "Memory Model": s_barrier orders execution alone.
TEST_CASE("cxx: a barrier that orders nothing needs fences on either side",
          "[machines][cxx][barrier]") {
  CHECK(values(handed_over(Order::relaxed)) == races);
  CHECK(values(handed_over(Order::relaxed, {Order::release, Order::acquire})) ==
        std::vector<Value>{1});
  CHECK(values(handed_over(Order::relaxed, {Order::sc, Order::acq_rel})) == std::vector<Value>{1});
  CHECK(values(handed_over(Order::relaxed, {Order::release, {}})) == races);
  CHECK(values(handed_over(Order::relaxed, {{}, Order::acquire})) == races);
  CHECK(values(handed_over(Order::relaxed, {Order::acquire, Order::release})) == races);
  CHECK(values(handed_over(Order::relaxed, {}, Order::relaxed)) == std::vector<Value>{0, 1});
}

TEST_CASE("cxx: rounds of a barrier are told apart", "[machines][cxx][barrier]") {
  TestBuilder builder("two rounds");
  const AddressId x = builder.location("x");
  for (int thread = 0; thread < 2; ++thread) {
    builder.thread(0);
    if (thread == 0) builder.add(weak_store(x, 1));
    builder.add(barrier_of(Order::weak));
    if (thread == 1) builder.add(weak_load(0, x));
    builder.add(barrier_of(Order::weak));
    if (thread == 0) builder.add(weak_store(x, 2));
  }
  builder.observe(1, 0);
  Test test = builder.build();
  test.program.language = Language::cxx;
  CHECK(values(test) == std::vector<Value>{1});
  // Without the second one the load and the second store race.
  for (Thread& thread : test.program.threads) {
    const auto last = std::find_if(
        thread.instructions.rbegin(), thread.instructions.rend(),
        [](const Instruction& each) { return opexplore::barrier_of(each.action) != nullptr; });
    thread.instructions.erase(std::prev(last.base()));
  }
  CHECK(values(test) == races);
}

TEST_CASE("cxx: blocks have barriers of their own", "[machines][cxx][barrier]") {
  Test test = handed_over(Order::weak);
  test.program.threads[1].cta = 1;
  CHECK(values(test) == races);
}

TEST_CASE("cxx: who has ended is not waited for", "[machines][cxx][barrier]") {
  TestBuilder builder("one comes");
  const AddressId x = builder.location("x");
  builder.thread(0);
  builder.add(barrier_of(Order::weak));
  builder.add(weak_load(0, x));
  builder.thread(0);
  builder.observe(0, 0);
  Test test = builder.build();
  test.program.language = Language::cxx;
  CHECK(values(test) == std::vector<Value>{0});
}

TEST_CASE("cxx: threads at two barriers wait for ever", "[machines][cxx][barrier]") {
  TestBuilder builder("two barriers");
  builder.location("x");
  for (const Value id : {0, 1}) {
    builder.thread(0);
    builder.add(barrier_of(Order::weak, id));
  }
  Test test = builder.build();
  test.program.language = Language::cxx;
  const Answer answer = explored(test);
  CHECK(answer.outcomes.empty());
  CHECK(answer.deadlock.has_value());
}

// Where a barrier orders nothing a read may wait for what comes behind it.
TEST_CASE("cxx: a read may be late behind a barrier that orders nothing",
          "[machines][cxx][barrier]") {
  const auto late = [](Order order) {
    TestBuilder builder("late");
    const AddressId x = builder.location("x");
    builder.thread(0);
    builder.add(weak_load(0, x, Order::relaxed));
    builder.add(barrier_of(order));
    builder.thread(0);
    builder.add(barrier_of(order));
    builder.add(weak_store(x, 1, Order::relaxed));
    builder.observe(0, 0);
    Test test = builder.build();
    test.program.language = Language::cxx;
    return values(test);
  };
  CHECK(late(Order::weak) == std::vector<Value>{0});
  CHECK(late(Order::relaxed) == std::vector<Value>{0, 1});
}
