// `sc-typed`: one example per rule on states made by hand, and figure 5 line by line.
#include "opmodel/machines/sc_typed/rules.hpp"

#include <string>

#include "litmus/language/reader.hpp"
#include "opmodel/machines/sc_typed/machine.hpp"
#include "tests/catch.hpp"

namespace opexplore::sc_typed {

namespace {

constexpr bool load = false;
constexpr bool store = true;

// P0 and P1 on SM0, P2 on SM1; x and y are sectors, z is in shared memory of SM0.
constexpr std::string_view program =
    "GPU_PTX rules\n"
    "{ 0:.reg .s32 r0; 0:.reg .s32 r1; 1:.reg .s32 r0; 1:.reg .s32 r1; 2:.reg .s32 r0;\n"
    "  2:.reg .s32 r1; }\n"
    " T0 | T1 | T2 ;\n"
    " st.s32 [x],1 | ld.s32 r0,[z] | ld.s32 r0,[x] ;\n"
    " st.s32 [z],1 | ld.s32 r1,[x] | st.s32 [y],1 ;\n"
    " ld.s32 r0,[y] | st.s32 [y],2 | ld.s32 r1,[y] ;\n"
    "ScopeTree (device (cta (warp T0) (warp T1)) (cta (warp T2)))\n"
    "x: global, y: global, z: shared\n"
    "exists (1:r0=1)\n";

struct Fixture {
  explicit Fixture(const Mechanisms& present = {}, unsigned mac_entries = 0)
      : test(read(std::string(program), "in place")),
        options(),
        context(test, options, {0, 1, mac_entries}, present) {
    state.core = context.core.initial();
    state.mac.resize(context.sectors);
    state.type_caches.resize(context.sectors * context.plan().sms());
  }

  void set(SectorId sector, Sharing sharing, SmId accessor, Type type) {
    state.mac[sector] = {sharing, accessor, 0, false};
    context.type_cache(state, accessor, sector) = type;
  }

  ThreadId thread_on(SmId sm) const { return context.thread_of(sm); }
  // Sectors as the locations are declared.
  SectorId sector(std::string_view name) const { return context.sector[location(name)]; }
  LocationId location(std::string_view name) const {
    for (std::size_t l = 0; l < test.program.locations.size(); ++l) {
      if (test.program.locations[l].name == name) return static_cast<LocationId>(l);
    }
    FAIL("no location " << name);
    return 0;
  }
  Value& memory(std::string_view name) { return state.core.memory[location(name)]; }

