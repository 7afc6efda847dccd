// `--compiler-explorer`: what is found as lines with places in the editor, and nothing else.
#include "tests/catch.hpp"
#include "tests/tools/cli.hpp"

namespace opexplore::testing {
namespace {

const std::string module_of_two =
    ".version 7.8\n.target sm_90\n.address_size 64\n.global .u32 x;\n"
    ".visible .entry one()\n{\n st.global.u32 [x], 1;\n ret;\n}\n"
    ".visible .entry two()\n{\n .reg .b32 %r<2>;\n atom.global.add.u32 %r1, [x], 1;\n ret;\n}\n";

}  // namespace

TEST_CASE("compiler explorer: bugs of a kernel at lines of its source", "[cli][explorer-pane]") {
  const std::string ptx = "tests/kernels/hoisted.sm_90.ptx";
  for (const std::string& source : {ptx, "- < " + ptx}) {
    INFO(source);
    const auto run = program("--compiler-explorer --kernel handoff --grid 2 " + source);
    CHECK(run.status == 11);
    CHECK(contains(run.output, "<source>:9:5: error: data race on `"));
    CHECK(contains(run.output, ": note: block 1: "));
    CHECK_FALSE(contains(run.output, "hoisted.cu:9:"));
    CHECK_FALSE(contains(run.output, "Test "));
  }
  CHECK(complaint("--compiler-explorer --kernel handoff --grid 2 " + ptx).empty());
}

TEST_CASE("compiler explorer: lines of PTX where there is no source", "[cli][explorer-pane]") {
  const Folder folder;
  // By what it says, as a file of any name; and each of its kernels.
  const auto run = program("--compiler-explorer " + folder.add("output.s", module_of_two));
  CHECK(run.status == 11);
  CHECK(contains(
      run.output,
      "<source>:7:2: warning: data race on `x`: all write the same value: block 0: store"));
  CHECK(contains(run.output, "two <<<2, 1>>>: no data race, no hang\n"));
  const auto bare = program("--compiler-explorer < " + folder.path("output.s"));
  // A fix names the file.
  std::string unnamed = run.output;
  const std::string name = folder.path("output.s");
  for (std::size_t at = unnamed.find(name); at != std::string::npos; at = unnamed.find(name)) {
    unnamed.replace(at, name.size(), "-");
  }
  CHECK(bare.output == unnamed);
  const auto wrong = program("--compiler-explorer " + folder.add("bad.s", ".version 7.8\nfoo"));
  CHECK(wrong.status == 2);
  CHECK(contains(wrong.output, "<source>:2:1: error: "));
}

TEST_CASE("compiler explorer: litmus tests", "[cli][explorer-pane]") {
  const Folder folder;
  const auto sb = program("--compiler-explorer " + folder.add("sb.litmus", store_buffering()));
  CHECK(sb.status == 0);
  CHECK(contains(sb.output, "SB: exists ("));
  CHECK(contains(sb.output, "): Sometimes\nSB may end with "));
  const auto race =
      program("--compiler-explorer --check races " + folder.add("racy.litmus", racy_test));
  CHECK(race.status == 11);
  CHECK(contains(race.output, "<source>:4:2: error: data race on `x`: P0: store. Nothing orders"));
  CHECK(contains(race.output, "<source>:4:17: note: P1: load\n"));
  const auto wrong = program("--compiler-explorer - < " + folder.add("bad.litmus", bad_test));
  CHECK(wrong.status == 2);
  CHECK(contains(wrong.output, "<source>:4:"));
  CHECK(contains(wrong.output, ": error: "));
  CHECK(complaint("--compiler-explorer " + folder.path("bad.litmus")).empty());
}

TEST_CASE("compiler explorer: statements of a test of nvlitmus", "[cli][explorer-pane]") {
  const Folder folder;
  const std::string file =
      folder.add("s.test",
                 ".global x;\nd0.b0.t0 { st [x], 1; ld r0, [x]; }\nassert (r0 == 1) as a;\n"
                 "permit (r0 == 0) as b;\ncheck (r0 == 2) as c;\n");
  const auto run = program("--compiler-explorer " + file);
  CHECK(run.status == 10);
  CHECK(run.output ==
        "<source>:3:1: note: Ok: assert (r0 == 1) as a\n"
        "<source>:4:1: error: No: permit (r0 == 0) as b; no such execution was found\n"
        "<source>:5:1: note: Impossible: check (r0 == 2) as c\n"
        "s may end with 0:r0=1;\n");
  CHECK(contains(program("--compiler-explorer --max-states 1 " + file).output,
                 "<source>:3:1: warning: Unknown: assert (r0 == 1) as a; "));
}

TEST_CASE("compiler explorer: what does not go with it", "[cli][explorer-pane]") {
  const Folder folder;
  const std::string test = folder.add("sb.litmus", store_buffering());
  CHECK(contains(complaint("--compiler-explorer --json - " + test), "cannot both write"));
  CHECK(contains(complaint("compare sc ptx --compiler-explorer " + test), "do not go together"));
}

}  // namespace opexplore::testing
