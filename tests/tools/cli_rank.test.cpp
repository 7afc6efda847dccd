// --rank: machines judged by hardware observations.
#include <nlohmann/json.hpp>
#include <string>

#include "tests/catch.hpp"
#include "tests/export/schema_check.hpp"
#include "tests/locations.hpp"
#include "tests/tools/cli.hpp"

using namespace opexplore::testing;

namespace {

// Store buffering between CTAs was seen on one chip, message passing on none; of a fenced family
// nothing was seen, and one row has no test.
const std::string data = R"json({
  "source": "made up",
  "hardware": [
    {"table": "1", "config": "D-cta:S-ker-Global", "test": "SB",
     "observed": {"fermi_one": 7, "kepler_one": 0}},
    {"table": "1", "config": "D-cta:S-ker-Global", "test": "MP",
     "observed": {"fermi_one": 0, "kepler_one": 0}},
    {"table": "1", "config": "D-warp:S-cta-Global", "test": "SB", "observed": {"fermi_one": 1}},
    {"table": "2", "config": "D-cta:S-ker-Global", "test": "Fenced+*",
     "observed": {"fermi_one": 0, "kepler_one": 0}}
  ]})json";

std::string weak_message_passing() {
  return "PTX MP\n{ x = 0; y = 0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n"
         " st.weak x, 1 | ld.cg r0, y ;\n st.weak y, 1 | ld.cg r1, x ;\n"
         "exists (P1:r0 == 1 /\\ P1:r1 == 0)\n";
}

std::string fenced(const std::string& name) {
  return "PTX " + name +
         "\n{ x = 0; y = 0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n"
         " st.weak x, 1 | st.weak y, 1 ;\n fence.sc.gpu | fence.sc.gpu ;\n"
         " ld.cg r0, y | ld.cg r0, x ;\n~exists (P0:r0 == 0 /\\ P1:r0 == 0)\n";
}

// The huge test as one of the family, each thread in a CTA of its own.
std::string huge_fenced() {
  std::string huge = huge_test();
  huge.replace(huge.find("Huge"), 4, "Fenced+huge");
  for (std::size_t at = huge.find("cta 0"), thread = 0; at != std::string::npos;
       at = huge.find("cta 0", at + 1)) {
    huge.replace(at, 5, "cta " + std::to_string(thread++));
  }
  return huge;
}

// A folder with the data and tests for all rows but one.
struct Corpus {
  Corpus() {
    folder.add("data.json", data);
    folder.add("SB.litmus", store_buffering());
    folder.add("MP.litmus", weak_message_passing());
    folder.add("f1.litmus", fenced("Fenced"));
    folder.add("f2.litmus", fenced("Fenced+too"));
    folder.add("other.litmus", fenced("Other"));
  }
  std::string arguments() const {
    return "--rank " + folder.path("data.json") + ' ' + folder.path("") + ' ';
  }
  Folder folder;
};

bool before(const std::string& text, const std::string& first, const std::string& second) {
  return text.find(first) < text.find(second);
}

}  // namespace

TEST_CASE("rank: the machines, best first, and where they are unsound", "[cli][rank]") {
  const Corpus corpus;
  const auto result = program(corpus.arguments() + "--machine sc,ptx");
  CHECK(result.status == 0);
  CHECK(result.output ==
        "observations=made up\n"
        "rows=4 without_test=1 judged=4\n"
        "\n"
        "contender  unsound  unseen  agrees  undecided  refused  unmeasured\n"
        "ptx              0       1       3          0        0           0\n"
        "sc               1       0       3          0        0           0\n"
        "\n"
        "no test: 1\n"
        "  1  D-warp:S-cta-Global  SB\n"
        "\n"
        "sc unsound: 1\n"
        "  1  D-cta:S-ker-Global  SB  fermi_one 7, kepler_one 0\n");
  CHECK(contains(program(corpus.arguments() + "-v --machine sc,ptx").output,
                 "\nptx unseen: 1\n  1  D-cta:S-ker-Global  MP  fermi_one 0, kepler_one 0\n"));
}

