// Data races of ptx-async. That it has those of its axioms is held in tests/corpus.
#include <algorithm>
#include <set>
#include <string>

#include "explorer/explore.hpp"
#include "litmus/language/reader.hpp"
#include "opmodel/results/answer.hpp"
#include "tests/catch.hpp"

using namespace opexplore;

namespace {

using Pairs = std::set<std::string>;

Answer with_races(const std::string& text) {
  ExploreOptions options;
  options.threads = 1;
  options.machine.races = true;
  return find_machine("ptx-async")->explore(read(text, "test.litmus"), options);
}

/// "0.1-1.0": the second instruction of the first thread and the first of the other.
Pairs pairs_racing_in(const Answer& answer) {
  Pairs pairs;
  for (const AnsweredDataRace& race : answer.data_races) {
    const RacingPair& pair = race.pair;
    pairs.insert(std::to_string(pair.first_thread) + "." + std::to_string(pair.first) + "-" +
                 std::to_string(pair.second_thread) + "." + std::to_string(pair.second));
  }
  return pairs;
}

Pairs racing_in(const std::string& text) {
  const Answer answer = with_races(text);
  CHECK(answer.looked_for_data_races);
  CHECK(answer.coverage.complete());
  return pairs_racing_in(answer);
}

/// A copy to `tile` by one thread, what it does then, and a load.
std::string copy_then(const std::string& then) {
  return "PTX copied\n{ tile = 1; in = 2; }\n P0@cta 0,cluster 0,gpu 0 ;\n"
         " cp.async.ca.shared::cta.global [tile], [in], 4 ;\n" +
         then + " ld.weak r0, [tile] ;\n tile: shared, in: global;\nexists (0:r0=1)\n";
}

/// A store to `tile`, what its thread does then, a barrier, what the other does, and its copy.
std::string stored_out(const std::string& behind, const std::string& before) {
  return "PTX stored\n{ tile = 0; out = 5; }\n"
         " P0@cta 0,cluster 0,gpu 0 | P1@cta 0,cluster 0,gpu 0 ;\n"
         " st.weak [tile], 1 | bar.sync 0 ;\n " +
         behind + " | " + before + " ;\n" +
         " bar.sync 0 | cp.async.bulk.global.shared::cta.bulk_group [out], [tile], 16 ;\n"
         " tile: shared, out: global;\nexists ([out]=0)\n";
}

}  // namespace

TEST_CASE("ptx-async: an operation in flight races with its own thread", "[ptx-async][races]") {
  CHECK(racing_in(copy_then("")) == Pairs{"0.0-0.1"});
  CHECK(racing_in(copy_then(" cp.async.wait_group 0 ;\n")) == Pairs{"0.0-0.2"});
  CHECK(racing_in(copy_then(" cp.async.commit_group ;\n cp.async.wait_group 1 ;\n")) ==
        Pairs{"0.0-0.3"});
  CHECK(racing_in(copy_then(" cp.async.commit_group ;\n cp.async.wait_group 0 ;\n")).empty());
  CHECK(racing_in(copy_then(" cp.async.wait_all ;\n")).empty());
}

TEST_CASE("ptx-async: a copy that a loop repeats races with itself", "[ptx-async][races]") {
  const auto twice = [](const std::string& waits) {
    return "PTX twice\n{ tile = 1; in = 2; }\n P0@cta 0,cluster 0,gpu 0 ;\n mov r1, 0 ;\n LC00: ;\n"
           " cp.async.ca.shared::cta.global [tile], [in], 4 ;\n" +
           waits + " add r1, r1, 1 ;\n bne r1, 2, LC00 ;\n cp.async.wait_all ;\n" +
           " tile: shared, in: global;\nexists ([tile]=2)\n";
  };
  CHECK(racing_in(twice("")) == Pairs{"0.1-0.1"});
  CHECK(racing_in(twice(" cp.async.wait_all ;\n")).empty());
}

TEST_CASE("ptx-async: between the proxies order alone is not enough", "[ptx-async][races]") {
  CHECK(racing_in(stored_out("fence.acq_rel.gpu", "fence.acq_rel.gpu")) == Pairs{"0.0-1.2"});
  CHECK(racing_in(stored_out("fence.proxy.async.global", "fence.acq_rel.gpu")) == Pairs{"0.0-1.2"});
  CHECK(racing_in(stored_out("fence.proxy.async.shared::cta", "fence.acq_rel.gpu")).empty());
  CHECK(racing_in(stored_out("fence.acq_rel.gpu", "fence.proxy.async")).empty());
}

