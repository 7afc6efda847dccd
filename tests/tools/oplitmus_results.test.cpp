// oplitmus check and rank, as their users call them.
#include <nlohmann/json.hpp>
#include <string>

#include "tests/catch.hpp"
#include "tests/export/schema_check.hpp"
#include "tests/hardware/results.hpp"
#include "tests/locations.hpp"
#include "tests/tools/cli.hpp"
#include "tests/tools/run_oplitmus.hpp"

using namespace opexplore::testing;

namespace {

// The words of the line that begins with these two.
bool has_line(const std::string& text, const std::string& first, const std::string& part) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text.find('\n', at);
    const std::string line = text.substr(at, end - at);
    if (line.find(first) == 0 && contains(line, part)) return true;
    at = end == std::string::npos ? text.size() : end + 1;
  }
  return false;
}

}  // namespace

TEST_CASE("oplitmus check: the machine of ICS'13 and the counts of the thesis", "[cli][hardware]") {
  const CommandResult old =
      oplitmus("check -q '" + fixture("thesis.jsonl") + "' --machine gpu-queues");
  CHECK(old.status == 10);
  CHECK(contains(old.output, "violation: LD+membar.ctas (as-written) on GTX Titan, gpu-queues\n"));
  CHECK(contains(old.output, "0:r0=1; 1:r0=1; seen 186 of 100,000 times, rate "));
  CHECK_FALSE(contains(old.output, "on Tesla C2075, gpu-queues\n"));
  CHECK_FALSE(contains(old.output, "on GTX 750, gpu-queues\n"));
  // Only one outcome of each test was published, so nothing is known of the others.
  const CommandResult repaired =
      oplitmus("check -q '" + fixture("thesis.jsonl") + "' --machine gpu-scoped,ptx,ptx-proxy");
  CHECK(repaired.status == 1);
  CHECK_FALSE(contains(repaired.output, "UNSOUND"));
}

TEST_CASE("oplitmus check: recent chips", "[cli][hardware]") {
  const CommandResult result = oplitmus("check '" + fixture("recent.jsonl") + "'");
  CHECK(result.status == 1);
  CHECK_FALSE(contains(result.output, "UNSOUND"));
  CHECK(contains(result.output, "allowed, seen 1,340,000\n"));
  CHECK(oplitmus("check -q '" + fixture("recent.jsonl") + "' --machine sc").status == 10);
}

TEST_CASE("oplitmus check: a sound run", "[cli][hardware]") {
  const CommandResult result = oplitmus("check '" + fixture("sound.jsonl") + "' --machine ptx");
  CHECK(result.status == 1);  // one result has no verdict
  CHECK(contains(result.output,
                 "1:r0=1; 1:r1=0;  forbidden, weak  below 1.5e-06, 3e-06 in environment 0  "
                 "confidence: sibling MP.rlx-p0::p1 showed it 1,000 times, 2e+03/s\n"));
  CHECK(contains(result.output, "unsupported: an example of a test that was not run\n"));
  CHECK(contains(result.output, "in 24 instances some thread did not run"));
  CHECK_FALSE(contains(result.output, "violation"));
  const CommandResult short_one =
      oplitmus("check -q '" + fixture("sound.jsonl") + "' --machine ptx");
  CHECK_FALSE(contains(short_one.output, "unseen (95 %)"));
  const Folder folder;
  folder.add("one.jsonl", run("head -n 1 '" + fixture("sound.jsonl") + "'").output);
  CHECK(oplitmus("check '" + folder.path("one.jsonl") + "'").status == 0);
  CHECK(oplitmus("check - < '" + folder.path("one.jsonl") + "'").status == 0);
}

TEST_CASE("oplitmus check: a violation", "[cli][hardware]") {
  const CommandResult result = oplitmus("check '" + fixture("forbidden.jsonl") + "'");
  CHECK(result.status == 10);
  for (const char* const part :
       {"violation: MP.rlx+ar.gpus-p0::p1 (pinned) on Fabricated chip, ptx-proxy\n  suspect: chip\n"
        "  seed 7, nvcc 13.0.88, cubin sha256 aaaa",
        "1:r0=1; 1:r1=0; seen 7 of 2,000,000 times in 2 launches, rate [1.41e-06, 7.21e-06]",
        "environment 1: 7 of 1,000,000; ",
        "sample: environment 1, launch 17, instance 4711, multiprocessors 12 90\n",
        "suspect: toolchain: the machine code of thread 1 is reordered: the loads have changed "
        "places\n",
        "out of domain: 1:r1=42 is in no outcome of the machine; the harness is suspect\n"}) {
    CAPTURE(part);
    CHECK(contains(result.output, part));
  }
}

