#include "tests/random/vulkan_programs.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "litmus/language/reader.hpp"
#include "tests/oracle/litmus_text.hpp"
#include "tests/oracle/vulkan_verdicts.hpp"

namespace opexplore::random_programs {

namespace {

using oracle::vulkan::Verdict;

// Beyond the programs that tell rules apart: what the parts of the model do together.
const std::array more{
    // From subgroup to device, a step at a time, and back.
    Verdict{"outwards", "x=0; y=0; z=0; w=0;",
            "A: st.av.sg.sc0 x, 1; st.atom.rel.sg.sc0.semsc0 y, 1 || "
            "a: ld.atom.acq.sg.sc0.semsc0 r0, y; st.atom.rel.wg.sc0.semsc0.semav z, 1 || "
            "W: ld.atom.acq.wg.sc0.semsc0 r0, z; st.atom.rel.dv.sc0.semsc0.semav w, 1 || "
            "B: ld.atom.acq.dv.sc0.semsc0.semvis r0, w; ld.nonpriv.sc0 r1, x",
            "filter (1:r0=1 /\\ 2:r0=1 /\\ 3:r0=1)"},
    Verdict{"inwards", "x=0; y=0; z=0;",
            "B: st.nonpriv.sc0 x, 1; st.atom.rel.dv.sc0.semsc0.semav y, 1 || "
            "W: ld.atom.acq.dv.sc0.semsc0.semvis r0, y; st.atom.rel.wg.sc0.semsc0 z, 1 || "
            "A: ld.atom.acq.wg.sc0.semsc0.semvis r0, z; ld.nonpriv.sc0 r1, x",
            "filter (1:r0=1 /\\ 2:r0=1)"},
    // The same with two hops in the subgroup.
    Verdict{"outwards by another way", "x=0; f=0; y=0; z=0; w=0;",
            "A: st.av.sg.sc1 x, 1; st.atom.rel.sg.sc1.semsc1 f, 1 || "
            "A: ld.atom.acq.sg.sc1.semsc1 r0, f; st.atom.rel.sg.sc1.semsc0 x, 2; "
            "st.atom.rel.sg.sc0.semsc0 y, 1 || "
            "A: ld.atom.acq.sg.sc0.semsc0 r0, y; "
            "st.atom.rel.wg.sc1.semsc0.semsc1.semav z, 1; "
            "st.atom.rel.dv.sc1.semsc0.semsc1.semav w, 1 || "
            "B: ld.atom.acq.dv.sc1.semsc0.semsc1.semvis r0, w; ld.nonpriv.sc1 r1, x",
            "filter (1:r0=1 /\\ 2:r0=1 /\\ 3:r0=1)"},
    Verdict{"inwards by another way", "x=0; y=0; z=0; w=0;",
            "B: st.nonpriv.sc0 x, 1; st.atom.rel.dv.sc0.semsc0.semav y, 1 || "
            "W: ld.atom.acq.dv.sc0.semsc0.semvis r0, y; st.atom.rel.wg.sc0.semsc0 z, 1 || "
            "a: ld.atom.acq.wg.sc0.semsc0.semvis r0, z; ld.atom.acq.sg.sc0.semsc0.semvis r1, z; "
            "st.atom.rel.sg.sc0.semsc0 w, 1 || "
            "A: ld.atom.acq.sg.sc0.semsc0.semvis r0, w; ld.nonpriv.sc0 r1, x",
            "filter (1:r0=1 /\\ 2:r0=1 /\\ 3:r0=1)"},
    Verdict{"fences of two classes", "x=0; y=0; z=0;",
            "A: st.av.dv.sc0 x, 1; st.av.dv.sc1 z, 1; membar.rel.dv.semsc0.semsc1; "
            "st.atom.dv.sc1 y, 1 || "
            "B: ld.atom.dv.sc1 r0, y; membar.acq.dv.semsc0.semsc1; ld.vis.dv.sc0 r1, x; "
            "ld.vis.dv.sc1 r2, z",
            "filter (1:r0=1)"},
    Verdict{"three updates", "x=0; y=0;",
            "A: st.nonpriv.sc0 x, 1; rmw.atom.rel.dv.sc0.semsc0.semav.add r0, y, 1 || "
            "C: rmw.atom.acq_rel.dv.sc0.semsc0.semav.semvis.add r0, y, 1 || "
            "B: rmw.atom.acq.dv.sc0.semsc0.semvis.add r0, y, 1; ld.nonpriv.sc0 r1, x",
            "filter (1:r0=1 /\\ 2:r0=2)"},
    Verdict{"barriers and a flag", "x=0; y=0;",
            "A: st.av.wg.sc0 x, 1; cbar.acq_rel.wg.semsc0.semav.semvis 0 || "
            "W: cbar.acq_rel.wg.semsc0.semav.semvis 0; st.atom.rel.dv.sc0.semsc0.semav y, 1 || "
            "B: ld.atom.acq.dv.sc0.semsc0.semvis r0, y; ld.nonpriv.sc0 r1, x",
            "filter (2:r0=1)"},
    Verdict{"a quorum", "x=0;",
            "A: st.av.wg.sc0 x, 1; cbar.acq_rel.wg.semsc0 0, 1, 2 || "
            "a: cbar.acq_rel.wg.semsc0 0, 1, 2 || "
            "W: cbar.acq_rel.wg.semsc0 0, 1, 2; ld.vis.wg.sc0 r0, x",
            "filter (true)"},
    Verdict{"waiting for a flag", "x=0; y=0;",
            "A: st.nonpriv.sc0 x, 1; membar.rel.dv.semsc0.semav; st.atom.dv.sc0 y, 1 || "
            "B: LC00:; ld.atom.dv.sc0 r0, y; bne r0, 1, LC00; membar.acq.dv.semsc0.semvis; "
            "ld.nonpriv.sc0 r1, x",
            "filter (true)"},
    Verdict{"device and shader", "x=0; y=0; z aliases x; ssw 0 1",
            "A: st.sc0 x, 1; avdevice || "
            "B: visdevice; ld.nonpriv.sc0 r0, z; st.av.dv.sc0 x, 2; "
            "st.atom.rel.dv.sc0.semsc0 y, 1 || "
            "C: ld.atom.acq.dv.sc0.semsc0 r0, y; ld.vis.dv.sc0 r1, x",
            "filter (2:r0=1)"},
    Verdict{"writes and reads of one location", "x=0;",
            "A: st.atom.dv.sc0 x, 1; st.atom.dv.sc0 x, 2 || "
            "B: ld.atom.dv.sc0 r0, x; ld.atom.dv.sc0 r1, x; st.atom.dv.sc0 x, 3",
            "filter (true)"},
};

constexpr std::array<std::string_view, 4> scopes{"sg", "wg", "qf", "dv"};

std::string scope(Random& random) {
  return "." + std::string(scopes[random.chance(50) ? 3 : random.below(4)]);
}

std::string order(Random& random, std::initializer_list<std::string_view> orders) {
  return "." + std::string(std::data(orders)[random.below(static_cast<unsigned>(orders.size()))]);
}

// Classes and what is made available and visible, behind an order.
std::string semantics(Random& random, std::string_view order) {
  std::string text = random.chance(80)   ? ".semsc0"
                     : random.chance(50) ? ".semsc1"
                                         : ".semsc0.semsc1";
  if (order != ".acq" && random.chance(50)) text += ".semav";
  if (order != ".rel" && random.chance(50)) text += ".semvis";
  return text;
}

std::string atomic(Random& random, std::string_view name, std::string_view how) {
  const std::string sc = random.chance(90) ? ".sc0" : ".sc1";
  const std::string text = std::string(name) + ".atom";
  if (random.chance(40)) return text + scope(random) + sc;
  const std::string chosen =
      name == "rmw" ? order(random, {"acq", "rel", "acq_rel"}) : "." + std::string(how);
  return text + chosen + scope(random) + sc + semantics(random, chosen);
}

std::string plain(Random& random, std::string_view name, std::string_view own) {
  const std::string sc = random.chance(90) ? ".sc0" : ".sc1";
  const std::string text(name);
  if (random.chance(20)) return text + sc;
  if (random.chance(50)) return text + ".nonpriv" + sc;
  return text + "." + std::string(own) + scope(random) + sc;
}

std::string instruction(Random& random, unsigned at) {
  const std::string location = random.chance(50) ? "x" : random.chance(80) ? "y" : "z";
  const std::string reg = "r" + std::to_string(at);
  const std::string value = std::to_string(1 + random.below(2));
  switch (random.below(8)) {
    case 0:
    case 1:
      return atomic(random, "ld", "acq") + " " + reg + ", " + location;
    case 2:
      return atomic(random, "st", "rel") + " " + location + ", " + value;
    case 3:
      return atomic(random, "rmw", "") + ".add " + reg + ", " + location + ", 1";
    case 4:
      return plain(random, "ld", "vis") + " " + reg + ", " + location;
    case 5:
    case 6:
      return plain(random, "st", "av") + " " + location + ", " + value;
    default:
      break;
  }
  const std::string chosen = order(random, {"acq", "rel", "acq_rel"});
  return "membar" + chosen + scope(random) + semantics(random, chosen);
}

}  // namespace

std::vector<Test> vulkan_bases() {
  std::vector<Verdict> all = oracle::vulkan::distinguishing();
  all.insert(all.end(), more.begin(), more.end());
  std::vector<Test> tests;
  for (const Verdict& verdict : all)
    tests.push_back(read(text_of(verdict), std::string(verdict.id)));
  return tests;
}

Test observing_registers(Test test) {
  for (ThreadId t = 0; t < test.program.threads.size(); ++t) {
    for (RegisterId r = 0; r < test.program.threads[t].registers.size(); ++r) {
      const Observable reg = RegisterTerm{t, r};
      if (std::ranges::find(test.observables, reg) == test.observables.end())
        test.observables.push_back(reg);
    }
  }
  return test;
}

Test random_vulkan(Random& random) {
  const unsigned count = 2 + random.below(2);
  std::string threads;
  std::string filter;
  for (unsigned t = 0; t < count; ++t) {
    threads +=
        (t == 0 ? "" : " || ") + std::string(1, random.pick(std::string_view("AaWBQ"))) + ":";
    const unsigned length = 2 + random.below(2);
    for (unsigned at = 0; at < length; ++at) {
      const std::string text = instruction(random, at);
      if (filter.empty() && text.starts_with("ld") && random.chance(50))
        filter = "filter (" + std::to_string(t) + ":r" + std::to_string(at) + "=1)";
      threads += (at == 0 ? " " : "; ") + text;
    }
  }
  if (filter.empty()) filter = "filter (true)";
  const std::string text = oracle::vulkan_text("random", "x=0; y=0; z aliases x;", threads, filter);
  return observing_registers(read(text, "random"));
}

}  // namespace opexplore::random_programs
