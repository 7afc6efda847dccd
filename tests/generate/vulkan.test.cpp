// Tests of Vulkan made to order: words, cycles, families, places, and what weakens them.
#include "opmodel/vulkan.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "litmus/generate/cycle.hpp"
#include "litmus/generate/families.hpp"
#include "litmus/generate/vulkan_weakenings.hpp"
#include "litmus/generate/vulkan_words.hpp"
#include "litmus/language/hash.hpp"
#include "litmus/language/reader.hpp"
#include "litmus/language/writer.hpp"
#include "tests/generate/collected.hpp"

namespace opexplore::generate {

using testing::collected;

namespace {

Alternatives vulkan_alternatives() {
  Alternatives alternatives;
  alternatives.language = Language::vulkan;
  return alternatives;
}

Test vulkan_cycle(const std::string& cycle) {
  const std::vector<Test> tests = collected(CycleTests{cycle, vulkan_alternatives()});
  REQUIRE(tests.size() == 1);
  return tests.front();
}

std::vector<std::string> texts(const Thread& thread) {
  std::vector<std::string> result;
  for (const Instruction& instruction : thread.instructions) result.push_back(instruction.text);
  return result;
}

std::string refusal_of(const std::string& cycle, Language language) {
  try {
    lay_out(parse_cycle(cycle, language));
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

using Texts = std::vector<std::string>;

}  // namespace

TEST_CASE("vulkan forms are read as they are written", "[generate][vulkan]") {
  for (const char* const text :
       {"priv", "nonpriv", "av.dv", "vis.wg", "rlx.sg", "acq.qf", "rel.dv.semav",
        "acq.dv.semsc1.semvis", "rel.dv.semsc0.semsc3.semav", "exch.acq_rel.dv.semav.semvis",
        "add.rlx.wg", "alias.priv", "alias.nonpriv.sc2", "priv.sc1", "rlx.dv.sc3"}) {
    CAPTURE(text);
    const auto form = parse_access(text, Language::vulkan);
    REQUIRE(form);
    const std::string written = to_string(*form, Language::vulkan);
    CHECK(written == (std::string(text) == "alias.priv" ? "alias.priv" : text));
  }
  // A private access of which no more is said is that of which nothing is said.
  CHECK(*parse_access("priv", Language::vulkan) == AccessForm{});
  CHECK(*parse_access("alias", Language::vulkan) == *parse_access("alias.priv", Language::vulkan));
  for (const char* const text : {"rlx.gpu",
                                 "tex",
                                 "alias.const",
                                 "av",
                                 "av.gpu",
                                 "vis",
                                 "rlx",
                                 "rel.dv.semvis",
                                 "acq.dv.semav",
                                 "rlx.dv.semsc0",
                                 "rel.dv.semav.semsc1",
                                 "rel.dv.semsc1.semsc1",
                                 "priv.dv",
                                 "nonpriv.dv",
                                 "acq_rel.dv",
                                 "sc.dv",
                                 "rel.dv.sc4",
                                 "exch.priv",
                                 "exch",
                                 "sc1",
                                 ""}) {
    CAPTURE(text);
    CHECK(!parse_access(text, Language::vulkan));
  }
  CHECK(can_write(*parse_access("av.dv", Language::vulkan)));
  CHECK(!can_read(*parse_access("av.dv", Language::vulkan)));
  CHECK(!can_write(*parse_access("vis.dv", Language::vulkan)));
}

TEST_CASE("vulkan edges are read as they are written", "[generate][vulkan]") {
  for (const std::string& name : edge_names(Language::vulkan)) {
    CAPTURE(name);
    const auto edge = parse_edge(name, Language::vulkan);
    const bool no_data = name.starts_with("DpData") && name.ends_with("R");
    REQUIRE(edge.has_value() == !no_data);
    if (edge && !name.starts_with("Ws")) CHECK(to_string(*edge) == name);
  }
  for (const char* const name :
       {"membar.rel.dv.semsc1.semavdWW", "cbar.acq_rel.wg.semav.semvissRR", "avdevice-visdevicedWR",
        "cbar.wg-membar.acq.wgdRW", "Amo.add.acq_rel.dv.semav"}) {
    CAPTURE(name);
    const auto edge = parse_edge(name, Language::vulkan);
    REQUIRE(edge);
    CHECK(to_string(*edge) == name);
  }
  for (const char* const name :
       {"fence.sc.gpudWW", "membar.gldWW", "bardWW", "membar.dvdWW", "membar.rlx.dvdWW",
        "membar.reldWW", "cbardWW", "cbar.wg.semsc0dWW", "membar.acq.dv.semavdRR",
        "fence.proxy.aliasdWW"}) {
    CAPTURE(name);
    CHECK(!parse_edge(name, Language::vulkan));
  }
}

TEST_CASE("a cycle of Vulkan says what its test has", "[generate][vulkan]") {
  const Test mp = vulkan_cycle("nonpriv PodWW rel.dv.semav Rfe acq.dv.semvis PodRR nonpriv Fre");
  CHECK(mp.name == "MP+nonpriv-rel.dv.semav+acq.dv.semvis-nonpriv");
  CHECK(mp.program.language == Language::vulkan);
  CHECK(texts(mp.program.threads[0]) ==
        Texts{"st.nonpriv.sc0 x, 1", "st.atom.rel.dv.sc0.semsc0.semav y, 1"});
  CHECK(texts(mp.program.threads[1]) ==
        Texts{"ld.atom.acq.dv.sc0.semsc0.semvis r0, y", "ld.nonpriv.sc0 r1, x"});
  const Test fences = vulkan_cycle(
      "av.wg membar.rel.dv.semsc1dWW rlx.dv.sc1 Rfe rlx.dv cbar.wg-cbar.acq_rel.wgdRR Fre");
  CHECK(texts(fences.program.threads[0]) ==
        Texts{"st.av.wg.sc0 x, 1", "membar.rel.dv.semsc1", "st.atom.dv.sc1 y, 1"});
  // A barrier of an instance is met once.
  CHECK(texts(fences.program.threads[1]) ==
        Texts{"ld.atom.dv.sc0 r0, y", "cbar.wg 0", "cbar.acq_rel.wg.semsc0 1", "ld.sc0 r1, x"});
  const Test dependent = vulkan_cycle("rlx.dv DpAddrdR Fre PodWW alias.rel.wg Rfe");
  CHECK(texts(dependent.program.threads[0]) ==
        Texts{"ld.atom.dv.sc0 r0, x", "xor r2, r0, r0", "add r3, r3, r2", "ld.sc0 r1, [r3]"});
  CHECK(texts(dependent.program.threads[1])[1] == "st.atom.rel.wg.sc0.semsc0 xa, 1");
  const Test guarded = vulkan_cycle("rlx.dv DpCtrldR Fre PodWW rlx.dv Rfe");
  CHECK(texts(guarded.program.threads[0])[1] == "bne r0, 1, LC3");
}

TEST_CASE("words of the other language are refused with advice", "[generate][vulkan]") {
  CHECK(refusal_of("PodWW rel.dv Rfe PodRR Fre", Language::ptx) ==
        "cycle:1:7: 'rel.dv' is of Vulkan; --dialect vulkan makes tests of Vulkan");
  CHECK(refusal_of("PodWW rel.gpu Rfe PodRR Fre", Language::vulkan) ==
        "cycle:1:7: 'rel.gpu' is of PTX; scopes of Vulkan are sg, wg, qf and dv, and its fences "
        "membar.acq_rel.dv");
  CHECK(refusal_of("PodWW Rfe fence.sc.gpudRR Fre", Language::vulkan).find("is of PTX") !=
        std::string::npos);
  CHECK(refusal_of("PodWW vis.dv Rfe PodRR Fre", Language::vulkan) ==
        "cycle:1:14: a write cannot be 'vis.dv'; writes are priv, nonpriv, av.S, rlx.S, rel.S, or "
        "atomics");
  CHECK(refusal_of("PodWW rel.dw Rfe PodRR Fre", Language::vulkan).find("did you mean") !=
        std::string::npos);
}

TEST_CASE("with a filter a test asks about executions that synchronise", "[generate][vulkan]") {
  Alternatives alternatives = vulkan_alternatives();
  alternatives.filter = true;
  const std::vector<Test> tests = collected(FamilyTests{{"MP", "SB", "CoRR"}, alternatives});
  REQUIRE(tests.size() == 3);
  REQUIRE(tests[0].filter);
  CHECK(to_string(*tests[0].filter, tests[0]) == "1:r0=1");
  CHECK(to_string(tests[0].condition, tests[0]) == "1:r1=0");
  CHECK(!tests[1].filter);
  CHECK(write(tests[1]).find("exists (0:r0=0 /\\ 1:r0=0)") != std::string::npos);
  // A bare test has the same filter.
  for_each_make(FamilyTests{{"MP"}, alternatives}, [](const Make& make) {
    const Test bare = make(Finish::bare);
    REQUIRE(bare.filter);
    CHECK(to_string(*bare.filter, bare) == "1:r0=1");
    return true;
  });
}

TEST_CASE("every family takes every annotation, and reads back", "[generate][vulkan]") {
  Alternatives alternatives = vulkan_alternatives();
  alternatives.orders = {Order::weak, Order::relaxed, Order::acquire, Order::release};
  alternatives.vulkan.privacies = {Privacy::private_access, Privacy::non_private,
                                   Privacy::available};
  alternatives.vulkan.semantics.push_back(
      {.semantics = 3, .make_available = true, .make_visible = true});
  std::vector<std::string> names;
  for (const Family& family : families()) names.push_back(family.name);
  std::set<std::string> seen;
  std::set<std::string> mnemonics;
  std::size_t index = 0;
  for_each_make(FamilyTests{names, alternatives}, [&](const Make& make) {
    if (!is_selected(index++, 47)) return true;
    const Test test = make(Finish::complete);
    CAPTURE(test.name);
    CHECK(seen.insert(test.name).second);
    const Test again = read(write(test), test.name);
    CHECK(hash(again) == hash(test));
    CHECK(!vulkan_found(again.program)->why.empty());
    for (const Thread& thread : again.program.threads) {
      for (const std::string& text : texts(thread))
        mnemonics.insert(text.substr(0, text.find(' ')));
    }
    // Made at once it is the same program.
    const Test bare = make(Finish::bare);
    for (std::size_t t = 0; t < bare.program.threads.size(); ++t) {
      const auto& code = bare.program.threads[t].instructions;
      REQUIRE(code.size() == test.program.threads[t].instructions.size());
      for (std::size_t i = 0; i < code.size(); ++i) {
        CHECK(code[i].action == test.program.threads[t].instructions[i].action);
      }
    }
    return true;
  });
  CHECK(seen.size() > 3000);
  const std::set<std::string> expected{"ld.sc0",
                                       "ld.nonpriv.sc0",
                                       "ld.vis.dv.sc0",
                                       "ld.atom.dv.sc0",
                                       "ld.atom.acq.dv.sc0.semsc0",
                                       "ld.atom.acq.dv.sc0.semsc0.semsc1.semvis",
                                       "st.sc0",
                                       "st.nonpriv.sc0",
                                       "st.av.dv.sc0",
                                       "st.atom.dv.sc0",
                                       "st.atom.rel.dv.sc0.semsc0",
                                       "st.atom.rel.dv.sc0.semsc0.semsc1.semav"};
  CHECK(mnemonics == expected);
}

TEST_CASE("threads share subgroups, workgroups and queue families", "[generate][vulkan]") {
  CHECK(all_vulkan_placements(1).size() == 1);
  CHECK(all_vulkan_placements(2).size() == 4);
  CHECK(all_vulkan_placements(3).size() == 22);
  for (const Placement& placement : all_vulkan_placements(3)) {
    CHECK(parse_placement(to_string(placement), 3) == placement);
  }
  CHECK(to_string(all_in(VulkanScope::subgroup, 3)) == "p0.p1.p2");
  CHECK(to_string(all_in(VulkanScope::workgroup, 3)) == "p0:p1:p2");
  CHECK(to_string(all_in(VulkanScope::device, 2)) == "p0:::p1");
  CHECK(!parse_placement("p0.p0", 2));
  Alternatives alternatives = vulkan_alternatives();
  alternatives.placements = {"p0.p1:p2::p3:::p4"};
  const std::vector<Test> tests =
      collected(CycleTests{"PodWW Rfe PodRW Rfe PodRW Rfe PodRW Rfe PodRR Fre", alternatives});
  REQUIRE(tests.size() == 1);
  std::vector<std::vector<std::uint32_t>> places;
  for (const Thread& thread : tests[0].program.threads) {
    places.push_back({thread.warp, thread.cta, thread.gpu});
  }
  CHECK(places == std::vector<std::vector<std::uint32_t>>{
                      {0, 0, 0}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}});
}

TEST_CASE("locations take each storage class", "[generate][vulkan]") {
  Alternatives alternatives = vulkan_alternatives();
  alternatives.vulkan.storage_classes = {0, 2};
  const std::vector<Test> tests = collected(FamilyTests{{"MP", "SB"}, alternatives});
  std::vector<std::string> names;
  for (const Test& test : tests) names.push_back(test.name);
  // The locations of SB may change places.
  CHECK(names == Texts{"MP-xsc0ysc0", "MP-xsc0ysc2", "MP-xsc2ysc0", "MP-xsc2ysc2", "SB-xsc0ysc0",
                       "SB-xsc0ysc2", "SB-xsc2ysc2"});
  CHECK(texts(tests[1].program.threads[0]) == Texts{"st.sc0 x, 1", "st.sc2 y, 1"});
}

TEST_CASE("mutants of Vulkan lose one thing each", "[generate][vulkan]") {
  const Test test = vulkan_cycle(
      "av.dv membar.rel.dv.semsc0.semsc1.semavdWW rlx.wg Rfe acq.qf.semvis PodRR nonpriv Fre");
  std::vector<std::string> names;
  for (const Test& mutant : collected(Mutants{{test}})) {
    names.push_back(mutant.name.substr(mutant.name.find("-mutant-") + 8));
    CHECK(hash(mutant) != hash(test));
  }
  CHECK(names == Texts{"P0.0-dv-qf", "P0.0-av-nonpriv", "P0.1-dv-qf", "P0.1-semsc0-none",
                       "P0.1-semsc1-none", "P0.1-semav-none", "P0.1-rel-none", "P0.2-wg-sg",
                       "P0.2-rlx-av", "P1.0-acq-rlx", "P1.0-qf-wg", "P1.0-semvis-none",
                       "P1.1-nonpriv-priv"});
  const Test both = vulkan_cycle("cbar.acq_rel.wg.semav.semvisdWR Fre PodWR Fre");
  names.clear();
  for (const VulkanWeakening& weaker :
       vulkan_weakenings(both.program.threads[0].instructions[1].action)) {
    names.push_back(weaker.what);
  }
  CHECK(names == Texts{"acq_rel-acq", "acq_rel-rel", "wg-sg", "semav-none", "semvis-none"});
}

TEST_CASE("all programs of Vulkan up to a size", "[generate][vulkan]") {
  Alternatives alternatives = vulkan_alternatives();
  alternatives.orders = {Order::weak, Order::relaxed};
  alternatives.vulkan.privacies = {Privacy::non_private};
  ExhaustiveTests tests{{}, alternatives};
  tests.size.threads = 2;
  tests.size.accesses = 1;
  std::set<std::string> names;
  for (const Test& test : collected(tests)) {
    CHECK(test.program.language == Language::vulkan);
    names.insert(test.name);
  }
  CHECK(names.contains("Rx.rlx.dv+Wx.nonpriv"));
  // Two kinds of two accesses: 16 pairs of one location, 16 of two, which are unordered.
  CHECK(names.size() == 20);
}

}  // namespace opexplore::generate
