// One example per rule of the C++ machine, on hand-made states; and what keeps its states few.
#include "opmodel/machines/cxx/rules.hpp"

#include "opmodel/machines/cxx/machine.hpp"
#include "opmodel/machines/cxx/relations.hpp"
#include "opmodel/machines/cxx/spinning.hpp"
#include "tests/catch.hpp"
#include "tests/explorer/build_test.hpp"
#include "tests/naive.hpp"

using namespace opexplore;
using namespace opexplore::cxx;

namespace {

using CxxMachine = cxx::Machine;

Test in_cxx(TestBuilder builder) {
  Test test = builder.build();
  test.program.language = Language::cxx;
  return test;
}

Load load(RegisterId to, AddressId from, Order order, Scope scope = Scope::sys) {
  Load access;
  access.destination = to;
  access.address = from;
  access.order = order;
  access.scope = scope;
  return access;
}

Store store(AddressId to, Operand value, Order order, Scope scope = Scope::sys) {
  Store access;
  access.address = to;
  access.value = value;
  access.order = order;
  access.scope = scope;
  return access;
}

Atomic exchange(RegisterId to, AddressId at, Value value, Order order, Scope scope = Scope::sys) {
  Atomic access;
  access.op = AtomicOp::exch;
  access.destination = to;
  access.address = at;
  access.operand = value;
  access.order = order;
  access.scope = scope;
  return access;
}

Atomic compare_exchange(RegisterId to, AddressId at, Value expected, Value value) {
  Atomic access = exchange(to, at, value, Order::acq_rel);
  access.op = AtomicOp::cas;
  access.expected = expected;
  access.failure = Order::acquire;
  return access;
}

// A thread's event `index`, which is instruction `index` too.
Pending at(ThreadId thread, std::uint8_t index, Value operand = 0, Value expected = 0) {
  return {{thread, index}, index, true, operand, expected};
}

State empty(const Context& context) {
  State state;
  state.threads.resize(context.threads());
  state.coherence.resize(context.locations());
  return state;
}

// Steps of that rule from the state.
template <auto Rule>
std::size_t count(const CxxMachine& machine, const State& state) {
  std::size_t found = 0;
  machine.for_each_step(
      state, [&](Step step, const State&) { found += cxx::rule_list.is<Rule>(step) ? 1 : 0; });
  return found;
}

template <auto Rule>
State after(const CxxMachine& machine, const State& state) {
  State result;
  machine.for_each_step(state, [&](Step step, const State& next) {
    if (cxx::rule_list.is<Rule>(step)) result = next;
  });
  return result;
}

// Both threads write x, then the first one reads it.
Test two_writers(Order order) {
  TestBuilder builder("two writers");
  const AddressId x = builder.location("x");
  builder.thread();
  builder.add(store(x, Value{1}, order));
  builder.add(load(0, x, order));
  builder.thread();
  builder.add(store(x, Value{2}, order));
  return in_cxx(builder);
}

// r = x; y = r + 1, with the reverse in the other thread or only a store of 1.
Test load_buffering(bool depends) {
  TestBuilder builder("LB");
  const AddressId x = builder.location("x");
  const AddressId y = builder.location("y");
  builder.thread();
  builder.add(load(0, x, Order::relaxed));
  builder.add(store(y, RegisterOperand{0}, Order::relaxed));
  builder.thread();
  builder.add(load(0, y, Order::relaxed));
  builder.add(store(x, depends ? Operand{RegisterOperand{0}} : Operand{Value{1}}, Order::relaxed));
  builder.observe(0, 0);
  builder.observe(1, 0);
  return in_cxx(builder);
}

// Thread 0 takes a lock by `exchange` in a loop and leaves it; so does thread 1.
Test spin_lock(Scope scope) {
  TestBuilder builder("TAS");
  const AddressId lock = builder.location("lock");
  for (std::uint32_t t = 0; t < 2; ++t) {
    builder.thread(0);
    builder.add(exchange(0, lock, 1, Order::acquire, t == 0 ? Scope::sys : scope));
    builder.add(Branch{Comparison::not_equal, RegisterOperand{0}, Value{0}, 0});
    builder.add(store(lock, Value{0}, Order::release));
  }
  return in_cxx(builder);
}

}  // namespace

TEST_CASE("cxx: a fence takes its place in program order", "[machines][cxx]") {
  TestBuilder builder("fence");
  builder.thread();
  builder.add(Fence{Order::sc, Scope::sys});
  const Test test = in_cxx(builder);
  const CxxMachine machine(test, {});
  CHECK(count<cxx::fence>(machine, machine.initial()) == 1);
  const State state = after<cxx::fence>(machine, machine.initial());
  REQUIRE(state.threads[0].size() == 1);
  CHECK(state.threads[0][0].done == Done::fence);
  CHECK(machine.is_final(state));
}

