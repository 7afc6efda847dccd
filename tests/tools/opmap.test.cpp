// The program opmap, as its users call it.
#include "tools/opmap.hpp"

#include <nlohmann/json.hpp>
#include <string>

#include "litmus/language/reader.hpp"
#include "mappings/table.hpp"
#include "tests/catch.hpp"
#include "tests/export/schema_check.hpp"
#include "tests/locations.hpp"
#include "tests/tools/cli.hpp"
#include "tests/tools/subcommand_docs.hpp"

namespace opexplore::testing {

namespace {

CommandResult opmap(const std::string& arguments) { return run("opmap " + arguments); }

std::string opmap_complaint(const std::string& arguments) {
  return run("opmap " + arguments + " 2>&1 1>/dev/null").output;
}

const std::string cxx_message_passing =
    "C MP\n{ x = 0; y = 0; }\n"
    "P0(int* x, atomic_int* y) {\n  *x = 1;\n"
    "  atomic_store_explicit(y, 1, memory_order_release);\n}\n"
    "P1(int* x, atomic_int* y) {\n"
    "  int r0 = atomic_load_explicit(y, memory_order_seq_cst);\n  int r1 = *x;\n}\n"
    "exists (1:r0=1 /\\ 1:r1=0)\n";

// The published mapping but for the fence of an sc load.
const std::string sc_load_that_acquires =
    R"({"name": "mine", "summary": "s", "extends": "lustig19", "groups": [
        {"operation": "load", "entries": {
          "seq_cst": ["ld.acquire.{scope} {destination}, [{address}]"]}}]})";

}  // namespace

TEST_CASE("opmap: a C++ test is compiled and explored", "[cli][mappings]") {
  const Folder folder;
  const std::string file = folder.add("MP.litmus", cxx_message_passing);
  const CommandResult result = opmap("compile '" + file + "' --table lustig19");
  CHECK(result.status == 0);
  const Test test = read(result.output, "compiled");
  CHECK(test.name == "MP-lustig19");
  CHECK(contains(result.output, "\"compiled from the C++ test MP with the table lustig19\"\n"));
  CHECK(contains(result.output, "st.release.sys y, 1"));
  CHECK(contains(result.output, "| fence.sc.sys "));
  CHECK(opmap("compile -table=lustig19 - < '" + file + "'").output == result.output);
  const std::string copy = folder.path("compiled.litmus");
  CHECK(opmap("compile '" + file + "' --table lustig19 -o '" + copy + "'").output.empty());
  CHECK(folder.text("compiled.litmus") == result.output);
  CHECK(contains(run("opmap compile '" + file + "' --table lustig19 | opexplore -").output,
                 "Observation MP-lustig19 Never 0 "));
}

TEST_CASE("opmap: widths", "[cli][mappings]") {
  const Folder folder;
  const std::string file = folder.add("MP.litmus", cxx_message_passing);
  const CommandResult small = opmap("compile '" + file + "' --table libcudacxx-13.0 --width 8");
  CHECK(small.status == 0);
  CHECK(contains(small.output, "atom.release.sys.cas"));
  CHECK(opmap("compile '" + file + "' --table libcudacxx-13.0 --width 64").output ==
        opmap("compile '" + file + "' --table libcudacxx-13.0").output);
  CHECK(opmap("compile '" + file + "' --table lustig19 --width 8").status == 2);
  CHECK(opmap_complaint("compile '" + file + "' --table lustig19 --width 7") ==
        "opmap: there are no atomic objects of 7 bits; --width is 8, 16, 32 or 64\n");
}

TEST_CASE("opmap: what is wrong is said", "[cli][mappings]") {
  const Folder folder;
  const std::string file = folder.add("MP.litmus", cxx_message_passing);
  const std::string ptx = folder.add("SB.litmus", store_buffering());
  const std::string wrong = folder.add("wrong.json", "{\"name\": 1}");
  CHECK(opmap_complaint("") == "opmap: which command?; opmap --help lists them\n");
  CHECK(opmap_complaint("complie") ==
        "opmap: opmap has no command 'complie'; did you mean compile?\n");
  CHECK(opmap_complaint("compile") == "opmap: which test?; opmap compile TEST --table TABLE\n");
  CHECK(opmap_complaint("compile '" + file + "'") ==
        "opmap: which table?; add --table NAME; opmap tables lists them\n");
  CHECK(opmap_complaint("compile '" + file + "' --tabel lustig19") ==
        "opmap: unknown option --tabel; did you mean --table?\n");
  CHECK(opmap_complaint("compile '" + ptx + "' --table lustig19") ==
        "opmap: " + ptx + ": only C++ tests are compiled, this one is in PTX\n");
  CHECK(opmap_complaint("compile '" + file + "' --table llvm-19") ==
        "opmap: " + file +
            ":5:3: the compiler of the table llvm-19 refuses store release in system scope: LLVM "
            "ERROR: Cannot select: AtomicStore; it has store non_atomic; store relaxed\n");
  CHECK(contains(opmap_complaint("compile '" + file + "' --table '" + wrong + "'"),
                 "wrong.json:1:10: expected the name of the table as a string"));
  CHECK(opmap("compile '" + file + "' --table '" + wrong + "'").status == 2);
  CHECK(opmap("tables nowhere").status == 2);
}

