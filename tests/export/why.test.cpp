// Why an outcome is possible, as text and as JSON.
#include "answers/why/why.hpp"

#include <sstream>
#include <string>
#include <utility>

#include "export/dot.hpp"
#include "export/why_json.hpp"
#include "export/why_text.hpp"
#include "export/witness_graph.hpp"
#include "litmus/language/reader.hpp"
#include "opmodel/results/answer.hpp"
#include "tests/catch.hpp"

namespace opexplore::testing {
namespace {

const std::string message_passing = R"(PTX MP
{ data = 0; flag = 0; }
 P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;
 st.weak data, 42 | ld.relaxed.gpu r0, flag ;
 st.release.gpu flag, 1 | ld.weak r1, data ;
exists (1:r0=1 /\ 1:r1=0)
)";

struct Explained {
  Test test;
  Trace trace;
  Why why;
};

Explained explained(const std::string& litmus) {
  const MachineEntry& machine = *find_machine("ptx-proxy");
  Explained result{read(litmus, "test.litmus"), {}, {}};
  ExploreOptions options;
  options.threads = 1;
  options.traces = Traces::witness;
  Answer report = machine.explore(result.test, options);
  for (AnsweredOutcome& outcome : report.outcomes) {
    if (!outcome.trace) continue;
    result.trace = std::move(*outcome.trace);
    result.why = why(result.test, result.trace, {machine, outcome.values, options});
  }
  return result;
}

}  // namespace

TEST_CASE("the explanation as text", "[export][why]") {
  const Explained one = explained(message_passing);
  std::ostringstream out;
  write_why(out, one.test, one.why);
  CHECK(out.str() ==
        "Why it is possible: step 4, P1 line 5 `ld.weak r1, data` reads data=0 although P0 wrote "
        "data=42 (line 4)\n"
        "  release  P0 line 5  st.release.gpu flag, 1   publishes data=42                  ok\n"
        "  acquire  P1 line 4  ld.relaxed.gpu r0, flag  sees flag=1, but does not acquire  <- "
        "missing\n"
        "  scope    P0 line 5  st.release.gpu flag, 1   gpu covers both CTAs               ok\n"
        "  proxy    P1 line 5  ld.weak r1, data         both generic, by one name          ok\n"
        "Forbidden by any of: ld.acquire.gpu at line 4 of P1 | fence.acq_rel.gpu after line 4 of "
        "P1\n");
}

TEST_CASE("the explanation as JSON", "[export][why]") {
  const Explained one = explained(message_passing);
  const auto json = json_why(one.test, one.why);
  REQUIRE(json["violations"].size() == 1);
  const auto& violation = json["violations"][0];
  CHECK(violation["verified"] == true);
  CHECK(violation["culprits"][0]["fault"] == "stale");
  CHECK(violation["culprits"][0]["source"]["text"] == "ld.weak r1, data");
  CHECK(violation["culprits"][0]["reads_from"]["thread"].is_null());
  CHECK(violation["culprits"][0]["instead"]["value"] == 42);
  REQUIRE(violation["rows"].size() == 5);
  CHECK(violation["rows"][1]["kind"] == "acquire");
  CHECK(violation["rows"][1]["status"] == "missing");
  CHECK(violation["rows"][1]["enough_alone"] == true);
  CHECK(violation["rows"][1]["remedies"][1][0]["where"] == "after");
  CHECK(violation["rows"][4]["kind"] == "sc");
  CHECK(violation["rows"][4]["status"] == "not needed");
}

TEST_CASE("the read to blame is bold in drawings", "[export][why]") {
  const Explained one = explained(message_passing);
  std::ostringstream out;
  write_dot(out, one.test, witness_graph(one.test, one.trace, &one.why), {{"ptx-proxy"}});
  CHECK(out.str().find("R.weak[data]=0 (4)\\nline 5\", fontname=\"monospace bold\"") !=
        std::string::npos);
  CHECK(out.str().find("R.relaxed.gpu[flag]=1 (3)\\nline 4\"];") != std::string::npos);
}

}  // namespace opexplore::testing
