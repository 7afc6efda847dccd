#include "hardware/result_json.hpp"

#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/catch.hpp"
#include "tests/export/schema_check.hpp"
#include "tests/hardware/results.hpp"
#include "tests/locations.hpp"

using namespace opexplore;
using namespace opexplore::hardware;
using namespace opexplore::testing;

namespace {

using Json = nlohmann::ordered_json;

Result full_result() {
  Result result = result_of(passing("MP"), {{{0, 0}, {5, 6}}, {{1, 0}, {0, 2}}, {{1, 1}, {9, 1}}});
  result.profile = Profile::pinned;
  result.sibling = Sibling{"MP+relaxed", result.hash};
  result.status = Result::Status::incomplete;
  result.reason = "interrupted \"here\"";
  result.started = "2026-11-22T04:31:11Z";
  result.command = "oplitmus run suite";
  result.overflow = 3;
  result.out_of_bound = 4;
  result.not_run = 1;
  result.executed += 7;
  result.stationarity = 0.25;
  result.toolchain->roles[1] = {
      Survival::Verdict::merged, {"LDG.STRONG.GPU y"}, {}, "one load for two"};
  return result;
}

std::string reading_complaint(const std::string& text) {
  try {
    read_results(text, "r.jsonl");
  } catch (const InputError& error) {
    return error.what();
  }
  return "no complaint";
}

// The value at a path as messages have it, `outcomes[1].count`.
const Json& at_path(const Json& json, const std::string& path) {
  std::string pointer = "/";
  for (const char c : path) {
    if (c != ']') pointer += c == '.' || c == '[' ? '/' : c;
  }
  return json.at(Json::json_pointer(pointer));
}

// The complaint about a result of which the member at this JSON pointer is another, without its
// place, which must be that of the value named in it.
std::string complaint_about(const std::string& pointer, const Json& value) {
  Json json = json_result(full_result());
  json[Json::json_pointer(pointer)] = value;
  const std::string text = json.dump();
  try {
    read_results(text, "r.jsonl");
  } catch (const InputError& error) {
    CHECK(error.line == 1);
    const std::string path = error.message.substr(0, error.message.find(": "));
    const std::string rest = text.substr(error.column - 1);
    INFO(error.what());
    if (error.message.find(": there is no ") == std::string::npos) {
      CHECK(rest.starts_with(at_path(json, path).dump()));
    } else {  // that of the member that should not be there
      CHECK(rest.starts_with(value.dump()));
    }
    return error.message + (error.suggestion.empty() ? "" : "; " + error.suggestion);
  }
  return "no complaint";
}

}  // namespace

TEST_CASE("result: what is written is read", "[hardware]") {
  const Result result = full_result();
  Result nothing = result_of(passing("Nothing", "fence.sc.gpu"), {});
  nothing.status = Result::Status::unsupported;
  nothing.device.reset();
  nothing.toolchain.reset();
  const std::string text = result_line(result) + "\n \r\n" + result_line(nothing);
  const std::vector<Result> read = read_results(text, "r.jsonl");
  REQUIRE(read.size() == 2);
  CHECK(result_line(read[0]) == result_line(result));
  CHECK(result_line(read[1]) == result_line(nothing));
  CHECK(read[0].outcomes == result.outcomes);
  CHECK(read[0].environments == result.environments);
  CHECK(read[0].toolchain == result.toolchain);
  CHECK(read[0].device == result.device);
  CHECK(read[0].sibling == result.sibling);
  CHECK(read[0].stationarity == result.stationarity);
  CHECK(positive(read[0]) == 2);
  CHECK_FALSE(read[1].device);
}

TEST_CASE("result: the schema describes it", "[hardware]") {
  CHECK(schema_fault(result_line(full_result()), "hardware-result.schema.json").empty());
  for (const char* const name :
       {"sound.jsonl", "forbidden.jsonl", "thesis.jsonl", "recent.jsonl"}) {
    std::ifstream file(fixture(name));
    std::string line;
    std::size_t lines = 0;
    while (std::getline(file, line)) {
      INFO(name << ", line " << ++lines);
      CHECK(schema_fault(line, "hardware-result.schema.json").empty());
    }
    CHECK(lines == read_results_file(fixture(name)).size());
  }
  Json wrong = json_result(full_result());
  wrong["status"] = "fine";
  CHECK_FALSE(schema_fault(wrong.dump(), "hardware-result.schema.json").empty());
}

TEST_CASE("result: every parameter of an environment is in the schema", "[hardware]") {
  std::ifstream file(std::string(source_folder) + "/docs/hardware-result.schema.json");
  const Json schema = Json::parse(file);
  const Json& described = schema["definitions"]["environment"]["properties"]["params"];
  std::vector<std::string> names;
  for (const Parameter& parameter : environment_parameters()) names.emplace_back(parameter.name);
  CHECK(described["required"].get<std::vector<std::string>>() == names);
}

