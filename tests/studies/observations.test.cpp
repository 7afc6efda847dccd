#include "studies/ranking/observations.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/catch.hpp"
#include "tests/export/schema_check.hpp"
#include "tests/locations.hpp"

using namespace opexplore;
using opexplore::testing::schema_fault;

namespace {

nlohmann::ordered_json small_document() {
  return nlohmann::ordered_json::parse(R"json({
    "source": "a paper",
    "models": "whatever",
    "hardware": [
      {"table": "1", "config": "D-cta:S-ker-Global", "test": "MP",
       "observed": {"old_a": 12, "new_b": 0}, "note": "seen"},
      {"table": "1", "config": "D-warp:S-cta (mixed regions)", "test": "SB",
       "observed": {"new_b": 3, "new_c": 4},
       "regions": {"x": "shared", "y": "global"}, "loads": ".cg", "stores": ".cg"},
      {"table": "2", "config": "D-warp:S-cta-Shared", "test": "LD+*", "observed": {"old_a": 0}}
    ]})json");
}

Observations observations_of(const nlohmann::ordered_json& document) {
  return read_observations(document.dump(), "data.json");
}

// The message, without the name of the file.
std::string fault(const std::string& text) {
  try {
    read_observations(text, "data.json");
  } catch (const InputError& error) {
    CHECK(error.path == "data.json");
    return error.what();
  }
  return "none";
}

Observation named(const std::string& test) {
  Observation row;
  row.test = test;
  return row;
}

}  // namespace

TEST_CASE("observations: rows, columns and counts", "[ranking]") {
  CHECK(schema_fault(small_document().dump(), "observations.schema.json") == "");
  const Observations data = observations_of(small_document());
  CHECK(data.source == "a paper");
  CHECK(data.columns == std::vector<std::string>{"old_a", "new_b", "new_c"});
  REQUIRE(data.rows.size() == 3);
  CHECK(data.rows[0].counts[0] == 12U);
  CHECK(data.rows[0].counts[1] == 0U);
  CHECK_FALSE(data.rows[0].counts[2]);
  CHECK_FALSE(data.rows[1].counts[0]);
  CHECK(data.rows[1].counts[2] == 4U);
  CHECK(data.rows[1].configuration.regions.at("x") == Region::shared);
  CHECK(data.rows[1].configuration.regions.at("y") == Region::global);
  CHECK(data.rows[2].counts.size() == 3);
}

TEST_CASE("observations: a family of tests", "[ranking]") {
  CHECK(named("LD+*").names("LD"));
  CHECK(named("LD+*").names("LD+membar.gls"));
  CHECK(named("S+*").names("S+po+data"));
  CHECK(named("2+2W+*").names("2+2W+membar.ctas"));
  CHECK_FALSE(named("S+*").names("SB"));
  CHECK_FALSE(named("LD+*").names("LDX+addr"));
  CHECK_FALSE(named("MP+*").names("MP-L1"));
  CHECK_FALSE(named("MP+*").names("M"));
  CHECK(named("MP").names("MP"));
  CHECK_FALSE(named("MP").names("MP+addr"));
}

