// The out-of-order form folds what was issued into states of the in-order form: loops come back to
// known states, and each part of what is known has to get there.
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "litmus/language/reader.hpp"
#include "opmodel/machines/ptx/machine.hpp"
#include "opmodel/machines/ptx_proxy/machine.hpp"
#include "tests/catch.hpp"
#include "tests/machines/reachable.hpp"
#include "tests/naive.hpp"

namespace opexplore {

namespace {

// Runs as given, always out of order: in order some would need no late load.
template <class Identity = ptx::Identity>
std::shared_ptr<const ptx_model::Context> context_of(const std::string& text, bool folds,
                                                     bool some_first = true) {
  MachineOptions options;
  options.hoist_stores = false;
  options.ample_threads = options.split_components = some_first;
  options.erase_writes = folds;
  options.await_writes = options.fuse_independent = options.lazy_fences = false;
  return std::make_shared<const ptx_model::Context>(read(text, "in place"),
                                                    Identity::reading(options), options);
}

struct ReachedStates {
  std::set<Outcome> outcomes;
  std::size_t states = 0;
  bool operator==(const ReachedStates& other) const { return outcomes == other.outcomes; }
};

template <class Identity = ptx::Identity>
ReachedStates reached(const std::string& text, bool folds = true, bool some_first = true) {
  const auto context = context_of<Identity>(text, folds, some_first);
  REQUIRE(context->semantics.lateness().load_buffering);
  CHECK(context->folds == folds);
  const NaiveResult result = explore_naively(ptx_model::OutOfOrderMachine(context));
  ReachedStates found;
  found.outcomes = outcome_values(result);
  found.states = result.states.size();
  return found;
}

// Both threads load what the other stores behind it, and go on with the rest.
std::string buffered(const std::string& placement, const std::vector<std::string>& rows,
                     const std::string& condition) {
  std::string text = "PTX buffered\n{ x=0; y=0; a=0; b=0; l=0; }\n" + placement + ";\n" +
                     "ld.relaxed.gpu r0, x | ld.relaxed.gpu r0, y;\n"
                     "st.relaxed.gpu y, 1 | st.relaxed.gpu x, 1;\n";
  for (const std::string& row : rows) text += row + ";\n";
  return text + "exists (0:r0=1 /\\ 1:r0=1 /\\ " + condition + ")\n";
}

const std::string apart = "P0@cta 0,gpu 0 | P1@cta 1,gpu 0";
const std::string together = "P0@cta 0,gpu 0 | P1@cta 0,gpu 0";

// The same is reached with and without folding, and with all threads at once, so that everything
// happens before a load is put off, too.
void check_folding(const std::string& text) {
  INFO(text);
  const ReachedStates unfolded = reached(text, false);
  CHECK(reached(text) == unfolded);
  CHECK(reached(text, true, false) == unfolded);
}

}  // namespace

TEST_CASE("ptx: loops behind late loads come back to states that are known") {
  const ReachedStates chase = reached(
      buffered(apart,
               {"LC00: | LC10:", "atom.relaxed.gpu.exch r1, l, 1 | atom.relaxed.gpu.exch r1, l, 0",
                "beq r1, 0, LC00 | beq r1, 1, LC10"},
               "[l]=1"));
  CHECK(chase.outcomes.size() == 8);  // any of both loads, and who was last
  CHECK(chase.states < 100);
  const ReachedStates lock = reached(buffered(
      apart,
      {"LC00: | LC10:", "atom.acquire.gpu.exch r1, l, 1 | atom.acquire.gpu.exch r1, l, 1",
       "bne r1, 0, LC00 | bne r1, 0, LC10",
       "atom.release.gpu.exch r2, l, 0 | atom.release.gpu.exch r2, l, 0", "goto LC00 | goto LC10"},
      "[l]=1"));
  CHECK(lock.outcomes.empty());
  CHECK(lock.states < 200);
  const ReachedStates barrier =
      reached(buffered(together,
                       {"LC00: | LC10:", "st.relaxed.gpu l, 1 | st.relaxed.gpu a, 1",
                        "bar.cta.sync 0 | bar.cta.sync 0", "goto LC00 | goto LC10"},
                       "[l]=1"));
  CHECK(barrier.outcomes.empty());
  CHECK(barrier.states < 200);
}

TEST_CASE("ptx: what a read behind a late load knew does not come to overwrite what it took") {
  // The second thread knows a=2 and reads a=1, on the way from one late load to the other. So a=3,
  // which follows 1, cannot be put before 2.
  const std::string text = R"(PTX read
{ x=0; y=0; z=0; a=0; }
P0@cta 0,gpu 0 | P1@cta 1,gpu 0 | P2@cta 2,gpu 0 | P3@cta 3,gpu 0;
ld.relaxed.gpu r0, x | ld.acquire.gpu r3, z | st.weak a, 1 | st.relaxed.gpu a, 2;
st.relaxed.gpu y, 1 | ld.relaxed.gpu r0, y | st.relaxed.gpu a, 3 | st.release.gpu z, 1;
 | ld.weak r1, a | | ;
 | st.relaxed.gpu x, 1 | | ;
exists (0:r0=1 /\ 1:r0=1 /\ 1:r3=1 /\ 1:r1=1 /\ [a]=2)
)";
  check_folding(text);
  CHECK_FALSE(reachable("ptx", text));
  std::string before = text;
  before.replace(before.find("[a]=2"), 5, "[a]=3");
  CHECK(reachable("ptx", before));
}