TEST_CASE("rank: all machines, and each chip of a machine that has chips", "[cli][rank]") {
  const Corpus corpus;
  const std::string all = program(corpus.arguments()).output;
  for (const std::string name : {"\nsc ", "\nptx ", "\nptx-proxy ", "\ngpu-queues ",
                                 "\ngpu-scoped:chip=fermi ", "\ngpu-scoped:chip=kepler "}) {
    INFO(name);
    CHECK(contains(all, name));
  }
  CHECK(contains(all,
                 "\nnote=gpu-scoped:chip=maxwell is left out: no column of the observations "
                 "begins with maxwell\n"));
  CHECK_FALSE(contains(all, "\ngpu-scoped:chip=maxwell "));
  const std::string one = program(corpus.arguments() + "--machine gpu-scoped --chip fermi").output;
  CHECK(contains(one, "\ngpu-scoped:chip=fermi "));
  CHECK_FALSE(contains(one, "kepler"));
  const std::string two =
      program(corpus.arguments() + "--machine gpu-scoped:chip=kepler,sc").output;
  CHECK(contains(two, "\ngpu-scoped:chip=kepler "));
  CHECK(contains(two, "\nsc "));
  CHECK_FALSE(contains(two, "chip=fermi"));
}

TEST_CASE("rank: a chip is judged by its own columns", "[cli][rank]") {
  const Corpus corpus;
  const auto result = program(corpus.arguments() + "--machine gpu-scoped --json -");
  CHECK(schema_fault(result.output) == "");
  const auto contenders = nlohmann::json::parse(result.output)["ranking"]["contenders"];
  REQUIRE(contenders.size() == 2);
  for (const auto& contender : contenders) {
    const bool fermi = contender["machine"]["settings"]["chip"] == "fermi";
    CHECK(contender["columns"] == nlohmann::json::array({fermi ? "fermi_one" : "kepler_one"}));
    CHECK(contender["score"]["unseen"] == (fermi ? 1 : 2));
  }
}

TEST_CASE("rank: settings in a list of machines", "[cli][rank]") {
  const Corpus corpus;
  const auto result = program(
      corpus.arguments() + "--machine gpu-queues:coherent-loads,distribution=receiver,gpu-queues");
  CHECK(result.status == 0);
  CHECK(contains(result.output, "\ngpu-queues:coherent-loads,distribution=receiver "));
  CHECK(contains(result.output, "\ngpu-queues "));
}

TEST_CASE("rank: JSON and tables", "[cli][rank][json]") {
  const Corpus corpus;
  const auto result =
      program(corpus.arguments() + "--machine sc,ptx --tables " + corpus.folder.path("t.md") +
              " --json " + corpus.folder.path("r.json"));
  CHECK(result.status == 0);
  CHECK(contains(result.output, "\nsc unsound: 1\n"));
  CHECK(schema_fault(corpus.folder.text("r.json")) == "");
  const auto document = nlohmann::json::parse(corpus.folder.text("r.json"));
  CHECK(document["tests"].empty());
  CHECK(document["ranking"]["complete"] == true);
  CHECK(document["ranking"]["tests"].size() == 4);
  CHECK(document["ranking"]["contenders"][1]["score"]["unsound"] == 1);
  const std::string page = corpus.folder.text("t.md");
  CHECK(contains(page, "| D-cta:S-ker-Global | `SB` | 7 | 0 | **forbidden ✗** | allowed |\n"));
  CHECK(contains(page, "| D-warp:S-cta-Global | `SB` | 1 | – | – | – |\n"));
  CHECK(contains(page, "| D-cta:S-ker-Global | `Fenced+too` | 0 | 0 | forbidden | forbidden |\n"));
  CHECK(before(page, "| 1. | `ptx` |", "| 2. | `sc` |"));
  CHECK_FALSE(contains(page, corpus.folder.path("")));
  CHECK_FALSE(contains(run("ls " + corpus.folder.path("")).output, ".tmp"));
}