TEST_CASE("opmap: counterexamples are kept as litmus tests", "[cli][mappings]") {
  const Folder folder;
  const std::string table = folder.add("mine.json", sc_load_that_acquires);
  const std::string kept = folder.path("kept");
  const CommandResult result =
      opmap("check --table '" + table + "' --family accesses --no-weaken --keep-counterexamples '" +
            kept + "' --json '" + folder.path("report.json") + "'");
  CHECK(result.status == 20);
  CHECK(contains(result.output, "Table mine (extends lustig19): "));
  const auto json = nlohmann::json::parse(folder.text("report.json"));
  const auto& example = json["checks"][0]["tables"][0]["counterexamples"][0];
  REQUIRE(example["kept"].size() == 2);
  const std::string source = example["kept"][0];
  const std::string compiled = example["kept"][1];
  CHECK(source == kept + "/c++20/" + example["test"].get<std::string>() + ".litmus");
  CHECK(compiled == kept + "/c++20/" + example["test"].get<std::string>() + "-mine.litmus");
  CHECK(contains(result.output, "  kept: " + source + ", " + compiled + "\n"));
  // The compiled test has the outcome, the source has not.
  CHECK(contains(run("opexplore '" + compiled + "'").output, "\nOk\n"));
  CHECK(contains(run("opexplore '" + source + "'").output, "\nNo\n"));
  CHECK(opmap("compile '" + source + "' --table lustig19").status == 0);

  const CommandResult diff = opmap("diff lustig19 '" + table + "' --keep-counterexamples '" +
                                   folder.path("diff") + "' --family accesses");
  CHECK(diff.status == 20);
  CHECK(contains(diff.output, "Became unsound. Counterexample 1: "));
  CHECK(folder.has("diff/c++20/" + example["test"].get<std::string>() + "-mine.litmus"));
  CHECK(opmap("check --table lustig19 --every 9999 --keep-counterexamples /dev/null/x").status !=
        0);
}

TEST_CASE("opmap: two tables are compared", "[cli][mappings]") {
  const Folder folder;
  const std::string table = folder.add("mine.json", sc_load_that_acquires);
  const std::string test = folder.add("MP.litmus", cxx_message_passing);
  const CommandResult back =
      opmap("diff '" + table + "' lustig19 --family accesses --cxx c++20,rc11");
  CHECK(back.status == 0);
  CHECK(contains(back.output, "From mine (extends lustig19) to lustig19 (2019): cxx (cxx=c++20)"));
  CHECK(contains(back.output, "From mine (extends lustig19) to lustig19 (2019): cxx (cxx=rc11)"));
  CHECK(contains(back.output, "      adds fence.sc.{scope}\n"));
  CHECK(contains(back.output, "\nBecame sound. Counterexample 1: "));
  // One test of a user, with which nothing breaks.
  const CommandResult one = opmap("diff lustig19 '" + table + "' '" + test + "' --json -");
  CHECK(one.status == 0);
  CHECK(schema_fault(one.output, "opmap-diff.schema.json") == "");
  const auto json = nlohmann::json::parse(one.output);
  CHECK(json["diffs"][0]["count"] == 1);
  CHECK(json["diffs"][0]["affected"] == 1);
  CHECK(opmap("diff lustig19 lustig19 --every 999").status == 0);
  CHECK(opmap_complaint("diff lustig19") ==
        "opmap: which tables?; opmap diff OLD NEW; opmap tables lists them\n");
}

TEST_CASE("opmap: what one test passes is no advice", "[cli][mappings]") {
  const Folder folder;
  const std::string test =
      folder.add("Load.litmus",
                 "C Load\n{ x = 0; }\n"
                 "P0(atomic_int* x) {\n"
                 "  atomic_store_explicit(x, 1, memory_order_release);\n}\n"
                 "P1(atomic_int* x) {\n"
                 "  int r0 = atomic_load_explicit(x, memory_order_seq_cst);\n}\n"
                 "exists (1:r0=1)\n");
  const CommandResult mine = opmap("check --table lustig19 '" + test + "'");
  CHECK(mine.status == 0);
  CHECK(contains(mine.output, ", 1 file\n"));
  CHECK_FALSE(contains(mine.output, "weaker"));
  CHECK_FALSE(contains(mine.output, "enough"));
  CHECK(contains(mine.output,
                 "  no test: load non_atomic, load relaxed, load acquire, "
                 "store non_atomic, store relaxed, store seq_cst, rmw, cas, fence\n"));
  CHECK(contains(opmap("check --table lustig19 --family accesses").output,
                 "    not needed on these 441 tests (accesses): the weaker `ld.weak {destination}, "
                 "[{address}]` passes them too\n"));
}

