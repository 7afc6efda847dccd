// `sc-naive`: it is sequentially consistent, and each wait is needed for that.
#include <string>
#include <type_traits>

#include "opmodel/machines/sc_naive/machine.hpp"
#include "tests/catch.hpp"
#include "tests/machines/reachable.hpp"
#include "tests/machines/weakened.hpp"

namespace opexplore::sc_naive {

namespace {

const MachineOptions own_paths = with_setting("path", "warp");

template <class R = Rules>
bool allowed(const std::string& text, MachineOptions options = {}) {
  // Which threads may go first is argued from the rules as they are.
  if (!std::is_same_v<R, Rules>) options.ample_threads = false;
  const Test test = read(text, "in place");
  return allows(pipeline::PathMachine<R>(test, options), test, options);
}

std::string xy(const std::string& first, const std::string& second, const std::string& condition,
               const std::string& cta = "1") {
  return two_threads("x=0; y=0;", first, second, condition, cta);
}

std::string figure_1b(const std::string& region) {
  return "PTX figure-1b\n{ x=0; y=0; z=0; }\n"
         "P0@cta 0,gpu 0 | P1@cta 0,gpu 0 | P2@cta 1,gpu 0 ;\n"
         "st x, 1 | ld r0, z | ld r0, y ;\nst z, 1 | st y, 1 | ld r1, x ;\n"
         "x: global, y: global, z: " +
         region +
         "\n"
         "exists (1:r0=1 /\\ 2:r0=1 /\\ 2:r1=0)\n";
}

}  // namespace

TEST_CASE("sc-naive: an access waits for the accesses of its warp (3.4)", "[sc-naive]") {
  struct NoWait : Rules {
    using Rules::Rules;
    bool may_issue(const State&, ThreadId, const Planned&) const { return true; }
  };
  const std::string tests[] = {xy("st x, 1;st y, 1", "ld r0, y;ld r1, x", "1:r0=1 /\\ 1:r1=0"),
                               xy("st x, 1;ld r0, y", "st y, 1;ld r0, x", "0:r0=0 /\\ 1:r0=0"),
                               xy("ld r0, x;st y, 1", "ld r0, y;st x, 1", "0:r0=1 /\\ 1:r0=1"),
                               xy("st x, 2;st y, 1", "st y, 2;st x, 1", "[x]=2 /\\ [y]=2"),
                               figure_1b("global"),
                               figure_1b("shared")};
  for (const std::string& test : tests) {
    CHECK_FALSE(allowed(test));
    CHECK_FALSE(allowed(test, own_paths));
    CHECK(allowed<NoWait>(test));
  }
}

TEST_CASE("sc-naive: accesses to shared memory wait too, for global ones (3.4, figure 1b)",
          "[sc-naive]") {
  struct SharedFree : Rules {
    using Rules::Rules;
    bool may_issue(const State& state, ThreadId thread, const Planned& next) const {
      return !path.counts(next.location) || Rules::may_issue(state, thread, next);
    }
  };
  CHECK_FALSE(allowed(figure_1b("shared")));
  CHECK(allowed<SharedFree>(figure_1b("shared")));
  CHECK_FALSE(allowed<SharedFree>(figure_1b("global")));
}

TEST_CASE("sc-naive: global accesses need not wait for shared ones, thanks to the path",
          "[sc-naive]") {
  const std::string mp =
      "PTX mixed\n{ x=0; z=0; }\nP0@cta 0,gpu 0 | P1@cta 0,gpu 0 ;\n"
      "st z, 1 | ld r0, x ;\nst x, 1 | ld r1, z ;\nx: global, z: shared\n"
      "exists (1:r0=1 /\\ 1:r1=0)\n";
  struct Uncounted : Rules {
    Uncounted(const Test& test, const MachineOptions& options)
        : Rules(test, options), shared_path(test, {}, {}) {}
    bool may_issue(const State& state, ThreadId thread, const Planned&) const {
      return shared_path.counters(state, thread).zero();
    }
    Path shared_path;
  };
  CHECK_FALSE(allowed(mp));
  CHECK_FALSE(allowed(mp, own_paths));
  CHECK(allowed<Uncounted>(mp, own_paths));
  const Test test = read(mp, "");
  const Machine machine(test, unreduced());
  auto state = machine.initial();
  pipeline::Path(test, unreduced(), {}).enter(state, 0);
  CHECK(machine.stalled(state) == 0);
  pipeline::Path(test, unreduced(), {}).enter(state, 0);
  CHECK(state.in_flight.size() == 2);
}

TEST_CASE("sc-naive: accesses to one location complete in the order of their issue", "[sc-naive]") {
  struct NoOrder : Rules {
    using Rules::Rules;
    bool may_complete(const State&, std::size_t) const { return true; }
  };
  const std::string shared =
      "PTX coherence\n{ z=0; }\nP0@cta 0,gpu 0 | P1@cta 0,gpu 0 ;\nst z, 1 | ld r0, z ;\n"
      "| ld r1, z ;\nz: shared\nexists (1:r0=1 /\\ 1:r1=0)\n";
  CHECK_FALSE(allowed(shared));
  CHECK(allowed<NoOrder>(shared));
}

TEST_CASE("sc-naive: a barrier waits until nothing of the warp is in flight", "[sc-naive]") {
  struct NoBarrier : Rules {
    using Rules::Rules;
    bool may_arrive(const State&, ThreadId) const { return true; }
  };
  const std::string test =
      "PTX outside\n{ x=0; y=0; }\nP0@cta 0,gpu 0 | P1@cta 0,gpu 0 | P2@cta 1,gpu 0 ;\n"
      "st x, 1 | bar.cta.sync 0 | ld r0, y ;\nbar.cta.sync 0 | st y, 1 | ld r1, x ;\n"
      "exists (2:r0=1 /\\ 2:r1=0)\n";
  CHECK_FALSE(allowed(test));
  CHECK(allowed<NoBarrier>(test));
}

TEST_CASE("sc-naive: fences do nothing", "[sc-naive]") {
  const Test test = read(xy("st x, 1;fence.sc.sys;ld r0, y", "st y, 1", "0:r0=0"), "");
  const Machine machine(test, unreduced());
  auto state = machine.initial();
  pipeline::Path(test, unreduced(), {}).enter(state, 0);
  CHECK(machine.stalled(state) == 0);  // the fence can be passed
  bool passed = false;
  machine.for_each_step(state, [&](Step step, Machine::State&& next) {
    if (Machine::rules[step.rule].name != "fence") return;
    passed = true;
    CHECK(machine.stalled(next) == 1);  // the load behind it cannot be issued
  });
  CHECK(passed);
}

}  // namespace opexplore::sc_naive