TEST_CASE("ptx-async: operations on an mbarrier do not race", "[ptx-async][races]") {
  CHECK(racing_in(
            "PTX mbarriers\n{ b @ mbarrier 2; }\n"
            " P0@cta 0,cluster 0,gpu 0 | P1@cta 0,cluster 0,gpu 0 ;\n"
            " mbarrier.arrive.shared::cta.b64 _, [b] | mbarrier.arrive.shared::cta.b64 _, [b] ;\n"
            " mbarrier.try_wait.parity.shared::cta.b64 p0, [b], 0 | ;\nexists (0:p0=1)\n")
            .empty());
}

TEST_CASE("ptx-async: tensor memory races unless its own order stands between",
          "[ptx-async][races]") {
  const auto loaded = [](const std::string& between) {
    return "PTX loaded\n{ t @ tensor = 0; s = 1; b @ mbarrier 1; }\n P0@cta 0,cluster 0,gpu 0 ;\n"
           " tcgen05.mma.cta_group::1.kind::f16 [t], [s] ;\n"
           " tcgen05.commit.cta_group::1.mbarrier::arrive::one.b64 [b] ;\n"
           " mbarrier.try_wait.parity.shared::cta.b64 p0, [b], 0 ;\n beq p0, 0, LC00 ;\n" +
           between +
           " tcgen05.ld.sync.aligned.32x32b.x1.b32 {r0}, [t] ;\n LC00: ;\n s: shared;\n"
           "exists (0:r0=1)\n";
  };
  CHECK(racing_in(loaded("")) == Pairs{"0.0-0.4"});
  CHECK(racing_in(loaded(" fence.acq_rel.gpu ;\n")) == Pairs{"0.0-0.5"});
  CHECK(racing_in(loaded(" tcgen05.fence::after_thread_sync ;\n")).empty());
}

TEST_CASE("ptx-async: what races in an iteration that is left out", "[ptx-async][races]") {
  // The load that the flag has let go on is ordered; those before it are not.
  const std::string head =
      "{ x = 0; f = 0; g = 0; b @ mbarrier 1; }\n"
      " P0@cta 0,cluster 0,gpu 0 | P1@cta 0,cluster 0,gpu 0 | P2@cta 0,cluster 0,gpu 0 ;\n";
  const std::string end = " x: global, f: global, g: global;\nexists (1:r1=0)\n";
  CHECK(
      racing_in("PTX spins\n" + head +
                " st.weak [x], 1 | LC00: | ;\n st.release.gpu [f], 1 | ld.acquire.gpu r0, [f] | ;\n"
                " | ld.weak r1, [x] | ;\n | beq r0, 0, LC00 | ;\n" +
                end) == Pairs{"0.0-1.1"});
  // The write follows from what comes behind the loop.
  CHECK(racing_in("PTX follows\n" + head +
                  " ld.relaxed.gpu r0, [g] | LC00: | st.release.gpu [f], 1 ;\n"
                  " bne r0, 1, LC10 | ld.acquire.gpu r0, [f] | ;\n"
                  " st.weak [x], 1 | beq r0, 1, LC01 | ;\n LC10: | ld.weak r1, [x] | ;\n"
                  " | goto LC00 | ;\n | LC01: | ;\n | st.relaxed.gpu [g], 1 | ;\n" +
                  end) == Pairs{"0.2-1.2"});
}

TEST_CASE("ptx-async: others race beside a thread that spins for ever", "[ptx-async][races]") {
  const Answer answer = with_races(
      "PTX beside\n{ x = 0; f = 0; b @ mbarrier 1; }\n"
      " P0@cta 0,cluster 0,gpu 0 | P1@cta 0,cluster 0,gpu 0 | P2@cta 0,cluster 0,gpu 0 ;\n"
      " LC00: | st.weak [x], 1 | st.weak [x], 2 ;\n ld.acquire.gpu r0, [f] | | ;\n"
      " beq r0, 0, LC00 | | ;\n x: global, f: global;\nexists (0:r0=0)\n");
  CHECK(pairs_racing_in(answer) == Pairs{"1.0-2.0"});
  CHECK(std::ranges::none_of(answer.data_races, &AnsweredDataRace::in_ending));
}
