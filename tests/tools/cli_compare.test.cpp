// --compare-with: two machines, or one with two settings, on the same tests.
#include <nlohmann/json.hpp>
#include <string>

#include "tests/catch.hpp"
#include "tests/export/log_grammar.hpp"
#include "tests/export/schema_check.hpp"
#include "tests/tools/cli.hpp"

using namespace opexplore::testing;

namespace {

// Its outcomes are the same on every machine.
const std::string alone =
    "PTX Alone\n{ x = 0; }\n P0@cta 0,gpu 0 ;\n st.weak x, 1 ;\nexists (x == 1)\n";

// The machine gpu-queues has no aliases.
const std::string aliased =
    "PTX Aliased\n{ x = 0; xa @ generic aliases x; }\n P0@cta 0,gpu 0 ;\n"
    " st.weak xa, 1 ;\nexists (x == 0)\n";

// What standard output holds after the first block.
std::string after_block(const std::string& log) { return log.substr(log.find("\n\n") + 2); }

}  // namespace

TEST_CASE("compare: herd's block of the first machine, a table, and a trace", "[cli][compare]") {
  const Folder folder;
  const std::string file = folder.add("SB.litmus", store_buffering());
  const auto result = program("--machine ptx --compare-with sc " + file);
  CHECK(result.status == 0);
  const LogReader log(result.output);
  CHECK_FALSE(log.fault());
  REQUIRE(log.blocks().size() == 1);
  CHECK(log.blocks()[0].states.size() == 4);
  CHECK(contains(log.blocks()[0].ours.at(0), "machine=ptx "));
  const std::string rest = after_block(result.output);
  CHECK(rest.starts_with("machine=sc version="));
  CHECK(contains(rest,
                 "  outcome          ptx  sc\n"
                 "* 0:r0=0; 1:r0=0;  yes  no\n"
                 "  0:r0=0; 1:r0=1;  yes  yes\n"
                 "  0:r0=1; 1:r0=0;  yes  yes\n"
                 "  0:r0=1; 1:r0=1;  yes  yes\n"
                 "  exists           Ok   No\n"
                 "comparison=SB only ptx: 1, only sc: 0\n"
                 "\n"
                 "Trace of SB, ptx "));
  CHECK(contains(rest, ", to 0:r0=0; 1:r0=0;\n"));
  CHECK(occurrences(rest, "Trace of") == 1);
}

TEST_CASE("compare: the order of the machines turns the answer around", "[cli][compare]") {
  const Folder folder;
  const std::string file = folder.add("SB.litmus", store_buffering());
  const auto result = program("--machine sc --compare-with ptx " + file);
  CHECK(contains(result.output, "\nObservation SB Never 0 3\n"));
  CHECK(contains(result.output, "\ncomparison=SB only sc: 0, only ptx: 1\n\nTrace of SB, ptx "));
}

TEST_CASE("compare: machines that agree", "[cli][compare]") {
  const Folder folder;
  const auto result = program("--compare-with sc --dot --trace " + folder.add("a.litmus", alone));
  CHECK(result.status == 0);
  CHECK(contains(result.output, "\ncomparison=Alone equal\n\n"));
  CHECK_FALSE(contains(result.output, "Trace of"));
}

TEST_CASE("compare: settings belong to the machines that offer them", "[cli][compare]") {
  const Folder folder;
  const std::string file = folder.add("SB.litmus", store_buffering());
  const auto common = program("--ptx-reading dat3m --compare-with sc " + file);
  CHECK(common.status == 0);
  CHECK(contains(common.output, "machine=ptx-proxy version=2 ptx-reading=dat3m\n"));
  const auto own = program("--machine ptx --compare-with ptx:ptx-reading=dat3m " + file);
  CHECK(own.status == 0);
  CHECK(contains(own.output, "\nmachine=ptx version=2 ptx-reading=isa\n"));
  CHECK(contains(own.output, "\nmachine=ptx version=2 ptx-reading=dat3m\n"));
  CHECK(contains(own.output, "  outcome          ptx  ptx:ptx-reading=dat3m\n"));
  CHECK(contains(program("--machine ptx:ptx-reading=dat3m " + file).output, "ptx-reading=dat3m"));
  const auto both =
      program("--ptx-reading dat3m --machine ptx --compare-with ptx:ptx-reading=isa " + file);
  CHECK(contains(both.output, "\nmachine=ptx version=2 ptx-reading=dat3m\n"));
  CHECK(contains(both.output, "\nmachine=ptx version=2 ptx-reading=isa\n"));
}

TEST_CASE("compare: a switch needs no value", "[cli][compare]") {
  const Folder folder;
  const std::string file = folder.add("SB.litmus", store_buffering());
  const auto result =
      program("--machine gpu-queues --compare-with gpu-queues:coherent-loads " + file);
  CHECK(result.status == 0);
  CHECK(contains(result.output, " coherent-loads=false "));
  CHECK(contains(result.output, " coherent-loads=true "));
  const auto two = program(
      "--machine gpu-queues:coherent-loads,distribution=receiver --compare-with sc " + file);
  CHECK(two.status == 0);
  CHECK(contains(two.output, " coherent-loads=true cumulative=true distribution=receiver\n"));
}