TEST_CASE("result: what is wrong has a place", "[hardware]") {
  const std::string good = result_line(full_result());
  CHECK(reading_complaint("") == "r.jsonl: there is no result in the file");
  CHECK(reading_complaint(good + "{\"schema\": }\n") ==
        "r.jsonl:2:12: this is no JSON: syntax error while parsing value - unexpected '}'; "
        "expected '[', '{', or a literal; each line is one result");
  CHECK(reading_complaint(good + good.substr(0, 40)).find("r.jsonl:2:") == 0);
  CHECK(reading_complaint("\n[]\n") == "r.jsonl:2:1: expected an object, found []");
  CHECK(reading_complaint("{}") == "r.jsonl:1:1: `schema` is missing");
  CHECK(complaint_about("/schema", "opexplore-hw/9") ==
        "schema: expected \"opexplore-hw/1\", found \"opexplore-hw/9\"");
  CHECK(complaint_about("/outcomes/1/count", -1) ==
        "outcomes[1].count: expected a whole number from 0, found -1");
  CHECK(complaint_about("/outcomes/1/count", Json::parse("[1]")) ==
        "outcomes[1].count: expected a whole number from 0, found an array");
  CHECK(complaint_about("/status", "fine") ==
        "status: expected a status, such as \"ok\", found \"fine\"");
  CHECK(complaint_about("/toolchain/sass/P1/verdict", "good") ==
        "toolchain.sass.P1.verdict: expected a verdict, such as \"exact\", found "
        "\"good\"");
  CHECK(complaint_about("/envs/0/id", 5'000'000'000) ==
        "envs[0].id: expected a whole number from 0 to 4294967295, found 5000000000");
  CHECK(complaint_about("/outcomes/0/state/[x]", 1) ==
        "outcomes[0].state: there are values that the test does not observe");
  CHECK(complaint_about("/outcomes/0/samples/0/smid", Json::parse("[1]")) ==
        "outcomes[0].samples[0].smid: expected a number for each of 2 threads, found "
        "an array");
  CHECK(complaint_about("/totals/seconds", 1).find("no complaint") == 0);
  CHECK(complaint_about("/totals/second", 1) ==
        "totals: there is no member `second`; did you mean 'seconds'?");
  CHECK(complaint_about("/totals/secs", 1) ==
        "totals: there is no member `secs`; members are launches, executed, not_run, "
        "out_of_bound, overflow, seconds, rate_per_s");
}

TEST_CASE("result: no member may be missing, and no other may be there", "[hardware]") {
  const Json whole = json_result(full_result());
  const Json flat = whole.flatten();
  std::size_t members = 0;
  for (const auto& [path, leaf] : flat.items()) {
    for (Json::json_pointer at(path); !at.empty(); at = at.parent_pointer()) {
      const Json::json_pointer parent = at.parent_pointer();
      if (!whole[parent].is_object()) continue;
      Json less = whole;
      less[parent].erase(at.back());
      INFO(at.to_string());
      CHECK(reading_complaint(less.dump()) != "no complaint");
      Json more = whole;
      more[parent]["a member"] = 1;
      CHECK(reading_complaint(more.dump()) != "no complaint");
      ++members;
    }
  }
  CHECK(members > 100);
}

TEST_CASE("result: what cannot be is refused", "[hardware]") {
  CHECK(complaint_about("/hash", std::string(32, '0')).find("hash: the test has the hash ") !=
        std::string::npos);
  CHECK(complaint_about("/test", "SB") == "test: the test is called MP, not SB");
  CHECK(complaint_about("/litmus", "PTX MP\n{ x = 0; }\n P0@cta 0,gpu 0 ;\n ld.sc r0, x ;\n")
            .find("litmus: line 4, column 5 of the test: ") == 0);
  CHECK(complaint_about("/outcomes/0/count", 1'000'000) ==
        "outcomes[0].count: more is counted than totals.executed says");
  CHECK(complaint_about("/totals/overflow", 4) ==
        "totals.overflow: more is counted than totals.executed says");
  CHECK(complaint_about("/totals/overflow", ~std::uint64_t{0}) ==
        "totals.overflow: more is counted than totals.executed says");
  CHECK(complaint_about("/envs/1/id", 0) == "envs[1].id: another environment has this number");
  CHECK(complaint_about("/envs/1/counts", Json::parse("[1, 1]")) ==
        "envs[1].counts: expected a count for each of the outcomes");
  CHECK(complaint_about("/envs/1/counts/0", 7) ==
        "envs[1].counts[2]: more is counted than totals.executed says");
  CHECK(complaint_about("/envs/0/params/stride", 0).find("envs[0].params: ") == 0);
  CHECK(complaint_about("/envs/0/params/strides", 1) ==
        "envs[0].params: there is no parameter `strides`");
  CHECK(complaint_about("/device", nullptr) ==
        "device: something was executed, so there was a device");
  CHECK(complaint_about("/outcomes/1/state/1:r0", 0) ==
        "outcomes[1]: outcomes are not in increasing order of their values");
}

TEST_CASE("result: files that cannot be read", "[hardware]") {
  CHECK_THROWS_AS(read_results_file("/no/such/file.jsonl"), InputError);
  CHECK_THROWS_AS(read_results_file("/"), InputError);
}

TEST_CASE("result: words", "[hardware]") {
  for (const auto status :
       {Result::Status::ok, Result::Status::incomplete, Result::Status::failed,
        Result::Status::timed_out, Result::Status::unsupported, Result::Status::not_run}) {
    CHECK(status_named(to_string(status)) == status);
  }
  CHECK(profile_named(to_string(Profile::as_written)) == Profile::as_written);
  CHECK(profile_named(to_string(Profile::pinned)) == Profile::pinned);
  CHECK_FALSE(profile_named("asis"));
  CHECK_FALSE(status_named(""));
}
