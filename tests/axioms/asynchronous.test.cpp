// The models of asynchronous operations on programs that are made here: what each kind of
// instruction orders, and what it does not.
#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "axioms/compiled_model.hpp"
#include "tests/axioms/asynchronous_programs.hpp"
#include "tests/axioms/evaluated.hpp"
#include "tests/catch.hpp"
#include "tests/random/program_generator.hpp"

namespace opexplore::axioms {

namespace {

using FenceKind = AsynchronousFence::Kind;

std::set<Outcome> outcomes(const AsynchronousTest& test,
                           const std::vector<std::string>& options = {},
                           const std::string& model = "ptx-async") {
  const AxiomaticReport report = evaluate(load_model(model, {}, options), test.test());
  CHECK(report.complete());
  return values_of(report);
}

bool allows(const AsynchronousTest& test, const Outcome& outcome,
            const std::vector<std::string>& options = {}) {
  return outcomes(test, options).contains(outcome);
}

// A generic store, a CTA barrier, and an asynchronous read in the other thread; a fence before the
// barrier or behind it.
AsynchronousTest staged(std::optional<Space> before, std::optional<Space> behind) {
  AsynchronousTest result;
  const ThreadId writer = result.thread();
  const ThreadId issuer = result.thread();
  const AddressId s = result.shared("s");
  const AddressId g = result.global("g", 7);
  result.run(writer, store(s, 1));
  if (before) result.run(writer, proxy_fence(FenceKind::async, *before));
  result.run(writer, barrier()).run(issuer, barrier());
  if (behind) result.run(issuer, proxy_fence(FenceKind::async, *behind));
  result.run(issuer, copy(g, s)).ask(g);
  return result;
}

// A bulk copy to shared memory, waited for, then a load: p in r0, the value in r1.
AsynchronousTest loaded(Order order, bool expects = true) {
  AsynchronousTest result;
  const ThreadId thread = result.thread();
  const AddressId s = result.shared("s", 1);
  const AddressId x = result.global("x", 2);
  const AddressId b = result.mbarrier("b", 1);
  const auto bytes = expects ? std::optional<Value>(16) : std::nullopt;
  result.run(thread, arrive(b, Order::release, Scope::cta, bytes)).run(thread, copy(s, x, b));
  result.run(thread, wait(0, b, 0, order)).run(thread, load(1, s));
  result.ask(thread, 0).ask(thread, 1);
  return result;
}

}  // namespace

TEST_CASE("axioms: asynchronous reads need a proxy fence", "[axioms][async]") {
  CHECK(allows(staged({}, {}), {0}));
  CHECK(outcomes(staged(Space::shared_cta, {})) == std::set<Outcome>{{1}});
  CHECK(outcomes(staged({}, Space::all)) == std::set<Outcome>{{1}});
  CHECK(allows(staged(Space::global, {}), {0}));
  CHECK(allows(staged({}, Space::all), {0}, {"place=source"}));
  CHECK_FALSE(allows(staged(Space::all, {}), {0}, {"place=source"}));
}

TEST_CASE("axioms: a wait that sees the completion of a copy sees the copy", "[axioms][async]") {
  CHECK(outcomes(loaded(Order::acquire)) == std::set<Outcome>{{0, 1}, {0, 2}, {1, 2}});
  CHECK(allows(loaded(Order::relaxed), {1, 1}));
  CHECK(allows(loaded(Order::acquire), {1, 1}, {"cfence=none"}));
  // Without expected bytes the phase completes before the copy.
  CHECK(allows(loaded(Order::acquire, false), {1, 1}));
}

TEST_CASE("axioms: a completion carries its own operation alone", "[axioms][async]") {
  AsynchronousTest test;
  const ThreadId issuer = test.thread();
  const ThreadId waiter = test.thread();
  const AddressId s = test.shared("s");
  const AddressId x = test.global("x");
  const AddressId y = test.global("y");
  const AddressId b = test.mbarrier("b", 1);
  test.run(issuer, store(y, 1)).run(issuer, copy(s, x, b));
  test.run(waiter, arrive(b, Order::release, Scope::cta, 16)).run(waiter, wait(0, b, 0));
  test.run(waiter, load(1, y)).ask(waiter, 0).ask(waiter, 1);
  CHECK(allows(test, {1, 0}));
  CHECK_FALSE(allows(test, {1, 0}, {"cumul=yes"}));
}

TEST_CASE("axioms: groups are waited for, or their sources alone", "[axioms][async]") {
  const auto read_back = [](bool reads_only, std::uint32_t pending) {
    AsynchronousTest test;
    const ThreadId thread = test.thread();
    const AddressId s = test.shared("s", 1);
    const AddressId g = test.global("g", 7);
    test.run(thread, copy(g, s)).run(thread, CommitGroup{});
    test.run(thread, WaitGroup{OperationGroup::bulk, pending, reads_only});
    test.run(thread, load(0, g)).run(thread, store(s, 2)).ask(thread, 0).ask(g);
    return outcomes(test);
  };
  CHECK(read_back(false, 0) == std::set<Outcome>{{1, 1}});
  CHECK(read_back(true, 0) == std::set<Outcome>{{1, 1}, {7, 1}});
  // A group that is not waited for may read what is stored behind its wait.
  CHECK(read_back(false, 1).contains({7, 2}));
}

TEST_CASE("axioms: phases count, and arrivals tell theirs", "[axioms][async]") {
  AsynchronousTest test;
  const ThreadId thread = test.thread();
  const AddressId b = test.mbarrier("b", 1);
  MbarrierOperation first;
  first.mbarrier = b;
  first.destination = 0;
  MbarrierOperation second = first;
  second.destination = 1;
  test.run(thread, AsynchronousAction{first}).run(thread, wait(2, b, RegisterOperand{0}));
  test.run(thread, AsynchronousAction{second}).run(thread, wait(3, b, Value{0}));
  for (RegisterId reg = 0; reg < 4; ++reg) test.ask(thread, reg);
  // After two phases parity 0 is that of the next one.
  CHECK(outcomes(test) == std::set<Outcome>{{0, 1, 0, 0}, {0, 1, 1, 0}});
}

TEST_CASE("axioms: undefined executions are one outcome, if asked for", "[axioms][async]") {
  AsynchronousTest late;
  const ThreadId owner = late.thread();
  const ThreadId other = late.thread();
  const AddressId b = late.mbarrier("b", 0);
  late.run(owner, initialise(b, 1)).run(other, arrive(b));
  AsynchronousTest asked = late;
  asked.ask(other, 0).ask_ending("undef");
  CHECK(outcomes(asked) == std::set<Outcome>{{undefined_value, 1}});
  late.ask(other, 0);
  const AxiomaticReport report = evaluate(load_model("ptx-async"), late.test());
  CHECK(report.outcomes.empty());
  REQUIRE(report.flags.size() == 1);
  CHECK(report.flags[0].name == undefined_flag);

  AsynchronousTest known;
  known.thread();
  known.thread();
  const AddressId c = known.mbarrier("c", 0);
  known.run(0, initialise(c, 1)).run(0, barrier()).run(1, barrier()).run(1, arrive(c));
  known.ask_ending("undef");
  CHECK(outcomes(known) == std::set<Outcome>{{0}});
  known.run(1, arrive(c)).run(1, arrive(c));
  CHECK(outcomes(known) == std::set<Outcome>{{0}});
  MbarrierOperation many;
  many.mbarrier = c;
  many.operand = Value{2};
  known.run(1, AsynchronousAction{many});
  CHECK(outcomes(known) == std::set<Outcome>{{1}});
}

TEST_CASE("axioms: threads that stay at a barrier are a deadlock", "[axioms][async]") {
  const auto ends = [](Value quorum) {
    AsynchronousTest test;
    for (int t = 0; t < 2; ++t) test.run(test.thread(), barrier(1, quorum));
    test.ask_ending("deadlock");
    return outcomes(test);
  };
  CHECK(ends(2) == std::set<Outcome>{{0}});
  CHECK(ends(3) == std::set<Outcome>{{1}});

  // Each waits for the other: at the barrier of the cluster, at that of the CTA.
  AsynchronousTest crossed;
  const ThreadId a = crossed.thread();
  const ThreadId b = crossed.thread();
  const ThreadId dependent = crossed.thread(1, 1, 1);
  crossed.run(a, ClusterBarrier{}).run(a, ClusterBarrier{false, Order::acquire}).run(a, barrier());
  crossed.run(b, barrier()).run(b, ClusterBarrier{}).run(b, ClusterBarrier{false, Order::acquire});
  crossed.run(dependent, GridControl{false});
  crossed.ask_ending("deadlock");
  CHECK(outcomes(crossed) == std::set<Outcome>{{1}});
}

TEST_CASE("axioms: barriers of clusters order as their arrivals do", "[axioms][async]") {
  const auto stale = [](Order order, std::optional<Scope> scope) {
    AsynchronousTest test;
    const ThreadId writer = test.thread(0);
    const ThreadId reader = test.thread(1);
    const AddressId x = test.global("x");
    test.run(writer, store(x, 1));
    if (scope) test.run(writer, fence(Order::acq_rel, *scope));
    test.run(writer, ClusterBarrier{true, order})
        .run(writer, ClusterBarrier{false, Order::acquire});
    test.run(reader, ClusterBarrier{true, Order::relaxed})
        .run(reader, ClusterBarrier{false, Order::acquire});
    test.run(reader, load(0, x)).ask(reader, 0);
    return allows(test, {0});
  };
  CHECK_FALSE(stale(Order::release, {}));
  CHECK(stale(Order::relaxed, {}));
  CHECK(stale(Order::relaxed, Scope::cta));
  CHECK_FALSE(stale(Order::relaxed, Scope::cluster));
}

TEST_CASE("axioms: fences that order a part of memory", "[axioms][async]") {
  const auto stale = [](bool in_shared, FenceKind kind, Space space) {
    AsynchronousTest test;
    const ThreadId writer = test.thread(0);
    const ThreadId reader = test.thread(1);
    const AddressId x = in_shared ? test.shared("s@0") : test.global("x");
    const AddressId f = test.global("f");
    test.run(writer, store(x, 1)).run(writer, proxy_fence(kind, space, Scope::cluster));
    test.run(writer, store(f, 1, Order::relaxed, Scope::cluster));
    test.run(reader, load(0, f, Order::acquire, Scope::cluster)).run(reader, load(1, x));
    test.ask(reader, 0).ask(reader, 1);
    return allows(test, {1, 0});
  };
  CHECK_FALSE(stale(true, FenceKind::restricted_release, Space::shared_cta));
  CHECK(stale(false, FenceKind::restricted_release, Space::shared_cta));
  CHECK(stale(true, FenceKind::async, Space::all));
}

TEST_CASE("axioms: descriptors need both halves of their fence", "[axioms][async]") {
  const auto stale = [](bool releases, bool acquires, bool points) {
    AsynchronousTest test;
    const ThreadId writer = test.thread(0, 0);
    const ThreadId issuer = test.thread(1, 1);
    const AddressId old = test.global("old", 5);
    const AddressId now = test.global("now", 6);
    const AddressId d = test.tensormap("d", points ? test.number_of(old) : Value{5});
    const AddressId f = test.global("f");
    const AddressId s = test.shared("s@1", 9, 1);
    const AddressId b = test.mbarrier("b@1", 1, 1);
    test.run(writer, store(d, points ? test.number_of(now) : Value{6}));
    if (releases)
      test.run(writer, proxy_fence(FenceKind::tensormap_release, Space::all, Scope::gpu));
    test.run(writer, store(f, 1, Order::relaxed)).run(issuer, load(0, f, Order::relaxed));
    if (acquires) {
      test.run(issuer, proxy_fence(FenceKind::tensormap_acquire, Space::all, Scope::gpu, d));
    }
    AsynchronousOperation tensor;
    tensor.descriptor = d;
    tensor.elements.front().destinations = {s};
    tensor.mbarriers = {b};
    test.run(issuer, AsynchronousAction{tensor}).ask(issuer, 0).ask(s);
    CHECK(allows(test, {1, 6}));
    CHECK_FALSE(allows(test, {1, 9}));
    return allows(test, {1, 5});
  };
  for (const bool points : {false, true}) {
    CHECK(stale(false, false, points));
    CHECK(stale(true, false, points));
    CHECK(stale(false, true, points));
    CHECK_FALSE(stale(true, true, points));
  }
}

TEST_CASE("axioms: a grid that waits sees all of the one before", "[axioms][async]") {
  const auto stale = [](bool waits, bool fences, const std::vector<std::string>& options = {}) {
    AsynchronousTest test;
    const ThreadId first = test.thread(0, 0, 0);
    const ThreadId second = test.thread(1, 1, 1);
    const AddressId x = test.global("x");
    test.run(first, store(x, 1));
    if (fences) test.run(first, fence(Order::acq_rel, Scope::gpu));
    test.run(first, GridControl{true});
    if (waits) test.run(second, GridControl{false});
    test.run(second, load(0, x)).ask(second, 0);
    return allows(test, {0}, options);
  };
  CHECK(stale(false, false));
  CHECK_FALSE(stale(true, false));
  CHECK_FALSE(stale(false, true));
  CHECK(stale(false, true, {"pdl=no"}));
}

TEST_CASE("axioms: reductions are atomic among those of their proxy", "[axioms][async]") {
  const auto sums = [](bool both) {
    AsynchronousTest test;
    const AddressId x = test.global("x");
    for (std::uint32_t t = 0; t < 2; ++t) {
      const ThreadId thread = test.thread(t, t);
      const AddressId s = test.shared("s@" + std::to_string(t), t == 0 ? 1 : 10, t);
      AsynchronousOperation reduce;
      reduce.kind = AsynchronousOperation::Kind::bulk_reduce;
      reduce.elements = {{.source = s, .destinations = {x}}};
      Atomic generic;
      generic.address = x;
      generic.order = Order::relaxed;
      generic.scope = Scope::gpu;
      generic.operand = Value{10};
      if (t == 0 || both) {
        test.run(thread, AsynchronousAction{reduce});
      } else {
        test.run(thread, Action{generic});
      }
    }
    test.ask(x);
    return outcomes(test);
  };
  CHECK(sums(true) == std::set<Outcome>{{11}});
  CHECK(sums(false) == std::set<Outcome>{{1}, {10}, {11}});
}

// PTX ISA 9.7.9.25.4: one complete-tx for all that a copy writes; between its elements no order.
TEST_CASE("axioms: a copy of several elements completes once", "[axioms][async]") {
  const auto left = [](Value expected) {
    AsynchronousTest test;
    const ThreadId thread = test.thread(0, 0);
    const AddressId x = test.global("x", 1);
    const AddressId y = test.global("y", 2);
    const AddressId s = test.shared("s@0", 0, 0);
    const AddressId u = test.shared("u@0", 0, 0);
    const AddressId b = test.mbarrier("b@0", 1, 0);
    AsynchronousOperation both;
    both.elements = {{.source = x, .destinations = {s}}, {.source = y, .destinations = {u}}};
    both.mbarriers = {b};
    both.bytes = 32;
    test.run(thread, arrive(b, Order::release, Scope::cta, expected));
    test.run(thread, AsynchronousAction{both}).run(thread, wait(0, b, 0));
    test.run(thread, load(1, s)).run(thread, load(2, u));
    test.ask(thread, 0).ask(thread, 1).ask(thread, 2);
    return test;
  };
  CHECK(allows(left(32), {1, 1, 2}));
  CHECK(allows(left(32), {0, 1, 0}));
  CHECK(allows(left(32), {0, 0, 2}));
  CHECK_FALSE(allows(left(32), {1, 0, 2}));
  CHECK_FALSE(allows(left(32), {1, 1, 0}));
  CHECK_FALSE(allows(left(16), {1, 1, 2}));
}

// A strong copy behind a release fence, and one whose completion is observed before an acquire
// fence (PTX ISA 9.4, 8.8).
TEST_CASE("axioms: strong copies are ends of patterns", "[axioms][async]") {
  const auto stale = [](Order order, bool fences) {
    AsynchronousTest test;
    const ThreadId producer = test.thread(0, 0);
    const ThreadId consumer = test.thread(1, 1);
    const AddressId x = test.global("x");
    const AddressId m = test.global("m");
    const AddressId from = test.shared("s@0", 1, 0);
    const AddressId into = test.shared("s@1", 0, 1);
    const AddressId b = test.mbarrier("b@1", 1, 1);
    AsynchronousOperation out;
    out.elements = {{.source = from, .destinations = {m}}};
    out.order = order;
    AsynchronousOperation in;
    in.elements = {{.source = m, .destinations = {into}}};
    in.mbarriers = {b};
    in.order = order;
    test.run(producer, store(x, 1));
    if (fences) test.run(producer, fence(Order::release, Scope::sys));
    test.run(producer, AsynchronousAction{out});
    test.run(consumer, arrive(b, Order::relaxed, Scope::cta, 16));
    test.run(consumer, AsynchronousAction{in}).run(consumer, wait(0, b, 0, Order::relaxed));
    test.run(consumer, fence(Order::acquire, Scope::sys)).run(consumer, load(1, x));
    test.ask(consumer, 0).ask(into).ask(consumer, 1);
    return allows(test, {1, 1, 0});
  };
  CHECK_FALSE(stale(Order::relaxed, true));
  CHECK(stale(Order::relaxed, false));
  CHECK(stale(Order::weak, true));
}

TEST_CASE("axioms: a loop that waits for an mbarrier has an end", "[axioms][async]") {
  AsynchronousTest test;
  const ThreadId producer = test.thread();
  const ThreadId consumer = test.thread();
  const AddressId x = test.global("x");
  const AddressId b = test.mbarrier("b", 1);
  test.run(producer, store(x, 1)).run(producer, arrive(b)).run(consumer, wait(0, b, 0));
  Branch again;
  again.comparison = Comparison::not_equal;
  again.left = RegisterOperand{0};
  again.right = Value{1};
  test.run(consumer, Action{again}).run(consumer, load(1, x)).ask(consumer, 0).ask(consumer, 1);
  CHECK(outcomes(test) == std::set<Outcome>{{1, 1}});
}

TEST_CASE("axioms: readings are options with names", "[axioms][async]") {
  const auto refused = [](const std::string& option) -> std::string {
    try {
      load_model("ptx-async", {}, {option});
    } catch (const CatError& error) {
      return error.what();
    }
    return "accepted";
  };
  CHECK(refused("place=thread") == "accepted");
  CHECK(refused("place=nowhere").find("it is path or thread or cta or source") !=
        std::string::npos);
  CHECK(refused("plac=cta").find("did you mean `place`") != std::string::npos);
  CHECK(refused("place").find("place=cta") != std::string::npos);
  // Options of a model count less than those of its reader.
  CHECK(load_model("ptx-async-strict").compiled().readings.at("place") == "cta");
  CHECK(load_model("ptx-async-strict", {}, {"place=path"}).compiled().readings.at("place") ==
        "path");
  CHECK_THROWS_AS(evaluate(load_model("ptx75"), staged({}, {}).test()), Unsupported);
}

TEST_CASE("axioms: without asynchronous operations ptx-async is ptx75", "[axioms][async]") {
  const Model old = load_model("ptx75");
  const Model now = load_model("ptx-async");
  std::size_t compared = 0;
  for (const auto& profile : random_programs::profiles()) {
    for (std::uint64_t seed = 0; seed < 4; ++seed) {
      const Test test = random_programs::generate(profile, seed);
      EvaluateOptions options;
      options.witnesses = false;
      options.interrupted = after_candidates(20'000);
      try {
        const AxiomaticReport wanted = evaluate(old, test, options);
        const AxiomaticReport found = evaluate(now, test, options);
        if (!wanted.complete() || !found.complete()) continue;
        INFO(random_programs::to_litmus(test));
        CHECK(values_of(found) == values_of(wanted));
        ++compared;
      } catch (const Unsupported&) {
        continue;  // a barrier that waits for the end of a thread
      }
    }
  }
  CHECK(compared > 50);
}

}  // namespace opexplore::axioms
