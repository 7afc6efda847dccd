// `gpu-queues`: table 5.9 and the state counts of an independent reconstruction; each rule
// and each guard is needed for some verdict.
#include <string>
#include <vector>

#include "litmus/language/reader.hpp"
#include "opmodel/machines/gpu_queues/machine.hpp"
#include "opmodel/results/answer.hpp"
#include "tests/machines/weakened.hpp"

namespace opexplore::gpu_queues {

namespace {

bool allowed(const std::string& name, const MachineOptions& options = {},
             Weakening weakening = {}) {
  const Test test = thesis_test(name);
  return allows(Machine(test, options, weakening), test);
}

Test two_threads(const std::string& name, const std::string& first, const std::string& second,
                 const std::string& condition) {
  std::string text = "PTX " + name + "\n{ x = 0; y = 0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n";
  const auto row = [&](const std::string& left, const std::string& right) {
    text += " " + left + " | " + right + " ;\n";
  };
  const std::size_t a = first.find(';');
  const std::size_t b = second.find(';');
  row(first.substr(0, a), second.substr(0, b));
  const std::string fence = first.substr(a + 1, first.rfind(';') - a - 1);
  if (!fence.empty()) row(fence, fence);
  row(first.substr(first.rfind(';') + 1), second.substr(second.rfind(';') + 1));
  return read(text + "exists (" + condition + ")\n", name);
}

}  // namespace

TEST_CASE("gpu-queues allows what table 5.9 says") {
  struct Row {
    std::string test;
    bool shared, intra, inter;
  };
  const std::vector<Row> rows{{"MP", true, true, true},
                              {"MP+membar.ctas", false, false, true},
                              {"MP+membar.gls", false, false, false},
                              {"SB", true, true, true},
                              {"SB+membar.ctas", false, false, true},
                              {"SB+membar.gls", false, false, false},
                              {"LD", true, true, true},
                              {"LD+membar.ctas", false, false, false},
                              {"LD+membar.gls", false, false, false}};
  for (const Row& row : rows) {
    INFO(row.test);
    CHECK(allowed(in_shared + row.test) == row.shared);
    CHECK(allowed(intra + row.test) == row.intra);
    CHECK(allowed(inter + row.test) == row.inter);
  }
}

TEST_CASE("gpu-queues without reductions has the states of the reconstruction in Murphi") {
  struct Count {
    std::string fence;
    std::uint64_t mp[2], sb[2], ld[2];
  };
  const std::vector<Count> counts{{"", {305, 840}, {322, 898}, {287, 780}},
                                  {"membar.cta", {345, 961}, {470, 1470}, {241, 586}},
                                  {"membar.gl", {267, 731}, {303, 932}, {241, 586}}};
  const auto check = [](const Test& test, const std::uint64_t(&expected)[2]) {
    ExploreOptions options;
    options.machine = unreduced(with_setting("cumulative", "false"));
    const Answer report = search(EncodedMachine(Machine(test, options.machine)), test, options);
    INFO(test.name);
    CHECK(report.statistics.states == expected[0]);
    CHECK(report.statistics.transitions == expected[1]);
  };
  for (const Count& count : counts) {
    const std::string fence = ";" + count.fence + ";";
    check(two_threads("MP" + count.fence, "st x, 1" + fence + "st y, 1",
                      "ld r0, y" + fence + "ld r1, x", "1:r0=1 /\\ 1:r1=0"),
          count.mp);
    check(two_threads("SB" + count.fence, "st x, 1" + fence + "ld r0, y",
                      "st y, 1" + fence + "ld r0, x", "0:r0=0 /\\ 1:r0=0"),
          count.sb);
    check(two_threads("LD" + count.fence, "ld r0, x" + fence + "st y, 1",
                      "ld r0, y" + fence + "st x, 1", "0:r0=1 /\\ 1:r0=1"),
          count.ld);
  }
}

TEST_CASE("gpu-queues: CoRR needs the load array") {
  for (const std::string& where : {in_shared, intra, inter}) {
    CHECK(allowed(where + "CoRR"));
    CHECK_FALSE(allowed(where + "CoRR", with_setting("coherent-loads", "true")));
    CHECK_FALSE(allowed(where + "CoRR+membar.cta"));
  }
}

TEST_CASE("gpu-queues: GM travels within the block, unless it is told not to") {
  const std::string wrc = "mixed-placement/WRC+membar.gls-p0:p1::p2";
  CHECK_FALSE(allowed(wrc));
  CHECK(allowed(wrc, with_setting("cumulative", "false")));
}

TEST_CASE("gpu-queues: delivery to one receiver at a time breaks write atomicity") {
  CHECK_FALSE(allowed(inter + "IRIW+membar.gls"));
  CHECK(allowed(inter + "IRIW+membar.gls", with_setting("distribution", "receiver")));
  CHECK_FALSE(allowed(inter + "MP+membar.gls", with_setting("distribution", "receiver")));
}

TEST_CASE("gpu-queues: memory of a block is what its own threads see of it") {
  const Test test = read(
      "PTX t\n{ y=0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n st y, 1 | membar.gl ;\n"
      "y: shared\nexists ([y]=0)\n",
      "");
  for (const std::string distribution : {"block", "receiver"}) {
    const MachineOptions options = with_setting("distribution", distribution);
    CHECK_FALSE(allows(Machine(test, options), test, options));
  }
}

TEST_CASE("gpu-queues: the guard of every rule forbids something") {
  struct Case {
    std::string why, test;
    Weakening weakening;
  };
  std::vector<Case> cases(6);
  cases[0] = {"a fence waits for the load array", inter + "LD+membar.gls", {}};
  cases[0].weakening.fence_waits_for_loads = false;
  cases[1] = {"membar.cta distributes LM", intra + "MP+membar.ctas", {}};
  cases[1].weakening.membar_cta_distributes = false;
  cases[2] = {"membar.gl distributes LM", in_shared + "SB+membar.gls", {}};
  cases[2].weakening.membar_gl_distributes_lm = false;
  cases[3] = {"membar.gl distributes GM", inter + "SB+membar.gls", {}};
  cases[3].weakening.membar_gl_distributes_gm = false;
  cases[4] = {"the queue of an address is in order", "CoWR", {}};
  cases[4].weakening.queues.same_address_order = false;
  cases[5] = {"a store waits for older loads of its address", "CoRW", {}};
  cases[5].weakening.queues.store_after_loads = false;
  for (const Case& one : cases) {
    INFO(one.why);
    Test test;
    if (one.test == "CoWR") {
      test =
          read("PTX CoWR\n{ }\n P0@cta 0,gpu 0 ;\n st x, 1 ;\n ld r0, x ;\nexists (0:r0=0)\n", "");
    } else if (one.test == "CoRW") {
      test =
          read("PTX CoRW\n{ }\n P0@cta 0,gpu 0 ;\n ld r0, x ;\n st x, 1 ;\nexists (0:r0=1)\n", "");
    } else {
      test = thesis_test(one.test);
    }
    CHECK_FALSE(allows(Machine(test, {}), test));
    CHECK(allows(Machine(test, {}, one.weakening), test));
  }
}

TEST_CASE("gpu-queues: every rule is needed to reach something") {
  struct Case {
    std::string rule, test;
  };
  const std::vector<Case> cases{{"issue", inter + "MP"},
                                {"load_out", inter + "MP"},
                                {"load", inter + "MP"},
                                {"store", inter + "MP"},
                                {"membar_cta", inter + "MP+membar.ctas"},
                                {"membar_gl", inter + "LD+po+membar.gl"},
                                {"distribute_block", intra + "MP"},
                                {"distribute_gpu", inter + "MP"},
                                {"local", inter + "CoRR"}};
  for (const Case& one : cases) {
    INFO(one.rule);
    Test test = thesis_test(one.test);
    if (one.rule == "local") {
      test = read(
          "PTX local\n{ }\n P0@cta 0,gpu 0 ;\n ld r0, x ;\n add r1, r0, 1 ;\n"
          "exists (0:r1=1)\n",
          "");
    }
    CHECK(allows(Machine(test, unreduced()), test, unreduced()));
    CHECK_FALSE(allows(Without(one.rule, Machine(test, unreduced())), test, unreduced()));
  }
  const Test diverging = read(
      "PTX diverging\n{ }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 | P2@cta 2,gpu 0 ;\n"
      " st x, 1 | st x, 2 | ld r0, x ;\nforall ([x]=1 \\/ [x]=2)\n",
      "");
  const MachineOptions receiver = with_setting("distribution", "receiver");
  ExploreOptions options;
  options.machine = receiver;
  const Answer all = search(EncodedMachine(Machine(diverging, receiver)), diverging, options);
  const Without unsettled("settle", Machine(diverging, receiver));
  const Answer none = search(EncodedMachine(unsettled), diverging, options);
  CHECK(all.statistics.stuck_states == 0);
  CHECK(none.statistics.stuck_states > 0);
}

TEST_CASE("gpu-queues: what it does not run is refused by name") {
  const auto refused = [](const std::string& instruction) {
    const Test test =
        read("PTX t\n{ x = 0; }\n P0@cta 0,gpu 0 ;\n " + instruction + " ;\nexists ([x]=0)\n",
             "t.litmus");
    return Machine::refusal(test, {}).value_or(Refusal{}).why;
  };
  CHECK(refused("ld.relaxed.gpu r0, x").empty());
  CHECK(refused("fence.sc.sys").empty());
  CHECK(refused("ld.acquire.gpu r0, x") ==
        "gpu-queues does not run `ld.acquire.gpu r0, x`: loads and stores have no acquire "
        "and no release; order them with membar");
  CHECK(refused("atom.add r0, x, 1").find("gpu-scoped has atomics") != std::string::npos);
  CHECK(refused("fence.acq_rel.gpu").find("membar.cta") != std::string::npos);
  CHECK(refused("fence.proxy.alias").find("no proxies") != std::string::npos);
  CHECK(refused("bar.cta.sync 0").find("barriers") != std::string::npos);
}

}  // namespace opexplore::gpu_queues
