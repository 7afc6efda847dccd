// Vulkan programs in the whole of the command line: generated, compared, made smaller, drawn.
#include <nlohmann/json.hpp>
#include <string>

#include "tests/catch.hpp"
#include "tests/export/schema_check.hpp"
#include "tests/tools/cli.hpp"

using namespace opexplore::testing;

namespace {

const std::string tests = "litmus/vulkan/";

// The flag of both classes, a load that does nothing, and no visibility of the data: a race.
const std::string crowded_vulkan =
    "VULKAN Crowded\n{ x=0; y=0; z=0; }\n"
    " P0@sg 0,wg 0,qf 0 | P1@sg 0,wg 1,qf 0 | P2@sg 0,wg 2,qf 0 ;\n"
    " st.nonpriv.sc2 x, 1 | ld.atom.acq.dv.sc0.semsc0.semsc2 r0, y | ld.atom.dv.sc0 r0, z ;\n"
    " membar.acq_rel.dv.semsc1 | ld.nonpriv.sc2 r1, x | ;\n"
    " st.atom.rel.dv.sc0.semsc0.semsc2.semav y, 1 | | ;\n"
    "filter (1:r0=1)\n";

// Availability of a workgroup is handed on by fences: in the specification's text alone.
const std::string fences_between =
    "VULKAN Between\n{ x=0; y=0; z=0; }\n"
    " P0@sg 0,wg 0,qf 0 | P1@sg 1,wg 0,qf 0 | P2@sg 0,wg 1,qf 0 ;\n"
    " st.nonpriv.sc0 x, 1 | ld.atom.wg.sc0 r0, y | ld.atom.dv.sc0 r0, z ;\n"
    " membar.rel.wg.semsc0.semav | membar.acq.wg.semsc0 | membar.acq.dv.semsc0.semvis ;\n"
    " st.atom.wg.sc0 y, 1 | membar.rel.dv.semsc0.semav | ld.nonpriv.sc0 r1, x ;\n"
    " | st.atom.dv.sc0 z, 1 | ;\n"
    "filter (1:r0=1 /\\ 2:r0=1)\nexists (2:r1=1)\n";

// Two reads of racing writes that the writer's own order would have the other way round.
const std::string racing_reads =
    "VULKAN Racing\n{ x=0; }\n P0@sg 0,wg 0,qf 0 | P1@sg 0,wg 1,qf 0 ;\n"
    " st.nonpriv.sc0 x, 1 | ld.nonpriv.sc0 r0, x ;\n"
    " st.nonpriv.sc0 x, 2 | ld.nonpriv.sc0 r1, x ;\n"
    "exists (1:r0=2 /\\ 1:r1=1)\n";

}  // namespace

TEST_CASE("vulkan: generated tests are checked with nobody named", "[cli][vulkan]") {
  const auto result = program(
      "-q --check-axioms --generate '--dialect vulkan --family MP,S --filter --orders "
      "weak,acq,rel --privacy nonpriv,avvis --semantics semsc0.semav.semvis'");
  CHECK(result.status == 0);
  CHECK(contains(result.output, "vulkan, vulkan.cat"));
  CHECK(contains(result.output, " 0          0"));
  CHECK_FALSE(contains(result.output, "refused: "));
}

TEST_CASE("vulkan: what --generate cannot make is said", "[cli][vulkan]") {
  CHECK(contains(complaint("--check-axioms --generate '--dialect vulkan --random 3'"),
                 "--random makes tests of PTX"));
  CHECK(contains(complaint("--check-axioms --generate '--dialect vulkan --family MP --regions "
                           "shared'"),
                 "locations of Vulkan have --storage-classes"));
  CHECK(contains(complaint("--check-axioms --generate '--family MP --privacy nonpriv'"),
                 "--dialect vulkan makes tests of Vulkan"));
}

TEST_CASE("vulkan: a race of one alone is a difference", "[cli][vulkan]") {
  const auto result = program("--machine vulkan --compare-with vulkan:chains=none " + tests +
                              "chains/three-threads.litmus");
  CHECK(contains(result.output,
                 "comparison=three-threads different: vulkan:chains=none found a data race, and "
                 "vulkan none"));
  const auto same =
      program("--machine vulkan --compare-with vulkan:chains=none " + tests + "mp/MP+semav.litmus");
  CHECK(contains(same.output, "comparison=MP+semav undefined: vulkan found a data race"));
  CHECK(program("--check-axioms " + tests + "chains/three-threads.litmus").status == 0);
  CHECK(program("--check-axioms=vulkan-nochains " + tests + "chains/three-threads.litmus").status ==
        20);
}

