// `rmo`: what table 1 of Singh 2015 orders and what it does not; each ordering is needed for some
// verdict.
#include <string>
#include <type_traits>

#include "opmodel/machines/rmo/machine.hpp"
#include "opmodel/results/answer.hpp"
#include "tests/catch.hpp"
#include "tests/machines/reachable.hpp"
#include "tests/machines/weakened.hpp"

namespace opexplore::rmo {

namespace {

const MachineOptions opencl{};
const MachineOptions cuda = with_setting("table", "cuda");
const MachineOptions own_paths = with_setting("path", "warp");

/// Whether a machine with these rules reaches the condition.
template <class R = Rules>
bool allowed(const std::string& text, MachineOptions options = {}) {
  // Which threads may go first is argued from the rules as they are.
  if (!std::is_same_v<R, Rules>) options.ample_threads = false;
  const Test test = read(text, "in place");
  return allows(pipeline::PathMachine<R>(test, options), test, options);
}

std::string mp(const std::string& writer, const std::string& reader, const std::string& cta = "1") {
  return two_threads("x=0; y=0;", writer, reader, "1:r0=1 /\\ 1:r1=0", cta);
}
std::string sb(const std::string& first, const std::string& second) {
  return two_threads("x=0; y=0;", "st x, 1;" + first, "st y, 1;" + second, "0:r0=0 /\\ 1:r0=0");
}
std::string lb(const std::string& first, const std::string& second) {
  return two_threads("x=0; y=0;", "ld r0, x;" + first, "ld r0, y;" + second, "0:r0=1 /\\ 1:r0=1");
}

const std::string fenced_writer = "st x, 1;fence.sc.gpu;st y, 1";
const std::string fenced_reader = "ld r0, y;fence.sc.gpu;ld r1, x";

}  // namespace

TEST_CASE("rmo: completion is out of order between SMs, and not seen on one (3.1, 3.2)", "[rmo]") {
  const std::string writer = "st x, 1;st y, 1";
  const std::string reader = "ld r0, y;ld r1, x";
  CHECK(allowed(mp(writer, fenced_reader)));
  CHECK(allowed(mp(fenced_writer, reader)));
  CHECK(allowed(sb("ld r0, y", "ld r0, x")));
  CHECK(allowed(lb("st y, 1", "st x, 1")));
  CHECK_FALSE(allowed(mp(writer, reader, "0")));
  CHECK(allowed(mp(writer, reader, "0"), own_paths));
  CHECK_FALSE(allowed(mp(writer, reader), with_setting("sms", "1")));
  CHECK(allowed(mp(writer, reader), with_setting("sms", "2")));
}

TEST_CASE("rmo: dependencies and operands are waited for at issue (2.1)", "[rmo]") {
  CHECK_FALSE(allowed(lb("st y, r0", "st x, r0")));
  const std::string address =
      two_threads("x=0; y=0; 1:r2=x;", fenced_writer,
                  "ld r0, y;xor r3, r0, r0;add r2, r2, r3;ld r1, [r2]", "1:r0=1 /\\ 1:r1=0");
  CHECK_FALSE(allowed(address));
}

TEST_CASE("rmo: accesses to one location complete in the order of their issue (3.2)", "[rmo]") {
  struct NoOrder : Rules {
    using Rules::Rules;
    bool may_complete(const State&, std::size_t) const { return true; }
  };
  const std::string read_read =
      two_threads("x=0;", "st x, 1", "ld r0, x;ld r1, x", "1:r0=1 /\\ 1:r1=0");
  const std::string write_write = two_threads("x=0;", "st x, 1;st x, 2", "ld r0, x", "[x]=1");
  const std::string read_write = two_threads("x=0;", "ld r0, x;st x, 1", "ld r0, x", "0:r0=1");
  for (const std::string& test : {read_read, write_write, read_write}) {
    CHECK_FALSE(allowed(test));
    CHECK(allowed<NoOrder>(test));
  }
}

TEST_CASE("rmo: an acquire access holds back what follows (table 1a, S → R and S → W)", "[rmo]") {
  struct NoAcquire : Rules {
    using Rules::Rules;
    bool may_issue(const State& state, ThreadId thread, const Planned& next) const {
      return !release_waits(state, thread, next);
    }
  };
  const auto reader = [&](const std::string& order) {
    return mp(fenced_writer, "ld." + order + " r0, y;ld r1, x");
  };
  for (const std::string order : {"acquire.gpu", "acquire.sys"}) {
    CHECK_FALSE(allowed(reader(order)));
    CHECK(allowed<NoAcquire>(reader(order)));
  }
  for (const std::string order : {"relaxed.gpu", "acquire.cta", "weak"}) {
    CHECK(allowed(reader(order)));
  }
  const std::string store = two_threads("x=0; y=0;", "st x, 2;fence.sc.gpu;st y, 1",
                                        "ld.acquire.gpu r0, y;st x, 1", "1:r0=1 /\\ [x]=2");
  CHECK_FALSE(allowed(store));
  CHECK(allowed<NoAcquire>(store));
  // An atomic too; and it does not order what is before it.
  const std::string atomic = mp(fenced_writer, "atom.acquire.gpu.add r0, y, 0;ld r1, x");
  CHECK_FALSE(allowed(atomic));
  CHECK(allowed<NoAcquire>(atomic));
  CHECK(allowed(mp("st x, 1;atom.acquire.gpu.exch r0, y, 1", fenced_reader)));
}

TEST_CASE("rmo: a release access waits for what is before it (table 1a, R → S and W → S)",
          "[rmo]") {
  struct NoRelease : Rules {
    using Rules::Rules;
    bool may_issue(const State& state, ThreadId thread, const Planned&) const {
      return !behind_acquire(state, thread);
    }
  };
  const auto writer = [&](const std::string& order) {
    return mp("st x, 1;st." + order + " y, 1", fenced_reader);
  };
  for (const std::string order : {"release.gpu", "release.sys"}) {
    CHECK_FALSE(allowed(writer(order)));
    CHECK(allowed<NoRelease>(writer(order)));
  }
  for (const std::string order : {"relaxed.gpu", "release.cta", "weak"}) {
    CHECK(allowed(writer(order)));
  }
  const std::string load = lb("st.release.gpu y, 1", "fence.sc.gpu;st x, 1");
  CHECK_FALSE(allowed(load));
  CHECK(allowed<NoRelease>(load));
  // It does not hold back what follows: store buffering.
  CHECK(allowed(two_threads("x=0; y=0;", "st.release.gpu x, 1;ld.acquire.gpu r0, y",
                            "st.release.gpu y, 1;ld.acquire.gpu r0, x", "0:r0=0 /\\ 1:r0=0")));
  // acq_rel does both.
  const std::string both =
      two_threads("x=0; y=0; z=0;", "st x, 1;atom.acq_rel.gpu.exch r1, z, 1;ld r0, y",
                  "st y, 1;atom.acq_rel.gpu.exch r1, w, 1;ld r0, x", "0:r0=0 /\\ 1:r0=0");
  CHECK_FALSE(allowed(both));
  CHECK(allowed<NoRelease>(both));
}

TEST_CASE("rmo: fences wait for the counters that their order names (table 1a)", "[rmo]") {
  struct NoWait : Rules {
    using Rules::Rules;
    bool may_pass(const State&, ThreadId, const Planned&) const { return true; }
  };
  for (const std::string fence : {"fence.sc.gpu", "fence.acq_rel.gpu", "fence.sc.sys"}) {
    INFO(fence);
    const std::string tests[] = {
        mp("st x, 1;" + fence + ";st y, 1", "ld r0, y;" + fence + ";ld r1, x"),
        sb(fence + ";ld r0, y", fence + ";ld r0, x"), lb(fence + ";st y, 1", fence + ";st x, 1")};
    for (const std::string& test : tests) {
      CHECK_FALSE(allowed(test));
      CHECK(allowed<NoWait>(test));
    }
  }
  CHECK_FALSE(allowed(mp("st x, 1;fence.release.gpu;st y, 1", fenced_reader)));
  CHECK_FALSE(allowed(lb("fence.release.gpu;st y, 1", "fence.release.gpu;st x, 1")));
  // An acquire fence waits for the loads alone.
  CHECK_FALSE(allowed(mp(fenced_writer, "ld r0, y;fence.acquire.gpu;ld r1, x")));
  CHECK(allowed<NoWait>(mp(fenced_writer, "ld r0, y;fence.acquire.gpu;ld r1, x")));
  CHECK(allowed(mp("st x, 1;fence.acquire.gpu;st y, 1", fenced_reader)));
  // At cta scope nothing is waited for: the SM sees the order of issue, others do not.
  const auto at_cta = [](const std::string& cta) {
    return mp("st x, 1;fence.sc.cta;st y, 1", "ld r0, y;fence.sc.cta;ld r1, x", cta);
  };
  CHECK(allowed(at_cta("1")));
  CHECK_FALSE(allowed(at_cta("0")));
  CHECK(allowed(at_cta("0"), own_paths));
}

TEST_CASE("rmo: counters are those of the warp", "[rmo]") {
  // P1 has no store of its own pending, but it shares the counters of P0.
  const auto test = [](const std::string& warp) {
    return "PTX warps\n{ x=0; y=0; }\nP0@warp 0,cta 0,gpu 0 | P1@warp " + warp +
           ",cta 0,gpu 0 | P2@cta 1,gpu 0 ;\n"
           "st x, 1 | ld r0, x | ld r0, y ;\n"
           " | fence.sc.gpu | fence.sc.gpu ;\n"
           " | st y, 1 | ld r1, x ;\n"
           "exists (1:r0=0 /\\ 2:r0=1 /\\ 2:r1=0)\n";
  };
  CHECK(allowed(test("0")));
  CHECK(allowed(test("1")));
  const auto stalls = [](const std::string& text) {
    const Test read_test = read(text, "in place");
    const Machine machine(read_test, unreduced());
    auto state = machine.initial();
    const pipeline::Path path(read_test, unreduced(), {});
    path.enter(state, 0);  // st x is in flight
    path.enter(state, 1);
    path.complete_with(state, 1, 0);
    return machine.stalled(state);
  };
  CHECK(stalls(test("0")) == 1);  // P1 before its fence
  CHECK(stalls(test("1")) == 0);
}

TEST_CASE("rmo: accesses to shared memory are not counted (3.2)", "[rmo]") {
  // Figure 1b with Z in shared memory: marked as synchronisation of device scope, it is in order.
  const auto test = [](const std::string& order) {
    return "PTX figure-1b\n{ x=0; y=0; z=0; }\n"
           "P0@cta 0,gpu 0 | P1@cta 0,gpu 0 | P2@cta 1,gpu 0 ;\n"
           "st x, 1 | ld.acquire.cta r0, z | ld.acquire.gpu r0, y ;\n"
           "st.release." +
           order +
           " z, 1 | st.release.gpu y, 1 | ld r1, x ;\n"
           "x: global, y: global, z: shared\n"
           "exists (1:r0=1 /\\ 2:r0=1 /\\ 2:r1=0)\n";
  };
  CHECK(allowed(test("cta")));
  CHECK_FALSE(allowed(test("gpu")));
  const Test one = read(
      "PTX shared\n{ z=0; y=0; }\nP0@cta 0,gpu 0 ;\nst z, 1 ;\nfence.sc.gpu ;\n"
      "z: shared, y: global\nexists ([z]=1)\n",
      "in place");
  const Machine machine(one, unreduced());
  auto state = machine.initial();
  pipeline::Path(one, unreduced(), {}).enter(state, 0);
  CHECK(machine.stalled(state) == 0);
}

TEST_CASE("rmo: it is not cumulative across scopes, as PTX is", "[rmo]") {
  const std::string isa2 =
      "PTX ISA2+rel.cta+acq.cta-rel.gpu+acq.gpu-p0:p1::p2\n{ x=0; y=0; z=0; }\n"
      "P0@cta 0,gpu 0 | P1@cta 0,gpu 0 | P2@cta 1,gpu 0 ;\n"
      "st x, 1 | ld.acquire.cta r0, z | ld.acquire.gpu r0, y ;\n"
      "st.release.cta z, 1 | st.release.gpu y, 1 | ld r1, x ;\n"
      "exists (1:r0=1 /\\ 2:r0=1 /\\ 2:r1=0)\n";
  CHECK(allowed(isa2));
  CHECK_FALSE(reachable("ptx", isa2));
  CHECK_FALSE(reachable("tso", isa2));
}

TEST_CASE("rmo: a load can take the value of its thread's own pending store", "[rmo]") {
  struct NoForward : Rules {
    using Rules::Rules;
    bool may_forward(const State&, std::size_t) const { return false; }
  };
  // The acquire has completed, the store it read from has not.
  const std::string own = two_threads("x=0; y=0;", "st x, 1;ld.acquire.gpu r1, x;ld r0, y",
                                      "st y, 1;ld.acquire.gpu r1, y;ld r0, x",
                                      "0:r1=1 /\\ 0:r0=0 /\\ 1:r1=1 /\\ 1:r0=0");
  CHECK(allowed(own));
  CHECK_FALSE(allowed<NoForward>(own));
  // An atomic is not forwarded.
  const std::string atomic =
      two_threads("x=0; y=0;", "atom.relaxed.gpu.exch r2, x, 1;ld.acquire.gpu r1, x;ld r0, y",
                  "atom.relaxed.gpu.exch r2, y, 1;ld.acquire.gpu r1, y;ld r0, x",
                  "0:r1=1 /\\ 0:r0=0 /\\ 1:r1=1 /\\ 1:r0=0");
  CHECK_FALSE(allowed(atomic));
  // But it does not pass an older load of the location.
  CHECK_FALSE(
      allowed(two_threads("x=0;", "st x, 1;ld r0, x;ld r1, x", "st x, 2", "0:r0=2 /\\ 0:r1=1")));
}

TEST_CASE("rmo: barriers wait for nothing, the shared path is enough (3.2)", "[rmo]") {
  struct NoBarrier : Rules {
    using Rules::Rules;
    bool may_arrive(const State&, ThreadId) const { return true; }
  };
  const std::string inside =
      mp("st x, 1;bar.cta.sync 0;st y, 1", "ld r0, y;bar.cta.sync 0;ld r1, x", "0");
  CHECK_FALSE(allowed(inside));
  const std::string across =
      two_threads("x=0;", "st x, 1;bar.cta.sync 0", "bar.cta.sync 0;ld r0, x", "1:r0=0", "0");
  CHECK_FALSE(allowed(across));
  CHECK_FALSE(allowed(across, own_paths));
  CHECK(allowed<NoBarrier>(across, own_paths));
  // Another SM sees what is before a barrier after what is behind it.
  const std::string outside =
      "PTX outside\n{ x=0; y=0; }\nP0@cta 0,gpu 0 | P1@cta 0,gpu 0 | P2@cta 1,gpu 0 ;\n"
      "st x, 1 | bar.cta.sync 0 | ld.acquire.gpu r0, y ;\n"
      "bar.cta.sync 0 | st y, 1 | ld r1, x ;\nexists (2:r0=1 /\\ 2:r1=0)\n";
  CHECK(allowed(outside));
  CHECK_FALSE(allowed(outside, own_paths));
  // Nothing, barriers included, is issued behind a pending acquire.
  const std::string acquired =
      "PTX acquired\n{ x=0; y=0; }\nP0@cta 0,gpu 0 | P1@cta 0,gpu 0 | P2@cta 1,gpu 0 ;\n"
      "ld.acquire.gpu r0, y | bar.cta.sync 0 | st x, 1 ;\n"
      "bar.cta.sync 0 | ld r1, x | st.release.gpu y, 1 ;\nexists (0:r0=1 /\\ 1:r1=0)\n";
  CHECK_FALSE(allowed(acquired));
  CHECK(allowed<NoBarrier>(acquired));
}

TEST_CASE("rmo: CUDA's fence orders reads with reads and writes with writes (table 1b)", "[rmo]") {
  struct NoFence : Rules {
    using Rules::Rules;
    bool may_issue(const State&, ThreadId, const Planned&) const { return true; }
  };
  const std::string fences = mp(fenced_writer, fenced_reader);
  CHECK_FALSE(allowed(fences, cuda));
  CHECK(allowed<NoFence>(fences, cuda));
  CHECK(allowed(mp("st x, 1;st y, 1", fenced_reader), cuda));
  CHECK(allowed(mp(fenced_writer, "ld r0, y;ld r1, x"), cuda));
  // Not W → R and not R → W.
  CHECK(allowed(sb("fence.sc.gpu;ld r0, y", "fence.sc.gpu;ld r0, x"), cuda));
  CHECK(allowed(lb("fence.sc.gpu;st y, 1", "fence.sc.gpu;st x, 1"), cuda));
  // An atomic behind the fence is both (2.2: how to make an acquire or a release).
  CHECK_FALSE(allowed(lb("fence.sc.gpu;atom.relaxed.gpu.exch r1, y, 1",
                         "fence.sc.gpu;atom.relaxed.gpu.exch r1, x, 1"),
                      cuda));
  CHECK_FALSE(allowed(sb("fence.sc.gpu;atom.relaxed.gpu.add r0, y, 0",
                         "fence.sc.gpu;atom.relaxed.gpu.add r0, x, 0"),
                      cuda));
  // By itself it orders nothing; and what is behind the fence is not ordered by it.
  CHECK(allowed(mp("st x, 1;atom.relaxed.gpu.exch r0, y, 1", fenced_reader), cuda));
  CHECK(allowed(mp("fence.sc.gpu;st x, 1;st y, 1", fenced_reader), cuda));
  // Block scope.
  CHECK(allowed(mp("st x, 1;fence.sc.cta;st y, 1", fenced_reader), cuda));
}

TEST_CASE("rmo: CUDA's accesses have no order", "[rmo]") {
  const Test test = read(mp("st x, 1;st.release.gpu y, 1", "ld r0, y;ld r1, x"), "in place");
  CHECK_FALSE(Machine::refusal(test, opencl));
  const auto refused = Machine::refusal(test, cuda);
  REQUIRE(refused);
  CHECK(refused->place == SourcePlace{5, 1});
  CHECK(refused->why.find("`st.release.gpu y, 1`") != std::string::npos);
  CHECK(refused->why.find("table=opencl") != std::string::npos);
  CHECK_FALSE(Machine::refusal(read(mp(fenced_writer, fenced_reader), "in place"), cuda));
}

TEST_CASE("rmo: proxies and aliases are one path", "[rmo]") {
  CHECK_FALSE(allowed(
      two_threads("x=0; xa @ generic aliases x;", "st x, 1;ld r0, xa", "ld r1, x", "0:r0=0")));
}

TEST_CASE("rmo: a stall is an access or a fence that waits for others alone", "[rmo]") {
  const Test test = read(mp("st x, 1;st.release.gpu y, 1", "ld.acquire.gpu r0, y;ld r1, x"), "");
  const Machine machine(test, unreduced());
  const pipeline::Path path(test, unreduced(), {});
  auto state = machine.initial();
  CHECK(machine.stalled(state) == 0);
  path.enter(state, 0);  // st x in flight: the release waits
  CHECK(machine.stalled(state) == 1);
  path.enter(state, 1);  // ld.acquire in flight: the load waits
  CHECK(machine.stalled(state) == 2);
  path.complete(state, 0);
  CHECK(machine.stalled(state) == 1);
  // Waiting for an operand is none.
  const Test data = read(lb("st y, r0", "st x, r0"), "");
  auto waiting = Machine(data, unreduced()).initial();
  pipeline::Path(data, unreduced(), {}).enter(waiting, 0);
  CHECK(Machine(data, unreduced()).stalled(waiting) == 0);
}

TEST_CASE("rmo: too many accesses in flight are said to be so", "[rmo][limits]") {
  const Test test = read(
      "PTX endless\n{ x=0; y=0; }\nP0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n"
      "L: | ld r0, x ;\nst x, 1 | ;\nst y, 1 | ld r1, y ;\ngoto L | ;\n"
      "exists (1:r0=1)\n",
      "");
  ExploreOptions options;
  options.threads = 1;
  const Answer report = find_machine("rmo")->explore(test, options);
  CHECK(report.coverage.incomplete == Incomplete::machine_bound);
  CHECK(report.coverage.reason.find("more than 32 accesses in flight") != std::string::npos);
}

TEST_CASE("rmo: traces say what is in flight and why a value was read", "[rmo][traces]") {
  const Test test = read(mp("st x, 1;st y, 1;ld r0, x", "ld r0, y;ld r1, x"), "");
  const Machine machine(test, unreduced());
  auto state = machine.initial();
  const auto step = [&](Step wanted) {
    const StepText text = machine.describe(state, wanted);
    bool found = false;
    auto from = state;
    machine.for_each_step(from, [&](Step taken, Machine::State&& next) {
      if (taken != wanted) return;
      found = true;
      state = std::move(next);
    });
    REQUIRE(found);
    return text;
  };
  const auto& rules = Rules::rule_list<Rules>;
  const Step issued = rules.step<pipeline::issue<Rules>>(0);
  CHECK(step(issued).arguments == "st x=1 enters the path of SM0");
  step(issued);
  step(issued);
  const auto components = machine.describe(state);
  CHECK(std::find(components.begin(), components.end(),
                  Component{"SM0 in flight", "P0 st x=1, P0 st y=1, P0 ld x"}) != components.end());
  CHECK(std::find(components.begin(), components.end(),
                  Component{"P0 pending", "1 load, 2 stores"}) != components.end());
  const StepText forwarded = step(rules.step<pipeline::forward<Rules>>(0, {2}));
  CHECK(forwarded.arguments == "reads x=1");
  CHECK(forwarded.reason == "its thread's own store of that value is in flight");
  const StepText stored = step(rules.step<pipeline::complete_store<Rules>>(0, {1}));
  CHECK(stored.arguments == "writes y=1");
  step(rules.step<pipeline::issue<Rules>>(1));
  const StepText loaded = step(rules.step<pipeline::complete_load<Rules>>(1, {1}));
  CHECK(loaded.arguments == "reads y=1");
  CHECK(loaded.instruction == InstructionId{0});
}

}  // namespace opexplore::rmo