TEST_CASE("opmap: SARIF names a table in the working folder", "[cli][mappings]") {
  const Folder folder;
  folder.add("mine.json", sc_load_that_acquires);
  const std::string program =
      std::string(program_file).replace(std::string(program_file).rfind("opexplore"), 9, "opmap");
  const std::string arguments = " --family accesses --no-weaken --sarif -";
  const auto first_uri = [&](const std::string& table) -> std::string {
    const CommandResult result =
        run("cd '" + folder.path("") + "' && '" + program + "' check --table " + table + arguments);
    const auto json = nlohmann::json::parse(result.output);
    const auto& place = json["runs"][0]["results"][0]["locations"][0]["physicalLocation"];
    return place["artifactLocation"]["uri"];
  };
  CHECK(first_uri("mine.json") == "mine.json");
  CHECK(first_uri("'" + folder.path("mine.json") + "'") == "file://" + folder.path("mine.json"));
}

TEST_CASE("opmap: other compilers than nvcc are refused by name", "[cli][nvcc]") {
  const Folder folder;
  const std::string file = folder.add("MP.litmus", cxx_message_passing);
  for (const std::string name : {"clang", "clang++-18", "/usr/lib/llvm-18/bin/clang++", "llc"}) {
    CHECK(opmap("nvcc '" + file + "' --nvcc " + name).status == 2);
    CHECK(contains(opmap_complaint("nvcc '" + file + "' --nvcc " + name),
                   "opmap: --nvcc is NVIDIA's nvcc, and '" + name + "' is another compiler; "));
  }
}

TEST_CASE("opmap: tables are listed and printed", "[cli][mappings]") {
  const std::string list = opmap("tables").output;
  for (const std::string& name : mappings::built_in_tables()) {
    CHECK(contains(list, name + " "));
    CHECK(opmap("tables " + name).output == mappings::grid(mappings::load_table(name)));
  }
  CHECK(opmap("tables lustig19 membar").output ==
        mappings::grid(mappings::load_table("lustig19")) + "\n" +
            mappings::grid(mappings::load_table("membar")));
}

TEST_CASE("opmap: a chain of tables is checked, and blames a step", "[cli][mappings]") {
  const CommandResult chain = opmap("check --chain naga,spirv-opt-naga --family barriers");
  CHECK(chain.status == 20);
  CHECK(contains(chain.output, "step 1, naga: 228 sound, 0 unsound by itself; not to blame"));
  CHECK(contains(chain.output, "step 2, spirv-opt-naga: "));
  CHECK(contains(chain.output, "to blame for 18 tests"));
  CHECK(contains(opmap_complaint("check --chain naga,spirv-opt-naga --table tint"),
                 "--chain names the tables"));
  CHECK(contains(opmap_complaint("check --chain tint,llvm-19"),
                 "llvm-19 compiles C++ or LLVM IR, and not what tint makes"));
  CHECK(contains(opmap_complaint("check --chain naga,spirv-opt-naga --format markdown"),
                 "its report is text or JSON"));
  CHECK(contains(opmap_complaint("check --table tint,lustig19"),
                 "tint is about wgsl, and lustig19 about C++"));
  CHECK(
      contains(opmap_complaint("check --table tint --ptx-reading isa"), "--ptx-reading is about"));
  CHECK(contains(opmap_complaint("check --table tint --machine ptx"),
                 "shaders are run as programs of Vulkan, and ptx does not run these"));
}

TEST_CASE("opmap: help, manual page and completion know the same", "[cli][docs]") {
  check_documented(opmap_program("build"));
  const auto completions = [](const std::string& words, const std::string& index) {
    return completions_of("opmap", words, index);
  };
  CHECK(completions("com", "1") == "compile\n");
  CHECK(completions("compile --table lust", "3") == "lustig19\n");
  CHECK(completions("compile --table = lust", "4") == "lustig19\n");
  CHECK(completions("compile --wid", "2") == "--width\n");
  CHECK(completions("tables memb", "2") == "membar\n");
  CHECK(completions("diff lust", "2") == "lustig19\n");
  CHECK(completions("diff lustig19 memb", "3") == "membar\n");
}

}  // namespace opexplore::testing
