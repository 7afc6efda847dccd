// The oracle of Vulkan against what others say: Dartagnan's and Khronos' verdicts on their tests,
// and the programs that tell the rules apart.
#include "tests/oracle/vulkan_oracle.hpp"

#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "litmus/language/reader.hpp"
#include "tests/catch.hpp"
#include "tests/locations.hpp"
#include "tests/oracle/litmus_text.hpp"
#include "tests/oracle/vulkan_verdicts.hpp"
#include "tests/skip.hpp"

namespace opexplore::oracle::vulkan {

namespace {

Question with(Chains chains) {
  Question question;
  question.reading.chains = chains;
  return question;
}

Result result_of(const std::string& text, const Question& question = {}) {
  return enumerate(read(text, "test"), question);
}

bool exists(const std::string& text, const Question& question = {}) {
  const Test test = read(text, "test");
  return condition_holds(test, enumerate(test, question));
}

bool racy(const std::string& text, const Question& question = {}) {
  const Test test = read(text, "test");
  return is_racy(test, enumerate(test, question));
}

struct Row {
  std::string file;
  bool expected = false;
};

// The rows FILE,0 and FILE,1 of a list.
std::vector<Row> rows_of(const std::filesystem::path& list) {
  std::ifstream in(list);
  std::vector<Row> rows;
  for (std::string line; std::getline(in, line);) {
    const std::size_t comma = line.find(',');
    if (line.empty() || line[0] == '#' || comma == std::string::npos) continue;
    rows.push_back({line.substr(0, comma), line.substr(comma + 1, 1) == "1"});
  }
  return rows;
}

// One row is one verdict. Dartagnan unrolls loops once.
template <class Enough, class Holds>
void check_list(const std::string& name, Chains chains, std::size_t least, Enough enough,
                Holds holds) {
  const auto suite = testing::suite_or_skip("vulkan");
  if (!suite) return;
  std::size_t answered = 0;
  for (const Row& row : rows_of(*suite / name)) {
    INFO(name << ": " << row.file);
    const Test test = read_file(*suite / row.file);
    Limits limits;
    limits.backward_jumps = 1;
    limits.enough = enough(test);
    const Result result = enumerate(test, with(chains), limits);
    CHECK(holds(test, result) == row.expected);
    ++answered;
  }
  CHECK(answered >= least);
}

}  // namespace

TEST_CASE("Programs that tell rules of Vulkan apart show what they should") {
  for (const Verdict& verdict : distinguishing()) {
    INFO(text_of(verdict));
    const Test test = read(text_of(verdict), std::string(verdict.id));
    const Result result = enumerate(test);
    const Result without_chains = enumerate(test, with(Chains::none));
    CHECK(is_racy(test, result) == verdict.racy);
    CHECK(is_racy(test, without_chains) == verdict.racy_without_chains);
    if (verdict.allowed) {
      CHECK(condition_holds(test, result) == verdict.allowed);
      CHECK(condition_holds(test, without_chains) == verdict.allowed);
    }
  }
}

TEST_CASE("Fences continue a chain of availability in the words of the specification alone") {
  for (const Verdict& verdict : distinguishing()) {
    const bool through_fences = verdict.id.starts_with("V18 ");
    if (!verdict.id.starts_with("V17 ") && !through_fences) continue;
    INFO(verdict.id);
    CHECK(racy(text_of(verdict)) == through_fences);
    CHECK_FALSE(racy(text_of(verdict), with(Chains::specification)));
  }
}

TEST_CASE("Dartagnan's Vulkan tests: conditions") {
  check_list("expected-vulkan.csv", Chains::model, 87, decides_condition, condition_holds);
}

TEST_CASE("Dartagnan's Vulkan tests: races") {
  check_list("expected-vulkan-dr.csv", Chains::model, 74, decides_race,
             [](const Test& test, const Result& result) { return !is_racy(test, result); });
}

TEST_CASE("Dartagnan's Vulkan tests: conditions without chains") {
  check_list("expected-vulkan-nochains.csv", Chains::none, 3, decides_condition, condition_holds);
}

TEST_CASE("Dartagnan's Vulkan tests: races without chains") {
  check_list("expected-vulkan-dr-nochains.csv", Chains::none, 3, decides_race,
             [](const Test& test, const Result& result) { return !is_racy(test, result); });
}

TEST_CASE("The project's own Vulkan tests show what their table promises") {
  const std::filesystem::path folder =
      std::filesystem::path(testing::source_folder) / "litmus/vulkan";
  std::ifstream in(folder / "expected.csv");
  std::size_t rows = 0;
  for (std::string line; std::getline(in, line);) {
    std::istringstream cells(line);
    std::string file, races, races_without_chains, exists;
    std::getline(cells, file, ',');
    std::getline(cells, races, ',');
    std::getline(cells, races_without_chains, ',');
    std::getline(cells, exists, ',');
    if (!file.ends_with(".litmus")) continue;
    INFO(file);
    const Test test = read_file(folder / file);
    const Result result = enumerate(test);
    CHECK(is_racy(test, result) == (races == "race"));
    CHECK(is_racy(test, enumerate(test, with(Chains::none))) == (races_without_chains == "race"));
    if (!exists.empty()) CHECK(condition_holds(test, result) == (exists == "allowed"));
    ++rows;
  }
  CHECK(rows >= 25);
}

TEST_CASE("The two readings of from-reads differ in an execution with a race") {
  const std::string text = vulkan_text("CoWW-RR", "x=0;",
                                       "A: st.nonpriv.sc0 x, 1; st.nonpriv.sc0 x, 2 || "
                                       "B: ld.nonpriv.sc0 r0, x; ld.nonpriv.sc0 r1, x",
                                       "exists (1:r0=2 /\\ 1:r1=1)");
  Question alloy;
  alloy.reading.from_reads = FromReads::alloy;
  CHECK(exists(text));
  CHECK(racy(text));
  CHECK_FALSE(exists(text, alloy));
}

TEST_CASE("Values come out of thin air, but not to threads that run in order") {
  const std::string text = vulkan_text("thin air", "x=0; y=0;",
                                       "A: ld.atom.dv.sc0 r0, x; st.atom.dv.sc0 y, r0 || "
                                       "B: ld.atom.dv.sc0 r0, y; st.atom.dv.sc0 x, r0",
                                       "exists (0:r0=42)");
  Question in_order;
  in_order.in_order = true;
  CHECK(exists(text));
  CHECK_FALSE(exists(text, in_order));
}

TEST_CASE("Barriers: who waits, and whom a quorum releases") {
  // The second thread does not come to the instance that both name, or both wait for the other.
  CHECK(
      result_of(vulkan_text("branch", "x=0;",
                            "A: cbar.wg 0 || W: beq 0, 0, LC00; cbar.wg 0; LC00:", "filter (true)"))
          .behaviours.empty());
  CHECK(
      result_of(vulkan_text("crossed", "x=0;", "A: cbar.wg 0; cbar.wg 1 || W: cbar.wg 1; cbar.wg 0",
                            "filter (true)"))
          .behaviours.empty());
  CHECK(result_of(vulkan_text("another workgroup", "x=0;", "A: cbar.wg 0 || B: cbar.wg 0",
                              "filter (true)"))
            .behaviours.size() == 1);
  CHECK(result_of(vulkan_text("short", "x=0;", "A: cbar.wg 0, 1, 3 || W: cbar.wg 0, 1, 3",
                              "filter (true)"))
            .behaviours.empty());
  // A third thread that comes late to a quorum of two releases nothing; one that waits for all
  // does.
  const std::string third =
      "A: cbar.acq_rel.wg.semsc0 0, 1, 2 || a: cbar.acq_rel.wg.semsc0 0, 1, 2; "
      "ld.vis.wg.sc0 r0, x || "
      "W: st.av.wg.sc0 x, 1; cbar.acq_rel.wg.semsc0 0, 1, 2";
  CHECK(racy(vulkan_text("late", "x=0;", third, "filter (true)")));
  std::string all = third;
  for (std::size_t at = 0; (at = all.find("0, 1, 2", at)) != std::string::npos;)
    all.replace(at, 7, "0, 1, 3");
  CHECK_FALSE(racy(vulkan_text("all", "x=0;", all, "filter (true)")));
}

TEST_CASE("A barrier of the device meets other workgroups only in the reading of Khronos' tests") {
  const std::string text = vulkan_text("reach", "x=0;",
                                       "A: st.av.dv.sc0 x, 1; cbar.acq_rel.dv.semsc0 0 || "
                                       "B: cbar.acq_rel.dv.semsc0 0; ld.vis.dv.sc0 r0, x",
                                       "filter (true)");
  Question of_scopes;
  of_scopes.barrier_reach = BarrierReach::scope;
  CHECK(racy(text));
  CHECK_FALSE(racy(text, of_scopes));
}

TEST_CASE("The final value is that of a write that none follows in location order") {
  const std::string text =
      vulkan_text("final", "x=0;", "A: st.sc0 x, 1; st.sc0 x, 2", "exists (x=1)");
  Question any;
  any.any_final_value = true;
  CHECK_FALSE(exists(text));
  CHECK(exists(text, any));
}

TEST_CASE("Loops are followed to the bound, and what was cut is said") {
  const std::string text =
      vulkan_text("spin", "x=0; y=0;",
                  "A: st.av.dv.sc0 x, 1; st.atom.rel.dv.sc0.semsc0 y, 1 || "
                  "B: LC00:; ld.atom.acq.dv.sc0.semsc0 r0, y; bne r0, 1, LC00; "
                  "ld.vis.dv.sc0 r1, x",
                  "filter (true)");
  const Result result = result_of(text);
  CHECK(result.loop_bound_hit);
  CHECK(outcomes(result).size() == 1);
  CHECK(result.races.empty());
}

TEST_CASE("A race is told by the places of its accesses") {
  const Result result = result_of(vulkan_text(
      "race", "x=0; y=0;", "A: st.atom.dv.sc0 y, 1; st.nonpriv.sc0 x, 1 || B: ld.nonpriv.sc0 r0, x",
      "exists (1:r0=1)"));
  CHECK(result.races == std::set<std::pair<Place, Place>>{{{0, 1}, {1, 0}}});
  CHECK(race_free_outcomes(result).empty());
}

TEST_CASE("What the oracle cannot answer it refuses") {
  CHECK_THROWS_WITH(
      result_of("PTX t\n{ x=0; }\n P0@cta 0,gpu 0 ;\n st.weak x, 1 ;\nexists (x=1)\n"),
      "not a Vulkan program");
  const std::string loop =
      vulkan_text("loop", "x=0;", "A: LC00:; cbar.wg 0; ld.atom.dv.sc0 r0, x; beq r0, 0, LC00",
                  "filter (true)");
  CHECK_THROWS_WITH(result_of(loop), "a barrier in a loop");
  Limits limits;
  limits.nodes = 1;
  CHECK_THROWS_AS(enumerate(read(text_of(distinguishing().front()), "t"), {}, limits), Unsupported);
}

}  // namespace opexplore::oracle::vulkan
