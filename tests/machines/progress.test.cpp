// What judging infinite runs needs of the machines: graphs are finite where programs only spin,
// threads do not start by themselves, and memory's duties are those that a verdict needs.
#include "opmodel/progress.hpp"

#include <filesystem>
#include <fstream>
#include <string>

#include "opmodel/machines/drf0/machine.hpp"
#include "opmodel/machines/gpu_queues/machine.hpp"
#include "opmodel/machines/gpu_scoped/machine.hpp"
#include "opmodel/machines/rmo/machine.hpp"
#include "opmodel/machines/sc/machine.hpp"
#include "opmodel/machines/tso/machine.hpp"
#include "opmodel/queues/fairness.hpp"
#include "tests/catch.hpp"
#include "tests/machines/progress_programs.hpp"
#include "tests/machines/weakened.hpp"
#include "tests/progress_graph.hpp"
#include "tests/skip.hpp"

namespace opexplore {

namespace {

using namespace spinning;

template <class M>
ProgressGraph progress_graph_of(const Test& test, const MachineOptions& options = {}) {
  const M machine(test, for_liveness(options));
  return progress_graph(machine, test, 5'000);
}

template <class M>
bool ends(const Test& test, const MachineOptions& options = {}) {
  const ProgressGraph graph = progress_graph_of<M>(test, options);
  CHECK(graph.exceeded.empty());
  CHECK_FALSE(leaves_somebody_alone(graph));
  return ends_under_fairness(graph);
}

// The same, with memory that owes nothing.
template <class M>
bool ends_without_duties(const Test& test, const MachineOptions& options = {}) {
  return ends_under_fairness(progress_graph_of<M>(test, options),
                             [](std::uint32_t) { return false; });
}

// Whether some thread but this one has to step before it can end.
template <class M>
bool needs_others(const Test& test, ThreadId alone) {
  ProgressGraph graph = progress_graph_of<M>(test);
  std::erase_if(graph.edges, [&](const ProgressEdge& edge) {
    return !edge.memory && edge.step.thread != alone;
  });
  std::set<std::size_t> met{0};
  for (std::size_t before = 0; before != met.size();) {
    before = met.size();
    for (const ProgressEdge& edge : graph.edges) {
      if (met.contains(edge.from)) met.insert(edge.to);
    }
  }
  return std::ranges::none_of(met, [&](std::size_t node) {
    return (graph.standings[node].ended & thread_bit(alone)) != 0;
  });
}

// What is the same on every machine with relaxed accesses in one scope, and on `sc`.
template <class M>
void check_spinning(const MachineOptions& options = {}) {
  for (const std::string cta : {"0", "1"}) {
    INFO("second thread in CTA " + cta);
    CHECK(ends<M>(threads(set_x, await_x, cta), options));
    CHECK(ends<M>(threads(add_x, await_x, cta), options));
    CHECK_FALSE(ends<M>(threads("st.relaxed.gpu y, 1", await_x, cta), options));
    CHECK(ends<M>(threads(meet("L0", "x", "y"), meet("L1", "y", "x"), cta), options));
    CHECK(ends<M>(threads(lock("L0"), lock("L1"), cta), options));
    CHECK_FALSE(ends<M>(threads(toggle_x, await_x, cta), options));
    CHECK_FALSE(ends<M>(threads(diverge, set_x, cta), options));
    CHECK_FALSE(ends<M>(threads("ld.relaxed.gpu r0, x;" + diverge, set_x, cta), options));
    CHECK(needs_others<M>(threads(set_x, await_x, cta), 1));
    CHECK(needs_others<M>(threads(add_x, await_x, cta), 1));
    CHECK_FALSE(needs_others<M>(threads(set_x, await_x, cta), 0));
  }
}

// Those that run barriers.
template <class M>
void check_barriers() {
  CHECK(ends<M>(threads("bar.cta.sync 0;" + set_x, await_x + ";bar.cta.sync 0", "1")));
  const ProgressGraph stuck =
      progress_graph_of<M>(threads("bar.cta.sync 0;" + set_x, await_x + ";bar.cta.sync 0", "0"));
  CHECK_FALSE(ends_under_fairness(stuck));  // one waits, one spins
  CHECK(stuck.states() < 20);
  const ProgressGraph loop =
      progress_graph_of<M>(threads(barrier_loop("L0"), barrier_loop("L1"), "0"));
  CHECK_FALSE(ends_under_fairness(loop));
  CHECK_FALSE(has_deadlock(loop));
  CHECK(loop.states() < 10);
  const Test quorum = threads("bar.cta.sync 0, 0, 2", "", "0");
  CHECK(has_deadlock(progress_graph_of<M>(quorum)));
  const ProgressGraph twice =
      progress_graph_of<M>(threads("bar.cta.arrive 0, 0, 2;bar.cta.arrive 0, 0, 2", diverge, "0"));
  CHECK_FALSE(leaves_somebody_alone(twice));
  CHECK(std::ranges::any_of(twice.standings, [](const Standing& at) { return at.waiting == 1; }));
}

/// The weak verdicts under the fair model of Sorensen et al. (OOPSLA 2021), of tests in which all
/// accesses are relaxed and in one scope: sequential consistency decides them.
template <class M>
void check_conformance(const std::filesystem::path& suite) {
  std::ifstream table(suite / "expected-progress.csv");
  std::size_t count = 0;
  for (std::string line; std::getline(table, line);) {
    if (line.empty() || line.front() == '#') continue;
    const std::string name = line.substr(0, line.find(','));
    INFO(name);
    const Test test = read_file(suite / "ptx" / name);
    if (M::refusal(test, {})) continue;
    const ProgressGraph graph = progress_graph_of<M>(test);
    CHECK(graph.exceeded.empty());
    CHECK_FALSE(leaves_somebody_alone(graph));
    if (graph.raced) continue;
    CHECK(ends_under_fairness(graph) == (line[name.size() + 1] == '1'));
    ++count;
  }
  CHECK(count != 0);
}

}  // namespace

TEST_CASE("progress: loops that spin are judged as under sc by machines with paths", "[progress]") {
  check_spinning<tso::Machine>();
  check_spinning<tso::Machine>(with_setting("path", "warp"));
  check_spinning<tso::Machine>(with_setting("store-buffer", "none"));
  check_spinning<rmo::Machine>();
  check_spinning<rmo::Machine>(with_setting("path", "warp"));
  check_barriers<tso::Machine>();
  check_barriers<rmo::Machine>();
}

TEST_CASE("progress: what has entered a path has to complete", "[progress]") {
  CHECK_FALSE(ends_without_duties<tso::Machine>(threads(set_x, await_x)));
  CHECK_FALSE(ends_without_duties<tso::Machine>(threads(add_x, await_x)));
  CHECK_FALSE(ends_without_duties<rmo::Machine>(threads(set_x, await_x)));
  // One instruction's accesses do not pay for another's.
  const ProgressGraph graph =
      progress_graph_of<tso::Machine>(threads(meet("L0", "x", "y"), meet("L1", "y", "x")));
  CHECK(ends_under_fairness(graph));
  CHECK_FALSE(ends_under_fairness(graph, [](std::uint32_t duty) { return duty % 0x10000 != 0; }));
}

TEST_CASE("progress: a store buffer is as long as its window, which is said", "[progress]") {
  const ProgressGraph toggles = progress_graph_of<tso::Machine>(threads(toggle_x, await_x));
  CHECK(toggles.windowed);
  CHECK(toggles.states() < 200);
  for (const std::string& other : {set_x, lock("L0"), "st.relaxed.gpu x, 2;" + set_x}) {
    CHECK_FALSE(progress_graph_of<tso::Machine>(threads(other, await_x)).windowed);
  }
  // Without stores in loops there is no window, however many there are.
  CHECK_FALSE(progress_graph_of<tso::Machine>(threads(set_x + ";" + set_x + ";" + set_x, await_x))
                  .windowed);
}

TEST_CASE("progress: drf0 judges what sc does, as far as there is no race", "[progress]") {
  check_barriers<sc::Machine>();
  check_barriers<drf0::Machine>();
  const std::string awaits = "L1:;ld.acquire.gpu r0, x;beq r0, 0, L1";
  CHECK(ends<drf0::Machine>(threads("st.release.gpu x, 1", awaits)));
  CHECK(ends<drf0::Machine>(threads(lock("L0"), lock("L1"))));
  CHECK_FALSE(ends<drf0::Machine>(threads(toggle_x, awaits)));
  CHECK_FALSE(ends<drf0::Machine>(threads(diverge, set_x)));
  CHECK_FALSE(ends<drf0::Machine>(threads("st.release.gpu y, 1", awaits)));
  CHECK(needs_others<drf0::Machine>(threads("st.release.gpu x, 1", awaits), 1));
  // Sets of accesses, not clocks: a loop comes back to the state it left.
  CHECK(progress_graph_of<drf0::Machine>(threads(toggle_x, awaits)).states() < 60);
  const ProgressGraph racy = progress_graph_of<drf0::Machine>(threads("st.weak x, 1", awaits));
  CHECK(racy.raced);
  CHECK_FALSE(has_deadlock(racy));
}

TEST_CASE("progress: loops that spin are judged as under sc by gpu-scoped", "[progress]") {
  check_spinning<gpu_scoped::Machine>();
  check_spinning<gpu_scoped::Machine>(with_setting("chip", "fermi"));
  const std::string fences = "st.relaxed.gpu x, 1;membar.cta;st.relaxed.gpu y, 1;membar.gl";
  const std::string awaits = "L1:;ld.relaxed.gpu r0, y;membar.cta;beq r0, 0, L1";
  CHECK(ends<gpu_scoped::Machine>(threads(fences, awaits)));
  CHECK(ends<gpu_scoped::Machine>(threads(fences, awaits, "0")));
}

TEST_CASE("progress: each step of gpu-scoped's memory is owed", "[progress]") {
  using namespace gpu_scoped;
  const MachineOptions fermi = with_setting("chip", "fermi");
  const std::string await_ca = "L1:;ld.ca r0, x;beq r0, 0, L1";
  const auto ends_without = [&](std::uint8_t rule, const std::string& await,
                                const MachineOptions& options) {
    return ends_under_fairness(
        progress_graph_of<gpu_scoped::Machine>(threads("st.cg x, 1", await), options),
        [&](std::uint32_t duty) { return duty >> 24U != rule; });
  };
  const std::string await_cg = "L1:;ld.cg r0, x;beq r0, 0, L1";
  CHECK(ends<gpu_scoped::Machine>(threads("st.cg x, 1", await_cg)));
  CHECK(ends<gpu_scoped::Machine>(threads("st.cg x, 1", await_ca), fermi));
  for (const std::uint8_t rule :
       {rule_list.number<queue_model::issue<Context, State>>(), rule_list.number<publish_block>(),
        rule_list.number<publish_gpu>(), rule_list.number<refresh_block>(),
        rule_list.number<refresh_thread>()}) {
    INFO(rule_list.rules[rule].name);
    CHECK_FALSE(ends_without(rule, await_cg, {}));
  }
  CHECK(ends_without(rule_list.number<fill_l1>(), await_cg, fermi));
  CHECK_FALSE(ends_without(rule_list.number<fill_l1>(), await_ca, fermi));
}

TEST_CASE("progress: gpu-queues judges programs without atomics as sc does", "[progress]") {
  using namespace gpu_queues;
  for (const std::string cta : {"0", "1"}) {
    INFO("second thread in CTA " + cta);
    const Test awaits = threads(set_x, await_x, cta);
    CHECK(ends<gpu_queues::Machine>(awaits));
    CHECK_FALSE(ends<gpu_queues::Machine>(threads("st.relaxed.gpu y, 1", await_x, cta)));
    CHECK(ends<gpu_queues::Machine>(threads(meet("L0", "x", "y"), meet("L1", "y", "x"), cta)));
    CHECK_FALSE(ends<gpu_queues::Machine>(threads(toggle_x, await_x, cta)));
    CHECK_FALSE(ends<gpu_queues::Machine>(threads("ld.relaxed.gpu r0, x;" + diverge, set_x, cta)));
    CHECK(needs_others<gpu_queues::Machine>(awaits, 1));
    const ProgressGraph graph = progress_graph_of<gpu_queues::Machine>(awaits);
    for (const std::uint8_t rule :
         {rule_list.number<queue_model::issue<Context, State>>(),
          cta == "0" ? rule_list.number<distribute_block>() : rule_list.number<distribute_gpu>()}) {
      CHECK_FALSE(
          ends_under_fairness(graph, [&](std::uint32_t duty) { return duty >> 24U != rule; }));
    }
  }
  CHECK(progress_graph_of<gpu_queues::Machine>(threads(toggle_x, await_x)).windowed);
}

TEST_CASE("progress: an atomic that others hold back is owed all the same", "[progress]") {
  // Its location is on its way up again and again.
  const ProgressGraph graph = progress_graph_of<gpu_scoped::Machine>(threads(toggle_x, add_x, "0"));
  constexpr std::uint8_t issued =
      gpu_scoped::rule_list.number<queue_model::issue<gpu_scoped::Context, gpu_scoped::State>>();
  const std::uint32_t pending = queue_model::duty(issued, 1, 0);
  std::set<std::size_t> owing;
  for (std::size_t n = 0; n < graph.states(); ++n) {
    if (std::ranges::count(graph.open[n], pending) != 0) owing.insert(n);
  }
  const std::size_t all = owing.size();
  for (const ProgressEdge& edge : graph.edges) {
    if (std::ranges::count(edge.duties.paid, pending) != 0) owing.erase(edge.from);
  }
  CHECK(owing.size() < all);
  CHECK_FALSE(owing.empty());
}

TEST_CASE("progress: queues are as long as their window, which is said", "[progress]") {
  const ProgressGraph toggles = progress_graph_of<gpu_scoped::Machine>(threads(toggle_x, await_x));
  CHECK(toggles.windowed);
  CHECK(toggles.states() < 3'000);
  CHECK_FALSE(progress_graph_of<gpu_scoped::Machine>(threads(lock("L0"), lock("L1"))).windowed);
}

TEST_CASE("progress: verdicts of the conformance suite", "[progress]") {
  const auto suite = testing::suite_or_skip();
  if (!suite) return;
  check_conformance<tso::Machine>(suite->parent_path() / "progress");
  check_conformance<rmo::Machine>(suite->parent_path() / "progress");
  check_conformance<drf0::Machine>(suite->parent_path() / "progress");
  check_conformance<gpu_scoped::Machine>(suite->parent_path() / "progress");
  check_conformance<gpu_queues::Machine>(suite->parent_path() / "progress");
}

}  // namespace opexplore
