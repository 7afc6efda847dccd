// --coq on the command line: which file is written, and what is refused.
#include <string>

#include "tests/catch.hpp"
#include "tests/tools/cli.hpp"

using namespace opexplore::testing;

namespace {

CommandResult said_in(const Folder& folder, const std::string& command) {
  return run("cd " + folder.path("") + " && " + command + " 2>&1");
}

std::string two_stores(const std::string& name) {
  return "PTX " + name +
         "\n{ x = 0; y = 0; }\n P0@cta 0,gpu 0 | P1@cta 0,gpu 0 ;\n st.weak x, 1 | st.weak x, 2 ;\n"
         "exists ([x]=1)\n";
}

}  // namespace

TEST_CASE("a certificate is a file of its own", "[cli][coq]") {
  const Folder folder;
  folder.add("a.litmus", two_stores("W+W.a"));
  folder.add("b.litmus", two_stores("W+W.b"));
  CHECK(said_in(folder, "opexplore -q --machine sc --coq here.v a.litmus").status == 0);
  CHECK_THAT(folder.text("here.v"), Catch::Matchers::Contains("Theorem W_W_a_is_allowed"));
  CHECK(said_in(folder, "opexplore -q --machine sc --coq a.litmus b.litmus").status == 0);
  CHECK(folder.has("W_W_a.v"));
  CHECK(folder.has("W_W_b.v"));
  CHECK(said_in(folder, "opexplore -q --machine sc -coq -o out --suffix .1 a.litmus").status == 0);
  CHECK(folder.has("out/W_W_a_1.v"));
  CHECK(said_in(folder, "opexplore -q --machine gpu-scoped --coq=there.v b.litmus").status == 0);
  CHECK_THAT(folder.text("there.v"), Catch::Matchers::Contains("GpuScoped.model W_W_b_test"));
}

TEST_CASE("what can have no certificate is said", "[cli][coq]") {
  const Folder folder;
  folder.add("a.litmus", two_stores("W+W.a"));
  folder.add("b.litmus", two_stores("W+W.a"));
  folder.add("c.litmus",
             "C T\n{ }\nP0 (atomic_int* x) {\n  atomic_store(x, 1);\n}\nexists (x=1)\n");
  const auto [arguments, code, says] = GENERATE(table<std::string, int, std::string>(
      {{"--machine tso --coq a.litmus", 2, "there are no certificates for tso, only for"},
       {"--machine gpu-scoped --chip fermi --coq a.litmus", 2, "with chip fermi, only with kepler"},
       {"--ptx-reading dat3m --coq a.litmus", 2, "with ptx-reading dat3m, only with isa"},
       {"--machine ptx75.cat --coq a.litmus", 2, "there are no certificates for ptx75.cat"},
       {"--coq=a-1.v a.litmus", 2, "is a_1.v"},
       {"--coq=a.w a.litmus", 2, "coqc takes no file of the name a.w"},
       {"--coq nodir/a.v a.litmus", 2, "cannot write nodir/a.v"},
       {"--coq a.v a.litmus b.litmus", 2, "--write coq=FILE.v is of one test, and there are 2"},
       {"--machine sc --coq a.litmus b.litmus", 2, "two tests would write ./W_W_a.v"},
       {"--machine sc --coq --compare-with tso a.litmus", 2, "--write coq do not go together"},
       {"--machine sc --coq --max-states 1 a.litmus", 1, "nothing is known to be forbidden"},
       {"--coq c.litmus", 2, "there are no certificates for tests in C++"}}));
  INFO(arguments);
  const auto result = said_in(folder, "opexplore -q " + arguments);
  CHECK(result.status == code);
  CHECK_THAT(result.output, Catch::Matchers::Contains(says));
}
