// ptx-async and its axioms on small programs.
#include "tests/random/asynchronous_corners.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "litmus/language/reader.hpp"
#include "tests/catch.hpp"
#include "tests/random/asynchronous_comparison.hpp"
#include "tests/random/asynchronous_lines.hpp"

namespace opexplore::random_programs {

namespace {

std::vector<std::string> split(std::string_view text, std::string_view at) {
  std::vector<std::string> parts;
  for (std::size_t from = 0; from <= text.size();) {
    const std::size_t to = std::min(text.find(at, from), text.size());
    parts.emplace_back(text.substr(from, to - from));
    from = to + at.size();
  }
  return parts;
}

Test test_of(const Corner& corner) {
  std::string heading;
  std::vector<std::vector<std::string>> columns;
  for (const std::string& thread : split(corner.threads, " || ")) {
    const std::size_t colon = thread.find(": ");
    const std::vector<std::string> place = split(thread.substr(0, colon), ",");
    heading += (columns.empty() ? "P" : " | P") + std::to_string(columns.size()) + "@cta " +
               place.at(0) + ",cluster " + place.at(1) + ",grid " + place.at(2) + ",gpu 0";
    columns.push_back(split(thread.substr(colon + 2), "; "));
  }
  std::string text = "PTX corner\n{ " + std::string(corner.declarations) + " }\n" + heading +
                     ";\n" + thread_table(columns);
  std::string shared;
  for (const std::string name : {"s", "u"}) {
    const std::string declared = "; " + std::string(corner.declarations);
    if (declared.find("; " + name + " = ") == std::string::npos) continue;
    shared += (shared.empty() ? "" : ", ") + name + ": shared";
  }
  // What is copied to a descriptor comes from shared memory.
  if (corner.threads.find("cp_fenceproxy") != std::string_view::npos) shared += ", t: shared";
  if (!shared.empty()) text += shared + "\n";
  return read(text + "exists (" + std::string(corner.condition) + ")\n", "corner");
}

bool reaches(const Test& test, const std::optional<AsynchronousAnswer>& answer) {
  REQUIRE(answer.has_value());
  return std::ranges::any_of(
      answer->outcomes, [&](const Outcome& outcome) { return holds(test.condition, outcome); });
}

void check(std::span<const Corner> corners) {
  AsynchronousSides sides({100'000, 100'000});
  constexpr std::array readings{"isa", "strict", "practice"};
  for (const Corner& corner : corners) {
    const Test test = test_of(corner);
    for (std::size_t i = 0; i < corner.verdicts.size(); ++i) {
      const AsynchronousReading reading{readings[i], std::string(corner.turned)};
      INFO(corner.about << "\n" << sides.explained(test, reading));
      const auto machine = sides.machine(test, reading);
      const auto axioms = sides.axioms(test, reading);
      CHECK(reaches(test, machine) == (corner.verdicts[i] == 'A'));
      CHECK(reaches(test, axioms) == (corner.verdicts[i] == 'A'));
      CHECK(machine->outcomes == axioms->outcomes);
    }
  }
}

}  // namespace

TEST_CASE("random: ptx-async and its axioms where they once differed", "[async]") {
  check(once_different());
}

TEST_CASE("random: what tells the rules of ptx-async apart", "[async]") {
  check(telling_proxies());
  check(telling_patterns());
  check(telling_mbarriers());
  check(telling_readings());
}

}  // namespace opexplore::random_programs