TEST_CASE("rank: the same text for any number of threads", "[cli][rank]") {
  const Corpus corpus;
  const auto page = [&](const std::string& threads) {
    const std::string file = corpus.folder.path("t" + threads + ".md");
    const auto result = program(corpus.arguments() + "-v -j" + threads + " --tables " + file);
    CHECK(result.status == 0);
    return result.output + corpus.folder.text("t" + threads + ".md");
  };
  const std::string one = page("1");
  CHECK(one.size() > 1000);
  CHECK(page("8") == one);
}

TEST_CASE("rank: a test that a machine refuses", "[cli][rank]") {
  const Corpus corpus;
  corpus.folder.add(
      "MP.litmus",
      "PTX MP\n{ x = 0; xa @ generic aliases x; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n"
      " st.weak xa, 1 | ld.weak r0, x ;\nexists (x == 0)\n");
  const auto result =
      program(corpus.arguments() + "--machine gpu-queues --tables " + corpus.folder.path("t.md"));
  CHECK(result.status == 0);
  CHECK(
      contains(result.output,
               "\ngpu-queues refused: 1\n  1  D-cta:S-ker-Global  MP  gpu-queues has no aliases"));
  CHECK(contains(corpus.folder.text("t.md"), "| `MP` | 0 | 0 | refused |\n"));
}

TEST_CASE("rank: limits leave rows undecided", "[cli][rank]") {
  const Corpus corpus;
  const auto result = program(corpus.arguments() + "--machine ptx-proxy --max-states 2 --tables " +
                              corpus.folder.path("t.md"));
  CHECK(result.status == 1);
  CHECK(contains(result.output, "\nptx-proxy undecided: 4\n"));
  CHECK(contains(result.output, "stopped at the limit of 2 states"));
  CHECK(contains(corpus.folder.text("t.md"), "| 7 | 0 | undecided |\n"));
  corpus.folder.add("huge.litmus", huge_fenced());
  const auto late = program(corpus.arguments() + "--machine sc --timeout 300ms");
  CHECK(late.status == 31);
  CHECK(contains(late.output, "\nsc undecided: 1\n"));
  CHECK(contains(late.output, "Fenced+huge  stopped at the time limit"));
}

namespace {

// Waits, for a minute at most, until the program catches SIGTERM, signal 15 of the mask in
// proc(5): under sanitizers it takes a while to begin.
const std::string catches_term =
    "for i in $(seq 600); do grep -Eq '^SigCgt:.*[4-7c-f]...$' /proc/$pid/status && break; "
    "sleep 0.1; done; ";

}  // namespace

TEST_CASE("rank: an interruption is said, and the tables stay as they were", "[cli][rank]") {
  const Corpus corpus;
  corpus.folder.add("huge.litmus", huge_fenced());
  corpus.folder.add("t.md", "old\n");
  const std::string out = corpus.folder.path("out");
  const auto result = run("'" + std::string(program_file) + "' -j1 --machine sc,ptx --json " +
                          corpus.folder.path("r.json") + " --tables " + corpus.folder.path("t.md") +
                          ' ' + corpus.arguments() + " > " + out + " & pid=$!; " + catches_term +
                          "sleep 1; kill -TERM $pid; wait $pid");
  CHECK(result.status == 32);
  CHECK(contains(corpus.folder.text("out"), "\nincomplete=interrupted: "));
  CHECK(corpus.folder.text("t.md") == "old\n");
  CHECK(schema_fault(corpus.folder.text("r.json")) == "");
  const auto document = nlohmann::json::parse(corpus.folder.text("r.json"));
  CHECK(document["ranking"]["complete"] == false);
  CHECK(document["exit_code"] == 32);
}

TEST_CASE("rank: a test that cannot be read does not stop the others", "[cli][rank][json]") {
  const Corpus corpus;
  corpus.folder.add("bad.litmus", bad_test);
  const auto result = program(corpus.arguments() + "--machine sc");
  CHECK(result.status == 2);
  CHECK(contains(result.output, "\nsc unsound: 1\n"));
  CHECK(contains(complaint(corpus.arguments() + "--machine sc"), "bad.litmus:4:"));
  const auto json = program(corpus.arguments() + "--machine sc --json -");
  CHECK(json.status == 2);
  CHECK(schema_fault(json.output) == "");
  CHECK(nlohmann::json::parse(json.output)["tests"].size() == 1);
}

