// Whether programs end by ptx-async: waits for mbarriers, copies in flight, flags. On programs
// without anything asynchronous it agrees with ptx-proxy, whose forms run them.
#include <string>
#include <utility>

#include "explorer/explore.hpp"
#include "litmus/language/reader.hpp"
#include "opmodel/results/answer.hpp"
#include "opmodel/results/promise.hpp"
#include "opmodel/results/termination.hpp"
#include "tests/catch.hpp"

using namespace opexplore;

namespace {

/// Two threads of one CTA, a column of instructions each.
Test in_two_threads(const std::string& initial, const std::string& lines) {
  return read("PTX ends\n{ " + initial +
                  " }\n P0@cta 0,cluster 0,gpu 0 | P1@cta 0,cluster 0,gpu 0 ;\n" + lines +
                  " x: global, f: global, tile: shared;\nexists ([x]=1)\n",
              "test.litmus");
}

Termination end_of_runs(const Test& test, const std::string& promise = "FAIR") {
  ExploreOptions options;
  options.threads = 1;
  TerminationQuestion question;
  question.promises = {parse_promise(promise)};
  return find_machine("ptx-async")->termination(test, options, question);
}

/// Of the weak and the strong notion. What does not end has a lasso that the machine takes again.
std::pair<Ends, Ends> ends(const Test& test, const std::string& promise = "FAIR") {
  const Termination found = end_of_runs(test, promise);
  const EndJudgement& judgement = found.judgements.front();
  CHECK(judgement.lasso.has_value() == (judgement.weak == Ends::no && !found.deadlock));
  return {judgement.weak, judgement.strong};
}

constexpr std::pair<Ends, Ends> always{Ends::yes, Ends::yes};
constexpr std::pair<Ends, Ends> never{Ends::no, Ends::no};

/// What a search says that leaves idle iterations out.
bool has_endless_state(const Test& test) {
  ExploreOptions options;
  options.threads = 1;
  const Answer answer = find_machine("ptx-async")->explore(test, options);
  CHECK(answer.coverage.complete());
  return answer.statistics.endless_states > 0;
}

const std::string objects = "x = 0; f = 0; tile = 0; ";
const std::string wait_in_loop =
    " mbarrier.try_wait.parity.shared::cta.b64 p0, [b], 0 | %1 ;\n beq p0, 0, LC00 | %2 ;\n";

/// The first thread waits in a loop for the phase, the other does these two.
Test waiting(const std::string& arrivals, const std::string& one, const std::string& other = "") {
  std::string lines = " LC00: | ;\n" + wait_in_loop;
  lines.replace(lines.find("%1"), 2, one);
  lines.replace(lines.find("%2"), 2, other);
  return in_two_threads(objects + "b @ mbarrier " + arrivals + ";", lines);
}

const std::string arrival = "mbarrier.arrive.shared::cta.b64 _, [b]";

}  // namespace

TEST_CASE("ptx-async: a wait in a loop ends with the arrivals that it waits for",
          "[ptx-async][progress]") {
  CHECK(ends(waiting("1", arrival)) == always);
  CHECK(ends(waiting("2", arrival, arrival)) == always);
  CHECK(ends(waiting("2", arrival)) == never);
  CHECK_FALSE(has_endless_state(waiting("1", arrival)));
  CHECK(has_endless_state(waiting("2", arrival)));
}

TEST_CASE("ptx-async: a commit arrives, for the operations before it complete",
          "[ptx-async][progress]") {
  const std::string matrix = "tcgen05.mma.cta_group::1.kind::f16 [t], [tile]";
  const std::string commit = "tcgen05.commit.cta_group::1.mbarrier::arrive::one.b64 [b]";
  CHECK(ends(waiting("1; t @ tensor = 0", matrix, commit)) == always);
  CHECK(ends(waiting("2; t @ tensor = 0", matrix, commit)) == never);
}

TEST_CASE("ptx-async: a wait misses its phase when the next one completes, too",
          "[ptx-async][progress]") {
  CHECK(ends(waiting("1", arrival, arrival)) == never);
  CHECK(has_endless_state(waiting("1", arrival, arrival)));
}