TEST_CASE("compare: what is wrong with the machines is said", "[cli][compare]") {
  const Folder folder;
  const std::string file = folder.add("SB.litmus", store_buffering());
  const auto [arguments, advice] = GENERATE(table<std::string, std::string>(
      {{"--compare-with ptx-prox", "did you mean ptx-proxy?"},
       {"--compare-with ptx-proxy", "both machines are ptx-proxy"},
       {"--compare-with ptx-proxy:ptx-reading=isa", "both machines are ptx-proxy"},
       {"--machine sc,ptx", "compare takes two, rank takes many"},
       {"--compare-with ptx:ptx-reading", "setting ptx-reading in ptx:ptx-reading needs a value"},
       {"--compare-with ptx:ptx-reading=x", "choose one of isa, dat3m"},
       {"--compare-with sc:ptx-reading=isa", "it belongs to ptx, ptx-proxy"},
       {"--compare-with ptx:no-such=isa", "opexplore machines lists the settings"},
       {"--machine sc --compare-with gpu-queues --ptx-reading isa",
        "none of sc, gpu-queues has a setting ptx-reading; it belongs to ptx, ptx-proxy"},
       {"--speedcheck --compare-with sc", "--verdict does not"},
       {"--compare-with=", "needs a value"}}));
  INFO(arguments);
  CHECK(program(arguments + ' ' + file).status == 2);
  CHECK_THAT(complaint(arguments + ' ' + file), Catch::Matchers::Contains(advice));
}

TEST_CASE("compare: a test that one machine refuses does not stop the others", "[cli][compare]") {
  const Folder folder;
  const std::string files =
      folder.add("a.litmus", aliased) + ' ' + folder.add("SB.litmus", store_buffering());
  const std::string machines = GENERATE(as<std::string>{}, "--machine sc --compare-with gpu-queues",
                                        "--machine gpu-queues --compare-with sc");
  const auto result = program(machines + ' ' + files);
  CHECK(result.status == 2);
  const LogReader log(result.output);
  REQUIRE(log.blocks().size() == 1);
  CHECK(log.blocks()[0].name == "SB");
  CHECK(contains(complaint(machines + ' ' + files),
                 "a.litmus: machine gpu-queues cannot run this test: gpu-queues has no aliases"));
}

TEST_CASE("compare: an incomplete search decides nothing", "[cli][compare]") {
  const Folder folder;
  const std::string file = folder.add("SB.litmus", store_buffering());
  const auto result = program("--machine sc --compare-with ptx --max-states 8 " + file);
  CHECK(result.status == 1);
  CHECK(log_fault(result.output).empty());
  CHECK(contains(result.output, "undecided"));
  CHECK_FALSE(contains(result.output, "only "));
  const std::string said = complaint("--machine sc --compare-with ptx --max-states 4 " + file);
  CHECK(contains(said, ": sc: exploration incomplete"));
  CHECK(contains(said, ": ptx: exploration incomplete"));
}

TEST_CASE("compare: limits hold for each search of a large test", "[cli][compare]") {
  const Folder folder;
  const std::string files =
      folder.add("huge.litmus", huge_test()) + ' ' + folder.add("SB.litmus", store_buffering());
  const std::string threads = GENERATE(as<std::string>{}, "-j1", "-j4");
  const auto result =
      program(threads + " --machine sc --compare-with ptx --timeout 300ms " + files);
  CHECK(result.status == 31);
  const LogReader log(result.output);
  CHECK_FALSE(log.fault());
  REQUIRE(log.blocks().size() == 2);
  CHECK(log.blocks()[0].loop);
  CHECK(contains(result.output, "\ncomparison=Huge undecided"));
  CHECK(contains(result.output, "\ncomparison=SB only sc: 0, only ptx: 1\n"));
}

TEST_CASE("compare: a data race leaves nothing to compare", "[cli][compare]") {
  const Folder folder;
  const std::string file = folder.add("SB.litmus", store_buffering());
  const std::string one = folder.add("a.litmus", alone);
  for (const std::string pair : {"--machine ptx --compare-with drf0 ",
                                 "--machine drf0 --within ptx ", "--machine ptx --within drf0 "}) {
    const auto result = program(pair + file);
    INFO(pair);
    CHECK(result.status == 0);
    CHECK(log_fault(result.output).empty());
    CHECK(contains(result.output, "\ncomparison=SB undefined: drf0 found a data race\n"));
    CHECK(contains(result.output, "  any"));
    CHECK_FALSE(contains(result.output, "\nTrace of"));
  }
  const std::string said = complaint("-v --machine ptx --compare-with drf0 " + file + ' ' + one);
  CHECK(contains(said, "\nCompared: 1 equal, 0 different, 0 undecided, 1 undefined\n"));
  CHECK(program("--machine ptx --compare-with drf0 --check races " + file).status == 11);
}