TEST_CASE("rank: options -names and -excl choose tests", "[cli][rank]") {
  const Corpus corpus;
  const std::string names = corpus.folder.add("names.txt", "SB\n");
  CHECK(contains(program(corpus.arguments() + "-names " + names).output,
                 "without_test=3 judged=1\n"));
  CHECK(
      contains(program(corpus.arguments() + "-excl " + names).output, "without_test=2 judged=3\n"));
}

TEST_CASE("rank: what is wrong is said before any search", "[cli][rank]") {
  const Corpus corpus;
  corpus.folder.add("bad.json", R"json({"source": "s", "hardware": [
    {"table": "1", "config": "x", "test": "t", "observed": {"a": 1}}]})json");
  const auto [arguments, advice] = GENERATE(table<std::string, std::string>(
      {{"--rank bad.json", "bad.json:2:30: hardware[0].config: there is no configuration `x`"},
       {"--rank none.json", "none.json"},
       {"--tables t.md", "--write tables goes with rank"},
       {"RANK --tables /nonexistent/t.md", "cannot write /nonexistent/t.md"},
       {"RANK --json /nonexistent/r.json", "cannot write /nonexistent/r.json"},
       {"RANK --tables --json", "option --tables needs a value"},
       {"RANK --machine sc,nonsense", "there is no machine nonsense"},
       {"RANK --machine sc,sc", "machine sc is named twice"},
       {"RANK --machine sc,", "the name of a machine is empty"},
       {"RANK --machine sc --chip fermi", "machine sc has no setting chip"},
       {"RANK --machine gpu-scoped --chip maxwell", "choose other machines"},
       {"RANK --compare-with sc", "--rank and --compare-with do not go together"},
       {"RANK --trace", "--rank and --trace do not go together"},
       {"RANK --dot", "--rank and --write dot do not go together"},
       {"RANK -o out", "--rank and -o do not go together"},
       {"RANK --speedcheck", "--rank and --speedcheck do not go together"}}));
  std::string words = arguments;
  if (words.starts_with("RANK")) words.replace(0, 4, "--rank data.json");
  const std::string command = "cd " + corpus.folder.path("") + " && opexplore " + words;
  INFO(words);
  CHECK(run(command + " SB.litmus").status == 2);
  CHECK(run(command + " SB.litmus").output.empty());
  CHECK_THAT(run(command + " SB.litmus 2>&1 1>/dev/null").output,
             Catch::Matchers::Contains(advice));
}

TEST_CASE("rank: an error is a document too", "[cli][rank][json]") {
  const Corpus corpus;
  const auto result = program("--json - --rank " + corpus.folder.path("none.json") + ' ' +
                              corpus.folder.path("SB.litmus"));
  CHECK(result.status == 2);
  CHECK(schema_fault(result.output) == "");
  CHECK(nlohmann::json::parse(result.output).contains("error"));
}

TEST_CASE("rank: the observations of the thesis", "[cli][rank][json]") {
  const auto result = program("--rank litmus/thesis/observed.json --json - litmus/thesis");
  CHECK(result.status == 0);
  CHECK(schema_fault(result.output) == "");
  const auto ranking = nlohmann::json::parse(result.output)["ranking"];
  for (const auto& row : ranking["rows"]) CHECK_FALSE(row["tests"].empty());
  std::size_t chips = 0;
  for (const auto& contender : ranking["contenders"]) {
    INFO(contender["name"]);
    if (contender["machine"]["name"] == "gpu-scoped") {
      ++chips;
      CHECK(contender["score"]["unsound"] == 0);
    } else {
      CHECK(contender["score"]["unsound"] > 0);
    }
  }
  CHECK(chips == 3);
}
