// The manual page and the help text name the same options, and completion knows them.
#include <regex>
#include <set>
#include <string>

#include "tests/catch.hpp"
#include "tests/docs/command.hpp"
#include "tests/locations.hpp"

namespace opexplore::docs {

TEST_CASE("documentation: the manual page and --help name the same options", "[docs]") {
  const CommandResult help = run("opexplore --help all");
  REQUIRE(help.status == 0);
  // groff writes a hyphen that must stay one as \-.
  const std::string manual =
      std::regex_replace(read("docs/opexplore.1"), std::regex(R"(\\-)"), "-");
  const std::set<std::string> in_help = long_options(help.output);
  CHECK(in_help.size() > 5);
  CHECK(long_options(manual) == in_help);
}

TEST_CASE("documentation: completion for bash offers machines and options", "[docs]") {
  const auto completions = [](const std::string& words, const std::string& index) {
    return run("bash -c 'source docs/opexplore.bash-completion; COMP_WORDS=(\"" +
               std::string(testing::program_file) + "\" " + words + "); COMP_CWORD=" + index +
               R"(; _opexplore; printf "%s\n" "${COMPREPLY[@]}"')")
        .output;
  };
  CHECK(completions("--machine pt", "2").find("ptx-proxy\n") != std::string::npos);
  CHECK(completions("--machine = pt", "3").find("ptx-proxy\n") != std::string::npos);
  CHECK(completions("--compare-with pt", "2").find("ptx-proxy\n") != std::string::npos);
  CHECK(completions("--within pt", "2").find("ptx-proxy\n") != std::string::npos);
  CHECK(completions("--write sa", "2") == "sarif\n");
  CHECK(completions("--help wr", "2") == "write\n");
  CHECK(completions("--model pt", "2").find("ptx75-dat3m\n") != std::string::npos);
  CHECK(completions("--check-axioms rmo-s", "2") == "rmo-scoped\n");
  CHECK(completions("--check-axioms --strict", "2") == "--strict-ptx\n");
  CHECK(completions("--property dead", "2") == "deadlock\n");
  CHECK(completions("--strict-ptx --mach", "2") == "--machine\n");
  CHECK(completions("--mach", "1") == "--machine\n");
  CHECK(completions("--json", "1") == "\n");  // an older spelling
  CHECK(completions("rep", "1") == "replay\n");
  CHECK(completions("compare pt", "2").find("ptx-proxy\n") != std::string::npos);
  CHECK(completions("replay --tr", "2") == "\n");
  CHECK(completions("docs/opexplore.b", "1") == "docs/opexplore.bash-completion\n");
}

TEST_CASE("documentation: completion for bash helps with opgen", "[docs]") {
  const std::string program =
      std::string(testing::program_file)
          .replace(std::string(testing::program_file).rfind("opexplore"), 9, "opgen");
  const auto completions = [&](const std::string& words, const std::string& index) {
    return run("bash -c 'source docs/opgen.bash-completion; COMP_WORDS=(\"" + program + "\" " +
               words + "); COMP_CWORD=" + index + R"(; _opgen; printf "%s\n" "${COMPREPLY[@]}"')")
        .output;
  };
  CHECK(completions("--family IR", "2") == "IRIW\n");
  CHECK(completions("--orders weak,rl", "2") == "weak,rlx\n");
  CHECK(completions("--exh", "1") == "--exhaustive\n");
}

}  // namespace opexplore::docs
