// Runs without end: accepted only where the machine takes them, comes back, and the promise allows
// them.
#include <filesystem>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "explorer/termination/lasso_steps.hpp"
#include "tests/catch.hpp"
#include "tests/export/schema_check.hpp"
#include "tests/locations.hpp"
#include "tests/studies/changed_json.hpp"
#include "tests/studies/traced.hpp"

namespace opexplore::testing {
namespace {

// P0 waits for what P1 sets, and reads twice each time.
const std::string waiting_text =
    "PTX wait\n{ x=0; y=0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n"
    " L: | st.relaxed.gpu y, 1 ;\n ld.relaxed.gpu r0, x | st.relaxed.gpu x, 1 ;\n"
    " ld.relaxed.gpu r1, y | ;\n bne r0, 1, L | ;\nexists (0:r0=1)\n";

Test waiting_test() { return read(waiting_text, "wait"); }

// Each waits for the other at a barrier of its own.
Test deadlocked_test() {
  return read(
      "PTX stop\n{ x=0; }\n P0@cta 0,gpu 0 | P1@cta 0,gpu 0 ;\n"
      " ld.relaxed.gpu r0, x | st.relaxed.gpu x, 1 ;\n"
      " bar.cta.sync 0, 0, 2 | bar.cta.sync 1, 1, 2 ;\nexists (0:r0=1)\n",
      "stop");
}

Termination judged(const MachineEntry& machine, const Test& test, Promise promise) {
  ExploreOptions explore;
  explore.threads = 1;
  return machine.termination(test, explore, {.promises = {std::move(promise)}});
}

Json document_with(std::vector<Json> traces) {
  Json document = json_traces(traced_tool);
  for (Json& trace : traces) document["traces"].push_back(std::move(trace));
  return document;
}

// What opexplore writes about the end of the test; without traces where it has no bad end, or the
// machine refuses it.
Json endless(const MachineEntry& machine, const Test& test, const std::string& promise) {
  if (machine.refusal(test, {})) return document_with({});
  const Termination report = judged(machine, test, parse_promise(promise));
  Gathered gathered{.written = written(test)};
  add_endless(machine, report, gathered);
  return document_with(termination_documents(machine.facts(), report, gathered));
}

// A lasso of sc: P0 spins in block 0, and P1 never starts.
Json one_lasso() {
  Json document = endless(*find_machine("sc"), waiting_test(), "obe");
  REQUIRE(document["traces"].size() == 1);
  REQUIRE(document["traces"][0]["claim"]["kind"] == "lasso");
  return document;
}

// The document that an honest writer makes of these steps under this promise, whatever they are.
Json forged(const std::vector<Step>& stem, const std::vector<Step>& loop,
            const std::string& promise) {
  const WrittenTest test = written(waiting_test());
  const MachineEntry& machine = *find_machine("sc");
  const MachineOptions options = for_liveness({});
  const Promise asked = parse_promise(promise);
  Lasso lasso = machine.replay_lasso(test.test, options, {stem, loop}, asked).lasso;
  const TracedRun run{test.test, test.litmus, test.hash, machine.facts(), options, &asked};
  return document_with({json_traced_lasso(run, lasso, identity(run))});
}

LassoSteps lasso_steps() {
  const Termination report = judged(*find_machine("sc"), waiting_test(), parse_promise("obe"));
  return steps_of(*report.judgements[0].lasso);
}

std::string refusal(const Json& document) {
  const ReplayResult result = replayed(document);
  CHECK_FALSE(result.accepted());
  return result.fault();
}

bool has(const std::string& text, const std::string& part) {
  INFO(text);
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("replay: accepts the lassos and deadlocks of every machine that finds them",
          "[replay][termination]") {
  std::size_t judges = 0;
  for (const MachineEntry& machine : machines()) {
    if (machine.termination == nullptr || machine.language != Language::ptx) continue;
    ++judges;
    std::set<std::string> kinds;
    const std::string spin = corpus_path("ptx/progress/Flag+spin+set-p0::p1.litmus");
    for (const Test& test : {waiting_test(), deadlocked_test(), read_file(spin)}) {
      for (const std::string promise : {"fair", "hsa", "obe", "cuda", "unfair", "resident=1"}) {
        const Json document = endless(machine, test, promise);
        if (document["traces"].empty()) continue;
        INFO(machine.name << ", " << test.name << ", " << promise);
        CHECK(schema_fault(json_text(document), "trace.schema.json") == "");
        CHECK(replayed(document).fault() == "nothing");
        for (const Json& trace : document["traces"]) kinds.insert(trace["claim"]["kind"]);
      }
    }
    INFO(machine.name);
    CHECK(kinds.contains("lasso"));
  }
  CHECK(judges > 0);
}

TEST_CASE("replay: accepts the lassos and deadlocks of programs in Vulkan",
          "[replay][termination][vulkan]") {
  const std::filesystem::path folder = std::string(source_folder) + "/tests/corpus/progress/vulkan";
  std::multiset<std::string> kinds;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".litmus") continue;
    const Json document = endless(*find_machine("vulkan"), read_file(entry.path()), "hsa");
    INFO(entry.path());
    CHECK(schema_fault(json_text(document), "trace.schema.json") == "");
    for (const Json& trace : document["traces"]) kinds.insert(trace["claim"]["kind"]);
    if (!document["traces"].empty()) CHECK(replayed(document).fault() == "nothing");
  }
  CHECK(kinds.count("lasso") >= 10);
  CHECK(kinds.count("deadlock") == 2);
}

TEST_CASE("replay: says what a lasso proves", "[replay][termination]") {
  const ReplayResult result = replayed(one_lasso());
  REQUIRE(result.accepted());
  CHECK(result.checked[0].statement ==
        "wait, sc 1: runs for ever under sys=OBE,gpu=OBE,cta=OBE,warp=OBE, in a loop of 2 "
        "steps after 1 step");
}

TEST_CASE("replay: a deadlock that only barriers make is accepted", "[replay][termination]") {
  const Json document = endless(*find_machine("sc"), deadlocked_test(), "fair");
  REQUIRE(document["traces"].size() == 1);
  CHECK(document["traces"][0]["claim"]["kind"] == "deadlock");
  CHECK(replayed(document).fault() == "nothing");
}

TEST_CASE("replay: refuses a lasso with other steps", "[replay][termination]") {
  const auto [stem, loop] = lasso_steps();
  REQUIRE(loop.size() >= 2);
  CHECK(replayed(forged(stem, loop, "obe")).fault() == "nothing");
  SECTION("a step removed from the loop") {
    for (std::size_t i = 0; i < loop.size(); ++i) {
      std::vector<Step> fewer = loop;
      fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
      refusal(forged(stem, fewer, "obe"));
    }
  }
  SECTION("the loop ends elsewhere") {
    std::vector<Step> shorter = loop;
    shorter.pop_back();
    CHECK(has(refusal(forged(stem, shorter, "obe")), "does not come back"));
  }
  SECTION("the loop is twice as long: it is one, too") {
    std::vector<Step> twice = loop;
    twice.insert(twice.end(), loop.begin(), loop.end());
    CHECK(replayed(forged(stem, twice, "obe")).fault() == "nothing");
  }
  SECTION("no loop") { CHECK(has(refusal(forged(stem, {}, "obe")), "no step")); }
}

TEST_CASE("replay: refuses a lasso under a promise that guarantees another thread",
          "[replay][termination]") {
  const auto [stem, loop] = lasso_steps();
  for (const std::string promise : {"fair", "cuda-cooperative", "gpu=LOBE"}) {
    INFO(promise);
    const ReplayResult result = replayed(forged(stem, loop, promise));
    const bool kept = promise == "gpu=LOBE";  // P1 has the higher number and has not started
    CHECK(result.accepted() == kept);
    if (!kept) CHECK(has(result.fault(), "P1 has no step in the loop"));
  }
  SECTION("the promise in the document alone") {
    Json document = one_lasso();
    document["traces"][0]["claim"]["promise"] = "sys=FAIR,gpu=FAIR,cta=FAIR,warp=FAIR";
    refusal(document);
  }
  SECTION("spelled otherwise") {
    Json document = one_lasso();
    document["traces"][0]["claim"]["promise"] = "obe";
    refusal(document);
  }
  SECTION("none at all") {
    Json document = one_lasso();
    document["traces"][0]["claim"]["promise"] = "everything";
    CHECK(has(replayed(document).complaint, "unknown progress model 'everything'"));
  }
}

TEST_CASE("replay: refuses what is not claimed honestly", "[replay][termination]") {
  Json document = one_lasso();
  Json& trace = document["traces"][0];
  SECTION("the lasso is claimed to be a deadlock") {
    trace["claim"] = {{"kind", "deadlock"},       {"reason", ""},
                      {"values", Json::array()},  {"satisfies", nullptr},
                      {"passes_filter", nullptr}, {"verdict", nullptr}};
    trace.erase("loop");
    refusal(document);
  }
  SECTION("a loop behind another claim") {
    Json other = endless(*find_machine("sc"), deadlocked_test(), "fair");
    other["traces"][0]["loop"] = trace["loop"];
    refusal(other);
  }
  SECTION("a deadlock without its last step") {
    const Json stuck = endless(*find_machine("sc"), deadlocked_test(), "fair");
    const Json::json_pointer steps("/traces/0/steps");
    const std::size_t last = stuck.at(steps).size() - 1;
    refusal(without(stuck, steps / last));
  }
  SECTION("reasons that are not so") {
    trace["claim"]["reasons"][1]["role"] = "ended";
    CHECK(has(refusal(document), "/traces/0/claim/reasons/1/role"));
  }
  SECTION("a thread that the test does not have") {
    trace["loop"][0]["thread"] = 200;
    CHECK(has(refusal(document), "/traces/0/loop/0"));
  }
  SECTION("a rule that the machine does not have") {
    trace["steps"].push_back(trace["loop"][0]);
    trace["steps"].back()["rule"] = "guess";
    refusal(document);
  }
  SECTION("options that judge no infinite runs") {
    trace["machine"]["reductions"]["liveness"] = false;
    refusal(document);
    trace["machine"]["reductions"]["liveness"] = true;
    trace["machine"]["reductions"]["prune_spins"] = true;
    refusal(document);
  }
}

TEST_CASE("replay: refuses a lasso with any one thing changed", "[replay][termination]") {
  const Json document = one_lasso();
  REQUIRE(replayed(document).fault() == "nothing");
  std::size_t mutants = 0;
  for_each_pointer(document, "", [&](const Json::json_pointer& pointer) {
    INFO(pointer.to_string());
    const Json& value = document.at(pointer);
    Json other = document;
    other.at(pointer) = changed(value);
    CHECK_FALSE(replayed(other).accepted());
    CHECK_FALSE(replayed(without(document, pointer)).accepted());
    if (!value.is_null()) {
      other.at(pointer) = nullptr;
      CHECK_FALSE(replayed(other).accepted());
    }
    ++mutants;
  });
  CHECK(mutants > 100);
}

TEST_CASE("replay: the schema tells lassos from other claims", "[replay][termination]") {
  Json document = one_lasso();
  const auto fault = [&] { return schema_fault(json_text(document), "trace.schema.json"); };
  CHECK(fault() == "");
  SECTION("without its loop") { document["traces"][0].erase("loop"); }
  SECTION("without its promise") { document["traces"][0]["claim"].erase("promise"); }
  SECTION("of another kind") { document["traces"][0]["claim"]["kind"] = "deadlock"; }
  CHECK(fault() != "");
}

}  // namespace opexplore::testing
