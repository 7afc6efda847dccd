// Inputs with several values: all launches in one run, told of in one report.
#include <nlohmann/json.hpp>
#include <string>

#include "tests/catch.hpp"
#include "tests/export/schema_check.hpp"
#include "tests/skip.hpp"
#include "tests/tools/cli.hpp"
#include "tests/tools/json_result.hpp"

namespace opexplore::testing {

namespace {

using Json = nlohmann::ordered_json;

const std::string slots = "tests/kernels/cuda/slots.sm_90.ptx --block 4";
const std::string shifted = "tests/kernels/cuda/shifted.sm_90.ptx --block 2";

// The kernel in a folder of its own, with that comment in its source.
std::string with_comment(const Folder& folder, const std::string& comment) {
  folder.add("slots.cu",
             "// opexplore: " + comment + "\n" + docs::read("tests/kernels/cuda/slots.cu"));
  return "'" + folder.add("slots.ptx", docs::read("tests/kernels/cuda/slots.sm_90.ptx")) + "'";
}

}  // namespace

TEST_CASE("inputs: what was found is told by values, and the first bug in full", "[cli][inputs]") {
  const CommandResult result = program(slots + " --input n=0..4");
  INFO(result.output);
  CHECK(result.status == 11);
  CHECK(contains(result.output, "explored as <<<1, 4>>>, with n = 0..4\n"));
  CHECK(contains(result.output, "  n = 0     BUG  data race on `out`\n"));
  CHECK(contains(result.output, "  n = 1, 2  BUG  data race on `out[0]`\n"));
  CHECK(contains(result.output, "  n = 3, 4  ok   no data race, no hang\n"));
  CHECK(contains(result.output, "The first with a bug, n = 0:\n"));
  CHECK(contains(result.output, "explored as <<<1, 4>>> with n = 0 ("));
  CHECK_FALSE(contains(result.output, "with n = 1 ("));
  CHECK(program(slots + " --input n=3,4").status == 0);
}

TEST_CASE("inputs: a comment of the source says them, and the command line more", "[cli][inputs]") {
  const Folder folder;
  const std::string kernel = with_comment(folder, "--block 4 --input n=2..3");
  const CommandResult all = program(kernel);
  CHECK(all.status == 11);
  CHECK(contains(all.output, "with n = 2, 3\n"));
  const CommandResult one = program(kernel + " --input n=3");
  CHECK(one.status == 0);
  CHECK_FALSE(contains(one.output, "with n ="));
  CHECK(contains(complaint(with_comment(folder, "--input n=2..1")),
                 "slots.cu:1:14: --input n=2..1: the range '2..1' is empty"));
}

TEST_CASE("inputs: JSON has each choice of values", "[cli][inputs]") {
  const Folder folder;
  const std::string file = folder.path("r.json");
  CHECK(program(slots + " --input n=-1..1 --write json='" + file + "'").status == 2);
  const Json document = Json::parse(folder.text("r.json"));
  CHECK(schema_fault(document.dump()).empty());
  REQUIRE(document["tests"].size() == 3);
  // With -1 the kernel divides by zero: the others are explored nevertheless.
  CHECK(document["tests"][0]["inputs"] == Json::parse(R"([{"name": "n", "value": -1}])"));
  CHECK(document["tests"][0].contains("error"));
  CHECK(document["tests"][2]["kernel"]["inputs"] == Json::parse(R"([{"name": "n", "value": 1}])"));
  CHECK(document["tests"][2]["kernel"]["bugs"].size() == 1);
  CHECK(document["exit_code"] == 2);
}

TEST_CASE("inputs: a bug that several launches show is one for others", "[cli][inputs]") {
  const Folder folder;
  const std::string file = folder.path("r.sarif");
  program(slots + " --input n=0..3 --write sarif='" + file + "'");
  const Json results = Json::parse(folder.text("r.sarif"))["runs"][0]["results"];
  REQUIRE(results.size() == 2);
  CHECK(contains(results[1]["message"]["text"].get<std::string>(), "It is found with n = 1."));
}

TEST_CASE("inputs: several shapes of a launch in one report", "[cli][inputs]") {
  const std::string kernel = "tests/kernels/cuda/slots.sm_90.ptx --input n=2";
  const CommandResult result = program(kernel + " --grid 1 --block 1..4");
  INFO(result.output);
  CHECK(result.status == 11);
  CHECK(contains(result.output, "slots(int*, int), explored with block = 1..4\n"));
  CHECK(contains(result.output, "  block = 1..3  ok   no data race, no hang\n"));
  CHECK(contains(result.output, "  block = 4     BUG  data race on `out[0]`\n"));
  CHECK(contains(result.output, "  note of other launches than these nothing is said\n"));
  CHECK(contains(result.output, "The smallest with a bug, block = 4:\n"));
  CHECK(contains(result.output, "explored as <<<1, 4>>> (nvcc"));
  CHECK(program(kernel + " --grid 1 --block 1 --block 2").status == 0);
  // The smallest comes first, in whatever order they are said.
  CHECK(contains(program(kernel + " --grid 1 --block 5 --block 4").output,
                 "The smallest with a bug, block = 4:"));
  CHECK(contains(program(kernel + " --grid 1..2 --block 3 --block 1,1..2").output,
                 "explored with grid = 1, 2 and block = "));
}

TEST_CASE("inputs: shapes with inputs, in JSON and in comments", "[cli][inputs]") {
  const Folder folder;
  const std::string file = folder.path("r.json");
  CHECK(program("tests/kernels/cuda/slots.sm_90.ptx --grid 1 --block 2..3 --input n=1..2 --write "
                "json='" +
                file + "'")
            .status == 11);
  const Json document = Json::parse(folder.text("r.json"));
  CHECK(schema_fault(document.dump()).empty());
  REQUIRE(document["tests"].size() == 4);
  CHECK(
      document["tests"][1]["kernel"]["inputs"] ==
      Json::parse(R"([{"name": "block", "value": 2, "shape": true}, {"name": "n", "value": 2}])"));
  const std::string kernel = with_comment(folder, "--grid 1 --block 1..2 --input n=2");
  CHECK(contains(program(kernel).output, "explored with block = 1, 2\n"));
  // A shape of the command line takes the place of those of the comment.
  CHECK_FALSE(contains(program(kernel + " --block 2").output, "with block ="));
}

TEST_CASE("inputs: wrong shapes", "[cli][inputs]") {
  CHECK(contains(complaint(slots + " --grid 0..2"), "expected one to three numbers from 1"));
  CHECK(contains(complaint(slots + " --grid 3..2"), "the range '3..2' is empty"));
  CHECK(contains(complaint(slots + " --grid 1..a"), "'1..a' is no range of integers"));
  CHECK(contains(complaint(slots + " --grid 1..300"), "300 launches are too many"));
  CHECK(contains(complaint(slots + " --grid 1..20,1..20"), "launches are too many"));
}

TEST_CASE("inputs: elements of memory, and any of what the kernel tells apart", "[cli][inputs]") {
  const CommandResult any = program(shifted + " --input shift=any,any");
  INFO(any.output);
  CHECK(any.status == 11);
  CHECK(contains(any.output, "  shift[0] = 1 and shift[1] = 0  BUG  data race on `out[1]`\n"));
  CHECK(contains(any.output, "shift[0] = 0 and shift[1] = 0, 1; shift[0] = 1 and shift[1] = 1"));
  const CommandResult one = program(shifted + " --input 'shift[0]=0..2'");
  CHECK(contains(one.output, "  shift[0] = 1     BUG  data race on `out[1]`\n"));
  CHECK(contains(complaint(shifted + " --input shift=any"),
                 "of memory each element is said; write shift[0]=any"));
  CHECK(contains(complaint(slots + " --input n=any"),
                 "no small set of numbers is known to stand for all of 'n': it is computed with at "
                 "slots.cu:3 (rem.u32 %r4, %r2, %r3); say which are of interest: --input n=0..3"));
}

TEST_CASE("inputs: a pointer to nothing, and older words", "[cli][inputs]") {
  const CommandResult null = program(slots + " --input n=3 --input out=null");
  CHECK(null.status == 10);
  CHECK(contains(null.output, "null"));
  CHECK(program(slots + " --arg n=3").output == program(slots + " --input n=3").output);
  CHECK(program(shifted + " --init shift=1,0").output ==
        program(shifted + " --input shift=1,0").output);
  CHECK(
      contains(complaint(slots + " --input m=3"), "there is no parameter, buffer or variable 'm'"));
  CHECK(contains(complaint(slots + " --input n=0..999"),
                 "1000 launches are too many: the limit is 256"));
}

TEST_CASE("inputs: of a litmus test each launch has a log", "[cli][inputs]") {
  const CommandResult logs = program(slots + " --log --input n=2..3");
  CHECK(contains(logs.output, "Test slots-n=2 "));
  CHECK(contains(logs.output, "Test slots-n=3 "));
}

TEST_CASE("inputs: push constants and shared variables of shaders", "[cli][inputs][spirv]") {
  if (!glslang_or_skip()) return;
  const std::string mode = "tests/kernels/glsl/mode.comp";
  const CommandResult known = program(mode + " --input host.shared_place=any");
  INFO(known.output);
  CHECK(known.status == 11);
  CHECK(contains(known.output, "  host.shared_place = 0  "));
  CHECK(contains(program(mode).output, "assumed host.shared_place = 0: nobody gave it (--input)"));
  const Folder folder;
  const std::string text =
      "#version 450\n// opexplore: --input scale=1..2 --input seed=0..1\n"
      "layout(local_size_x = 1) in;\nlayout(constant_id = 3) const uint scale = 5;\n"
      "shared uint seed;\nlayout(binding = 0) buffer O { uint out_; };\n"
      "void main() { out_ = scale * 10u + seed; }\n";
  const CommandResult shader = program("'" + folder.add("k.comp", text) + "'");
  INFO(shader.output);
  CHECK(shader.status == 0);
  CHECK(contains(shader.output, "with scale = 1, 2 and seed = 0, 1\n"));
  CHECK(contains(shader.output, "possible  out_: 10, 11, 20, 21\n"));
}

}  // namespace opexplore::testing