TEST_CASE("vulkan: --minimise keeps a race and what keeps it away elsewhere", "[cli][vulkan]") {
  const Folder folder;
  const auto result = program("--minimise -o " + folder.path("out") + " " +
                              folder.add("Crowded.litmus", crowded_vulkan));
  CHECK(contains(result.output, "Minimised Crowded: vulkan finds a data race with 4 of 6"));
  const std::string small = folder.text("out/Crowded-min.litmus");
  // Neither the third thread nor the fence, and one storage class is enough.
  CHECK_FALSE(contains(small, "P2@"));
  CHECK_FALSE(contains(small, "membar"));
  CHECK_FALSE(contains(small, "sc2"));
  CHECK(contains(small, "st.atom.rel.dv.sc0.semsc0.semav y, 1"));
  CHECK(contains(small, "filter (1:r0=1)"));
}

TEST_CASE("vulkan: --minimise drops attributes that a difference does not need", "[cli][vulkan]") {
  const Folder folder;
  const std::string file =
      folder.add("Chain.litmus",
                 "VULKAN Chain\n{ x=0; y=0; z=0; }\n"
                 " P0@sg 0,wg 0,qf 0 | P1@sg 1,wg 0,qf 0 | P2@sg 0,wg 1,qf 0 ;\n"
                 " st.nonpriv.sc1 x, 1 | ld.atom.acq.wg.sc0.semsc0.semsc1.semvis r0, y | "
                 "ld.atom.acq.dv.sc0.semsc0.semsc1.semvis r0, z ;\n"
                 " st.atom.rel.wg.sc0.semsc0.semsc1.semav y, 1 | "
                 "st.atom.rel.dv.sc0.semsc0.semsc1.semav z, 1 | ld.nonpriv.sc1 r1, x ;\n"
                 "filter (1:r0=1 /\\ 2:r0=1)\n");
  const auto result =
      program("--minimise --compare-with vulkan:chains=none -o " + folder.path("out") + " " + file);
  CHECK(contains(result.output, "vulkan and vulkan:chains=none differ with 6 of 6 instructions"));
  const std::string small = folder.text("out/Chain-min.litmus");
  CHECK_FALSE(contains(small, "sc1"));
  CHECK(contains(small, "ld.atom.acq.dv.sc0.semsc0 r0, y "));
  CHECK(contains(small, "ld.atom.acq.dv.sc0.semsc0.semvis r0, z "));
}

TEST_CASE("vulkan: --minimise leaves out a thread of a synchronisation", "[cli][vulkan]") {
  const Folder folder;
  const std::string file = folder.add(
      "Ssw.litmus",
      "VULKAN Ssw\n{ x=0; y=0; }\n{ ssw 0 1; ssw 1 2; ssw 2 3; }\n"
      " P0@sg 0,wg 0,qf 0 | P1@sg 0,wg 1,qf 0 | P2@sg 0,wg 2,qf 0 | P3@sg 0,wg 3,qf 0 ;\n"
      " st.sc0 y, 1 | avdevice | st.sc0 x, 1 | ld.sc0 r0, x ;\n"
      "exists (3:r0=1)\n");
  const auto result = program("--minimise -o " + folder.path("out") + " " + file);
  CHECK(contains(result.output, "vulkan finds a data race with 2 of 4 instructions"));
  const std::string small = folder.text("out/Ssw-min.litmus");
  CHECK_FALSE(contains(small, "P2@"));
  CHECK_FALSE(contains(small, "ssw"));
}

TEST_CASE("vulkan: --distinguish finds the smallest chain", "[cli][vulkan]") {
  const auto result = program("-q --distinguish vulkan vulkan:chains=none");
  CHECK(contains(result.output, "found a data race, and vulkan none"));
  CHECK(contains(result.output, "P2@"));
}

TEST_CASE("vulkan: mutants and rewriting keep the language", "[cli][vulkan]") {
  const std::string file = tests + "mp/MP+semav+semvis.litmus";
  CHECK(run("opgen --count --mutants " + file).output == "8\n");
  CHECK(run("opgen --rewrite " + file).output.starts_with("VULKAN MP+semav+semvis\n"));
  CHECK(contains(run("opgen --dialect ptx --rewrite " + file + " 2>&1").output,
                 "MP+semav+semvis is a test in Vulkan, and ptx is a dialect of PTX; leave "
                 "--dialect out"));
}

TEST_CASE("vulkan: drawings name subgroup, workgroup and queue family", "[cli][vulkan]") {
  const auto drawn = program("--dot - " + tests + "mp/MP+av+vis.litmus");
  CHECK(contains(drawn.output, "label=\"P1, subgroup 0\""));
  CHECK(contains(drawn.output, "label=\"workgroup 1\""));
  CHECK_FALSE(contains(drawn.output, "label=\"cta"));
  CHECK(contains(program("--dot - litmus/ptx/MP.litmus").output, "label=\"cta 0\""));
}

