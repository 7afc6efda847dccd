// The program opfix, as its users call it.
#include "tools/opfix.hpp"

#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "tests/catch.hpp"
#include "tests/export/schema_check.hpp"
#include "tests/locations.hpp"
#include "tests/tools/cli.hpp"
#include "tests/tools/subcommand_docs.hpp"

namespace opexplore::testing {

namespace {

using Json = nlohmann::ordered_json;

CommandResult opfix(const std::string& arguments) { return run("opfix " + arguments); }

std::string opfix_complaint(const std::string& arguments) {
  return run("opfix " + arguments + " 2>&1 1>/dev/null").output;
}

const std::string relaxed_message_passing =
    "PTX MP\n{ x=0; y=0; }\n"
    " P0@cta 0,gpu 0      | P1@cta 1,gpu 0        ;\n"
    " st.weak x, 1        | ld.relaxed.gpu r0, y  ;\n"
    " st.relaxed.gpu y, 1 | ld.weak r1, x         ;\n"
    "exists (1:r0=1 /\\ 1:r1=0)\n";

// The document of a repair of that test.
Json repair_document(const Folder& folder) {
  const std::string file = folder.add("MP.litmus", relaxed_message_passing);
  return Json::parse(opfix("repair '" + file + "' --json -").output);
}

std::string verified(const Folder& folder, const Json& document) {
  const std::string file = folder.add("fix.json", document.dump());
  const CommandResult result = opfix("verify '" + file + "'");
  CHECK((result.status == 0 || result.status == 20 || result.status == 2));
  if (result.status == 2) return opfix_complaint("verify '" + file + "'");
  CHECK((result.status == 0) == result.output.starts_with("accepted "));
  return result.output;
}

}  // namespace

TEST_CASE("opfix: a repair is told, with its patch, which mends the test", "[cli][repair]") {
  const Folder folder;
  const std::string file = folder.add("MP.litmus", relaxed_message_passing);
  const CommandResult result = opfix("repair '" + file + "'");
  CHECK(result.status == 0);
  CHECK(contains(result.output, "MP: `1:r0=1 /\\ 1:r1=0` is reachable\n"));
  CHECK(contains(result.output, "1 change of least cost, +27 (5 to 32); "));
  CHECK(contains(result.output,
                 "  P0 line 5  st.relaxed.gpu y, 1   ->  st.release.gpu y, 1   +18\n"
                 "  P1 line 4  ld.relaxed.gpu r0, y  ->  ld.acquire.gpu r0, y  +9\n"));
  CHECK(contains(result.output, "+ st.release.gpu y, 1 | ld.weak r1, x         ;\n"));
  CHECK(opfix("repair '" + file + "' --patch - | (cd '" + folder.path("") + "' && patch -p0 -s '" +
              file + "')")
            .status == 0);
  CHECK(contains(run("opexplore '" + file + "'").output, "Observation MP Never 0 "));
  const CommandResult again = opfix("repair '" + file + "'");
  CHECK(again.status == 0);
  CHECK(contains(again.output, "nothing to do: `1:r0=1 /\\ 1:r1=0` is not reachable; "));
}

TEST_CASE("opfix: a certificate is written where it can be", "[cli][repair][coq]") {
  const Folder folder;
  const std::string file = folder.add("MP.litmus", relaxed_message_passing);
  const std::string here = "cd '" + folder.path("") + "' && ";
  CHECK(run(here + "opfix repair MP.litmus --coq").status == 0);
  CHECK(contains(folder.text("MP.v"),
                 "Theorem MP_nothing_cheaper :\n"
                 "  nothing_cheaper Ptx75.ptx75 MP_choices 32\n"
                 "    (P1:\"r0\" = 1 /\\ P1:\"r1\" = 0)."));
  CHECK(contains(folder.text("MP.v"), "Theorem MP_cheapest_1 :"));
  folder.add("good.litmus", store_buffering("good", "~exists"));
  CHECK(run(here + "opfix weaken good.litmus --condition-only --coq=mine.v").status != 0);
  CHECK_FALSE(folder.has("mine.v"));
  // What the search of the machine in Coq does not end on is said.
  CHECK(run(here + "opfix repair '" + std::string(source_folder) +
            "/tests/repair/two-gpus.litmus' --coq=two.v")
            .status == 0);
  CHECK(contains(folder.text("two.v"), "That what was found is enough is not in this file: "));
  CHECK_FALSE(contains(folder.text("two.v"), "cheapest"));
  for (const auto& [arguments, says] : std::vector<std::pair<std::string, std::string>>{
           {"--coq=a-1.v", "coqc takes no file of the name a-1.v"},
           {"--coq=a.txt", "coqc takes no file of the name a.txt"},
           {"--coq --prefer edits", "certificates are of what costs least"},
           {"--coq --machine ptx", "there are no certificates for ptx, only for "},
           {"--coq --ptx-reading dat3m", "with ptx-reading dat3m, only with isa"}}) {
    INFO(arguments);
    CHECK(contains(run(here + "opfix repair MP.litmus " + arguments + " 2>&1").output, says));
  }
}

TEST_CASE("opfix: each place is explained by itself", "[cli][repair]") {
  const CommandResult result = opfix("explain tests/repair/two-fences.litmus");
  CHECK(result.status == 0);
  CHECK(contains(result.output, "P0 line 6 `fence.sc.gpu` may be nothing (-40), if nothing else"));
  CHECK(contains(result.output, "P0 line 8 `fence.sc.gpu` may be fence.acq_rel.gpu (-15), if "));
  const std::string needed = opfix("explain litmus/ptx/MP.litmus").output;
  CHECK(contains(needed,
                 "P1 line 9 `ld.acquire.gpu r0, y` is needed\n    with ld.relaxed.gpu r0, "
                 "y: P1 line 10 `ld.weak r1, x` reads x=0 although P0 wrote x=1 "));
}

TEST_CASE("opfix: options say what may change", "[cli][repair]") {
  const Folder folder;
  const std::string file = "'" + folder.add("MP.litmus", relaxed_message_passing) + "'";
  CHECK(contains(opfix("repair " + file + " --keep P0").output,
                 "is reachable, whatever may be changed"));
  CHECK(opfix("repair " + file + " --keep P0").status == 20);
  CHECK(contains(opfix("repair " + file + " --moves fence").output,
                 "  before P0 line 5  nothing  ->  fence.acq_rel.gpu  +25\n"));
  CHECK(contains(opfix("repair " + file + " --scopes sys").output, "st.release.sys y, 1"));
  const std::string dear = folder.add("dear.json", R"({"st.release": {"gpu": 50, "sys": 50}})");
  CHECK(contains(opfix("repair " + file + " --costs '" + dear + "'").output,
                 "fence.acq_rel.gpu     +25\n"));
  CHECK(opfix("repair " + file + " --max-states 2").status == 1);
}

TEST_CASE("opfix: what is wrong is said", "[cli][repair]") {
  const Folder folder;
  const std::string file = "'" + folder.add("MP.litmus", relaxed_message_passing) + "'";
  CHECK(opfix_complaint("repair") ==
        "opfix: which test?; opfix repair TEST.litmus, or KERNEL.cu\n");
  CHECK(contains(opfix_complaint("repair a.wgsl"), "'a.wgsl' is no kernel in CUDA or PTX"));
  CHECK(contains(opfix_complaint("repair a.litmus b.litmus"), "one test at a time"));
  CHECK(
      contains(opfix_complaint("repair " + file + " --moves barrier"), "barriers are not changed"));
  CHECK(contains(opfix_complaint("repair " + file + " --moves fences"), "did you mean fence?"));
  CHECK(contains(opfix_complaint("repair " + file + " --keep Q1"), "'Q1' is no place"));
  CHECK(contains(opfix_complaint("repair " + file + " --machine tso"),
                 "of machine tso it is not known"));
  CHECK(contains(opfix_complaint("repair " + file + " --ptx-reading cuda"), "about data races"));
  CHECK(opfix("weaken " + file + " --prefer edits").status == 2);
  CHECK(contains(opfix_complaint("repair litmus/cxx/mp/MP+F.rel+F.acq.litmus"),
                 "the test is written in C++"));
  const std::string costs = folder.add("c.json", R"({"fence.sc": {"gpu": 1}})");
  CHECK(contains(opfix_complaint("repair " + file + " --costs '" + costs + "'"),
                 "fence.sc.gpu (1) costs less than "));
}

TEST_CASE("opfix: documents follow their schema, and are accepted", "[cli][repair]") {
  const Folder folder;
  for (const std::string command :
       {"repair litmus/ptx/classic/SB+weaks-p0::p1.litmus",
        "repair litmus/ptx/proxy/MP+rel.gpu+acq.gpu-const-p0::p1.litmus",
        "weaken litmus/ptx/MP.litmus", "optimise litmus/ptx/MP.litmus --condition-only",
        "repair litmus/ptx/MP.litmus"}) {
    INFO(command);
    const CommandResult result = opfix(command + " --json -");
    CHECK(schema_fault(result.output, "opfix.schema.json") == "");
    const Json document = Json::parse(result.output);
    CHECK(document["exit_code"] == result.status);
    if (document["proof"]["found"].empty()) continue;
    CHECK(verified(folder, document).starts_with("accepted "));
  }
}

TEST_CASE("opfix: forged documents are refused", "[cli][repair]") {
  const Folder folder;
  const Json document = repair_document(folder);
  REQUIRE(verified(folder, document).starts_with("accepted "));
  const auto forged = [&](const auto& change) {
    Json copy = document;
    change(copy);
    CHECK(copy != document);
    return verified(folder, copy);
  };
  CHECK(contains(forged([](Json& d) { d["proof"]["insufficient"].erase(0); }),
                 "cheaper, or as cheap, which nothing shows"));
  CHECK(contains(forged([](Json& d) { d["proof"]["found"].clear(); }), "nothing was found"));
  CHECK(contains(forged([](Json& d) { d["proof"]["found"][0] = d["points"][0]["levels"]; }),
                 "the point has no level '"));
  // Something dearer is enough, too, but not the cheapest.
  CHECK(contains(forged([](Json& d) {
                   for (std::size_t p = 0; p < d["points"].size(); ++p) {
                     d["proof"]["found"][0][p] = d["points"][p]["levels"].back();
                   }
                 }),
                 "refused "));
  // What stands there is not enough.
  CHECK(contains(forged([](Json& d) {
                   for (std::size_t p = 0; p < d["points"].size(); ++p) {
                     d["proof"]["found"][0][p] = d["points"][p]["now"];
                   }
                   d["proof"]["insufficient"].clear();
                 }),
                 "/proof/found/0: it is not enough"));
  CHECK(contains(forged([](Json& d) { d["proof"]["insufficient"][0]["end"] = nullptr; }),
                 "there is no execution"));
  CHECK(contains(forged([](Json& d) { d["proof"]["insufficient"][0]["end"]["steps"].erase(0); }),
                 "the machine does not take them to an end"));
  CHECK(contains(forged([](Json& d) {
                   auto& steps = d["proof"]["insufficient"][0]["end"]["steps"];
                   steps.erase(steps.size() - 1);
                 }),
                 "the machine does not take them to an end"));
  CHECK(contains(
      forged([](Json& d) { d["proof"]["insufficient"][0]["end"]["outcome"] = "1:r0=9; 1:r1=9;"; }),
      "they end in "));
  // A maximum that is enough has no execution that is bad.
  CHECK(contains(
      forged([](Json& d) { d["proof"]["insufficient"][0]["levels"] = d["proof"]["found"][0]; }),
      "refused "));
  CHECK(contains(forged([](Json& d) { d["points"][0]["costs"][0] = 7; }),
                 "/points: they are not those of the test"));
  CHECK(contains(forged([](Json& d) { d["question"]["costs"]["st.release"]["gpu"] = 21; }),
                 "/points: they are not those of the test"));
  CHECK(contains(forged([](Json& d) { d["cost"] = 4; }), "/cost: found 4, expected 5"));
  CHECK(contains(forged([](Json& d) { d["fixes"][0]["cost"] = 6; }),
                 "/fixes/0/cost: found 6, expected 32"));
  CHECK(contains(forged([](Json& d) { d["fixes"][0]["changes"].erase(0); }),
                 "/fixes/0/changes/0/point: found "));
  CHECK(contains(forged([](Json& d) {
                   std::string text = d["test"]["text"];
                   text.replace(text.find("st.weak"), 7, "st.relaxed.gpu");
                   d["test"]["text"] = text;
                 }),
                 "/points: they are not those of the test"));
  CHECK(contains(forged([](Json& d) { d["fixes"][0]["patch"] = ""; }), "/fixes/0/patch: found "));
  CHECK(
      contains(forged([](Json& d) { d["conclusion"] = "nothing to do"; }), "/conclusion: found "));
  CHECK(contains(forged([](Json& d) { d["proof"]["complete"] = false; }), "came to no end"));
  CHECK(contains(forged([](Json& d) { d["machine"]["name"] = "tso"; }), "the machine"));
  CHECK(contains(forged([](Json& d) { d["schema_version"] = 2; }), "schema version 1"));
}

TEST_CASE("opfix: SARIF has a result for each place, and lines that mend the test",
          "[cli][repair]") {
  const Folder folder;
  const std::string file = folder.add("MP.litmus", relaxed_message_passing);
  const Json log = Json::parse(
      opfix("repair '" + file + "' --moves fence,access --keep P1:4 --sarif -").output)["runs"][0];
  REQUIRE(log["results"].size() == 2);
  CHECK(log["results"][0]["ruleId"] == "order-too-weak");
  CHECK(log["results"][1]["ruleId"] == "fence-missing");
  const Json& change = log["results"][1]["fixes"][0]["artifactChanges"][0];
  CHECK(change["artifactLocation"]["uri"] == "file://" + file);
  std::vector<std::string> lines;
  std::istringstream text(relaxed_message_passing);
  for (std::string line; std::getline(text, line);) lines.push_back(line + '\n');
  // From the last to the first, so that lines keep their numbers.
  for (auto at = change["replacements"].rbegin(); at != change["replacements"].rend(); ++at) {
    const Json& region = (*at)["deletedRegion"];
    CHECK(region["startColumn"] == 1);
    const auto begin = lines.begin() + region["startLine"].get<int>() - 1;
    const auto next = lines.erase(begin, lines.begin() + region["endLine"].get<int>() - 1);
    lines.insert(next, (*at).value("/insertedContent/text"_json_pointer, ""));
  }
  std::string mended;
  for (const std::string& line : lines) mended += line;
  const std::string after = folder.add("mended.litmus", mended);
  CHECK(contains(run("opexplore '" + after + "'").output, "Observation MP Never 0 "));
  CHECK(
      Json::parse(opfix("repair '" + after + "' --sarif -").output)["runs"][0]["results"].empty());
}

TEST_CASE("opfix: help, manual page and completion know the same", "[cli][docs]") {
  check_documented(opfix_program({"opfix", "0", "build"}));
  CHECK(completions_of("opfix", "rep", "1") == "repair\n");
  CHECK(completions_of("opfix", "repair --moves fen", "3") == "fence\n");
  CHECK(completions_of("opfix", "repair --max", "2") == "--max-states\n");
}

}  // namespace opexplore::testing