TEST_CASE("cxx: a write takes any place in coherence but that of an update", "[machines][cxx]") {
  const Test test = two_writers(Order::relaxed);
  const Context context(test, {});
  const State first = *cxx::write(context, empty(context), at(0, 0, 1), 0);
  const State before = *cxx::write(context, first, at(1, 0, 2), 0);
  const State behind = *cxx::write(context, first, at(1, 0, 2), 1);
  CHECK(before.coherence[0] == std::vector<EventName>{{1, 0}, {0, 0}});
  CHECK(behind.coherence[0] == std::vector<EventName>{{0, 0}, {1, 0}});

  TestBuilder builder("update");
  const AddressId x = builder.location("x");
  builder.thread();
  builder.add(exchange(0, x, 1, Order::relaxed));
  builder.thread();
  builder.add(store(x, Value{2}, Order::relaxed));
  const Test other = in_cxx(builder);
  const Context updates(other, {});
  const State updated = *cxx::update(updates, empty(updates), at(0, 0, 1), 0);
  CHECK_FALSE(cxx::write(updates, updated, at(1, 0, 2), 0));
  CHECK(cxx::write(updates, updated, at(1, 0, 2), 1));
}

TEST_CASE("cxx: a read reads any write that the axioms allow", "[machines][cxx]") {
  const Test test = two_writers(Order::relaxed);
  const Context context(test, {});
  const State first = *cxx::write(context, empty(context), at(0, 0, 1), 0);
  const State both = *cxx::write(context, first, at(1, 0, 2), 1);
  const State initial = *cxx::read(context, both, at(0, 1), 0);
  const State own = *cxx::read(context, both, at(0, 1), 1);
  const State other = *cxx::read(context, both, at(0, 1), 2);
  CHECK(value_read(context, other, {0, 1}) == 2);
  CHECK_FALSE(Relations(context, initial).consistent());  // it has written x itself
  CHECK(Relations(context, own).consistent());
  CHECK(Relations(context, other).consistent());
}

TEST_CASE("cxx: an update takes the place behind what it reads", "[machines][cxx]") {
  TestBuilder builder("updates");
  const AddressId x = builder.location("x");
  for (int t = 0; t < 2; ++t) {
    builder.thread();
    builder.add(exchange(0, x, 1 + t, Order::relaxed));
  }
  const Test test = in_cxx(builder);
  const Context context(test, {});
  const State one = *cxx::update(context, empty(context), at(0, 0, 1), 0);
  CHECK(one.threads[0][0].done == Done::update);
  CHECK_FALSE(cxx::update(context, one, at(1, 0, 2), 0));  // no two updates of one write
  const State two = *cxx::update(context, one, at(1, 0, 2), 1);
  CHECK(two.coherence[0] == std::vector<EventName>{{0, 0}, {1, 0}});
}

TEST_CASE("cxx: a compare-exchange that fails only reads", "[machines][cxx]") {
  TestBuilder builder("cas");
  const AddressId x = builder.location("x", 7);
  builder.thread();
  builder.add(compare_exchange(0, x, 0, 1));
  const Test test = in_cxx(builder);
  const Context context(test, {});
  CHECK_FALSE(updates(context, empty(context), at(0, 0, 1, 0), 0));
  const State failed = *cxx::read(context, empty(context), at(0, 0, 1, 0), 0);
  CHECK(failed.threads[0][0].done == Done::read);
  CHECK(failed.coherence[0].empty());
  CHECK(updates(context, empty(context), at(0, 0, 1, 7), 0));
  const State succeeded = *cxx::update(context, empty(context), at(0, 0, 1, 7), 0);
  CHECK(succeeded.threads[0][0].done == Done::update);
}

TEST_CASE("cxx: a read is postponed where a later write can lead back to it", "[machines][cxx]") {
  const Test test = load_buffering(false);
  const CxxMachine machine(test, {});
  CHECK(count<cxx::postpone>(machine, machine.initial()) == 2);
  const Test writers = two_writers(Order::relaxed);
  const CxxMachine other(writers, {});
  const State written = after<cxx::write>(other, after<cxx::write>(other, other.initial()));
  CHECK(count<cxx::read>(other, written) > 0);
  CHECK(count<cxx::postpone>(other, written) == 0);
}

TEST_CASE("cxx: load buffering, but nothing out of thin air", "[machines][cxx]") {
  const Outcome both{1, 1};
  const Test test = load_buffering(false);
  CHECK(explore_naively(CxxMachine(test, {})).outcomes.count(both) == 1);
  const Test depends = load_buffering(true);
  const NaiveResult result = explore_naively(CxxMachine(depends, {}));
  REQUIRE(result.outcomes.size() == 1);
  CHECK(result.outcomes.begin()->first == Outcome{0, 0});
}

TEST_CASE("cxx: a write waits for the postponed read that it depends on", "[machines][cxx]") {
  const Test test = load_buffering(false);
  const CxxMachine machine(test, {});
  State postponed;
  machine.for_each_step(machine.initial(), [&](Step step, const State& next) {
    if (cxx::rule_list.is<cxx::postpone>(step) && step.thread == 0) {
      postponed = next;
    }
  });
  CHECK(count<cxx::wait>(machine, postponed) == 1);
  const State waits = after<cxx::wait>(machine, postponed);
  CHECK(waits.threads[0][1].done == Done::postponed);
  CHECK(count<cxx::late_read>(machine, waits) == 1);
  const State delivered = after<cxx::late_read>(machine, waits);
  CHECK(count<cxx::late_write>(machine, delivered) == 1);
}

