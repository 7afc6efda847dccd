// When the PTX machines run in order: what the analyses of a program say, before it runs and while
// it does, and that in order reaches all outcomes whenever they say that it will.
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "litmus/language/reader.hpp"
#include "opmodel/machines/ptx/machine.hpp"
#include "opmodel/machines/ptx_proxy/machine.hpp"
#include "opmodel/ptx/lateness_now.hpp"
#include "tests/catch.hpp"
#include "tests/machines/reachable.hpp"
#include "tests/naive.hpp"

namespace opexplore {

namespace {

// How far the in-order form gets, with its dynamic check.
struct InOrderOutcomes {
  std::set<Outcome> outcomes;
  bool outgrown = false;
};

template <class State>
bool late_in(const ptx_model::LatenessNow& watch, const State& state) {
  std::vector<InstructionId> pcs;
  for (const auto& thread : state.threads) pcs.push_back(thread.pc);
  return watch.late(pcs, state.barriers.waiting());
}

// The machine in order, that stops where it has been outgrown.
class WatchedMachine : public ptx_model::InOrderMachine<ptx_model::Size<1, 1>> {
 public:
  explicit WatchedMachine(const std::shared_ptr<const ptx_model::Context>& context)
      : InOrderMachine(context),
        watch_(std::make_shared<ptx_model::LatenessNow>(ptx_model::ProgramFacts{
            context->semantics, context->liveness, context->spins, context->barriers})) {}

  bool for_each_step(const State& state, FunctionRef<void(Step, State&&)> sink) const {
    if (late_in(*watch_, state)) outgrown = true;
    return !outgrown && InOrderMachine::for_each_step(state, sink);
  }

  mutable bool outgrown = false;

