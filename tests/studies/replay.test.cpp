// Traces of every machine, given to the replay as they are and with every single thing changed.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "litmus/language/hash.hpp"
#include "tests/catch.hpp"
#include "tests/export/schema_check.hpp"
#include "tests/studies/changed_json.hpp"
#include "tests/studies/traced.hpp"

namespace opexplore::testing {
namespace {

const std::vector<std::string>& small_tests() {
  static const std::vector<std::string> files{
      "ptx/MP.litmus",
      "ptx/baseline/SB+sc.gpus-p0::p1.litmus",
      "ptx/baseline/WRC+weaks-p0::p1::p2.litmus",
      "ptx/atomics/Atom+cass.rlx.gpu-p0::p1.litmus",
      "ptx/atomics/MP+cas-fail.rel.gpu+acq.gpu-p0::p1.litmus",
      "ptx/barriers/MP+bars-p0:p1.litmus",
      "ptx/barriers/MP+bar+ctrl-bar-quorum-p0:p1.litmus",
      "ptx/loops/MP+rel.gpu+spin-acq.gpu-p0::p1.litmus",
      "ptx/loops/Spin-never-p0.litmus",
      "ptx/loops/Atom+cas-loops.rlx.gpu-p0::p1.litmus",
      "ptx/proxy/MP+rel.gpu+acq.gpu-const-p0::p1.litmus",
      "thesis/D-cta-S-ker-Global/MP+membar.gls.litmus",
      "thesis/D-cta-S-ker-Global/CoRR.litmus",
      "thesis/D-cta-S-ker-Global/S+membar.gl+data.litmus",
      "cxx/mp/MP+ra+na.litmus",
      "cxx/mp/MP+rel+spin.acq.litmus",
      "cxx/sb/SB+scs.litmus",
      "cxx/cas/CAS.rel.acq+fails.litmus",
      "cxx/release-sequences/RS+cas.rlx.litmus",
      "cxx/races/na-W+na-R.litmus",
      "cxx/locks/TAS-try.litmus",
      "ptx-async/Init+unasked.litmus",
      "ptx-async/Peer+halves.litmus",
      "ptx-async/Reduce+red.litmus",
      "ptx-async/Named+three.litmus",
      "vulkan/atomics/CoRR+rlx.litmus",
      "vulkan/atomics/SB+rel+acq.litmus",
      "vulkan/atomics/two-adds.litmus",
      "vulkan/atomics/two-adds+wg.litmus",
      "vulkan/mp/MP+nonpriv.litmus",
      "vulkan/barriers/fences.litmus",
      "vulkan/release-sequences/RS+rmw.litmus",
      "vulkan/device/through-an-alias.litmus",
      "amdgpu/several/SB.litmus",
      "amdgpu/several/LB.litmus",
      "amdgpu/several/SB+seq_cst.litmus",
      "amdgpu/several/two-adds.litmus",
      "amdgpu/undef/jump.litmus"};
  return files;
}

// The machine's trace to the last outcome, or race, of a test with several threads.
Json one_trace(const MachineEntry& machine) {
  for (const std::string file :
       {"ptx/MP.litmus", "thesis/D-cta-S-ker-Global/MP+membar.gls.litmus", "cxx/mp/MP+ra.litmus",
        "vulkan/atomics/SB+rel+acq.litmus", "amdgpu/several/SB.litmus"}) {
    Json document = traced(machine, read_file(corpus_path(file)));
    if (document["traces"].empty()) continue;
    document["traces"] = Json::array({document["traces"].back()});
    return document;
  }
  FAIL(machine.name << " runs none of these tests");
  return {};
}

// The same in another type.
Json retyped(const Json& json) {
  if (json.is_string()) return 7;
  if (json.is_boolean()) return json.get<bool>() ? 1 : 0;
  if (json.is_number()) return json.get<double>();
  if (json.is_null()) return Json::array();
  return json.is_array() ? Json::object() : Json::array();
}

Json with(Json document, const Json::json_pointer& pointer, const Json& value) {
  document.at(pointer) = value;
  return document;
}

// The steps of the only trace; numbered anew, so that their numbers do not give them away.
Json with_steps(Json document, Json steps) {
  std::size_t number = 0;
  for (Json& step : steps) step["number"] = ++number;
  document["traces"][0]["steps"] = std::move(steps);
  return document;
}

}  // namespace

TEST_CASE("replay: accepts every trace of every machine", "[replay]") {
  for (const MachineEntry& machine : machines()) {
    std::size_t traces = 0;
    std::set<std::string> kinds;
    for (const std::string& file : small_tests()) {
      const Json document = traced(machine, read_file(corpus_path(file)));
      if (document["traces"].empty()) continue;
      INFO(machine.name << ", " << file);
      CHECK(schema_fault(json_text(document), "trace.schema.json") == "");
      const ReplayResult result = replayed(document);
      CHECK(result.fault() == "nothing");
      CHECK(result.checked.size() == document["traces"].size());
      traces += result.checked.size();
      for (const Json& trace : document["traces"]) kinds.insert(trace["claim"]["kind"]);
    }
    INFO(machine.name);
    CHECK(traces >= 12);
    CHECK(kinds.contains(machine.finds_races ? "race" : "outcome"));
    // ptx-async runs what has nothing asynchronous as ptx-proxy does.
    const bool in_order =
        machine.name == "ptx" || machine.name == "ptx-proxy" || machine.name == "ptx-async";
    CHECK(kinds.contains("spin") == in_order);
  }
}

TEST_CASE("replay: accepts traces of every reduction and setting", "[replay]") {
  const Test test = read_file(corpus_path("ptx/baseline/SB+sc.gpus-p0::p1.litmus"));
  for (const MachineEntry& machine : machines()) {
    if (machine.language != Language::ptx) continue;
    std::vector<MachineOptions> variants(1);
    for (const auto& [name, member] : document_switches) {
      variants.emplace_back().*member = false;
      variants.front().*member = false;
    }
    for (const Setting& setting : machine.settings) {
      variants.emplace_back().settings.emplace(setting.name, setting.values.back());
    }
    for (const MachineOptions& options : variants) {
      const Json document = traced(machine, test, options);
      if (document["traces"].empty()) continue;
      INFO(machine.name << ' ' << document["traces"][0]["machine"]);
      CHECK(replayed(document).fault() == "nothing");
    }
  }
}

TEST_CASE("replay: refuses a trace of every machine with any one thing changed", "[replay]") {
  for (const MachineEntry& machine : machines()) {
    const Json document = one_trace(machine);
    REQUIRE(replayed(document).fault() == "nothing");
    std::size_t mutants = 0;
    for_each_pointer(document, "", [&](const Json::json_pointer& pointer) {
      const Json& value = document.at(pointer);
      INFO(machine.name << " " << pointer.to_string());
      CHECK_FALSE(replayed(with(document, pointer, changed(value))).accepted());
      CHECK_FALSE(replayed(with(document, pointer, retyped(value))).accepted());
      CHECK_FALSE(replayed(without(document, pointer)).accepted());
      if (!value.is_null()) CHECK_FALSE(replayed(with(document, pointer, nullptr)).accepted());
      if (value.is_object()) {
        Json more = document;
        more.at(pointer)["remark"] = "";
        CHECK_FALSE(replayed(more).accepted());
      }
      ++mutants;
    });
    CHECK(mutants > 100);
  }
}

TEST_CASE("replay: refuses a trace of every machine with other steps", "[replay]") {
  for (const MachineEntry& machine : machines()) {
    const Json document = one_trace(machine);
    const Json& steps = document["traces"][0]["steps"];
    std::size_t refused_swaps = 0;
    for (std::size_t i = 0; i < steps.size(); ++i) {
      INFO(machine.name << " step " << i);
      Json fewer = steps;
      fewer.erase(i);
      CHECK_FALSE(replayed(with_steps(document, fewer)).accepted());
      Json twice = steps;
      twice.insert(twice.begin() + static_cast<std::ptrdiff_t>(i), steps[i]);
      CHECK_FALSE(replayed(with_steps(document, twice)).accepted());
      if (i == 0) continue;
      Json swapped = steps;
      std::swap(swapped[i - 1], swapped[i]);
      Json unnumbered = document;
      unnumbered["traces"][0]["steps"] = swapped;
      CHECK_FALSE(replayed(unnumbered).accepted());
      // Independent steps may come in either order; not all of these are.
      refused_swaps += replayed(with_steps(document, swapped)).accepted() ? 0 : 1;
    }
    INFO(machine.name);
    CHECK(refused_swaps > 0);
  }
}

TEST_CASE("replay: the steps of one test are no steps of another", "[replay]") {
  const MachineEntry& machine = *find_machine("ptx-proxy");
  const std::string weak =
      "PTX SB\n{ x=0; y=0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n"
      " st.relaxed.gpu x, 1 | st.relaxed.gpu y, 1 ;\n ld.relaxed.gpu r0, y | "
      "ld.relaxed.gpu r0, x ;\nexists (0:r0=0 /\\ 1:r0=0)\n";
  std::string fenced = weak;
  fenced.replace(fenced.find(" ld.relaxed"), 1, " fence.sc.gpu | fence.sc.gpu ;\n ");
  Json from = traced(machine, read(weak, "weak"))["traces"];
  Json document = traced(machine, read(fenced, "fenced"));
  const auto allowed = std::find_if(from.begin(), from.end(), [](const Json& trace) {
    return trace["claim"]["verdict"] == "Ok";
  });
  REQUIRE(allowed != from.end());
  Json forged = document["traces"][0];
  for (const std::string part : {"initial", "steps", "coherence", "claim"}) {
    forged[part] = (*allowed)[part];
  }
  document["traces"] = Json::array({forged});
  const ReplayResult result = replayed(document);
  CHECK_FALSE(result.accepted());
  REQUIRE(result.checked.size() == 1);
  CHECK(result.checked[0].fault.pointer.starts_with("/traces/0/steps/"));
}

TEST_CASE("replay: names the first wrong step, its place and what could be there", "[replay]") {
  const Json document = one_trace(*find_machine("sc"));
  SECTION("a step that is not enabled") {
    Json steps = document["traces"][0]["steps"];
    steps[1]["argument"] = 7;
    const std::string text = json_text(with_steps(document, steps));
    const ReplayResult result = replayed(text);
    REQUIRE(result.checked.size() == 1);
    CHECK(result.checked[0].fault.pointer == "/traces/0/steps/1");
    CHECK(result.checked[0].fault.expected ==
          "one of: load of thread 1, argument 0; store of thread 0, argument 0");
    // The place is that of the step: the second object that begins with its number.
    const auto& place = result.checked[0].fault.place;
    std::size_t line = 1;
    std::size_t begin = 0;
    for (; line < place.line; ++line) begin = text.find('\n', begin) + 1;
    CHECK(text.substr(begin + place.column - 1, 1) == "{");
    CHECK(text.substr(begin + place.column, 60).find("\"number\": 2") != std::string::npos);
  }
  SECTION("a rule that the machine does not have") {
    Json steps = document["traces"][0]["steps"];
    steps[1]["rule"] = "guess";
    const ReplayResult result = replayed(with_steps(document, steps));
    REQUIRE(result.checked.size() == 1);
    CHECK(result.checked[0].fault.pointer == "/traces/0/steps/1");
  }
  SECTION("a step behind the end") {
    Json steps = document["traces"][0]["steps"];
    steps.push_back(steps.back());
    const ReplayResult result = replayed(with_steps(document, steps));
    REQUIRE(result.checked.size() == 1);
    CHECK(result.checked[0].fault.expected.find("final") != std::string::npos);
  }
  SECTION("an end that shows nothing, honestly told") {
    Json trace = document["traces"][0];
    const WrittenTest test = written(read(trace["test"]["litmus"].get<std::string>(), "litmus"));
    const MachineEntry& machine = *find_machine("sc");
    const MachineOptions options;
    const TracedRun run{test.test, test.litmus, test.hash, machine.facts(), options};
    Json honest = document;
    honest["traces"][0] = json_traced(run, machine.replay(test.test, options, {}), identity(run));
    const ReplayResult result = replayed(honest);
    REQUIRE(result.checked.size() == 1);
    CHECK_FALSE(result.checked[0].accepted);
    CHECK(result.checked[0].fault.pointer == "/traces/0/claim");
  }
}

TEST_CASE("replay: what is no trace document is complained about with its place", "[replay]") {
  const Json document = one_trace(*find_machine("sc"));
  const auto complaint = [](const Json& json) { return replayed(json).complaint; };
  const auto begins = [](const std::string& text, const std::string& start) {
    INFO(text);
    CHECK(text.find(start) != std::string::npos);
  };
  begins(replayed(std::string()).complaint, "trace.json:1:1: this is no JSON");
  begins(replayed(std::string("{\"schema_version\": 4,\n \"tool\": 1 1")).complaint,
         "trace.json:2:");
  begins(replayed(std::string(1000, '[')).complaint, "nested too deeply");
  begins(replayed(std::string("[]")).complaint, "trace.json:1:1: expected a trace document");
  begins(complaint(with(document, Json::json_pointer("/schema_version"), 1)), "schema version 5");
  begins(complaint(with(document, Json::json_pointer("/tool/version"), "9")), "words of 9");
  begins(complaint(with(document, Json::json_pointer("/traces"), Json::array())), "at least one");
  const Json::json_pointer machine("/traces/0/machine");
  begins(complaint(with(document, machine / "name", "scc")), "there is no machine scc");
  begins(complaint(with(document, machine / "version", "0")), "this is version");
  begins(complaint(with(document, machine / "reductions" / "fuse_local", 1)), "true or false");
  const Json::json_pointer test("/traces/0/test");
  begins(complaint(with(document, test / "litmus", "PTX x\n{\n")),
         "the test cannot be read: litmus:");
  begins(complaint(with(document, Json::json_pointer("/traces/0/steps/0/thread"), 0.5)),
         "a whole number");
  const std::string text = json_text(document);
  SECTION("twice the same member, once in disguise") {
    for (const std::string twin :
         {"\"steps\": [],\n      \"steps\": [", "\"st\\u0065ps\": [],\n      \"steps\": ["}) {
      std::string doubled = text;
      doubled.replace(doubled.find("\"steps\": ["), 10, twin);
      begins(replayed(doubled).complaint, "'steps' is given twice");
    }
  }
  SECTION("numbers that are none of a step") {
    for (const std::string number : {"-1", "256", "18446744073709551615", "1e99"}) {
      std::string other = text;
      other.replace(other.find("\"thread\": 0"), 11, "\"thread\": " + number);
      INFO(number);
      CHECK_FALSE(replayed(other).accepted());
    }
  }
  SECTION("bytes that are no text") {
    std::string other = text;
    other.insert(other.find("\"rule\": \"") + 9, "\xff\xfe");
    begins(replayed(other).complaint, "this is no JSON");
  }
}

TEST_CASE("replay: accepts a damaged document only if it says the same", "[replay]") {
  const Json document = one_trace(*find_machine("ptx-proxy"));
  const std::string text = json_text(document);
  std::mt19937 random(8);
  const auto below = [&](std::size_t count) { return random() % count; };
  const std::string bytes = "0123456789\"{}[],:\\ntrue-.eE x\xff";
  std::size_t refused = 0;
  for (int round = 0; round < 2000; ++round) {
    std::string damaged = text;
    for (std::size_t changes = 1 + below(3); changes != 0; --changes) {
      const std::size_t at = below(damaged.size());
      switch (below(3)) {
        case 0:
          damaged[at] = bytes[below(bytes.size())];
          break;
        case 1:
          damaged.insert(at, 1, bytes[below(bytes.size())]);
          break;
        default:
          damaged.erase(at, 1 + below(20));
      }
    }
    const bool accepted = replayed(damaged).accepted();
    refused += accepted ? 0 : 1;
    if (accepted) CHECK(Json::parse(damaged, nullptr, false).dump() == document.dump());
  }
  CHECK(refused > 1000);
}

TEST_CASE("replay: whole numbers are compared as such", "[replay]") {
  Test test = read(
      "PTX big\n{ x=0; }\n P0@cta 0,gpu 0 ;\n st.weak x, -1 ;\n ld.weak r0, x ;\nexists "
      "(0:r0=-1)\n",
      "big");
  const Json document = traced(*find_machine("sc"), test);
  REQUIRE(replayed(document).fault() == "nothing");
  const Json::json_pointer value("/traces/0/claim/values/0/value");
  REQUIRE(document.at(value) == -1);
  CHECK_FALSE(replayed(with(document, value, std::uint64_t{18446744073709551615ULL})).accepted());
  CHECK_FALSE(replayed(with(document, value, -1.0)).accepted());
}

TEST_CASE("replay: the identity of a trace is the MD5 of the lines that are documented",
          "[replay]") {
  const Json trace = one_trace(*find_machine("gpu-scoped"))["traces"][0];
  std::string text =
      "trace 5\nmachine gpu-scoped " + trace["machine"]["version"].get<std::string>() + '\n';
  for (const auto& [name, value] : trace["machine"]["settings"].items()) {
    text += "setting " + name + ' ' + value.get<std::string>() + '\n';
  }
  for (const auto& [name, value] : trace["machine"]["reductions"].items()) {
    text += "reduction " + name + (value.get<bool>() ? " true\n" : " false\n");
  }
  text += "test " + trace["test"]["hash"].get<std::string>() + '\n' +
          trace["test"]["quantifier"].get<std::string>() + " (" +
          trace["test"]["condition"]["text"].get<std::string>() + ")\n";
  CHECK(trace["identity"] == md5(text));
}

}  // namespace opexplore::testing