  Test test;
  MachineOptions options;
  Context context;
  State state;
};

}  // namespace

TEST_CASE("sc-typed: figure 5, all arrows") {
  struct Arrow {
    Sharing from;
    SmId sm;
    bool write;
    Sharing to;
    bool transition, broadcast;
    Type type;
  };
  const MacEntry of_sm0{Sharing::untouched, 0, 0, false};
  for (const Arrow& arrow : {
           Arrow{Sharing::untouched, 0, load, Sharing::private_ro, false, false, Type::safe_ro},
           Arrow{Sharing::untouched, 0, store, Sharing::private_rw, false, false, Type::safe_rw},
           Arrow{Sharing::private_ro, 0, load, Sharing::private_ro, false, false, Type::safe_ro},
           Arrow{Sharing::private_ro, 0, store, Sharing::private_rw, false, false, Type::safe_rw},
           Arrow{Sharing::private_ro, 1, load, Sharing::shared_ro, false, false, Type::safe_ro},
           Arrow{Sharing::private_ro, 1, store, Sharing::shared_rw, true, false, Type::unknown},
           Arrow{Sharing::private_rw, 0, load, Sharing::private_rw, false, false, Type::safe_rw},
           Arrow{Sharing::private_rw, 0, store, Sharing::private_rw, false, false, Type::safe_rw},
           Arrow{Sharing::private_rw, 1, load, Sharing::shared_rw, true, false, Type::unknown},
           Arrow{Sharing::private_rw, 1, store, Sharing::shared_rw, true, false, Type::unknown},
           Arrow{Sharing::shared_ro, 1, load, Sharing::shared_ro, false, false, Type::safe_ro},
           Arrow{Sharing::shared_ro, 0, store, Sharing::shared_rw, true, true, Type::unknown},
           Arrow{Sharing::shared_rw, 0, load, Sharing::shared_rw, false, false, Type::unsafe},
           Arrow{Sharing::shared_rw, 1, store, Sharing::shared_rw, false, false, Type::unsafe},
       }) {
    MacEntry entry = of_sm0;
    entry.sharing = arrow.from;
    const Answer answer = classify(entry, arrow.sm, arrow.write);
    CHECK(answer.sharing == arrow.to);
    CHECK(answer.transition == arrow.transition);
    CHECK(answer.broadcast == arrow.broadcast);
    CHECK(answer.type == arrow.type);
  }
  // Drawn from the same function: no entry, two private states, two shared ones.
  const Diagram diagram = Machine::diagram();
  CHECK(diagram.nodes.size() == 5);
  CHECK(diagram.edges.size() == 11);
}

TEST_CASE("sc-typed: issue, request, to_safe_queue, complete_safe") {
  Fixture f;
  issue(f.context, f.state, 0);
  REQUIRE(f.state.waiting.size() == 1);
  CHECK(f.state.core.threads[0].pc == 1);
  CHECK_FALSE(may_go_safe(f.context, f.state, 0, {0}));
  REQUIRE(may_request(f.context, f.state, 0, {0}));
  request(f.context, f.state, 0, {0});
  CHECK(f.state.mac[f.sector("x")] == MacEntry{Sharing::private_rw, 0, 0, false});
  CHECK(f.context.type_cache(f.state, 0, f.sector("x")) == Type::safe_rw);
  REQUIRE(may_go_safe(f.context, f.state, 0, {0}));
  to_safe_queue(f.context, f.state, 0, {0});
  CHECK(f.state.waiting.empty());
  CHECK(f.state.unsafe.empty());  // nothing was bypassed, so there is no marker
  CHECK(f.memory("x") == 0);
  REQUIRE(may_complete_safe(f.context, f.state, 0, {0}));
  complete_safe(f.context, f.state, 0, {0});
  CHECK(f.memory("x") == 1);
  CHECK(f.state.safe.empty());
}

TEST_CASE("sc-typed: a type-wait queue lets out its head alone") {
  Mechanisms present;
  for (const bool order : {true, false}) {
    present.type_wait_order = order;
    Fixture f(present);
    issue(f.context, f.state, 0);
    issue(f.context, f.state, 0);  // z is shared memory, whose type is known
    CHECK(may_go_safe(f.context, f.state, 0, {1}) == !order);
  }
}

TEST_CASE("sc-typed: invalidate and acknowledge") {
  Fixture f;
  f.set(f.sector("x"), Sharing::private_rw, 0, Type::safe_rw);
  issue(f.context, f.state, 2);
  CHECK_FALSE(may_request(f.context, f.state, 0, {0}));
  REQUIRE(may_invalidate(f.context, f.state, 0, {0}));
  invalidate(f.context, f.state, 0, {0});
  CHECK(f.state.mac[f.sector("x")].awaited == 0b01);
  CHECK(f.context.type_cache(f.state, 0, f.sector("x")) == Type::unknown);
  CHECK_FALSE(may_request(f.context, f.state, 0, {0}));  // in transition: requests wait
  CHECK_FALSE(may_invalidate(f.context, f.state, 0, {0}));
  CHECK_FALSE(may_acknowledge(f.context, f.state, f.thread_on(1), {f.sector("x")}));
  REQUIRE(may_acknowledge(f.context, f.state, f.thread_on(0), {f.sector("x")}));
  acknowledge(f.context, f.state, f.thread_on(0), {f.sector("x")});
  CHECK(f.state.mac[f.sector("x")] == MacEntry{Sharing::shared_rw, 0, 0, false});
  CHECK(may_go_unsafe(f.context, f.state, 0, {0}));
}

TEST_CASE("sc-typed: a sector read by all is invalidated everywhere") {
  Fixture f;
  f.set(f.sector("x"), Sharing::shared_ro, 0, Type::safe_ro);
  issue(f.context, f.state, 0);
  CHECK_FALSE(may_go_safe(f.context, f.state, 0, {0}));  // no write privilege
  REQUIRE(may_invalidate(f.context, f.state, 0, {0}));
  invalidate(f.context, f.state, 0, {0});
  CHECK(f.state.mac[f.sector("x")].awaited == 0b11);
  acknowledge(f.context, f.state, f.thread_on(1), {f.sector("x")});
  CHECK(f.state.mac[f.sector("x")].sharing == Sharing::shared_ro);
  acknowledge(f.context, f.state, f.thread_on(0), {f.sector("x")});
  CHECK(f.state.mac[f.sector("x")].sharing == Sharing::shared_rw);
}

TEST_CASE("sc-typed: markers, the synchronization table, and what an acknowledgement waits for") {
  Fixture f;
  f.set(f.sector("x"), Sharing::shared_rw, 0, Type::unsafe);
  f.set(f.sector("y"), Sharing::private_rw, 0, Type::safe_rw);
  for (int i = 0; i < 3; ++i) issue(f.context, f.state, 0);
  REQUIRE(may_go_unsafe(f.context, f.state, 0, {0}));
  to_unsafe_queue(f.context, f.state, 0, {0});  // st x
  REQUIRE(may_go_safe(f.context, f.state, 0, {0}));
  to_safe_queue(f.context, f.state, 0, {0});  // st z, bypasses it
  to_safe_queue(f.context, f.state, 0, {0});  // ld y, bypasses it too
  REQUIRE(f.state.unsafe.size() == 3);
  CHECK_FALSE(f.state.unsafe[0].marker);
  CHECK(f.state.unsafe[1].marker);
  CHECK(f.state.unsafe[2].marker);
  // P1's load of z conflicts with the entry of P0's store, though that has long completed.
  while (!f.state.safe.empty()) complete_safe(f.context, f.state, 0, {0});
  issue(f.context, f.state, 1);
  CHECK(conflicts(f.context, f.state, f.state.waiting[0].access));
  CHECK_FALSE(may_go_safe(f.context, f.state, 0, {0}));
  // y has a marker, so SM0 may not acknowledge.
  f.state.mac[f.sector("y")].awaited = 0b01;
  CHECK_FALSE(may_acknowledge(f.context, f.state, f.thread_on(0), {f.sector("y")}));
  complete_unsafe(f.context, f.state, 0, {0});
  CHECK(f.state.unsafe.empty());
  CHECK(may_go_safe(f.context, f.state, 0, {0}));
  CHECK(may_acknowledge(f.context, f.state, f.thread_on(0), {f.sector("y")}));
}

TEST_CASE("sc-typed: an acknowledgement waits for SM-safe accesses to the sector") {
  for (const bool waits : {true, false}) {
    Mechanisms present;
    present.safe_drain = waits;
    Fixture f(present);
    f.set(f.sector("x"), Sharing::private_rw, 0, Type::safe_rw);
    issue(f.context, f.state, 0);
    to_safe_queue(f.context, f.state, 0, {0});
    f.state.mac[f.sector("x")].awaited = 0b01;
    CHECK(may_acknowledge(f.context, f.state, f.thread_on(0), {f.sector("x")}) == !waits);
    complete_safe(f.context, f.state, 0, {0});
    CHECK(may_acknowledge(f.context, f.state, f.thread_on(0), {f.sector("x")}));
  }
}

TEST_CASE("sc-typed: complete_unsafe takes a warp's accesses in order") {
  for (const bool order : {true, false}) {
    Mechanisms present;
    present.unsafe_order = order;
    Fixture f(present);
    for (const char* const name : {"x", "y"}) {
      f.set(f.sector(name), Sharing::shared_rw, 1, Type::unsafe);
    }
    for (int i = 0; i < 2; ++i) {
      issue(f.context, f.state, 2);
      to_unsafe_queue(f.context, f.state, 0, {0});
    }
    CHECK(may_complete_unsafe(f.context, f.state, 0, {0}));
    CHECK(may_complete_unsafe(f.context, f.state, 0, {1}) == !order);
  }
}

TEST_CASE("sc-typed: recall makes room, and waits for every access to the sector") {
  for (const bool waits : {true, false}) {
    Mechanisms present;
    present.recall_unsafe_drain = waits;
    Fixture f(present, 1);
    f.set(f.sector("y"), Sharing::shared_rw, 0, Type::unsafe);
    f.state.unsafe.push_back(
        {f.context.plan().warp(1), false, f.location("y"), true, {1, 2, 2, 0}});
    issue(f.context, f.state, 0);
    CHECK_FALSE(may_request(f.context, f.state, 0, {0}));
    REQUIRE(needs_room(f.context, f.state, 0));
    REQUIRE(may_recall(f.context, f.state, 0, {f.sector("y")}));
    recall(f.context, f.state, 0, {f.sector("y")});
    CHECK(f.state.mac[f.sector("y")].awaited == 0b11);
    CHECK(f.context.type_cache(f.state, 0, f.sector("y")) == Type::unknown);
    CHECK_FALSE(may_request(f.context, f.state, 0, {0}));
    CHECK(may_acknowledge(f.context, f.state, f.thread_on(1), {f.sector("y")}));
    acknowledge(f.context, f.state, f.thread_on(1), {f.sector("y")});
    CHECK(may_acknowledge(f.context, f.state, f.thread_on(0), {f.sector("y")}) == !waits);
    if (waits) complete_unsafe(f.context, f.state, 0, {0});
    acknowledge(f.context, f.state, f.thread_on(0), {f.sector("y")});
    CHECK(f.state.mac[f.sector("y")] == MacEntry{});
    CHECK(may_request(f.context, f.state, 0, {0}));
  }
}

TEST_CASE("sc-typed: stalls are accesses that order alone holds back") {
  Fixture f;
  const Machine machine(f.test, f.options);
  CHECK(machine.stalled(f.state) == 0);
  f.set(f.sector("x"), Sharing::shared_rw, 0, Type::unsafe);
  f.set(f.sector("y"), Sharing::shared_rw, 1, Type::unsafe);
  f.context.type_cache(f.state, 0, f.sector("y")) = Type::unsafe;
  issue(f.context, f.state, 0);
  to_unsafe_queue(f.context, f.state, 0, {0});
  CHECK(machine.stalled(f.state) == 0);  // it can complete
  issue(f.context, f.state, 0);          // st z: can go
  CHECK(machine.stalled(f.state) == 0);
  issue(f.context, f.state, 0);  // ld y behind it: not order, but one after the other
  CHECK(machine.stalled(f.state) == 0);
  to_safe_queue(f.context, f.state, 0, {0});
  to_unsafe_queue(f.context, f.state, 0, {0});
  CHECK(machine.stalled(f.state) == 1);  // ld y waits for st x
  issue(f.context, f.state, 1);          // ld z meets the entry of st z
  CHECK(machine.stalled(f.state) == 2);
}

}  // namespace opexplore::sc_typed
