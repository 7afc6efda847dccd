// Which steps the out-of-order form takes: what has one way to go comes first and in one step, and
// a late value is taken where all that was chosen may have led to it.
#include <memory>
#include <set>
#include <string>

#include "litmus/language/reader.hpp"
#include "opmodel/machines/ptx/machine.hpp"
#include "tests/catch.hpp"
#include "tests/machines/reachable.hpp"
#include "tests/naive.hpp"

namespace opexplore {

namespace {

struct Explored {
  std::set<Outcome> outcomes;
  std::size_t states = 0;
  std::uint64_t transitions = 0;
};

// Always out of order, as written.
Explored explored(const std::string& text, MachineOptions options) {
  options.hoist_stores = options.watch_lateness = options.lazy_fences = false;
  const auto context = std::make_shared<const ptx_model::Context>(
      read(text, "in place"), ptx::Identity::reading(options), options);
  REQUIRE(context->semantics.lateness().load_buffering);
  REQUIRE(context->folds == options.erase_writes);
  const NaiveResult found = explore_naively(ptx_model::OutOfOrderMachine(context));
  Explored result{outcome_values(found), found.states.size(), found.transitions};
  return result;
}

// Nothing orders the critical sections: a store may come before the loads of its own one.
const std::string wrong_lock = R"(PTX wrong-lock
{ m=0; x=0; }
P0@cta 0,gpu 0 | P1@cta 1,gpu 0 | P2@cta 2,gpu 0;
LC00: | LC10: | LC20:;
atom.acquire.gpu.cas r0, m, 0, 1 | atom.acquire.gpu.cas r0, m, 0, 1 | atom.acquire.gpu.cas r0, m, 0, 1;
bne r0, 0, LC00 | bne r0, 0, LC10 | bne r0, 0, LC20;
ld.weak r1, x | ld.weak r1, x | ld.weak r1, x;
add r1, r1, 1 | add r1, r1, 1 | add r1, r1, 1;
st.weak x, r1 | st.weak x, r1 | st.weak x, r1;
st.relaxed.gpu m, 0 | st.relaxed.gpu m, 0 | st.relaxed.gpu m, 0;
exists ([x]=1)
)";

}  // namespace

TEST_CASE("ptx: stores whose values are known go first out of order") {
  MachineOptions all_at_once;
  all_at_once.erase_writes = false;
  MachineOptions certain_first = all_at_once;
  all_at_once.ample_threads = false;
  const Explored all = explored(wrong_lock, all_at_once);
  const Explored certain = explored(wrong_lock, certain_first);
  CHECK(certain.outcomes == all.outcomes);
  CHECK(certain.states * 8 < all.states * 7);
}

TEST_CASE("ptx: stores follow at once the late load that they waited for") {
  MachineOptions apart;
  apart.fuse_independent = false;
  const Explored one_by_one = explored(wrong_lock, apart);
  const Explored at_once = explored(wrong_lock, {});
  CHECK(at_once.outcomes == one_by_one.outcomes);
  CHECK(at_once.states < one_by_one.states);
}

TEST_CASE("ptx: a late value is taken before what did not lead to it") {
  MachineOptions all_at_once;
  all_at_once.ample_threads = false;
  const Explored all = explored(wrong_lock, all_at_once);
  const Explored some = explored(wrong_lock, {});
  CHECK(some.outcomes == all.outcomes);
  // 158 if every value that is there is taken.
  CHECK(some.transitions <= 149);
  // 236 if a load that is put off may also read what was there before.
  CHECK(all.transitions <= 209);
}

TEST_CASE("ptx: who only arrived at a barrier before does not know what lets it go on") {
  // P0 comes to its second generation when P1 has come to the first, and learns nothing there.
  const std::string text = R"(PTX arrives-first
{ y=0; }
P0@cta 0,gpu 0 | P1@cta 0,gpu 0;
bar.cta.arrive 0 | fence.acq_rel.sys;
bar.cta.sync 0 | ld.weak r0, y;
st.weak y, 1 | bar.cta.sync 0;
exists (1:r0=1)
)";
  CHECK(reachable("ptx-proxy", text));
  MachineOptions whole;
  whole.look_ahead = false;
  CHECK(reachable("ptx-proxy", text, whole));
  std::string waits = text;
  waits.replace(waits.find("arrive 0"), 8, "sync 0");
  waits.replace(waits.find("bar.cta.sync 0;\nexists"), 15, "bar.cta.sync 0;\n | bar.cta.sync 0;");
  CHECK_FALSE(reachable("ptx-proxy", waits));
}

}  // namespace opexplore
