#include "opmodel/machines/drf0/rules.hpp"

#include "tests/catch.hpp"
#include "tests/explorer/build_test.hpp"

namespace opexplore::drf0 {

namespace {

// Instructions of hand-made programs; every location is shared by all threads.
Load ld(AddressId address, Order order = Order::weak, Scope scope = Scope::gpu) {
  return {{address, Proxy::generic, order, scope, Annotation::none, {}}, 0};
}
Store st(AddressId address, Order order = Order::weak, Scope scope = Scope::gpu) {
  return {{address, Proxy::generic, order, scope, Annotation::none, {}}, Value{1}};
}
Atomic add(AddressId address, Order order, Scope scope = Scope::gpu) {
  return {{address, Proxy::generic, order, scope, Annotation::none, {}},
          AtomicOp::add,
          RegisterId{0},
          Value{1},
          Value{0}};
}

constexpr AddressId x = 0;
constexpr AddressId f = 1;
constexpr AddressId g = 2;

// Threads in CTAs, each before a list of instructions of which a test lets them execute one after
// the other. Nothing is forgotten.
class Example {
 public:
  explicit Example(const std::vector<std::uint32_t>& ctas,
                   const std::vector<std::vector<Action>>& threads)
      : context_(program(ctas, threads)), next_(threads.size()) {
    state.known.assign(context_.rows.size(), 0);
    state.orders.resize(threads.size());
    state.writers.resize(context_.plan.contended());
  }

  // The thread's next access or fence; a cas may fail.
  Example& step(ThreadId thread, bool fails = false) {
    const InstructionId at = next_[thread]++;
    const Planned& planned = context_.plan.at(thread, at);
    if (planned.kind == Planned::Kind::fence) {
      fence(context_, state, thread, planned);
    } else {
      access(context_, state, {thread, at, planned.writes && !fails});
    }
    return *this;
  }
  Example& arrives(ThreadId thread) {
    const InstructionId at = next_[thread]++;
    arrive(context_, state, thread, at, {0b11, 0, 0, 0, {}});
    return *this;
  }
  Example& completes() {
    leave(context_, state, {0b11, 0, 0b11, 0b11, {}});
    return *this;
  }
  bool raced() const { return state.race.has_value(); }

  State state;

 private:
  static Program program(const std::vector<std::uint32_t>& ctas,
                         const std::vector<std::vector<Action>>& threads) {
    TestBuilder builder("rules");
    for (const char* name : {"x", "f", "g"}) builder.location(name);
    for (std::size_t thread = 0; thread < threads.size(); ++thread) {
      builder.thread(ctas[thread]);
      for (const Action& action : threads[thread]) builder.add(action);
    }
    return builder.build().program;
  }

