// The program opmap, as its users call it.
#include <string>

#include "litmus/reader.hpp"
#include "mappings/table.hpp"
#include "tests/catch.hpp"
#include "tests/tools/cli.hpp"
#include "tests/tools/subcommand_docs.hpp"

namespace opexplore::testing {

namespace {

CommandResult opmap(const std::string& arguments) { return run("opmap " + arguments); }

std::string opmap_complaint(const std::string& arguments) {
  return run("opmap " + arguments + " 2>&1 1>/dev/null").output;
}

const std::string message_passing =
    "C MP\n{ x = 0; y = 0; }\n"
    "P0(int* x, atomic_int* y) {\n  *x = 1;\n"
    "  atomic_store_explicit(y, 1, memory_order_release);\n}\n"
    "P1(int* x, atomic_int* y) {\n"
    "  int r0 = atomic_load_explicit(y, memory_order_seq_cst);\n  int r1 = *x;\n}\n"
    "exists (1:r0=1 /\\ 1:r1=0)\n";

}  // namespace

TEST_CASE("opmap: a C++ test is compiled and explored", "[cli][mappings]") {
  const Folder folder;
  const std::string file = folder.add("MP.litmus", message_passing);
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
  const std::string file = folder.add("MP.litmus", message_passing);
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
  const std::string file = folder.add("MP.litmus", message_passing);
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
        "opmap: " + ptx + ": only C++ tests are compiled, this one is PTX already\n");
  CHECK(opmap_complaint("compile '" + file + "' --table llvm-19") ==
        "opmap: " + file +
            ":5:3: the table llvm-19 has no entry for store release in system scope; it has store "
            "non_atomic; store relaxed\n");
  CHECK(contains(opmap_complaint("compile '" + file + "' --table '" + wrong + "'"),
                 "wrong.json:1:10: expected the name of the table as a string"));
  CHECK(opmap("compile '" + file + "' --table '" + wrong + "'").status == 2);
  CHECK(opmap("tables nowhere").status == 2);
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

TEST_CASE("opmap: help, manual page and completion know the same", "[cli][docs]") {
  check_documented(opmap_program());
  const auto completions = [](const std::string& words, const std::string& index) {
    return completions_of("opmap", words, index);
  };
  CHECK(completions("com", "1") == "compile\n");
  CHECK(completions("compile --table lust", "3") == "lustig19\n");
  CHECK(completions("compile --table = lust", "4") == "lustig19\n");
  CHECK(completions("compile --wid", "2") == "--width\n");
  CHECK(completions("tables memb", "2") == "membar\n");
}

}  // namespace opexplore::testing