TEST_CASE("vulkan: trace documents have the attributes as fields", "[cli][vulkan]") {
  const Folder folder;
  const std::string file = folder.path("trace.json");
  REQUIRE(program("--trace-json " + file + " " + tests + "mp/MP+semav+semvis.litmus").status == 0);
  const auto document = nlohmann::json::parse(folder.text("trace.json"));
  const auto& test = document["traces"][0]["test"];
  const auto& threads = test["threads"];
  const auto& data = threads[0]["instructions"][0]["vulkan"];
  CHECK(data["scope"].is_null());
  CHECK(data["non_private"] == true);
  CHECK(data["available"] == false);
  CHECK(data["storage_class"] == 0);
  const auto& flag = threads[1]["instructions"][0];
  CHECK(flag["order"] == "acquire");
  CHECK(flag["scope"].is_null());
  CHECK(flag["vulkan"]["scope"] == "dv");
  CHECK(flag["vulkan"]["semantics"] == nlohmann::json::array({0}));
  CHECK(flag["vulkan"]["make_visible"] == true);
  CHECK(flag["vulkan"]["make_available"] == false);
  CHECK(test["system_synchronisations"].empty());
  CHECK(program("replay " + file).status == 0);
}

TEST_CASE("vulkan: --vulkan-reading picks model and chains", "[cli][vulkan]") {
  const Folder folder;
  const std::string file = folder.add("Between.litmus", fences_between);
  CHECK(contains(program("--vulkan-reading dat3m " + file).output, "\nUndef"));
  CHECK_FALSE(contains(program("--vulkan-reading spec " + file).output, "\nUndef"));
  const auto spec = program("--vulkan-reading spec --check-axioms " + file);
  CHECK(spec.status == 0);
  CHECK(contains(spec.output, "model=vulkan-spec"));
  CHECK(contains(spec.output, "comparison=Between equal"));
  const auto model = program("--model vulkan.cat --vulkan-reading spec " + file);
  CHECK(contains(model.output, "model=vulkan-spec"));
  // Without chains the texts do not differ in them.
  const auto none = program("--vulkan-reading spec --chains none --check-axioms " + file);
  CHECK(contains(none.output, "model=vulkan-nochains"));
}

TEST_CASE("vulkan: the Alloy text is a reading of axioms and machine", "[cli][vulkan]") {
  const Folder folder;
  const std::string file = folder.add("Racing.litmus", racing_reads);
  const auto cat = program("--model vulkan.cat " + file);
  const auto alloy = program("--model vulkan.cat --vulkan-reading khronos " + file);
  CHECK(contains(cat.output, "1:r0=2; 1:r1=1;"));
  CHECK(contains(alloy.output, "model=vulkan-als"));
  CHECK_FALSE(contains(alloy.output, "1:r0=2; 1:r1=1;"));
  const auto machine = program("--races follow --vulkan-reading khronos --check-axioms " + file);
  CHECK_FALSE(contains(machine.output, "1:r0=2; 1:r1=1;"));
  CHECK(contains(machine.output, "model=vulkan-als"));
  CHECK(contains(complaint("--model vulkan.cat --vulkan-reading khronos --chains spec " + file),
                 "no model has these settings together"));
}

TEST_CASE("vulkan: a reading of Vulkan is refused for other programs", "[cli][vulkan]") {
  const std::string said = complaint("--vulkan-reading spec litmus/ptx/MP.litmus");
  CHECK(contains(said, "leave out --vulkan-reading, for programs in Vulkan"));
  CHECK(contains(complaint("--machine sc --vulkan-reading spec litmus/ptx/MP.litmus"),
                 "machine sc has no setting vulkan-reading; it belongs to vulkan"));
  CHECK(contains(complaint("--model ptx75 --vulkan-reading spec litmus/ptx/MP.litmus"),
                 "--vulkan-reading is for machines, and ptx75 is a model"));
  CHECK(contains(complaint("--vulkan-reading herd " + tests + "mp/MP+semav.litmus"),
                 "choose one of dat3m, khronos, spec"));
}

TEST_CASE("vulkan: --speedcheck stops at the verdict", "[cli][vulkan]") {
  const auto found = program("--speedcheck " + tests + "atomics/SB+rel+acq.litmus " + tests +
                             "atomics/CoRR+rlx.litmus");
  CHECK(contains(found.output, "Observation SB+rel+acq Undecided 1 0"));
  CHECK(contains(found.output, "Observation CoRR+rlx Never"));
}
