// A dialect is a folder and a row: with one more row in the table, tests in it are read, written,
// run, logged and made smaller like all others, and nothing else knows of it.
#include <algorithm>
#include <string>
#include <variant>
#include <vector>

#include "answers/ask.hpp"
#include "answers/default_machine.hpp"
#include "export/answer_text.hpp"
#include "litmus/generate/minimise/report.hpp"
#include "litmus/language/hash.hpp"
#include "litmus/language/reader.hpp"
#include "litmus/language/writer.hpp"
#include "tests/catch.hpp"
#include "tests/litmus/toy_dialect/dialect.hpp"

using namespace opexplore;
using opexplore::testing::toy_dialect;

namespace {

const std::string toy_message_passing =
    "TOY MP\n"
    "W0 { x := 1; y := 1 }\n"
    "W1 { r0 := y; r1 := x }\n"
    "exists (1:r0=1 /\\ 1:r1=0)\n";

const std::vector<Dialect>& with_toy() {
  static const std::vector<Dialect> all = [] {
    std::vector<Dialect> rows(dialects().begin(), dialects().end());
    rows.push_back(toy_dialect);
    return rows;
  }();
  return all;
}

Pairing default_pairing(const Program& program) {
  return chosen_pairing({default_machine(program.language), {}, {}, {}}, {});
}

}  // namespace

TEST_CASE("toy dialect: read and written through its row", "[litmus][dialects]") {
  const SpelledTest toy = read_spelled(toy_message_passing, "mp", with_toy());
  CHECK(toy.dialect.name == "toy");
  CHECK(toy.test.name == "MP");
  CHECK(toy.test.program.language == Language::cxx);
  CHECK(write(toy.test, toy.dialect) == toy_message_passing);
  // The same program in the native dialect of its language.
  const SpelledTest again = read_spelled(write(toy.test), "again", with_toy());
  CHECK(again.dialect.name == native_dialect(Language::cxx).name);
  CHECK(again.dialect.name != "toy");
  CHECK(write(again.test, toy_dialect) == toy_message_passing);
  CHECK(hash(again.test) == hash(toy.test));
}

TEST_CASE("toy dialect: what is wrong is said in its words", "[litmus][dialects]") {
  CHECK_THROWS_WITH(read("TOY MP\nW0 { x := 1 }\nexists (1:r0=1)", "mp", with_toy()),
                    "mp:3:9: unknown thread W1; the only thread is W0");
  CHECK_THROWS_WITH(read("TOI MP\n", "mp", with_toy()),
                    "mp:1:1: expected PTX, GPU_PTX, C, VULKAN, AMDGPU or TOY, found 'TOI'; a test "
                    "begins with the line 'PTX name', 'GPU_PTX name', 'C name', 'VULKAN name', "
                    "'AMDGPU name' or 'TOY name'");
  // Who does not name the row does not know it.
  CHECK_THROWS_WITH(
      read(toy_message_passing, "mp"),
      "mp:1:1: expected PTX, GPU_PTX, C, VULKAN or AMDGPU, found 'TOY'; a test begins with the "
      "line 'PTX name', 'GPU_PTX name', 'C name', 'VULKAN name' or 'AMDGPU name'");
}

TEST_CASE("toy dialect: the machine of its language runs it, and the log says so",
          "[litmus][dialects]") {
  const SpelledTest toy = read_spelled(toy_message_passing, "mp", with_toy());
  const Pairing pairing = default_pairing(toy.test.program);
  CHECK(name_of(pairing.first) == "cxx");
  const auto answered = ask({pairing, toy.test, toy.dialect, hash(toy.test)}, {});
  REQUIRE(std::holds_alternative<AnsweredTest>(answered));
  const std::string log =
      text_document({std::get<FormatPart>(log_part(std::get<AnsweredTest>(answered), {}))}, {});
  CAPTURE(log);
  CHECK(log.find("Test MP Allowed\nStates 4\n") == 0);
  CHECK(log.find("Observation MP Sometimes 1 3\n") != log.npos);
  CHECK(log.find("machine=cxx ") != log.npos);
}

TEST_CASE("toy dialect: a smaller test is written in it", "[litmus][dialects]") {
  const std::string text =
      "TOY MP\n"
      "W0 { x := 1; z := 1; y := 1 }\n"
      "W1 { r0 := y; r1 := x }\n"
      "exists (1:r0=1 /\\ 1:r1=0)\n";
  const Test test = read(text, "mp", with_toy());
  const Pairing pairing = default_pairing(test.program);
  const auto shows = [&](const Test& smaller) {
    const auto found = answer(pairing.first, smaller, {});
    return verdict(smaller, std::get<Answer>(found)).ok;
  };
  const auto small = minimise::minimise(test, minimise::Keep::condition, shows, {}, toy_dialect);
  CHECK(minimise::report(small, toy_dialect).find("not needed  W0:1  line 2  z := 1\n") !=
        std::string::npos);
}
