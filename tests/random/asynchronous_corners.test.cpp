// Programs on which ptx-async and its axioms once differed, or nearly: what each is about, and
// whether its condition is reached in the bundles isa, strict, practice.
#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "litmus/language/reader.hpp"
#include "tests/catch.hpp"
#include "tests/random/asynchronous_comparison.hpp"
#include "tests/random/asynchronous_lines.hpp"

namespace opexplore::random_programs {

namespace {

struct Corner {
  std::string_view about;
  std::string_view declarations;
  std::string_view threads;  ///< each "CTA,cluster,grid: instruction; …", with || in between
  std::string_view condition;
  std::string_view verdicts;  ///< 'A' or 'F' under isa, strict, practice
};

const std::vector<Corner>& corners() {
  static const std::vector<Corner> all{
      {"what needs a value may be issued before it is there", "f = 0; s = 0; b @ mbarrier 1;",
       "0,0,0: ld.weak r0, [f]; "
       "st.async.shared::cluster.mbarrier::complete_tx::bytes.u32 [s], r0, [b]; "
       "st.relaxed.gpu [f], 2 || 1,1,0: red.relaxed.gpu.add [f], 1",
       "0:r0=3 /\\ [s@0]=3", "AAA"},
      {"a store that runs on is in no group of copies", "x = 0;",
       "0,0,0: st.async.release.gpu.global.u32 [x], 2; cp.async.bulk.commit_group; "
       "cp.async.bulk.wait_group 0; ld.weak r0, [x]",
       "0:r0=0", "AAA"},
      {"an exchange may write before it reads", "x = 0;",
       "0,0,0: atom.relaxed.gpu.exch r0, [x], 1 || 1,1,0: ld.weak r0, [x]; st.weak [x], r0",
       "0:r0=1", "AAA"},
      {"a grid starts when the reads of the one before are done", "f = 0;",
       "0,0,0: ld.relaxed.gpu r0, [f] || 1,1,1: st.relaxed.gpu [f], 1", "0:r0=1", "FFF"},
      {"or when it was let start", "f = 0;",
       "0,0,0: ld.relaxed.gpu r0, [f]; griddepcontrol.launch_dependents || "
       "1,1,1: st.relaxed.gpu [f], 1",
       "0:r0=1", "AAA"},
      {"a thread has left its cluster when its reads are done", "f = 0;",
       "0,0,0: ld.relaxed.gpu r0, [f] || 1,0,0: barrier.cluster.arrive; barrier.cluster.wait; "
       "st.relaxed.gpu [f], 1",
       "0:r0=1", "FFF"},
      {"a tensor copy is of data in global memory",
       "s = 3; d @ tensormap = &s; b @ mbarrier 1; u = 0;",
       "0,0,0: cp.async.bulk.tensor.1d.shared::cta.global.tile.mbarrier::complete_tx::bytes [u], "
       "[d, {0}], [b]",
       "[u]=3", "FFF"},
      {"a wait that acquires may learn of the initialisation by itself", "b @ mbarrier;",
       "0,0,0: mbarrier.init.shared::cta.b64 [b], 1; mbarrier.arrive.shared::cta.b64 _, [b] || "
       "0,0,0: mbarrier.try_wait.parity.shared::cta.b64 p0, [b], 0",
       "1:p0=1", "AAA"},
      {"one that does not may not", "b @ mbarrier;",
       "0,0,0: mbarrier.init.shared::cta.b64 [b], 1; mbarrier.arrive.shared::cta.b64 _, [b] || "
       "0,0,0: mbarrier.try_wait.parity.relaxed.cta.shared::cta.b64 p0, [b], 0",
       "1:p0=1", "FFF"},
      {"what a postponed read acquires counts", "b @ mbarrier; f = 0;",
       "0,0,0: mbarrier.init.shared::cta.b64 [b], 2; mbarrier.arrive.shared::cta.b64 _, [b]; "
       "mbarrier.try_wait.parity.shared::cta.b64 p0, [b], 0; st.release.cluster [f], 1 || "
       "1,0,0: ld.acquire.cluster r0, [f]; "
       "mbarrier.arrive.relaxed.cluster.shared::cluster.b64 _, [b@0]",
       "0:p0=1 /\\ 1:r0=1", "AAA"},
      {"no operation is its own past", "x = 1; s = 0; b @ mbarrier 1; f = 0;",
       "0,0,0: mbarrier.try_wait.parity.shared::cta.b64 p0, [b], 0; st.release.cta [f], 1 || "
       "0,0,0: ld.acquire.cta r0, [f]; cp.async.ca.shared::cta.global [s], [x], 4; "
       "cp.async.mbarrier.arrive.noinc.shared::cta.b64 [b]",
       "0:p0=1 /\\ 1:r0=1", "FFF"},
      {"by another virtual address a proxy fence is not enough",
       "x = 0; s = 5; z @ generic aliases x;",
       "0,0,0: st.weak [z], 3; fence.proxy.async; "
       "cp.async.bulk.global.shared::cta.bulk_group [x], [s], 16",
       "[x]=3", "AAA"},
      {"with an alias fence it is", "x = 0; s = 5; z @ generic aliases x;",
       "0,0,0: st.weak [z], 3; fence.proxy.alias; fence.proxy.async; "
       "cp.async.bulk.global.shared::cta.bulk_group [x], [s], 16",
       "[x]=3", "FFF"},
      {"which comes first", "x = 0; s = 5; z @ generic aliases x;",
       "0,0,0: st.weak [z], 3; fence.proxy.async; fence.proxy.alias; "
       "cp.async.bulk.global.shared::cta.bulk_group [x], [s], 16",
       "[x]=3", "AAA"},
      {"what a tensor copy reads has other addresses, too",
       "x = 1; s = 0; d @ tensormap = &x; b @ mbarrier 1; z @ generic aliases x;",
       "0,0,0: st.weak [z], 2; fence.proxy.async; "
       "cp.async.bulk.tensor.1d.shared::cta.global.tile.mbarrier::complete_tx::bytes [s], [d, "
       "{0}], [b]",
       "[s]=1", "AAA"},
      {"the same, with an alias fence",
       "x = 1; s = 0; d @ tensormap = &x; b @ mbarrier 1; z @ generic aliases x;",
       "0,0,0: st.weak [z], 2; fence.proxy.alias; fence.proxy.async; "
       "cp.async.bulk.tensor.1d.shared::cta.global.tile.mbarrier::complete_tx::bytes [s], [d, "
       "{0}], [b]",
       "[s]=1", "FFF"},
      {"one half of the ::read fence is one half", "s = 0; g = 7;",
       "0,0,0: st.weak [s], 2; ld.weak r0, [s]; "
       "fence.proxy.async::generic.release.sync_restrict::shared::cluster::read.cluster; "
       "cp.async.bulk.global.shared::cta.bulk_group [g], [s], 16",
       "[g]=0", "AAF"},
      {"it is of reads alone", "s = 0; g = 7;",
       "0,0,0: st.weak [s], 2; "
       "fence.proxy.async::generic.release.sync_restrict::shared::cluster::read.cluster; "
       "cp.async.bulk.global.shared::cta.bulk_group [g], [s], 16",
       "[g]=0", "AAA"},
      {"a wait for a grid releases no descriptor of its own thread",
       "d @ tensormap = 5; s = 0; b @ mbarrier 1;",
       "0,0,1: tensormap.replace.tile.global_address.global.b1024.b64 [d], 2; "
       "griddepcontrol.wait; fence.proxy.tensormap::generic.acquire.gpu [d], 128; "
       "cp.async.bulk.tensor.1d.shared::cta.global.tile.mbarrier::complete_tx::bytes [s], [d, "
       "{0}], [b] || "
       "1,1,0: ",
       "[s@0]=5", "AAA"},
      {"it does those of that grid", "d @ tensormap = 5; s = 0; b @ mbarrier 1;",
       "0,0,1: griddepcontrol.wait; fence.proxy.tensormap::generic.acquire.gpu [d], 128; "
       "cp.async.bulk.tensor.1d.shared::cta.global.tile.mbarrier::complete_tx::bytes [s], [d, "
       "{0}], [b] || "
       "1,1,0: tensormap.replace.tile.global_address.global.b1024.b64 [d], 2",
       "[s@0]=5", "FFF"},
      {"a reduction reads its source weakly",
       "x = 1; s = 0; u = 0; b @ mbarrier 1; e @ mbarrier 1;",
       "0,0,0: cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes.relaxed.cta.b128 [s], "
       "[x], 16, [e]; "
       "mbarrier.try_wait.parity.shared::cta.b64 p0, [b], 0; ld.weak r0, [s] || "
       "0,0,0: mbarrier.arrive.expect_tx.shared::cta.b64 _, [b], 16; "
       "cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes.add.u32 [u], "
       "[s], 16, [b]",
       "0:p0=1 /\\ [u]=1 /\\ 0:r0=0", "AAA"},
      {"memory has values in a deadlock", "x = 0;",
       "0,0,0: bar.sync 1, 3; st.weak [x], 1 || 0,0,0: bar.sync 1, 3", "deadlock /\\ [x]=0", "AAA"},
      {"registers have, too", "x = 0;",
       "0,0,0: ld.weak r0, [x]; bar.sync 1, 3 || 0,0,0: st.weak [x], 1; bar.sync 1, 3",
       "deadlock /\\ 0:r0=1", "AAA"},
      {"what is undefined is no deadlock, and none the less", "b @ mbarrier;",
       "0,0,0: mbarrier.arrive.shared::cta.b64 _, [b]", "undef /\\ deadlock=0", "FFF"},
      {"who comes first to a barrier of two matters: one stays", "x = 0;",
       "0,0,0: bar.arrive 1, 2 || 0,0,0: bar.sync 1, 2 || 0,0,0: bar.sync 1, 2", "deadlock", "AAA"},
      {"or none", "x = 0;",
       "0,0,0: bar.arrive 1, 2 || 0,0,0: bar.sync 1, 2 || 0,0,0: bar.sync 1, 2", "deadlock=0",
       "AAA"},
      {"a thread whose last instruction is a barrier ends when it opens", "x = 0;",
       "0,0,0: barrier.cluster.arrive; barrier.cluster.wait; bar.sync 0 || 0,0,0: bar.sync 0",
       "deadlock=0", "FFF"},
      {"and so for grids", "x = 0;",
       "0,0,0: griddepcontrol.launch_dependents; ld.relaxed.gpu r0, [x]; beq r0, 2, L1; "
       "L1: bar.sync 0 || 0,0,0: bar.sync 0 || 1,1,1: st.relaxed.gpu [x], 1",
       "0:r0=1", "FFF"},
      {"an arrival releases what was before an earlier one, of another mbarrier there",
       "b @ mbarrier 1; x = 0; f = 0; g = 0;",
       "0,0,0: st.weak [x], 1; mbarrier.arrive.shared::cta.b64 _, [b]; st.relaxed.cta [g], 1; "
       "ld.acquire.cta r0, [f]; mbarrier.arrive.relaxed.cta.shared::cta.b64 _, [b] || "
       "0,0,0: ld.relaxed.cta r0, [g]; beq r0, 0, L1; mbarrier.inval.shared::cta.b64 [b]; "
       "mbarrier.init.shared::cta.b64 [b], 1; st.release.cta [f], 1; L1: || "
       "0,0,0: ld.acquire.cta r0, [f]; mbarrier.try_wait.parity.shared::cta.b64 p0, [b], 0; "
       "ld.weak r1, [x]",
       "0:r0=1 /\\ 2:r0=1 /\\ 2:p0=1 /\\ 2:r1=0", "FFF"},
      {"no arrival counts nothing", "b @ mbarrier 1;",
       "0,0,0: mov r0, 0; mbarrier.arrive.shared::cta.b64 _, [b], r0", "undef", "AAA"},
      {"and no phase waits for nothing", "b @ mbarrier;",
       "0,0,0: mov r0, 0; mbarrier.init.shared::cta.b64 [b], r0", "undef", "AAA"},
      {"what runs on by itself hands on no half of a fence",
       "s = 0; u = 0; x = 9; b @ mbarrier 1; e @ mbarrier 1;",
       "0,0,0: ld.weak r0, [s]; "
       "fence.proxy.async::generic.release.sync_restrict::shared::cta.cluster; "
       "red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.u32 [u@1], 1, "
       "[b@1] || "
       "1,0,0: ld.relaxed.cluster r0, [u]; "
       "fence.proxy.async::generic.acquire.sync_restrict::shared::cluster.cluster; "
       "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [s@0], [x], 16, [e@0]",
       "1:r0=1 /\\ 0:r0=9", "AAA"},
      {"a store does", "s = 0; u = 0; x = 9; b @ mbarrier 1; e @ mbarrier 1;",
       "0,0,0: ld.weak r0, [s]; "
       "fence.proxy.async::generic.release.sync_restrict::shared::cta.cluster; "
       "st.relaxed.cluster [u@1], 1 || 1,0,0: ld.relaxed.cluster r0, [u]; "
       "fence.proxy.async::generic.acquire.sync_restrict::shared::cluster.cluster; "
       "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [s@0], [x], 16, [e@0]",
       "1:r0=1 /\\ 0:r0=9", "FFF"},
      {"nor does it hand on what an initialisation fence releases",
       "u = 0; b @ mbarrier; e @ mbarrier 1;",
       "0,0,0: mbarrier.init.shared::cta.b64 [b], 1; fence.mbarrier_init.release.cluster; "
       "red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.u32 [u@1], 1, "
       "[e@1] || "
       "1,0,0: ld.relaxed.cluster r0, [u]; beq r0, 0, L1; fence.acq_rel.cluster; "
       "mbarrier.arrive.release.cluster.shared::cluster.b64 _, [b@0]; L1:",
       "1:r0=1", "FFF"},
      {"which a store does", "u = 0; b @ mbarrier; e @ mbarrier 1;",
       "0,0,0: mbarrier.init.shared::cta.b64 [b], 1; fence.mbarrier_init.release.cluster; "
       "st.relaxed.cluster [u@1], 1 || 1,0,0: ld.relaxed.cluster r0, [u]; beq r0, 0, L1; "
       "fence.acq_rel.cluster; mbarrier.arrive.release.cluster.shared::cluster.b64 _, [b@0]; L1:",
       "1:r0=1", "AAA"},
  };
  return all;
}

std::vector<std::string> split(std::string_view text, std::string_view at) {
  std::vector<std::string> parts;
  for (std::size_t from = 0; from <= text.size();) {
    const std::size_t to = std::min(text.find(at, from), text.size());
    parts.emplace_back(text.substr(from, to - from));
    from = to + at.size();
  }
  return parts;
}

Test test_of(const Corner& corner) {
  std::string heading;
  std::vector<std::vector<std::string>> columns;
  for (const std::string& thread : split(corner.threads, " || ")) {
    const std::size_t colon = thread.find(": ");
    const std::vector<std::string> place = split(thread.substr(0, colon), ",");
    heading += (columns.empty() ? "P" : " | P") + std::to_string(columns.size()) + "@cta " +
               place.at(0) + ",cluster " + place.at(1) + ",grid " + place.at(2) + ",gpu 0";
    columns.push_back(split(thread.substr(colon + 2), "; "));
  }
  std::string text = "PTX corner\n{ " + std::string(corner.declarations) + " }\n" + heading +
                     ";\n" + thread_table(columns);
  std::string shared;
  for (const std::string name : {"s", "u"}) {
    if (corner.declarations.find(name + " = ") == std::string_view::npos) continue;
    shared += (shared.empty() ? "" : ", ") + name + ": shared";
  }
  if (!shared.empty()) text += shared + "\n";
  return read(text + "exists (" + std::string(corner.condition) + ")\n", "corner");
}

bool reaches(const Test& test, const std::optional<AsynchronousAnswer>& answer) {
  REQUIRE(answer.has_value());
  return std::ranges::any_of(
      answer->outcomes, [&](const Outcome& outcome) { return holds(test.condition, outcome); });
}

}  // namespace

TEST_CASE("random: ptx-async and its axioms where they once differed", "[async]") {
  AsynchronousSides sides({100'000, 100'000});
  constexpr std::array bundles_in_order{"isa", "strict", "practice"};
  for (const Corner& corner : corners()) {
    const Test test = test_of(corner);
    for (std::size_t i = 0; i < bundles_in_order.size(); ++i) {
      const AsynchronousReading reading{bundles_in_order[i]};
      INFO(corner.about << "\n" << sides.explained(test, reading));
      const auto machine = sides.machine(test, reading);
      const auto axioms = sides.axioms(test, reading);
      CHECK(reaches(test, machine) == (corner.verdicts[i] == 'A'));
      CHECK(reaches(test, axioms) == (corner.verdicts[i] == 'A'));
      CHECK(machine->outcomes == axioms->outcomes);
    }
  }
}

}  // namespace opexplore::random_programs