TEST_CASE("ptx: what was known at fences and released on the way is folded") {
  check_folding(
      buffered(apart,
               {"st.relaxed.gpu a, 1 | st.relaxed.gpu b, 1", "fence.sc.gpu | fence.sc.gpu",
                "ld.relaxed.gpu r1, b | ld.relaxed.gpu r1, a"},
               "0:r1=0 /\\ 1:r1=0"));
  check_folding(buffered(
      apart, {"st.weak a, 1 | ld.acquire.gpu r1, b", "st.release.gpu b, 1 | ld.weak r2, a"},
      "1:r1=1 /\\ 1:r2=0"));
  // A fence between the two, with another one before it or behind it.
  check_folding(R"(PTX fence-on-the-way
{ x=0; y=0; a=0; b=0; }
P0@cta 0,gpu 0 | P1@cta 1,gpu 0 | P2@cta 2,gpu 0;
ld.relaxed.gpu r0, x | st.relaxed.gpu a, 1 | st.relaxed.gpu b, 1;
st.relaxed.gpu y, 1 | ld.relaxed.gpu r0, y | fence.sc.gpu;
 | fence.sc.gpu | ld.relaxed.gpu r1, a;
 | st.relaxed.gpu x, 1 | ;
 | ld.relaxed.gpu r1, b | ;
exists (0:r0=1 /\ 1:r0=1 /\ 1:r1=0 /\ 2:r1=0)
)");
  // A release from before, acquired on the way.
  check_folding(R"(PTX acquired-on-the-way
{ x=0; y=0; z=0; d=0; }
P0@cta 0,gpu 0 | P1@cta 1,gpu 0 | P2@cta 2,gpu 0;
ld.relaxed.gpu r0, x | ld.relaxed.gpu r0, y | st.weak d, 1;
st.relaxed.gpu y, 1 | ld.acquire.gpu r3, z | st.release.gpu z, 1;
 | st.relaxed.gpu x, 1 | ;
 | ld.weak r1, d | ;
exists (0:r0=1 /\ 1:r0=1 /\ 1:r3=1 /\ 1:r1=0)
)");
  check_folding(R"(PTX released-on-the-way
{ x=0; y=0; a=0; b=0; }
P0@cta 0,gpu 0 | P1@cta 1,gpu 0 | P2@cta 2,gpu 0;
st.weak a, 1 | ld.relaxed.gpu r0, y | ld.acquire.gpu r1, y;
ld.relaxed.gpu r0, x | st.relaxed.gpu x, 1 | ld.weak r2, a;
st.release.gpu y, 1 |  | ;
exists (0:r0=1 /\ 1:r0=1 /\ 2:r1=1 /\ 2:r2=0)
)");
}

