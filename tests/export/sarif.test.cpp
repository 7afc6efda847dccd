// The parts of SARIF that all programs write alike.
#include "export/sarif.hpp"

#include "tests/catch.hpp"

namespace opexplore::testing {

TEST_CASE("sarif: names of files become URIs", "[export][sarif]") {
  CHECK(sarif::uri_of("handoff.cu") == "handoff.cu");
  CHECK(sarif::uri_of("./a/../b/x.cu") == "b/x.cu");
  CHECK(sarif::uri_of("/home/me/my kernels/100%.cu") == "file:///home/me/my%20kernels/100%25.cu");
  // Not a scheme and a path, and not a part after a query or a fragment.
  CHECK(sarif::uri_of("a:b?c#d.cu") == "a%3Ab%3Fc%23d.cu");
  CHECK(sarif::uri_of("größe.cu") == "gr%C3%B6%C3%9Fe.cu");
  CHECK(sarif::uri_of("\xff.cu") == "%FF.cu");
}

TEST_CASE("sarif: a place has a region as far as it is known", "[export][sarif]") {
  using Json = nlohmann::ordered_json;
  const auto region = [](SourcePlace place) {
    return sarif::location({"x.cu", place})["physicalLocation"].value("region", Json());
  };
  CHECK(region({7, 5}) == Json{{"startLine", 7}, {"startColumn", 5}});
  // Columns count from 1: there is no column 0 to write.
  CHECK(region({7, 0}) == Json{{"startLine", 7}});
  CHECK(region({}).is_null());
}

TEST_CASE("sarif: messages have neither placeholders nor links", "[export][sarif]") {
  CHECK(sarif::message_text("slots[i] = {0}; {12} {} {x} {1") ==
        "slots[i] = {{0}}; {{12}} {} {x} {1");
  CHECK(sarif::message_text("calls[1](x), [2]") == "calls\\[1](x), [2]");
  CHECK(sarif::message_text("") == "");
}

TEST_CASE("sarif: results name their rule by its place", "[export][sarif]") {
  sarif::Run run;
  CHECK(run.add_rule({{"id", "a"}}) == 0);
  CHECK(run.add_rule({{"id", "b"}}) == 1);
  CHECK(run.add_rule({{"id", "a"}, {"name", "again"}}) == 0);
  run.add(sarif::result({"b", "error", "text", sarif::location({"x.cu", {1, 1}})}));
  const auto log = sarif::document(run.finish({{"name", "tool"}}));
  CHECK(log["version"] == "2.1.0");
  CHECK(log["runs"][0]["tool"]["driver"]["name"] == "tool");
  CHECK(log["runs"][0]["tool"]["driver"]["rules"].size() == 2);
  CHECK(log["runs"][0]["results"][0]["ruleIndex"] == 1);
}

}  // namespace opexplore::testing
