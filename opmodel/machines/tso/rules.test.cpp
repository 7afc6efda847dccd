// `tso`: the classic x86 tests, and what each wait is needed for.
#include <array>
#include <string>

#include "opmodel/machines/tso/machine.hpp"
#include "tests/catch.hpp"
#include "tests/machines/reachable.hpp"
#include "tests/machines/weakened.hpp"

namespace opexplore::tso {

namespace {

const MachineOptions naive = with_setting("store-buffer", "none");
const MachineOptions own_paths = with_setting("path", "warp");

template <class R = Rules>
bool allowed(const std::string& text, const MachineOptions& options = {}) {
  const Test test = read(text, "in place");
  return allows(pipeline::PathMachine<R>(test, options), test, options);
}

std::string xy(const std::string& first, const std::string& second, const std::string& condition,
               const std::string& cta = "1") {
  return two_threads("x=0; y=0; z=0;", first, second, condition, cta);
}

struct Classic {
  std::string name, first, second, condition;
  bool inside, outside, unbuffered;  ///< allowed: one CTA, two CTAs, two CTAs without buffers
};

// Owens, Sarkar and Sewell, TPHOLs 2009, and what they cite. Inside a CTA the threads share a path,
// so none of these can be seen there.
const std::array classics{
    Classic{"MP", "st x, 1;st y, 1", "ld r0, y;ld r1, x", "1:r0=1 /\\ 1:r1=0", false, false, false},
    Classic{"SB", "st x, 1;ld r0, y", "st y, 1;ld r0, x", "0:r0=0 /\\ 1:r0=0", false, true, true},
    Classic{"SB+mfence", "st x, 1;fence.sc.gpu;ld r0, y", "st y, 1;ld r0, x", "0:r0=0 /\\ 1:r0=0",
            false, true, true},
    Classic{"SB+mfences", "st x, 1;fence.sc.gpu;ld r0, y", "st y, 1;fence.sc.cta;ld r0, x",
            "0:r0=0 /\\ 1:r0=0", false, false, false},
    Classic{"SB+fence.acq_rels", "st x, 1;fence.acq_rel.sys;ld r0, y",
            "st y, 1;fence.acq_rel.sys;ld r0, x", "0:r0=0 /\\ 1:r0=0", false, false, false},
    Classic{"SB+xchgs", "atom.relaxed.gpu.exch r1, x, 1;ld r0, y",
            "atom.relaxed.gpu.exch r1, y, 1;ld r0, x", "0:r0=0 /\\ 1:r0=0", false, false, false},
    Classic{"SB+xchg elsewhere", "st x, 1;atom.relaxed.gpu.exch r1, z, 1;ld r0, y",
            "st y, 1;atom.relaxed.gpu.exch r1, w, 1;ld r0, x", "0:r0=0 /\\ 1:r0=0", false, false,
            false},
    Classic{"LB", "ld r0, x;st y, 1", "ld r0, y;st x, 1", "0:r0=1 /\\ 1:r0=1", false, false, false},
    Classic{"S", "st x, 2;st y, 1", "ld r0, y;st x, 1", "1:r0=1 /\\ [x]=2", false, false, false},
    Classic{"R", "st x, 1;st y, 1", "st y, 2;ld r0, x", "[y]=2 /\\ 1:r0=0", false, true, true},
    Classic{"R+po+mfence", "st x, 1;st y, 1", "st y, 2;fence.sc.gpu;ld r0, x", "[y]=2 /\\ 1:r0=0",
            false, false, false},
    Classic{"2+2W", "st x, 2;st y, 1", "st y, 2;st x, 1", "[x]=2 /\\ [y]=2", false, false, false},
    Classic{"own stores first", "st x, 1;ld r0, x;ld r1, y", "st y, 1;ld r0, y;ld r1, x",
            "0:r0=1 /\\ 0:r1=0 /\\ 1:r0=1 /\\ 1:r1=0", false, true, false},
    Classic{"n5", "st x, 1;ld r0, x", "st x, 2;ld r0, x", "0:r0=2 /\\ 1:r0=1", false, false, false},
    Classic{"n6", "st x, 1;ld r0, x;ld r1, y", "st y, 2;st x, 2", "0:r0=1 /\\ 0:r1=0 /\\ [x]=1",
            false, true, false},
};

const std::string sb_in_cta = xy("st x, 1;ld r0, y", "st y, 1;ld r0, x", "0:r0=0 /\\ 1:r0=0", "0");

std::string four(const std::string& placement, const std::string& rows,
                 const std::string& condition) {
  return "PTX four\n{ x=0; y=0; }\n" + placement + " ;\n" + rows + "exists (" + condition + ")\n";
}

}  // namespace

TEST_CASE("tso: the classic x86 verdicts", "[tso]") {
  for (const Classic& row : classics) {
    INFO(row.name);
    const std::string outside = xy(row.first, row.second, row.condition);
    const std::string inside = xy(row.first, row.second, row.condition, "0");
    CHECK(allowed(outside) == row.outside);
    CHECK(allowed(inside) == row.inside);
    CHECK(allowed(outside, own_paths) == row.outside);
    CHECK(allowed(inside, own_paths) == row.outside);  // x86-TSO wherever the threads are
    CHECK(allowed(outside, naive) == row.unbuffered);
    CHECK(allowed(inside, naive) == row.inside);
    CHECK(allowed(outside, with_setting("sms", "1")) == row.inside);
    CHECK((row.outside || !reachable("sc", outside)));
  }
}

TEST_CASE("tso: stores reach all threads at once", "[tso]") {
  const std::string iriw =
      four("P0@cta 0,gpu 0 | P1@cta 1,gpu 0 | P2@cta 2,gpu 0 | P3@cta 3,gpu 0",
           "st x, 1 | ld r0, x | st y, 1 | ld r0, y ;\n | ld r1, y | | ld r1, x ;\n",
           "1:r0=1 /\\ 1:r1=0 /\\ 3:r0=1 /\\ 3:r1=0");
  const std::string rwc = four("P0@cta 0,gpu 0 | P1@cta 1,gpu 0 | P2@cta 2,gpu 0",
                               "st x, 1 | ld r0, x | st y, 1 ;\n | ld r1, y | ld r0, x ;\n",
                               "1:r0=1 /\\ 1:r1=0 /\\ 2:r0=0");
  // A thread of the same SM does not see a buffered store before the others.
  const std::string wrc = four("P0@cta 0,gpu 0 | P1@cta 0,gpu 0 | P2@cta 2,gpu 0",
                               "st x, 1 | ld r0, x | ld r0, y ;\n | st y, 1 | ld r1, x ;\n",
                               "1:r0=1 /\\ 2:r0=1 /\\ 2:r1=0");
  for (const MachineOptions& options : {MachineOptions{}, own_paths, naive}) {
    CHECK_FALSE(allowed(iriw, options));
    CHECK_FALSE(allowed(wrc, options));
    CHECK(allowed(rwc, options));
  }
}

TEST_CASE("tso: a load waits for the loads of its warp (3.3)", "[tso]") {
  struct NoWait : Rules {
    using Rules::Rules;
    bool may_issue(const State& state, ThreadId thread, const Planned& next) const {
      return !next.writes || Rules::may_issue(state, thread, next);
    }
  };
  const std::string mp = xy("st x, 1;st y, 1", "ld r0, y;ld r1, x", "1:r0=1 /\\ 1:r1=0");
  CHECK_FALSE(allowed(mp));
  CHECK(allowed<NoWait>(mp));
  CHECK(allowed<NoWait>(mp, naive));
}

TEST_CASE("tso: a store waits for what is older in its warp, in the buffer or at issue (3.3)",
          "[tso]") {
  struct NoWait : Rules {
    using Rules::Rules;
    bool may_issue(const State& state, ThreadId thread, const Planned& next) const {
      return !next.reads || Rules::may_issue(state, thread, next);
    }
    bool may_complete(const State& state, std::size_t entry) const {
      return path.is_next(state, entry);
    }
  };
  const std::string tests[] = {xy("st x, 1;st y, 1", "ld r0, y;ld r1, x", "1:r0=1 /\\ 1:r1=0"),
                               xy("ld r0, x;st y, 1", "ld r0, y;st x, 1", "0:r0=1 /\\ 1:r0=1"),
                               xy("st x, 2;st y, 1", "st y, 2;st x, 1", "[x]=2 /\\ [y]=2")};
  for (const std::string& test : tests) {
    for (const MachineOptions& options : {MachineOptions{}, naive}) {
      CHECK_FALSE(allowed(test, options));
      CHECK(allowed<NoWait>(test, options));
    }
  }
}

TEST_CASE("tso: without a buffer, loads wait behind a delayed store (3.3)", "[tso]") {
  // The second store is delayed, and the load behind it.
  const std::string test =
      xy("st x, 1;st z, 1;ld r0, y", "st y, 1;st w, 1;ld r0, x", "0:r0=0 /\\ 1:r0=0");
  CHECK(allowed(test));
  CHECK_FALSE(allowed(test, naive));
}

TEST_CASE("tso: an atomic waits for everything, and everything behind it for it", "[tso]") {
  struct NotBefore : Rules {
    using Rules::Rules;
    bool may_issue(const State& state, ThreadId thread, const Planned& next) const {
      if (next.reads && next.writes) return load_may_issue(state, thread);
      return Rules::may_issue(state, thread, next);
    }
  };
  struct NotBehind : Rules {
    using Rules::Rules;
    bool may_issue(const State& state, ThreadId thread, const Planned& next) const {
      return (next.writes && !next.reads) || Rules::may_issue(state, thread, next);
    }
    bool may_complete(const State& state, std::size_t entry) const {
      const Planned& what = path.planned(state.in_flight[entry]);
      return path.is_next(state, entry) && (!what.writes || what.reads || !is_held(state, entry) ||
                                            behind_atomic(state, what_thread(state, entry)));
    }
    static ThreadId what_thread(const State& state, std::size_t entry) {
      return state.in_flight[entry].access.thread;
    }
  };
  const std::string before =
      xy("st x, 1;atom.relaxed.gpu.exch r1, z, 1;ld r0, y",
         "st y, 1;atom.relaxed.gpu.exch r1, w, 1;ld r0, x", "0:r0=0 /\\ 1:r0=0");
  CHECK_FALSE(allowed(before));
  CHECK(allowed<NotBefore>(before));
  const std::string behind =
      xy("atom.relaxed.gpu.exch r1, x, 1;st y, 1", "ld r0, y;ld r1, x", "1:r0=1 /\\ 1:r1=0");
  CHECK_FALSE(allowed(behind));
  CHECK(allowed<NotBehind>(behind));
}

TEST_CASE("tso: a load can take the value of its thread's own buffered store (3.3)", "[tso]") {
  struct NoForward : Rules {
    using Rules::Rules;
    bool may_forward(const State&, std::size_t) const { return false; }
  };
  const std::string test = xy("st x, 1;ld r0, x;ld r1, y", "st y, 1;ld r0, y;ld r1, x",
                              "0:r0=1 /\\ 0:r1=0 /\\ 1:r0=1 /\\ 1:r1=0");
  CHECK(allowed(test));
  CHECK_FALSE(allowed<NoForward>(test));
  CHECK_FALSE(allowed(test, naive));
}

TEST_CASE("tso: the youngest store is forwarded, and none across a store of another thread",
          "[tso]") {
  const Test test = read(xy("st x, 1;st x, 2;ld r0, x", "st x, 3", "0:r0=0", "0"), "");
  pipeline::PathForm form;
  form.warp_order = true;
  const pipeline::Path path(test, unreduced(), form);
  pipeline::PathState state{path.core().initial(), {}};
  path.enter(state, 0);
  path.enter(state, 0);
  auto other_last = state;
  path.enter(state, 0);
  REQUIRE(path.own_store(state, 2) != nullptr);
  CHECK(path.own_store(state, 2)->access.operand == 2);
  path.enter(other_last, 1);
  path.enter(other_last, 0);
  std::size_t load = 0;
  while (!path.planned(other_last.in_flight[load]).reads) ++load;
  CHECK(path.own_store(other_last, load) == nullptr);
}

TEST_CASE("tso: a fence waits until nothing is in flight", "[tso]") {
  struct NoFence : Rules {
    using Rules::Rules;
    bool may_pass(const State&, ThreadId, const Planned&) const { return true; }
  };
  const auto sb = [](const std::string& fence) {
    return xy("st x, 1;" + fence + ";ld r0, y", "st y, 1;" + fence + ";ld r0, x",
              "0:r0=0 /\\ 1:r0=0");
  };
  for (const std::string fence : {"fence.sc.cta", "fence.sc.gpu", "membar.sys", "fence.acq_rel.gpu",
                                  "fence.acq_rel.cta", "fence.release.gpu", "fence.acquire.sys"}) {
    CHECK_FALSE(allowed(sb(fence)));
    CHECK_FALSE(allowed(sb(fence), naive));
    CHECK(allowed<NoFence>(sb(fence)));
  }
}

TEST_CASE("tso: a release waits until nothing is in flight", "[tso]") {
  struct NoRelease : Rules {
    using Rules::Rules;
    bool may_issue(const State& state, ThreadId thread, const Planned& next) const {
      return is_release(next) ? !behind_atomic(state, thread)
                              : Rules::may_issue(state, thread, next);
    }
  };
  const auto sb = [](const std::string& scope) {
    return xy("st x, 1;st.release." + scope + " z, 1;ld r0, y", "st y, 1;fence.sc.gpu;ld r0, x",
              "0:r0=0 /\\ 1:r0=0");
  };
  CHECK_FALSE(allowed(sb("gpu")));
  CHECK_FALSE(allowed(sb("sys")));
  CHECK(allowed<NoRelease>(sb("gpu")));
  CHECK(allowed(sb("cta")));
}

TEST_CASE("tso: a barrier waits until nothing is in flight", "[tso]") {
  struct NoBarrier : Rules {
    using Rules::Rules;
    bool may_arrive(const State&, ThreadId) const { return true; }
  };
  const std::string sb =
      xy("st x, 1;bar.cta.sync 0;ld r0, y", "st y, 1;bar.cta.sync 0;ld r0, x", "0:r0=0", "0");
  CHECK_FALSE(allowed(sb, own_paths));
  CHECK(allowed<NoBarrier>(sb, own_paths));
  const std::string outside =
      four("P0@cta 0,gpu 0 | P1@cta 0,gpu 0 | P2@cta 2,gpu 0",
           "st x, 1 | bar.cta.sync 0 | ld r0, y ;\nbar.cta.sync 0 | st y, 1 | ld r1, x ;\n",
           "2:r0=1 /\\ 2:r1=0");
  CHECK_FALSE(allowed(outside));
  CHECK(allowed<NoBarrier>(outside));
}

TEST_CASE("tso: with a buffer, accesses to shared memory are counted too", "[tso]") {
  struct NotCounted : Rules {
    static pipeline::PathForm form() {
      pipeline::PathForm form;
      form.warp_order = true;
      return form;
    }
    NotCounted(const Test& test, const MachineOptions& options)
        : Rules(test, options), own(test, options, form()) {}
    bool may_issue(const State& state, ThreadId thread, const Planned& next) const {
      return next.writes ? Rules::may_issue(state, thread, next)
                         : own.counters(state, thread).loads == 0;
    }
    Path own;
  };
  // P0's store of z is buffered behind its load of y; P1 must not read x before it leaves.
  const std::string test =
      "PTX shared\n{ x=0; y=0; z=0; }\nP0@cta 0,gpu 0 | P1@cta 0,gpu 0 | P2@cta 1,gpu 0 ;\n"
      "ld r0, y | ld r0, z | st x, 1 ;\nst z, 1 | ld r1, x | st y, 1 ;\n"
      "x: global, y: global, z: shared\nexists (0:r0=1 /\\ 1:r0=1 /\\ 1:r1=0)\n";
  CHECK_FALSE(allowed(test));
  CHECK_FALSE(allowed(test, naive));
  CHECK(allowed<NotCounted>(test));
}

TEST_CASE("tso: warps have one buffer and one pending load", "[tso]") {
  const auto mp = [](const std::string& warp) {
    return "PTX warp\n{ x=0; y=0; }\nP0@warp 0,cta 0,gpu 0 | P1@warp " + warp +
           ",cta 0,gpu 0 | P2@cta 1,gpu 0 ;\nst x, 1 | st z, 1 | ld r0, y ;\n"
           "ld r0, z | st y, 1 | ld r1, x ;\n"
           "exists (0:r0=0 /\\ 2:r0=1 /\\ 2:r1=0)\n";
  };
  // P0's load reads before P1's store of z, so P1's stores are behind P0's in the buffer.
  CHECK_FALSE(allowed(mp("0")));
  CHECK(allowed(mp("1")));
}

TEST_CASE("tso: a stall is an access held back, at issue or in the buffer", "[tso]") {
  const Test test = read(xy("st x, 1;st y, 1", "ld r0, y;ld r1, x", "1:r0=1 /\\ 1:r1=0"), "");
  const auto after = [&](const MachineOptions& options, unsigned first, unsigned second) {
    const Machine machine(test, unreduced(options));
    const pipeline::Path path(test, unreduced(options), Rules::form_of(options));
    auto state = machine.initial();
    for (unsigned i = 0; i < first; ++i) path.enter(state, 0);
    for (unsigned i = 0; i < second; ++i) path.enter(state, 1);
    return machine.stalled(state);
  };
  CHECK(after({}, 0, 0) == 0);
  CHECK(after({}, 1, 0) == 0);  // the second store can enter the buffer
  CHECK(after({}, 2, 0) == 1);  // where it is held
  CHECK(after({}, 2, 1) == 2);  // and the second load waits
  CHECK(after(naive, 1, 0) == 1);
  CHECK(after(naive, 1, 1) == 2);
}

TEST_CASE("tso: which model it is depends on the settings", "[tso]") {
  MachineOptions one_sm = with_setting("sms", "1");
  CHECK(Machine::axioms({}) == "tso-sm");
  CHECK(Machine::axioms(one_sm).empty());
  CHECK(Machine::axioms(naive).empty());
  CHECK(Machine::axioms(own_paths) == "tso");
  one_sm.settings.emplace("path", "warp");
  CHECK(Machine::axioms(one_sm) == "tso");
  CHECK(allowed(sb_in_cta, own_paths));
  CHECK_FALSE(allowed(sb_in_cta));
}

}  // namespace opexplore::tso