 private:
  std::shared_ptr<const ptx_model::LatenessNow> watch_;
};

// The program as it is written: hoisted, some of these tests would be of another.
std::shared_ptr<const ptx_model::Context> context_of(const std::string& text,
                                                     MachineOptions options = {}) {
  options.hoist_stores = options.lazy_fences = false;
  return std::make_shared<const ptx_model::Context>(read(text, "in place"),
                                                    ptx::Identity::reading(options), options);
}

InOrderOutcomes in_order(const std::string& text) {
  const WatchedMachine machine(context_of(text));
  const NaiveResult result = explore_naively(machine);
  return {outcome_values(result), machine.outgrown};
}

// Nothing known about lateness: every load may be put off.
std::set<Outcome> out_of_order(const std::string& text) {
  MachineOptions options;
  options.look_ahead = false;
  return outcome_values(explore_naively(ptx_model::OutOfOrderMachine(context_of(text, options))));
}

bool statically_late(const std::string& text) {
  return context_of(text)->semantics.lateness().load_buffering;
}

// The program stays in order, and reaches in order what it reaches out of order.
void check_stays_in_order(const std::string& text) {
  const InOrderOutcomes found = in_order(text);
  CHECK_FALSE(found.outgrown);
  CHECK(found.outcomes == out_of_order(text));
}

// The condition needs a load that is late, and in order that is noticed.
void check_late(const std::string& text) {
  MachineOptions whole;
  whole.look_ahead = false;
  REQUIRE(reachable("ptx", text, whole));
  CHECK(reachable("ptx", text));
  CHECK(statically_late(text));
  CHECK(in_order(text).outgrown);
}

// Load buffering through y with `store` behind the one load and `load` before the other store.
std::string buffering(const std::string& store, const std::string& load) {
  return two_threads("", "ld.weak r0, x;" + store, load + ";st.weak x, 1", "0:r0=1 /\\ 1:r1=1");
}

}  // namespace

TEST_CASE("lateness: a synchronised store cannot be read by what it follows") {
  for (const std::string store : {"st.release.gpu y, 1", "fence.acq_rel.gpu;st.relaxed.gpu y, 1"}) {
    for (const std::string load :
         {"ld.acquire.gpu r1, y", "ld.relaxed.gpu r1, y;fence.acq_rel.gpu",
          "ld.relaxed.gpu r1, y;ld.acquire.gpu r2, y", "atom.acquire.gpu.add r1, y, 1"}) {
      INFO(store << " | " << load);
      const auto context = context_of(buffering(store, load));
      CHECK_FALSE(context->semantics.may_begin_cycle(0, 0));
    }
  }
}

TEST_CASE(
    "lateness: who reads what was written behind a fence.sc has its own fence.sc behind that") {
  const auto late = [](const std::string& writer, const std::string& reader,
                       const std::string& init = "") {
    const auto context = context_of(two_threads(init, writer, reader, "1:r0=1"));
    return context->semantics.lateness().unordered_fence;
  };
  CHECK_FALSE(late("fence.sc.gpu;st.weak y, 1", "ld.weak r0, y;fence.sc.gpu;ld.weak r1, x"));
  CHECK_FALSE(late("fence.sc.gpu;st.weak y, 1", "atom.relaxed.gpu.add r0, y, 1;fence.sc.gpu"));
  // Through another name causality would need a proxy fence.
  const Test aliased =
      read(two_threads("y = 0; a @ generic aliases y;", "fence.sc.gpu;st.weak y, 1",
                       "ld.weak r0, a;fence.sc.gpu;ld.weak r1, x", "1:r0=1"),
           "in place");
  CHECK(ptx_model::Context(aliased, ptx_proxy::Identity::reading({}), {})
            .semantics.lateness()
            .unordered_fence);
  // From y on nothing orders: the second fence is behind a read of what only followed.
  const auto chain = [](const std::string& between) {
    return context_of(
               "PTX t\n{ }\nP0@cta 0,gpu 0 | P1@cta 1,gpu 0 | P2@cta 2,gpu 0 ;\n"
               "fence.sc.gpu | ld.weak r0, y | ld.weak r0, z ;\n"
               "st.weak y, 1 | " +
               between + " | fence.sc.gpu ;\n| st.weak z, 1 | ld.weak r1, x ;\nexists (2:r0=1)\n")
        ->semantics.lateness()
        .unordered_fence;
  };
  CHECK(chain(""));
  CHECK(chain("fence.acq_rel.gpu"));
  CHECK_FALSE(chain("fence.sc.gpu"));
  // A barrier orders its threads, unless they do not wait there.
  const auto barrier = [](const std::string& at) {
    return "PTX in-place\n{ }\nP0@cta 0,gpu 0 | P1@cta 0,gpu 0 | P2@cta 1,gpu 0 ;\n"
           "st.weak x, 1 | " +
           at +
           " | ld.weak r0, y ;\n"
           "fence.sc.gpu | st.weak y, 1 | fence.sc.gpu ;\n"
           "bar.cta.sync 0 | | ld.weak r1, x ;\nexists (2:r0=1 /\\ 2:r1=0)\n";
  };
  const auto unordered_at = [&](const std::string& at) {
    return context_of(barrier(at))->semantics.lateness().unordered_fence;
  };
  CHECK_FALSE(unordered_at("bar.cta.sync 0"));
  CHECK(unordered_at("bar.cta.arrive 0"));
  check_stays_in_order(barrier("bar.cta.sync 0"));
  for (const std::string order : {"weak", "relaxed.gpu"}) {
    for (const std::string last : {"st.weak x, 1", "ld.weak r1, x"}) {
      check_stays_in_order(
          two_threads("", last + ";fence.sc.gpu;st." + order + " y, 1",
                      "ld." + order + " r0, y;fence.sc.gpu;ld.weak r1, x;st.weak x, 2", "1:r0=1"));
    }
  }
}

namespace {

// P0 leads to P2 by y and z, with a fence.sc at both ends; P2 reads `last` in the end.
std::string fences_at_both_ends(const std::string& between, const std::string& condition) {
  return "PTX in-place\n{ }\nP0@cta 0,gpu 0 | P1@cta 1,gpu 0 | P2@cta 2,gpu 0 ;\n"
         "st.weak x, 1 | ld.weak r0, y | ld.weak r0, z ;\n"
         "fence.sc.gpu | " +
         between +
         " | fence.sc.gpu ;\n"
         "st.weak y, 1 | st.weak z, 1 | ld.weak r1, x ;\nexists (" +
         condition + ")\n";
}

bool unordered(const std::string& text) {
  return context_of(text)->semantics.lateness().unordered_fence;
}

// A counter behind a lock that n threads take by exchanges, with fences only.
std::string fenced_lock(std::size_t n, const std::string& fence) {
  std::string text = "PTX in-place\n{ }\n";
  for (std::size_t t = 0; t < n; ++t) {
    text += (t == 0 ? "P" : " | P") + std::to_string(t) + "@cta " + std::to_string(t) + ",gpu 0";
  }
  text += " ;\n";
  for (const std::string& line :
       {std::string("L: atom.relaxed.gpu.exch r0, lock, 1"), std::string("bne r0, 0, L"), fence,
        std::string("ld.weak r1, x"), std::string("add r1, r1, 1"), std::string("st.weak x, r1"),
        fence, std::string("atom.relaxed.gpu.exch r2, lock, 0")}) {
    for (std::size_t t = 0; t < n; ++t) text += (t == 0 ? "" : " | ") + line;
    text += " ;\n";
  }
  return text + "forall ([x]=" + std::to_string(n) + ")\n";
}

}  // namespace

TEST_CASE("lateness: a fence.sc that comes before one which led to it is in sight") {
  const std::string late = fences_at_both_ends("", "1:r0=1 /\\ 2:r0=1 /\\ 2:r1=0");
  MachineOptions whole;
  whole.look_ahead = false;
  CHECK(unordered(late));
  REQUIRE(reachable("ptx", late, whole));
  CHECK(reachable("ptx", late));
  CHECK(in_order(late).outgrown);
  const std::string between = fences_at_both_ends("fence.sc.gpu", "1:r0=1 /\\ 2:r0=1 /\\ 2:r1=0");
  CHECK_FALSE(unordered(between));
  check_stays_in_order(between);
}

TEST_CASE("lateness: fences that mutual exclusion orders are not in sight of each other") {
  const std::string lock = fenced_lock(3, "fence.sc.gpu");
  CHECK(unordered(lock));
  const InOrderOutcomes found = in_order(lock);
  CHECK_FALSE(found.outgrown);
  MachineOptions whole;
  whole.watch_lateness = false;
  CHECK(found.outcomes ==
        outcome_values(explore_naively(ptx_model::OutOfOrderMachine(context_of(lock, whole)))));
  // Nothing orders what the fences of one CTA do for another.
  CHECK(in_order(fenced_lock(3, "fence.sc.cta")).outgrown);
}

TEST_CASE("lateness: a release that is missing or too narrow orders nothing") {
  check_late(buffering("st.relaxed.gpu y, 1", "ld.acquire.gpu r1, y"));
  check_late(buffering("st.release.cta y, 1", "ld.acquire.gpu r1, y"));
  check_late(buffering("fence.acq_rel.cta;st.relaxed.gpu y, 1", "ld.acquire.gpu r1, y"));
  check_late(buffering("fence.acq_rel.gpu;st.weak y, 1", "ld.acquire.gpu r1, y"));
}

TEST_CASE("lateness: an acquire that is missing or too narrow orders nothing") {
  check_late(buffering("st.release.gpu y, 1", "ld.relaxed.gpu r1, y"));
  check_late(buffering("st.release.gpu y, 1", "ld.acquire.cta r1, y"));
  check_late(buffering("st.release.gpu y, 1", "ld.relaxed.gpu r1, y;fence.acq_rel.cta"));
  check_late(buffering("st.release.gpu y, 1", "ld.weak r1, y;fence.acq_rel.gpu"));
  check_late(buffering("st.release.gpu y, 1", "ld.relaxed.gpu r1, y;ld.acquire.gpu r2, z"));
}

TEST_CASE("lateness: a read-modify-write hands the release on to those who read from it") {
  const auto chain = [](const std::string& middle) {
    return "PTX in-place\n{ }\nP0@cta 0,gpu 0 | P1@cta 1,gpu 0 | P2@cta 2,gpu 0 ;\n"
           "ld.weak r0, x | " +
           middle +
           " | ld.acquire.gpu r1, y ;\n"
           "st.release.gpu y, 1 | | st.weak x, 1 ;\n"
           "exists (0:r0=1 /\\ 2:r1=2)\n";
  };
  const auto context = context_of(chain("atom.relaxed.gpu.add r0, y, 1"));
  CHECK_FALSE(context->semantics.may_begin_cycle(0, 0));
  check_late(chain("atom.relaxed.cta.add r0, y, 1"));
}

TEST_CASE("lateness: what a read-modify-write has read is not protected from later stores") {
  check_late(
      "PTX in-place\n{ }\nP0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n"
      "atom.release.sys.or r0, x, 2 | atom.relaxed.sys.exch r0, x, 1 ;\n"
      "mov r1, r0 | ;\nst.weak x, r1 | ;\n"
      "exists (0:r0=1 /\\ 1:r0=1 /\\ [x]=1)\n");
}

TEST_CASE("lateness: a constant that was read decides branches until it is overwritten") {
  const auto reader = [](const std::string& between) {
    return two_threads(
        "", "ld.weak r0, x;st.relaxed.gpu y, 1",
        "ld.relaxed.gpu r0, y;mov r1, r0;" + between + "beq r0, 1, L;st.weak x, 1;L:",
        "0:r0=1 /\\ 1:r1=1");
  };
  CHECK_FALSE(statically_late(reader("")));
  check_stays_in_order(reader(""));
  check_late(reader("ld.relaxed.gpu r0, z;"));
  check_late(reader("add r0, r0, 1;"));
}

TEST_CASE("lateness: a failed compare-and-swap passes nothing on") {
  const auto middle = [](const std::string& expected) {
    return "PTX in-place\n{ }\nP0@cta 0,gpu 0 | P1@cta 1,gpu 0 | P2@cta 2,gpu 0 ;\n"
           "ld.weak r0, x | atom.relaxed.gpu.cas r0, y, " +
           expected +
           ", 2 | ld.relaxed.gpu r1, y ;\n"
           "st.relaxed.gpu y, 1 | | beq r1, 1, L ;\n"
           " | | st.weak x, 1 ;\n | | L: ;\n"
           "exists (0:r0=1 /\\ 2:r1=2)\n";
  };
  CHECK_FALSE(statically_late(middle("3")));
  check_stays_in_order(middle("3"));
  check_late(middle("1"));
}

TEST_CASE("lateness: an iteration that only read leads nowhere") {
  const std::string locked =
      "PTX in-place\n{ }\nP0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n"
      "A: | B: ;\n"
      "atom.acquire.gpu.cas r0, m, 0, 1 | atom.acquire.gpu.cas r0, m, 0, 1 ;\n"
      "bne r0, 0, A | bne r0, 0, B ;\n"
      "ld.weak r1, x | ld.weak r1, x ;\nadd r1, r1, 1 | add r1, r1, 1 ;\n"
      "st.weak x, r1 | st.weak x, r1 ;\n"
      "st.release.gpu m, 0 | st.release.gpu m, 0 ;\nforall ([x]=2)\n";
  CHECK_FALSE(statically_late(locked));
  check_stays_in_order(locked);
}

TEST_CASE("lateness: a load may read a later store of its own thread through another name") {
  const std::string text =
      two_threads("x = 0; a @ generic aliases x;", "ld.weak r0, x;st.weak a, 1", "", "0:r0=1");
  const ptx_model::Context proxies(read(text, "in place"), ptx_proxy::Identity::reading({}), {});
  CHECK(proxies.semantics.lateness().load_buffering);
  CHECK(reachable("ptx-proxy", text));
  CHECK_FALSE(statically_late(text));  // there it is one name
}

// P0's first load is late, and so is the one behind it: no shortest cycle begins with that.
TEST_CASE("lateness: a load behind one that is put off may have to be put off, too") {
  check_late(
      "PTX in-place\n{ }\nP0@cta 0,gpu 0 | P1@cta 1,gpu 0 | P2@cta 2,gpu 0 ;\n"
      "ld.weak r1, x | ld.weak r1, y | ld.weak r1, v ;\n"
      "st.weak y, r1 | st.weak z, r1 | st.weak x, r1 ;\n"
      "ld.weak r2, z | | ;\nst.weak v, 1 | | ;\n"
      "exists (0:r1=1 /\\ 0:r2=1)\n");
}

// Of two threads that race for one item, the other finds none left.
TEST_CASE("lateness: states that mutual exclusion forbids are not visited") {
  const std::string once =
      "PTX in-place\n{ }\nP0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n"
      "atom.relaxed.gpu.add r0, n, 1 | atom.relaxed.gpu.add r0, n, 1 ;\n"
      "bne r0, 0, A | bne r0, 0, B ;\n"
      "ld.weak r1, x | ld.weak r1, y ;\nst.weak y, 1 | st.weak x, 1 ;\n"
      "A: | B: ;\nexists (0:r1=1 /\\ 1:r1=1)\n";
  CHECK(statically_late(once));
  check_stays_in_order(once);
}

// P1 may wait at the barrier for P0 to go where there is none: that takes time and orders nothing.
TEST_CASE("lateness: passing a barrier by orders nothing, in either form") {
  const auto passed = [](const std::string& before, const std::string& behind,
                         const std::string& condition) {
    return two_threads("", before + ";beq 1, 1, L;bar.cta.sync 0;L:", "bar.cta.sync 0;" + behind,
                       condition, "0");
  };
  const std::string load = passed("ld.weak r0, y", "st.weak y, 1", "0:r0=1");
  const std::string fence =
      passed("st.weak x, 1;fence.sc.cta", "fence.sc.cta;ld.weak r0, x", "1:r0=0");
  MachineOptions whole;
  whole.look_ahead = false;
  for (const std::string machine : {"ptx", "ptx-proxy"}) {
    for (const MachineOptions& options : {MachineOptions{}, without_reductions({}), whole}) {
      CHECK(reachable(machine, load, options));
      CHECK(reachable(machine, fence, options));
    }
  }
}

// P2 cannot leave the barrier before P1 has gone where there is none, which is behind P0's store.
TEST_CASE("lateness: who waits at a barrier may wait for somebody to pass it by") {
  check_late(
      "PTX in-place\n{ }\nP0@cta 1,gpu 0 | P1@cta 0,gpu 0 | P2@cta 0,gpu 0 ;\n"
      "ld.weak r0, x | ld.weak r0, y | bar.cta.sync 0 ;\n"
      "fence.acq_rel.gpu | beq r0, 1, L | ld.weak r0, y ;\n"
      "st.weak y, 1 | A: | st.weak x, 1 ;\n"
      " | ld.weak r1, z | ;\n | beq r1, 0, A | ;\n | bar.cta.sync 0 | ;\n | L: | ;\n"
      "exists (0:r0=1 /\\ 1:r0=1 /\\ 2:r0=1)\n");
}

}  // namespace opexplore