TEST_CASE("cxx: spinning has finitely many states", "[machines][cxx]") {
  const Test test = spin_lock(Scope::sys);
  const NaiveResult result = explore_naively(CxxMachine(test, {}));
  CHECK(result.states.size() < 40);
  CHECK(result.outcomes.size() == 1);
  CHECK(result.stuck == 0);
}

TEST_CASE("cxx: what spinning writes stays where scopes differ", "[machines][cxx]") {
  const auto spun_once = [](const Test& test) {
    const Context context(test, {});
    State state = *cxx::update(context, empty(context), at(0, 0, 1), 0);
    state = *cxx::update(context, state, at(1, 0, 1), 1);  // reads 1, writes 1
    CHECK(state.threads[1][0].done == Done::update);
    return spins(context, state, 1);
  };
  CHECK(spun_once(spin_lock(Scope::cta)));  // one CTA: cta is enough
  TestBuilder builder("two CTAs");
  const AddressId lock = builder.location("lock");
  for (std::uint32_t t = 0; t < 2; ++t) {
    builder.thread(t);
    builder.add(exchange(0, lock, 1, Order::acquire, t == 0 ? Scope::gpu : Scope::cta));
    builder.add(Branch{Comparison::not_equal, RegisterOperand{0}, Value{0}, 0});
  }
  CHECK_FALSE(spun_once(in_cxx(builder)));
}

TEST_CASE("cxx: an execution that is too long is given up and said", "[machines][cxx]") {
  TestBuilder builder("counter");
  const AddressId x = builder.location("x");
  builder.thread();
  builder.add(store(x, Value{1}, Order::relaxed));
  builder.add(Branch{std::nullopt, Value{0}, Value{0}, 0});
  const Test test = in_cxx(builder);
  const CxxMachine machine(test, {});
  State state = machine.initial();
  while (machine.exceeded(state).empty()) state = after<cxx::write>(machine, state);
  CHECK(state.events() == max_graph_events);
}

TEST_CASE("cxx: races are non-atomic accesses and scopes too small", "[machines][cxx]") {
  const auto racy = [](Order order, Scope scope, std::uint32_t cta) {
    TestBuilder builder("race");
    const AddressId x = builder.location("x");
    builder.thread(0);
    builder.add(store(x, Value{1}, order, scope));
    builder.thread(cta);
    builder.add(load(0, x, Order::relaxed, Scope::sys));
    const Test test = in_cxx(builder);
    return explore_naively(CxxMachine(test, {})).racy > 0;
  };
  CHECK(racy(Order::weak, Scope::sys, 1));
  CHECK(racy(Order::relaxed, Scope::cta, 1));
  CHECK_FALSE(racy(Order::relaxed, Scope::cta, 0));
  CHECK_FALSE(racy(Order::relaxed, Scope::gpu, 1));
}

TEST_CASE("cxx: the race is named with both accesses", "[machines][cxx]") {
  const Test test = two_writers(Order::weak);
  const CxxMachine machine(test, {});
  State state = machine.initial();
  while (!machine.has_raced(state)) {
    State next;
    machine.for_each_step(state, [&](Step, const State& found) { next = found; });
    state = next;
  }
  const std::string text = machine.race(state);
  CHECK(text.find("on x") != std::string::npos);
  CHECK(text.find("P0 ") != std::string::npos);
  CHECK(text.find("P1 ") != std::string::npos);
  CHECK(text.find("non-atomic") != std::string::npos);
}

TEST_CASE("cxx: PTX programs and barriers of some threads are refused", "[machines][cxx]") {
  Test test = two_writers(Order::relaxed);
  CHECK_FALSE(CxxMachine::refusal(test, {}));
  test.program.language = Language::ptx;
  CHECK(CxxMachine::refusal(test, {}));
  TestBuilder builder("barrier");
  builder.thread();
  Barrier barrier;
  builder.add(barrier);
  CHECK_FALSE(CxxMachine::refusal(in_cxx(builder), {}));
  barrier.quorum = Value{1};
  builder.add(barrier);
  CHECK(CxxMachine::refusal(in_cxx(builder), {}));
}

TEST_CASE("cxx: states are written and read back", "[machines][cxx]") {
  const Test test = load_buffering(false);
  const CxxMachine machine(test, {});
  State state = machine.initial();
  for (int step = 0; step < 6; ++step) {
    std::string bytes;
    machine.encode(state, bytes);
    State again;
    machine.decode(bytes, again);
    CHECK(again.threads == state.threads);
    CHECK(again.coherence == state.coherence);
    machine.for_each_step(state, [&](Step, const State& next) { again = next; });
    state = again;
  }
}
