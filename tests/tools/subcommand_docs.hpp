// That a program with subcommands is documented: help, manual page and completion say the same.
#pragma once

#include <set>
#include <string>

#include "tests/catch.hpp"
#include "tests/docs/command.hpp"
#include "tests/locations.hpp"
#include "tests/tools/cli.hpp"
#include "tools/programs.hpp"

namespace opexplore::testing {

/// Checks that the manual page has each command and exactly the options that the helps have.
inline void check_documented(const SubcommandProgram& program) {
  CHECK(run(program.name + " --version").output.starts_with(program.name + " "));
  const std::string help = run(program.name + " --help").output;
  const std::string manual = docs::read("docs/" + program.name + ".1");
  std::set<std::string> options{"--version"};
  for (const Subcommand& command : program.commands) {
    INFO(command.name);
    CHECK(contains(help, "\n  " + command.name + " "));
    CHECK(contains(manual, "\n.SS " + program.name + " " + command.name + "\n"));
    options.merge(docs::long_options(run(program.name + " " + command.name + " --help").output));
  }
  std::string unescaped;
  for (const char c : manual) {
    if (c != '\\') unescaped += c;
  }
  CHECK(docs::long_options(unescaped) == options);
}

/// What bash would offer for word number `index` (0 is the program) of `words`, one a line.
inline std::string completions_of(const std::string& name, const std::string& words,
                                  const std::string& index) {
  const std::string program =
      std::string(program_file).replace(std::string(program_file).rfind("opexplore"), 9, name);
  return run("bash -c 'source docs/" + name + ".bash-completion; COMP_WORDS=(\"" + program + "\" " +
             words + "); COMP_CWORD=" + index + "; _" + name +
             R"(; printf "%s\n" "${COMPREPLY[@]}"')")
      .output;
}

}  // namespace opexplore::testing
