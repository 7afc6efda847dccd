// Traces of kernels: their documents say where the instructions stand in the PTX and in the source,
// which the litmus text that they carry does not.
#include "litmus/input/files.hpp"
#include "litmus/kernels/kernel.hpp"
#include "litmus/kernels/launch_reader.hpp"
#include "tests/catch.hpp"
#include "tests/export/schema_check.hpp"
#include "tests/locations.hpp"
#include "tests/studies/traced.hpp"

namespace opexplore::testing {
namespace {

// The hand-off of tests/kernels/hand.cu, with made-up lines of its source.
Test launched() {
  const std::string folder = std::string(source_folder) + "/tests/kernels/";
  Test test = kernel::read_kernel(detail::file_text(folder + "hand.sm_75.ptx"), "hand.sm_75.ptx",
                                  kernel::read_launch_file(folder + "mp.json"));
  for (std::size_t i = 0; i < test.program.threads.size(); ++i) {
    Thread& thread = test.program.threads[i];
    thread.label = "block " + std::to_string(i);
    for (Instruction& at : thread.instructions) {
      at.code = CodePlace{"größe 100%.cu", {at.place.line / 10, 3}, "line of the source"};
    }
  }
  return test;
}

Json without_kernel(Json document) {
  document["traces"][0]["test"].erase("translated_from");
  return document;
}

}  // namespace

TEST_CASE("replay: accepts traces of kernels on every machine that runs them", "[replay][kernel]") {
  const Test test = launched();
  std::size_t machines_that_run = 0;
  for (const MachineEntry& machine : machines()) {
    const Json document = traced(machine, test);
    if (document["traces"].empty()) continue;
    ++machines_that_run;
    INFO(machine.name);
    CHECK(schema_fault(json_text(document), "trace.schema.json") == "");
    CHECK(replayed(document).fault() == "nothing");
  }
  CHECK(machines_that_run >= 3);
}

TEST_CASE("replay: a kernel's places are its own, in program and steps", "[replay][kernel]") {
  const Test test = launched();
  const Json document = traced(*find_machine("ptx-proxy"), test);
  const Json& trace = document["traces"][0];
  CHECK(trace["test"]["translated_from"] == "hand.sm_75.ptx");
  for (std::size_t t = 0; t < test.program.threads.size(); ++t) {
    const Thread& thread = test.program.threads[t];
    const Json& written = trace["test"]["threads"][t];
    CHECK(written["label"] == thread.label);
    REQUIRE(written["instructions"].size() == thread.instructions.size());
    for (std::size_t i = 0; i < thread.instructions.size(); ++i) {
      CHECK(written["instructions"][i]["line"] == thread.instructions[i].place.line);
      CHECK(written["instructions"][i]["text"] == thread.instructions[i].text);
      CHECK(written["instructions"][i]["code"]["line"] == thread.instructions[i].place.line / 10);
    }
  }
  std::size_t placed = 0;
  for (const Json& step : trace["steps"]) {
    if (step["instruction"].is_null()) continue;
    ++placed;
    const Json& at = trace["test"]["threads"][step["thread"].get<std::size_t>()]["instructions"]
                          [step["instruction"].get<std::size_t>()];
    for (const char* const member : {"line", "column", "text", "code"}) {
      CHECK(step["source"][member] == at[member]);
    }
  }
  CHECK(placed > 0);
}

TEST_CASE("replay: steps of a kernel stand where its program says", "[replay][kernel]") {
  Json document = traced(*find_machine("ptx-proxy"), launched());
  document["traces"] = Json::array({document["traces"][0]});
  Json& steps = document["traces"][0]["steps"];
  std::size_t step = 0;
  while (steps[step]["instruction"].is_null()) ++step;
  const std::string source = "/traces/0/steps/" + std::to_string(step) + "/source";
  const auto refused = [&](const std::string& pointer, const Json& value) {
    Json changed = document;
    changed[Json::json_pointer(pointer)] = value;
    return replayed(changed).fault();
  };
  CHECK(refused(source + "/line", 1).starts_with(source + "/line: found 1, expected "));
  CHECK(refused(source + "/code/line", 1000).starts_with(source + "/code/line: found 1000"));
  CHECK(refused(source + "/code/file", "x.cu").starts_with(source + "/code/file: found"));
  const std::string first = "/traces/0/test/threads/0/instructions/0";
  CHECK(refused(first + "/line", "7").find("a line") != std::string::npos);
  CHECK(refused(first + "/code", 7).find("a place in the source") != std::string::npos);
  CHECK(refused("/traces/0/test/translated_from", "").find("the file of a kernel") !=
        std::string::npos);
  // A program of a litmus text has the lines of that text, and nothing else.
  CHECK_FALSE(replayed(without_kernel(document)).accepted());
  Json longer = document;
  Json& instructions = longer["traces"][0]["test"]["threads"][0]["instructions"];
  instructions.push_back(instructions.back());
  CHECK_FALSE(replayed(longer).accepted());
}

}  // namespace opexplore::testing