TEST_CASE("compare: a batch says how many tests differ", "[cli][compare]") {
  const Folder folder;
  const std::string files = folder.add("a.litmus", alone) + ' ' +
                            folder.add("SB.litmus", store_buffering()) + ' ' +
                            folder.add("more.litmus", store_buffering("More"));
  const std::string said = complaint("-v --machine sc --compare-with ptx " + files);
  CHECK(contains(said, "\nCompared: 1 equal, 2 different, 0 undecided\nDifferent: SB, More\n"));
  CHECK_FALSE(contains(complaint("-v --machine sc " + files), "Compared"));
}

TEST_CASE("compare: files hold the comparison and the differing executions", "[cli][compare]") {
  const Folder folder;
  const std::string files =
      folder.add("a.litmus", alone) + ' ' + folder.add("SB.litmus", store_buffering());
  const auto result =
      program("--machine ptx --compare-with sc --dot -o " + folder.path("out") + ' ' + files);
  CHECK(result.status == 0);
  CHECK(contains(folder.text("out/SB.log"), "comparison=SB only ptx: 1, only sc: 0\n"));
  CHECK(contains(folder.text("out/Alone.log"), "comparison=Alone equal\n"));
  CHECK(occurrences(folder.text("out/SB.dot"), "digraph") == 1);
  CHECK(contains(folder.text("out/SB.dot"), "label=\"Test SB, ptx\\n"));
  CHECK_FALSE(folder.has("out/Alone.dot"));
}

TEST_CASE("compare: -show chooses among the differing outcomes", "[cli][compare]") {
  const Folder folder;
  const std::string file = folder.add("SB.litmus", store_buffering());
  const auto traces = [&](const std::string& option) {
    return occurrences(program("--machine ptx --compare-with sc " + option + ' ' + file).output,
                       "Trace of");
  };
  CHECK(traces("") == 1);
  CHECK(traces("-show all") == 1);
  CHECK(traces("-show prop") == 1);
  CHECK(traces("-show neg") == 0);
  CHECK(traces("-show none") == 0);
  CHECK(contains(program("--machine ptx --compare-with sc --trace=full " + file).output,
                 "Trace of SB"));
}

TEST_CASE("compare: JSON holds both machines", "[cli][compare][json]") {
  const Folder folder;
  const std::string file = folder.add("SB.litmus", store_buffering());
  const auto result = program("--machine sc --compare-with ptx --json - " + file);
  CHECK(result.status == 0);
  CHECK(schema_fault(result.output) == "");
  const auto entry = nlohmann::json::parse(result.output)["tests"][0];
  CHECK(entry["machine"]["name"] == "sc");
  CHECK(entry["verdict"]["ok"] == false);
  const auto& comparison = entry["comparison"];
  CHECK(comparison["agreement"] == "different");
  CHECK(comparison["only_first"] == 0);
  CHECK(comparison["only_second"] == 1);
  CHECK(comparison["second"]["machine"]["name"] == "ptx");
  CHECK(comparison["second"]["verdict"]["ok"] == true);
  for (const auto& outcome : entry["outcomes"]) CHECK_FALSE(outcome.contains("trace"));
  std::size_t traced = 0;
  for (const auto& outcome : comparison["second"]["outcomes"]) traced += outcome.contains("trace");
  CHECK(traced == 1);
  CHECK_FALSE(
      nlohmann::json::parse(program("--json - " + file).output)["tests"][0].contains("comparison"));
}

TEST_CASE("compare: the same text for any number of threads", "[cli][compare]") {
  const Folder folder;
  const std::string files =
      folder.add("SB.litmus", store_buffering()) + ' ' + folder.add("a.litmus", alone);
  const std::string without_cost = " | grep -v -e '^Time ' -e peak_memory";
  const auto one = run("opexplore --compare-with sc -j1 " + files + without_cost);
  const auto many = run("opexplore --compare-with sc -j8 " + files + without_cost);
  CHECK(one.output.size() > 1000);
  CHECK(one.output == many.output);
}

TEST_CASE("tests of one name are warned of once, at the end", "[cli]") {
  const Folder folder;
  std::string files;
  for (const char letter : {'a', 'b', 'c', 'd', 'e', 'f', 'g'}) {
    std::string other = store_buffering(std::string(1, letter));
    other.replace(other.find("x = 0"), 5, "x = 2");
    files += ' ' + folder.add(std::string(1, letter) + "1.litmus",
                              store_buffering(std::string(1, letter)));
    files += ' ' + folder.add(std::string(1, letter) + "2.litmus", other);
    files += ' ' + folder.add(std::string(1, letter) + "3.litmus", other);
  }
  const std::string said = complaint(files);
  CHECK(said ==
        "Warning: Different hashes for tests (7 names) a, b, c, d, e, …: "
        "mcompare7 will refuse this log\n");
  CHECK(complaint(folder.path("a1.litmus") + ' ' + folder.path("a2.litmus")) ==
        "Warning: Different hashes for test a: mcompare7 will refuse this log\n");
  CHECK(complaint(folder.path("a1.litmus") + ' ' + folder.path("b1.litmus")).empty());
  CHECK(complaint("-q " + files) == said);
}