TEST_CASE("ptx-async: what is in flight is performed", "[ptx-async][progress]") {
  const auto loaded = [](const std::string& bytes) {
    return waiting("1", "mbarrier.arrive.expect_tx.shared::cta.b64 _, [b], " + bytes,
                   "cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [tile], [x], 16, "
                   "[b]");
  };
  CHECK(ends(loaded("16")) == always);
  CHECK(ends(loaded("32")) == never);
  CHECK(has_endless_state(loaded("32")));
}

TEST_CASE("ptx-async: one waits at a barrier for one that waits for a phase",
          "[ptx-async][progress]") {
  const Test test = in_two_threads(objects + "b @ mbarrier 1;",
                                   " LC00: | bar.sync 0 ;\n"
                                   " mbarrier.try_wait.parity.shared::cta.b64 p0, [b], 0 | " +
                                       arrival + " ;\n beq p0, 0, LC00 | ;\n bar.sync 0 | ;\n");
  CHECK(ends(test) == never);
  CHECK(has_endless_state(test));
}

TEST_CASE("ptx-async: who waits for a group waits for memory", "[ptx-async][progress]") {
  const Test test = in_two_threads(objects + "b @ mbarrier 1;",
                                   " cp.async.ca.shared::cta.global [tile], [x], 4 | ;\n"
                                   " cp.async.wait_all | ;\n st.release.gpu [f], 1 | LC10: ;\n"
                                   " | ld.acquire.gpu r0, [f] ;\n | beq r0, 0, LC10 ;\n");
  CHECK(ends(test) == always);
}

TEST_CASE("ptx-async: a store does not stay unseen, but may be missed", "[ptx-async][progress]") {
  const auto flag = [](const std::string& then) {
    return in_two_threads(objects + "b @ mbarrier 1;",
                          " LC00: | st.release.gpu [f], 1 ;\n"
                          " ld.acquire.gpu r0, [f] | " +
                              then + " ;\n beq r0, 0, LC00 | ;\n");
  };
  CHECK(ends(flag("")) == always);
  CHECK(ends(flag("st.release.gpu [f], 0")) == never);
}

TEST_CASE("ptx-async: of weak writes that race each may be read for ever",
          "[ptx-async][progress]") {
  const auto flags = [](const std::string& order) {
    return in_two_threads(objects + "b @ mbarrier 1;",
                          " LC00: | st." + order + " [f], 1 ;\n ld." + order +
                              " r0, [f] | LC10: ;\n bne r0, 1, LC00 | ld." + order +
                              " r1, [f] ;\n st." + order + " [f], 0 | bne r1, 0, LC10 ;\n");
  };
  CHECK(ends(flags("relaxed.gpu")) == always);
  CHECK(ends(flags("weak")) == std::pair(Ends::no, Ends::yes));
}

TEST_CASE("ptx-async: loops of arithmetic, and loops that write", "[ptx-async][progress]") {
  CHECK(ends(in_two_threads(objects + "b @ mbarrier 1;",
                            " LC00: | " + arrival + " ;\n goto LC00 | ;\n")) == never);
  const Test writes =
      in_two_threads(objects + "b @ mbarrier 1;",
                     " LC00: | " + arrival + " ;\n st.weak [x], 1 | ;\n goto LC00 | ;\n");
  CHECK(ends(writes) == std::pair(Ends::bounded, Ends::bounded));
  CHECK(end_of_runs(writes).bound.find("more than 8 times") != std::string::npos);
}

TEST_CASE("ptx-async: a deadlock is one under every promise", "[ptx-async][progress]") {
  const Termination found = end_of_runs(
      in_two_threads(objects + "b @ mbarrier 1;", " bar.sync 0, 3 | bar.sync 0, 3 ;\n"), "UNFAIR");
  CHECK(found.deadlock.has_value());
  CHECK(found.judgements.front().weak == Ends::no);
}