TEST_CASE("oplitmus check: JSON", "[cli][hardware]") {
  const Folder folder;
  const CommandResult result = oplitmus("check --json - '" + fixture("forbidden.jsonl") + "' '" +
                                        fixture("sound.jsonl") + "' --machine sc,ptx");
  CHECK(result.status == 10);
  CHECK(schema_fault(result.output, "hardware-check.schema.json").empty());
  const auto json = nlohmann::json::parse(result.output);
  CHECK(json["exit_code"] == 10);
  CHECK(json["checks"].size() == 12);  // the sibling is in both files, and counts once
  CHECK(json["machines"][1]["name"] == "ptx");
  const std::string text = folder.path("check.txt");
  CHECK(oplitmus("check '" + fixture("sound.jsonl") + "' -o '" + text + "' --json '" +
                 folder.path("check.json") + "'")
            .output.empty());
  CHECK(contains(folder.text("check.txt"), "MP.rlx-p0::p1"));
  CHECK(schema_fault(folder.text("check.json"), "hardware-check.schema.json").empty());
}

TEST_CASE("oplitmus check: a result given twice counts once", "[cli][hardware]") {
  const Folder folder;
  const std::string all = run("cat '" + fixture("sound.jsonl") + "'").output;
  folder.add("twice.jsonl", all + all);
  const std::string twice = folder.path("twice.jsonl");
  const std::string once = oplitmus("check '" + fixture("sound.jsonl") + "' 2>/dev/null").output;
  CHECK(oplitmus("check '" + twice + "' 2>/dev/null").output == once);
  CHECK(oplitmus("check '" + fixture("sound.jsonl") + "' '" + twice + "' 2>/dev/null").output ==
        once);
  CHECK(contains(oplitmus_complaint("check '" + twice + "'"),
                 "Warning: File \"" + twice + "\": 4 results were given before and left out\n"));
  CHECK_FALSE(contains(oplitmus_complaint("check '" + fixture("sound.jsonl") + "'"), "Warning"));
  CHECK_FALSE(contains(oplitmus_complaint("check -q '" + twice + "'"), "Warning"));
  const std::string ranked = oplitmus("rank -q '" + fixture("sound.jsonl") + "'").output;
  CHECK(oplitmus("rank -q '" + twice + "'").output == ranked);
}

TEST_CASE("oplitmus check: a failed run that showed something forbidden", "[cli][hardware]") {
  const Folder folder;
  auto json =
      nlohmann::ordered_json::parse(run("head -n 1 '" + fixture("sound.jsonl") + "'").output);
  json["status"] = "failed";
  json["reason"] = "illegal address";
  folder.add("failed.jsonl", json.dump() + "\n");
  const std::string failed = folder.path("failed.jsonl");
  const CommandResult result = oplitmus("check --json - '" + failed + "' --machine sc");
  CHECK(result.status == 10);
  CHECK(schema_fault(result.output, "hardware-check.schema.json").empty());
  CHECK(nlohmann::json::parse(result.output)["checks"][0]["suspect"] == "harness");
  CHECK(oplitmus("check -q '" + failed + "' --machine ptx").status == 1);
  CHECK(has_line(oplitmus("rank -q '" + failed + "' --machine sc").output, "MP.rlx-p0::p1 ",
                 "UNSOUND (harness)"));
}

TEST_CASE("oplitmus check: limits", "[cli][hardware]") {
  const CommandResult result =
      oplitmus("check -q '" + fixture("sound.jsonl") + "' --max-states 3 --machine ptx");
  CHECK(result.status == 1);
  CHECK(contains(result.output, "undecided"));
}