TEST_CASE("ptx: a barrier gathers over late loads what its members bring") {
  const std::string text =
      buffered(together,
               {"st.weak a, 1 | st.weak b, 1", "bar.cta.sync 0 | bar.cta.sync 0",
                "ld.weak r1, b | ld.weak r1, a"},
               "0:r1=0");
  check_folding(text);
  // The first waits at the barrier while the others are late.
  check_folding(R"(PTX waits
{ x=0; y=0; a=0; b=0; }
P0@cta 0,gpu 0 | P1@cta 0,gpu 0 | P2@cta 0,gpu 0;
st.weak a, 1 | ld.relaxed.gpu r0, y | ld.relaxed.gpu r0, x;
bar.cta.sync 0 | st.relaxed.gpu x, 1 | st.relaxed.gpu y, 1;
ld.weak r1, b | st.weak b, 1 | bar.cta.sync 0;
 | bar.cta.sync 0 | ld.weak r1, a;
exists (1:r0=1 /\ 2:r0=1 /\ (0:r1=0 \/ 2:r1=0))
)");
  // A barrier on the way between the late load and what it reads.
  check_folding(R"(PTX barrier-on-the-way
{ x=0; y=0; a=0; }
P0@cta 0,gpu 0 | P1@cta 0,gpu 0 | P2@cta 1,gpu 0;
ld.relaxed.gpu r0, x | bar.cta.sync 0 | ld.relaxed.gpu r0, y;
bar.cta.sync 0 | st.relaxed.gpu y, 1 | st.relaxed.gpu x, 1;
st.weak a, 1 | ld.weak r1, a | ;
exists (0:r0=1 /\ 2:r0=1)
)");
  // Who waits there already brings what the load reads.
  check_folding(R"(PTX waits-before
{ x=0; y=0; a=0; }
P0@cta 1,gpu 0 | P1@cta 0,gpu 0 | P2@cta 0,gpu 0;
ld.relaxed.gpu r0, x | ld.relaxed.gpu r0, y | bar.cta.sync 0;
st.relaxed.gpu y, 1 | bar.cta.sync 0 | st.relaxed.gpu x, 1;
exists (0:r0=1 /\ 1:r0=1)
)");
}

TEST_CASE("ptx-proxy: stages of knowledge are folded") {
  const std::string text = R"(PTX proxies
{ x=0; y=0; a=0; s @ surface aliases a; }
P0@cta 0,gpu 0 | P1@cta 0,gpu 0;
ld.relaxed.gpu r0, x | ld.relaxed.gpu r0, y;
st.relaxed.gpu y, 1 | sust.weak s, 1;
fence.proxy.surface | st.relaxed.gpu x, 1;
suld.weak r1, s | fence.proxy.surface;
bar.cta.sync 0 | bar.cta.sync 0;
ld.weak r2, a | st.weak a, 2;
exists (0:r0=1 /\ 1:r0=1 /\ 0:r2=0)
)";
  const auto folded = reached<ptx_proxy::Identity>(text);
  CHECK(folded == reached<ptx_proxy::Identity>(text, false));
}

TEST_CASE("ptx: a search towards a condition finds what decides it where loads are late") {
  for (const char* const values : {"00", "01", "10", "11"}) {
    const std::string first(1, values[0]), second(1, values[1]);
    const Test test = read(buffered(apart,
                                    {"st.relaxed.gpu a, 1 | st.relaxed.gpu b, 1",
                                     "ld.relaxed.gpu r1, b | ld.relaxed.gpu r1, a"},
                                    "0:r1=" + first + " /\\ 1:r1=" + second),
                           "in place");
    const auto decided = [&](bool goal) {
      MachineOptions options;
      options.hoist_stores = options.watch_lateness = false;
      options.goal = goal;
      return ptx::Machine::dispatch(test, options, [&](const auto& form) {
        return std::ranges::any_of(explore_naively(form).outcomes, [&](const auto& outcome) {
          return holds(test.condition, outcome.first);
        });
      });
    };
    CHECK(decided(true) == decided(false));
  }
}

TEST_CASE("ptx: late SC fences and mixed scopes keep all that was issued") {
  CHECK_FALSE(
      context_of(buffered(apart, {"ld.relaxed.cta r1, a | st.relaxed.gpu a, 1"}, "0:r1=1"), true)
          ->folds);
}

}  // namespace opexplore
