// One report of several launches of a kernel: what was found with which inputs.
#include "export/inputs_text.hpp"

#include <string>
#include <utility>
#include <vector>

#include "tests/catch.hpp"

namespace opexplore::testing {

namespace {

using Values = std::vector<kernel::InputValue>;

std::string together(const std::vector<Values>& all) {
  std::vector<kernel::InputCase> cases;
  for (const Values& values : all) cases.push_back({values, cases.size(), all.size()});
  std::vector<const kernel::InputCase*> members;
  for (const kernel::InputCase& one : cases) members.push_back(&one);
  return inputs_text(members);
}

ReportedCase reported(const std::string& n, std::size_t number, std::string line, ExitCode code,
                      ShownResults results = {}) {
  return {{{{"n", n}}, number, 3},
          {"k.cu: kernel k(int)", {std::move(line)}, "assumed k = 1", std::move(results)},
          code};
}

}  // namespace

TEST_CASE("inputs: launches are told by ranges of their values", "[export][inputs]") {
  CHECK(together({{{"n", "0"}}}) == "n = 0");
  CHECK(together({{{"n", "0"}}, {{"n", "1"}}}) == "n = 0, 1");
  CHECK(together({{{"n", "-1"}}, {{"n", "0"}}, {{"n", "1"}}, {{"n", "5"}}, {{"n", "1.5"}}}) ==
        "n = -1..1, 5, 1.5");
  // All choices of some values of each; or what goes with what.
  CHECK(together({{{"n", "0"}, {"k", "7"}},
                  {{"n", "0"}, {"k", "8"}},
                  {{"n", "1"}, {"k", "7"}},
                  {{"n", "1"}, {"k", "8"}}}) == "n = 0, 1 and k = 7, 8");
  CHECK(together({{{"n", "0"}, {"k", "7"}}, {{"n", "1"}, {"k", "8"}}}) ==
        "n = 0 and k = 7; n = 1 and k = 8");
}

TEST_CASE("inputs: what was found stands behind the inputs that lead to it", "[export][inputs]") {
  const std::string race = "BUG  data race on `x`", fine = "ok   no data race";
  const InputsReport report =
      inputs_report({reported("0", 0, fine, ExitCode::complete, {{"x", {"1"}}}),
                     reported("1", 1, race, ExitCode::data_race),
                     reported("2", 2, fine, ExitCode::complete, {{"x", {"1", "2"}}})});
  CHECK(report.text ==
        "k.cu: kernel k(int), with n = 0..2\n\n"
        "  n = 0, 2  ok   no data race\n"
        "                 possible  x: 1, 2\n"
        "  n = 1     BUG  data race on `x`\n"
        "  if   assumed k = 1\n\n"
        "The first with a bug, n = 1:\n\n");
  CHECK(report.told == 1);
  CHECK(report.tells == std::vector<bool>{true, true, false});
}

TEST_CASE("inputs: a launch that could not be explored is told", "[export][inputs]") {
  const InputsReport report =
      inputs_report({reported("0", 0, "ok   no data race", ExitCode::complete),
                     {{{{"n", "1"}}, 1, 2},
                      short_report(Failure{.message = "too many", .file = "k.cu"}),
                      ExitCode::wrong_input}});
  CHECK(report.text.find("  n = 1       not explored: k.cu: too many\n") != std::string::npos);
  CHECK(report.told == 1);
}

}  // namespace opexplore::testing