TEST_CASE("observations: what is wrong is named with its path", "[ranking]") {
  using Json = nlohmann::ordered_json;
  const auto [path, value, says] = GENERATE(table<std::string, std::string, std::string>(
      {{"/source", "7", "data.json:1:11: source: expected a text that is not empty, found 7"},
       {"/hardware", "{}", "data.json:1:52: hardware: expected a list of rows, found {}"},
       {"/hardware", "[]", "data.json:1:52: hardware: expected a list of rows, found []"},
       {"/hardware/1", "5", "hardware[1]: expected a row, which is an object, found 5"},
       {"/hardware/1/table", "6.1", "hardware[1].table: expected a text"},
       {"/hardware/1/test", "\"\"", "hardware[1].test: expected a text"},
       {"/hardware/1/test", "\"+*\"", "hardware[1].test: expected a family"},
       {"/hardware/0/config", "\"D-warp\"",
        "hardware[0].config: there is no configuration `D-warp`; configurations are "
        "D-warp:S-cta-Sh"},
       {"/hardware/0/observed", "{}", "hardware[0].observed: expected an object with a count"},
       {"/hardware/0/observed", "[1]", "hardware[0].observed: expected an object with a count"},
       {"/hardware/0/observed/new_b", "-1",
        "hardware[0].observed.new_b: expected a count, which is a whole number from 0, found -1"},
       {"/hardware/0/observed/new_b", "1.5", "hardware[0].observed.new_b: expected a count"},
       {"/hardware/0/observed/new_b", "\"3\"", "hardware[0].observed.new_b: expected a count"},
       {"/hardware/0/observed/new_b", "null", "hardware[0].observed.new_b: expected a count"},
       {"/hardware/0/regions", R"({"x": "global"})",
        "hardware[0].regions: configuration D-cta:S-ker-Global has said the regions already"},
       {"/hardware/1/regions/x", "\"local\"",
        "hardware[1].regions.x: expected \"shared\" or \"global\", found \"local\""},
       {"/hardware/1/regions", "{}", "hardware[1].regions: expected an object with the region"},
       {"/hardware/0/region", "\"global\"",
        "hardware[0]: there is no member `region`; did you mean 'regions'?"},
       {"/hardware/0/weather", "\"fine\"",
        "hardware[0]: there is no member `weather`; members are table, config, test, observed, "},
       {"/hardware/0/note", "1", "hardware[0].note: expected a text, found 1"}}));
  Json document = small_document();
  document[Json::json_pointer(path)] = Json::parse(value);
  INFO(path << " = " << value);
  CHECK_THAT(fault(document.dump()), Catch::Matchers::Contains(says));
  if (path != "/hardware/1/test") {
    CHECK_FALSE(schema_fault(document.dump(), "observations.schema.json").empty());
  }
}

TEST_CASE("observations: what is missing is named", "[ranking]") {
  const std::string name = GENERATE(as<std::string>{}, "table", "config", "test", "observed");
  auto document = small_document();
  document["hardware"][2].erase(name);
  CHECK_THAT(fault(document.dump()),
             Catch::Matchers::Contains("hardware[2]: `" + name + "` is missing"));
  document = small_document();
  document["hardware"][1].erase("regions");
  CHECK_THAT(fault(document.dump()),
             Catch::Matchers::Contains("hardware[1]: `regions` is missing"));
  document.erase("hardware");
  CHECK_THAT(fault(document.dump()),
             Catch::Matchers::Contains("data.json:1:1: `hardware` is missing"));
  CHECK_THAT(fault("[]"), Catch::Matchers::Contains("expected an object with `source`"));
}

TEST_CASE("observations: a row twice", "[ranking]") {
  auto document = small_document();
  document["hardware"].push_back(document["hardware"][1]);
  CHECK_THAT(fault(document.dump()),
             Catch::Matchers::Contains("hardware[3]: the same row as hardware[1]"));
  document["hardware"][3]["regions"]["x"] = "global";
  CHECK(fault(document.dump()) == "none");
}

TEST_CASE("observations: what is no JSON is named with its place", "[ranking]") {
  CHECK_THAT(fault("{\n  \"source\": \"a\",\n  oops\n}"),
             Catch::Matchers::StartsWith("data.json:3:3: this is no JSON: "));
  CHECK_THAT(fault(""), Catch::Matchers::StartsWith("data.json:1:1: this is no JSON: "));
  CHECK_THAT(fault("{} {}"), Catch::Matchers::StartsWith("data.json:1:4: this is no JSON: "));
  CHECK_THROWS_AS(read_observations_file("/nonexistent/data.json"), InputError);
  CHECK_THROWS_AS(read_observations_file("/"), InputError);
}

TEST_CASE("observations: values that are too long to print are named by their kind", "[ranking]") {
  auto document = small_document();
  document["hardware"][0]["observed"] = std::string(1000, 'x');
  CHECK_THAT(fault(document.dump()), Catch::Matchers::EndsWith("found a long string"));
}

TEST_CASE("observations: those of the corpus can be read", "[ranking]") {
  const std::string path = std::string(testing::source_folder) + "/litmus/thesis/observed.json";
  std::ifstream file(path);
  REQUIRE(file);
  const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  CHECK(schema_fault(text, "observations.schema.json") == "");
  CHECK(read_observations_file(path).rows.size() == 93);
}