  Context context_;
  std::vector<InstructionId> next_;
};

const std::vector<std::uint32_t> apart{0, 1, 2};
const std::vector<std::uint32_t> together{0, 0, 0};

}  // namespace

TEST_CASE("drf0: check and record", "[drf0]") {
  SECTION("a weak write and a later access") {
    Example example(apart, {{st(x)}, {ld(x)}});
    CHECK_FALSE(example.step(0).raced());
    REQUIRE(example.step(1).raced());
    const Race race = *example.state.race;
    CHECK(race == Race{Race::Kind::unordered, 0, true, 0, 1, 0});
  }
  SECTION("a read and a later write") {
    CHECK(Example(apart, {{ld(x)}, {st(x)}}).step(0).step(1).raced());
  }
  SECTION("two reads are no conflict") {
    CHECK_FALSE(Example(apart, {{ld(x)}, {ld(x)}, {st(x)}}).step(0).step(1).raced());
  }
  SECTION("an earlier weak write is not hidden by a later strong one") {
    Example example(apart, {{st(x), st(x, Order::relaxed)}, {ld(x, Order::relaxed)}});
    CHECK(example.step(0).step(0).step(1).raced());
  }
  SECTION("an earlier weak read is not hidden by a later strong write") {
    Example example(apart, {{ld(x), st(x, Order::relaxed)}, {st(x, Order::relaxed)}});
    CHECK(example.step(0).step(0).step(1).raced());
  }
  SECTION("strong accesses of sufficient scope") {
    CHECK_FALSE(
        Example(apart, {{st(x, Order::relaxed)}, {ld(x, Order::relaxed)}}).step(0).step(1).raced());
  }
  SECTION("strong accesses of too small a scope") {
    CHECK(Example(apart, {{st(x, Order::relaxed)}, {ld(x, Order::relaxed, Scope::cta)}})
              .step(0)
              .step(1)
              .raced());
    CHECK_FALSE(Example(together, {{st(x, Order::relaxed)}, {ld(x, Order::relaxed, Scope::cta)}})
                    .step(0)
                    .step(1)
                    .raced());
  }
}

TEST_CASE("drf0: send and receive", "[drf0]") {
  const auto passes = [](const Action& release, const Action& acquire) {
    Example example(apart, {{st(x), release}, {acquire, ld(x)}});
    return !example.step(0).step(0).step(1).step(1).raced();
  };
  CHECK(passes(st(f, Order::release), ld(f, Order::acquire)));
  CHECK(passes(add(f, Order::release), add(f, Order::acq_rel)));
  CHECK_FALSE(passes(st(f, Order::relaxed), ld(f, Order::acquire)));
  CHECK_FALSE(passes(st(f, Order::release), ld(f, Order::relaxed)));
  CHECK_FALSE(passes(st(f, Order::release), ld(f, Order::acquire, Scope::cta)));

  SECTION("a reduction acquires nothing") {
    Atomic reduction = add(f, Order::acq_rel);
    reduction.destination.reset();
    CHECK_FALSE(passes(st(f, Order::release), reduction));
  }
  SECTION("a read-modify-write passes on what it reads, a store does not") {
    for (const bool passed : {true, false}) {
      const Action middle = passed ? Action{add(f, Order::relaxed)} : Action{st(f, Order::relaxed)};
      Example example(apart,
                      {{st(x), st(f, Order::release)}, {middle}, {ld(f, Order::acquire), ld(x)}});
      CHECK(example.step(0).step(0).step(1).step(2).step(2).raced() != passed);
    }
  }
  SECTION("what was published to the CTA cannot be published further") {
    for (const Scope scope : {Scope::cta, Scope::gpu}) {
      Example example({0, 0, 1}, {{st(x), st(f, Order::release, scope)},
                                  {ld(f, Order::acquire, scope), st(g, Order::release)},
                                  {ld(g, Order::acquire), ld(x)}});
      example.step(0).step(0).step(1).step(1).step(2).step(2);
      CHECK(example.raced() == (scope == Scope::cta));
    }
  }
}

TEST_CASE("drf0: nothing is passed on from one CTA to another at scope cta", "[drf0]") {
  Example example({0, 0, 1, 1}, {{st(x), st(f, Order::release, Scope::cta)},
                                 {ld(f, Order::acquire, Scope::cta), st(g, Order::release)},
                                 {add(g, Order::relaxed)},
                                 {ld(g, Order::acquire), ld(x)}});
  example.step(0).step(0).step(1).step(1).step(2).step(3);
  REQUIRE_FALSE(example.raced());
  CHECK(example.step(3).raced());
}

TEST_CASE("drf0: fence", "[drf0]") {
  const auto passes = [](const Fence& release, const Fence& acquire) {
    Example example(
        apart, {{st(x), release, st(f, Order::relaxed)}, {ld(f, Order::relaxed), acquire, ld(x)}});
    return !example.step(0).step(0).step(0).step(1).step(1).step(1).raced();
  };
  CHECK(passes({Order::acq_rel, Scope::gpu}, {Order::sc, Scope::gpu}));
  CHECK(passes({Order::release, Scope::gpu}, {Order::acquire, Scope::gpu}));
  CHECK_FALSE(passes({Order::acquire, Scope::gpu}, {Order::acquire, Scope::gpu}));
  CHECK_FALSE(passes({Order::release, Scope::gpu}, {Order::release, Scope::gpu}));
  CHECK_FALSE(passes({Order::acq_rel, Scope::cta}, {Order::acq_rel, Scope::gpu}));
}

TEST_CASE("drf0: keep_in_order and settle", "[drf0]") {
  // The second strong access of P0 decides whether the first one was kept in order.
  const auto kept = [](const std::vector<Action>& between, const Action& second) {
    std::vector<Action> first{st(f, Order::relaxed)};
    first.insert(first.end(), between.begin(), between.end());
    first.push_back(second);
    Example example(apart, {first, {ld(f, Order::relaxed), st(g), st(x)}});
    example.step(0).step(1);
    for (std::size_t count = 0; count <= between.size(); ++count) example.step(0);
    return !example.raced();
  };
  CHECK(kept({fence_sc()}, ld(g, Order::relaxed)));
  CHECK(kept({Fence{Order::acq_rel, Scope::gpu}}, ld(g, Order::relaxed)));
  CHECK(kept({}, st(g, Order::release)));
  CHECK(kept({}, ld(g)));  // weak accesses do not count
  CHECK_FALSE(kept({}, ld(g, Order::acquire)));
  CHECK_FALSE(kept({Fence{Order::acq_rel, Scope::cta}}, ld(g, Order::relaxed)));
  CHECK_FALSE(kept({Fence{Order::release, Scope::gpu}}, ld(g, Order::relaxed)));

  SECTION("the race names the access that follows and who relies on the first") {
    Example example(
        apart, {{st(f, Order::relaxed), ld(g, Order::acquire)}, {ld(f, Order::relaxed), st(g)}});
    example.step(0).step(1).step(0);
    REQUIRE(example.raced());
    CHECK(*example.state.race == Race{Race::Kind::reordered, 0, true, 1, 1, 1});
  }
  SECTION("a conflict that comes later finds the access not kept in order") {
    Example example(
        apart, {{st(f, Order::relaxed), ld(g, Order::acquire)}, {ld(f, Order::relaxed), st(g)}});
    CHECK_FALSE(example.step(0).step(0).raced());
    CHECK(example.step(1).raced());
  }
  SECTION("a read that was not kept in order, and a write that comes later") {
    Example example(
        apart, {{ld(f, Order::relaxed), ld(g, Order::relaxed)}, {st(f, Order::relaxed), st(g)}});
    CHECK_FALSE(example.step(0).step(0).raced());
    CHECK(example.step(1).raced());
  }
  SECTION("loads of one location stay open together, until an acquire") {
    Example example(apart, {{ld(f, Order::relaxed), ld(f, Order::relaxed), ld(f, Order::acquire),
                             ld(g, Order::relaxed)},
                            {st(f, Order::relaxed), st(g)}});
    example.step(0).step(1).step(0);
    CHECK(example.state.orders[0].owed == 0b10);
    example.step(0);
    CHECK(example.state.orders[0].owed == 0);
    CHECK_FALSE(example.step(0).raced());
  }
  SECTION("a load may be served by its thread's own store") {
    Example example(apart,
                    {{st(f, Order::relaxed), ld(f, Order::acquire)}, {ld(f, Order::relaxed)}});
    CHECK(example.step(0).step(1).step(0).raced());
  }
}

TEST_CASE("drf0: arrive and leave", "[drf0]") {
  for (const bool waits : {true, false}) {
    Example example({0, 0, 1}, {{st(x), barrier(0)}, {barrier(0), ld(x)}, {ld(x)}});
    example.step(0).arrives(0).arrives(1);
    if (waits) example.completes();
    CHECK(example.step(1).raced() != waits);
    if (waits) CHECK(example.step(2).raced());  // known to the CTA alone
  }
}

TEST_CASE("drf0: what is done after the arrival is not known", "[drf0]") {
  Example example(together, {{st(x), opexplore::arrive(0), st(x)}, {barrier(0), ld(x)}});
  example.step(0).arrives(0).step(0).arrives(1).completes();
  CHECK(example.step(1).raced());
}

TEST_CASE("drf0: bar.sync keeps strong accesses in order at scope cta", "[drf0]") {
  for (const bool in_cta : {true, false}) {
    Example example(in_cta ? together : apart,
                    {{st(f, Order::relaxed), barrier(0), ld(g, Order::relaxed)},
                     {barrier(0), st(g, Order::relaxed)},
                     {st(x), ld(x)}});
    example.step(0).arrives(0).arrives(1).completes().step(1).step(0);
    CHECK(example.raced() != in_cta);
  }
}

TEST_CASE("drf0: forget", "[drf0]") {
  TestBuilder builder("forget");
  builder.location("x");
  builder.thread(0);
  builder.add(st(x));
  builder.thread(1);
  builder.add(ld(x));
  const Test test = builder.build();
  const Context context(test.program);
  State state;
  state.known.assign(context.rows.size(), 0);
  state.orders.resize(2);
  state.writers.resize(1);
  access(context, state, {0, 0, true});
  const Words before = state.known;
  const std::vector<InstructionId> still{1, 0};
  forget(context, state, still);
  CHECK(state.known == before);  // P1 may still read x
  const std::vector<InstructionId> done{1, 1};
  forget(context, state, done);
  CHECK(state.known == Words(before.size()));
}

}  // namespace opexplore::drf0
