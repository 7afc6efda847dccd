// Random programs and mutants.
#include <set>
#include <string>

#include "litmus/generate/interleavings.hpp"
#include "litmus/generate/mutants.hpp"
#include "litmus/language/hash.hpp"
#include "litmus/language/reader.hpp"
#include "litmus/language/writer.hpp"
#include "opmodel/results/answer.hpp"
#include "tests/catch.hpp"
#include "tests/generate/collected.hpp"
#include "tests/litmus/same_test.hpp"

namespace opexplore::generate {

using testing::collected;

namespace {

random_programs::Profile profile(std::string_view name) {
  const random_programs::Profile* const found = random_programs::find_profile(name);
  REQUIRE(found != nullptr);
  return *found;
}

std::set<std::string> mutants_of(const std::string& code) {
  const Test test = read("PTX T\n{ x = 0; xa @ generic aliases x; }\n P0@cta 0,gpu 0 ;\n " + code +
                             " ;\nexists ([x]=0)\n",
                         "T");
  std::set<std::string> found;
  for (const Test& mutant : collected(Mutants{{test}})) {
    REQUIRE(mutant.name.starts_with("T-mutant-P0.0-"));
    std::string text = mutant.name.substr(14) + ":";
    for (const Instruction& instruction : mutant.program.threads[0].instructions) {
      text += " " + instruction.text;
    }
    found.insert(text);
    CHECK(mutant.condition == test.condition);
  }
  return found;
}

}  // namespace

TEST_CASE("random programs are the same for a seed on every machine", "[generate][random]") {
  // Hashes of all programs of a profile's first seeds, made with GCC 12 on x86-64.
  std::string hashes;
  for (const random_programs::Profile& each : random_programs::profiles()) {
    for (const Test& test : collected(RandomTests{each, 1, 20})) hashes += hash(test);
  }
  CHECK(md5(hashes) == "fe037b690878dad07111237fabc71e9b");
  CHECK(collected(RandomTests{profile("basic"), 7, 3})[1].name == "basic-8");
}

TEST_CASE("random programs can leave no thread idle", "[generate][random]") {
  random_programs::Profile busy = profile("basic");
  busy.most_threads = 4;
  busy.least_instructions = 4;
  busy.no_idle_threads = true;
  busy.branch = busy.arithmetic = 0;
  for (const Test& test : collected(RandomTests{busy, 1, 300})) {
    for (const Thread& thread : test.program.threads) {
      CHECK(!thread.instructions.empty());
      CHECK(thread.instructions.size() <= 8);
    }
  }
}

TEST_CASE("random programs ask for what no interleaving does where that is short",
          "[generate][random]") {
  std::size_t asking = 0;
  for (const Test& test : collected(RandomTests{profile("everything"), 1, 200})) {
    if (test.condition.kind != Proposition::Kind::negation) continue;
    ++asking;
    CAPTURE(write(test));
    opexplore::testing::check_round_trips(test);
    if (test.program.threads.size() > 3) continue;
    std::set<Outcome> outcomes;
    for (const AnsweredOutcome& outcome : testing::explored(test).outcomes) {
      outcomes.insert(outcome.values);
    }
    CHECK(interleaved_outcomes(test) == outcomes);
  }
  CHECK(asking > 100);
}

TEST_CASE("mutants weaken one instruction by one step", "[generate]") {
  using Names = std::set<std::string>;
  CHECK(mutants_of("ld.acquire.sys r0, x") ==
        Names{"acquire-relaxed: ld.relaxed.sys r0, x", "sys-gpu: ld.acquire.gpu r0, x"});
  CHECK(mutants_of("ld.relaxed.cta r0, x") == Names{"relaxed-weak: ld.weak r0, x"});
  CHECK(mutants_of("ld.weak r0, x").empty());
  CHECK(mutants_of("ld.volatile r0, x") ==
        Names{"relaxed-weak: ld.weak r0, x", "sys-gpu: ld.relaxed.gpu r0, x"});
  CHECK(mutants_of("st.release.gpu xa, 1") ==
        Names{"release-relaxed: st.relaxed.gpu xa, 1", "gpu-cta: st.release.cta xa, 1"});
  CHECK(mutants_of("atom.acq_rel.gpu.add r0, x, 1") ==
        Names{"acq_rel-acquire: atom.acquire.gpu.add r0, x, 1",
              "acq_rel-release: atom.release.gpu.add r0, x, 1",
              "gpu-cta: atom.acq_rel.cta.add r0, x, 1"});
  CHECK(mutants_of("atom.relaxed.cta.exch r0, x, 1").empty());
  CHECK(mutants_of("fence.sc.sys") ==
        Names{"sc-acq_rel: fence.acq_rel.sys", "sys-gpu: fence.sc.gpu"});
  CHECK(mutants_of("fence.acq_rel.cta") == Names{"acq_rel-none:"});
  CHECK(mutants_of("fence.proxy.alias") == Names{"proxy.alias-none:"});
  CHECK(mutants_of("bar.cta.sync 0").empty());
  CHECK(mutants_of("add r0, 1, 2").empty());
}

TEST_CASE("mutants keep the rest of the test", "[generate]") {
  const Test test = read(
      "PTX Loop\n{ x = 0; y = 0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n"
      " st.weak x, 1 | LC00: ;\n fence.acq_rel.gpu | ld.relaxed.gpu r0, y ;\n"
      " st.relaxed.gpu y, 1 | beq r0, 0, LC00 ;\n | fence.acq_rel.gpu ;\n | beq r0, 2, LC01 ;\n"
      " | ld.weak r1, x ;\n | LC01: ;\nexists (1:r1=0)\n",
      "Loop");
  const std::vector<Test> mutants = collected(Mutants{{test, test}});
  CHECK(mutants.size() == 2 * 8);
  std::size_t allowed = 0;
  for (std::size_t i = 0; i < 8; ++i) {
    CAPTURE(mutants[i].name);
    opexplore::testing::check_round_trips(mutants[i]);
    CHECK(mutants[i].comments.back().starts_with("Mutant of Loop: P"));
    CHECK(hash(mutants[i]) != hash(test));
    CHECK(!testing::reachable(mutants[i], "sc"));
    allowed += testing::reachable(mutants[i], "ptx") ? 1U : 0U;
  }
  CHECK(!testing::reachable(test, "ptx"));
  CHECK(allowed == 8);  // nothing was superfluous
  // The jump over the last load still goes over it.
  for (const Test& mutant : mutants) {
    if (!mutant.name.ends_with("P1.2-acq_rel-none")) continue;
    const auto& code = mutant.program.threads[1].instructions;
    REQUIRE(code.size() == 4);
    CHECK(std::get<Branch>(code[1].action).target == 0);
    CHECK(std::get<Branch>(code[2].action).target == 4);
  }
}

}  // namespace opexplore::generate
