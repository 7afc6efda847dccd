// The documentation is run: in every page, a block
//
//   ```console
//   $ opexplore …
//   the output
//   ```
//
// must show what the command prints. A command goes on behind a `\` at the end of its line. Costs
// (time, memory) are compared as numbers only, spaces at the end of a line not at all; a line `…`
// stands for any lines, and a `…` at the end of a line for its rest. A page that is one walk, from
// its first block to its last, is taken by walk.py.
#include <regex>
#include <string>
#include <vector>

#include "tests/catch.hpp"
#include "tests/docs/command.hpp"
#include "tests/docs/pages.hpp"
#include "tests/locations.hpp"

namespace opexplore::docs {
namespace {

struct Example {
  std::string page;
  std::string command;
  std::vector<std::string> output;
};

std::vector<Example> examples_of(const std::string& page) {
  std::vector<Example> examples;
  bool inside = false;
  for (const std::string& line : lines_of(read(page))) {
    if (line.starts_with("```")) {
      inside = !inside && line == "```console";
    } else if (inside && line.starts_with("$ ")) {
      examples.push_back({page, line.substr(2), {}});
    } else if (inside && !examples.empty() && examples.back().command.ends_with('\\')) {
      examples.back().command += '\n' + line;
    } else if (inside && !examples.empty()) {
      examples.back().output.push_back(line);
    }
  }
  return examples;
}

// What another run may print differently becomes N; spaces at the end go.
std::string comparable(const std::string& line) {
  static const std::regex measured(
      R"re(^(Time \S+ )[0-9.]+|(bytes_per_state=|peak_memory=|seconds=|"seconds": )[0-9.]+)re");
  const std::string text = std::regex_replace(line, measured, "$1$2N");
  return text.substr(0, text.find_last_not_of(' ') + 1);
}

bool matches(const std::string& shown, const std::string& printed) {
  const std::string rest = "…";
  if (!shown.ends_with(rest)) return comparable(shown) == comparable(printed);
  return printed.starts_with(shown.substr(0, shown.size() - rest.size()));
}

// Whether `printed` is `shown`, where a line … of `shown` stands for any lines.
bool matches(const std::vector<std::string>& shown, std::size_t s,
             const std::vector<std::string>& printed, std::size_t p) {
  if (s == shown.size()) return p == printed.size();
  if (shown[s] == "…") {
    for (std::size_t rest = p; rest <= printed.size(); ++rest) {
      if (matches(shown, s + 1, printed, rest)) return true;
    }
    return false;
  }
  return p < printed.size() && matches(shown[s], printed[p]) &&
         matches(shown, s + 1, printed, p + 1);
}

// Examples run the built program; the scripts that build are tested elsewhere.
std::string runnable(std::string command) {
  const std::string script = "./opexplore-quickstart";
  if (command.starts_with(script)) command.replace(0, script.size(), "opexplore");
  return command;
}

bool is_walk(const std::string& page) {
  return page == "docs/adding-a-machine.md" || page == "docs/extending.md";
}

void drop_empty_end(std::vector<std::string>& lines) {
  while (!lines.empty() && lines.back().empty()) lines.pop_back();
}

}  // namespace

TEST_CASE("documentation: every example prints what the page shows", "[docs]") {
  std::size_t count = 0;
  for (const std::string& page : pages()) {
    if (is_walk(page)) continue;
    for (Example& example : examples_of(page)) {
      ++count;
      // Recorded PTX stands for what nvcc makes.
      const CommandResult result = run("PATH='" + std::string(testing::source_folder) +
                                       "/tests/docs/recorded':$PATH; " + runnable(example.command));
      std::vector<std::string> printed = lines_of(result.output);
      drop_empty_end(printed);
      drop_empty_end(example.output);
      INFO(page << ": $ " << example.command << "\nexit code " << result.status << "\nprints\n"
                << result.output);
      CHECK(matches(example.output, 0, printed, 0));
    }
  }
  CHECK(count > 0);
}

// --machines starts a machine with "NAME  version V" and the line "  source: S".
TEST_CASE("documentation: the table of machines is what --machines prints", "[docs]") {
  const CommandResult machines = run("opexplore --machines");
  REQUIRE(machines.status == 0);
  const std::regex printed(R"re(([a-z][a-z0-9-]*)  version .*\n  source: (.*))re");
  std::vector<std::string> expected;
  for (std::sregex_iterator it(machines.output.begin(), machines.output.end(), printed), end;
       it != end; ++it) {
    expected.push_back((*it)[1].str() + ": " + (*it)[2].str());
  }
  const std::string page = read("docs/machines.md");
  const std::regex row(R"re(\| `([a-z][a-z0-9-]*)`[^|]*\| (.*) \|)re");
  std::vector<std::string> shown;
  for (std::sregex_iterator it(page.begin(), page.end(), row), end; it != end; ++it) {
    shown.push_back((*it)[1].str() + ": " + (*it)[2].str());
  }
  CHECK_FALSE(expected.empty());
  CHECK(shown == expected);
}

}  // namespace opexplore::docs