TEST_CASE("oplitmus check: what is wrong is said", "[cli][hardware]") {
  const Folder folder;
  const std::string good = run("head -n 1 '" + fixture("sound.jsonl") + "'").output;
  folder.add("broken.jsonl", good + good.substr(0, 300) + "\n");
  const std::string broken = folder.path("broken.jsonl");
  CHECK(oplitmus("check '" + broken + "' 2>/dev/null").status == 2);
  CHECK(oplitmus_complaint("check '" + broken + "'").find("oplitmus: " + broken + ":2:") == 0);
  CHECK(oplitmus_complaint("check") ==
        "oplitmus: which results?; name the files that oplitmus run wrote\n");
  CHECK(oplitmus_complaint("check /no/such.jsonl") ==
        "oplitmus: /no/such.jsonl: the file cannot be opened; check the path\n");
  CHECK(oplitmus("check '" + fixture("sound.jsonl") + "' --machine pxt 2>/dev/null").status == 2);
  CHECK(oplitmus_complaint("check '" + fixture("sound.jsonl") + "' --timeout soon") ==
        "oplitmus: 'soon' is no time; write 90s, 5m, 500ms\n");
  CHECK(oplitmus("check '" + fixture("sound.jsonl") + "' -o /no/such/dir/f 2>/dev/null").status ==
        2);
}

TEST_CASE("oplitmus rank: results of several chips", "[cli][hardware]") {
  const Folder folder;
  const CommandResult result =
      oplitmus("rank -q '" + fixture("thesis.jsonl") + "' '" + fixture("recent.jsonl") +
               "' --machine sc,gpu-queues,ptx --tables '" + folder.path("t.md") + "'");
  CHECK(result.status == 0);
  CHECK(contains(result.output, "tests=34 devices=5\n"));
  const std::size_t ptx = result.output.find("\nptx ");
  const std::size_t queues = result.output.find("\ngpu-queues ");
  const std::size_t sc = result.output.find("\nsc ");
  CHECK(ptx < queues);
  CHECK(queues < sc);
  CHECK(has_line(result.output, "LD+membar.ctas ", "186/100,000"));
  CHECK(has_line(result.output, "LD+membar.ctas ", "UNSOUND"));
  CHECK(has_line(folder.text("t.md"), "| `LD+membar.ctas` |", "| 186 of 100000") == false);
  CHECK(has_line(folder.text("t.md"), "| `LD+membar.ctas` |", "| 186 of 100,000 (0.00186) |"));
  const CommandResult json = oplitmus("rank -q --json - '" + fixture("thesis.jsonl") + "'");
  CHECK(json.status == 0);
  CHECK(schema_fault(json.output, "hardware-check.schema.json").empty());
  CHECK(oplitmus_complaint("rank -q '" + fixture("sound.jsonl") + "' /no/such.jsonl") ==
        "oplitmus: /no/such.jsonl: the file cannot be opened; check the path\n");
}

TEST_CASE("oplitmus rank: tables of the literature", "[cli][hardware]") {
  // Table 5.9 of the thesis: the machine of ICS'13 is unsound on LD+membar.ctas.
  const std::string thesis = std::string(source_folder) + "/litmus/thesis";
  const Folder folder;
  const CommandResult result =
      oplitmus("rank -q '" + thesis + "/observed.json' '" + thesis +
               "/D-cta-S-ker-Global/LD+membar.ctas.litmus' '" + thesis +
               "/D-cta-S-ker-Global/MP+membar.ctas.litmus' --machine gpu-queues,gpu-scoped:chip=" +
               "kepler --tables '" + folder.path("t.md") + "'");
  CHECK(result.status == 0);
  CHECK(contains(result.output,
                 "gpu-queues unsound: 1\n  5.3  D-cta:S-ker-Global  LD+membar.ctas  "));
  CHECK(contains(folder.text("t.md"),
                 "`LD+membar.ctas` | 0 | 186 | 0 | **forbidden ✗** | allowed |"));
  CHECK(oplitmus_complaint("rank '" + thesis + "/observed.json'") ==
        "oplitmus: which tests?; name the tests that the observations are of\n");
  CHECK(oplitmus("rank a.json b.json c.litmus 2>/dev/null").status == 2);
}
