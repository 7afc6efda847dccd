// What is written is read back as it was, in both dialects.
#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "litmus/corpus/sources.hpp"
#include "litmus/language/gpu_ptx_format/dialect.hpp"
#include "litmus/language/ptx_format/dialect.hpp"
#include "tests/catch.hpp"
#include "tests/litmus/same_test.hpp"
#include "tests/locations.hpp"
#include "tests/random/program_generator.hpp"

using namespace opexplore;
using opexplore::random_programs::Profile;
using opexplore::random_programs::Random;
using opexplore::testing::check_round_trips;

namespace {

std::string random_term(Random& random, const Test& test) {
  return to_string(random.pick(test.observables), test.program);
}

/// A formula in its written form; the reader knows which ones are the same.
std::string random_formula(Random& random, const Test& test, unsigned depth) {
  const auto part = [&] { return "(" + random_formula(random, test, depth - 1) + ")"; };
  switch (depth == 0 ? 0 : random.below(6)) {
    case 1:
      return part() + " /\\ " + part() + " & " + part();
    case 2:
      return part() + " \\/ " + part();
    case 3:
      return "~" + part();
    case 4:
      return random.chance(50) ? "true" : "false";
    default:
      break;
  }
  const std::vector<std::string> comparisons = {"=", "==", "!=", "<", "<=", ">", ">="};
  const std::string right = random.chance(30)
                                ? random_term(random, test)
                                : std::to_string(static_cast<int>(random.below(9)) - 4);
  return random_term(random, test) + random.pick(comparisons) + right;
}

/// The program with a question about some of its values.
Test asked_at_random(const Test& test, Random& random) {
  const std::string program = write(test);
  const std::string body =
      program.substr(0, std::min(program.find("locations ["), program.find("exists (")));
  const std::vector<std::string> quantifiers = {"exists", "~exists", "forall"};
  std::string question;
  if (random.chance(50)) question += "locations [" + random_term(random, test) + ";]\n";
  if (random.chance(50)) question += "filter " + random_formula(random, test, 2) + "\n";
  question += random.pick(quantifiers) + " " + random_formula(random, test, 3) + "\n";
  CAPTURE(body, question);
  return read(body + question, "asked");
}

void check_generated(const Profile& profile, std::uint64_t seeds) {
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    const Test test = random_programs::generate(profile, seed);
    check_round_trips(test);
    Random random(seed);
    check_round_trips(asked_at_random(test, random));
  }
}

std::vector<std::filesystem::path> corpus_files(const std::string& folder) {
  const std::filesystem::path path =
      std::filesystem::path(testing::source_folder) / "litmus" / folder;
  if (!std::filesystem::is_directory(path)) return {};
  const std::vector<std::string> arguments = {path.string()};
  return expand_sources(arguments);
}

}  // namespace

TEST_CASE("round trips of generated programs with everything that can be written", "[litmus]") {
  check_generated(random_programs::readable(), 400);
}

TEST_CASE("round trips of the programs that machines are tested with", "[litmus]") {
  for (const Profile& profile : random_programs::profiles()) {
    CAPTURE(profile.name);
    check_generated(profile, 20);
  }
}

TEST_CASE("round trips of the corpora", "[litmus]") {
  const std::string folder = GENERATE(as<std::string>{}, "ptx", "singh", "thesis");
  for (const std::filesystem::path& file : corpus_files(folder)) {
    CAPTURE(file.string());
    check_round_trips(read_file(file));
  }
}

// So that the property above speaks of something.
TEST_CASE("generated programs have everything that can be written", "[litmus][random]") {
  std::string gpu_ptx;
  std::string ptx;
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    const Test test = random_programs::generate(random_programs::readable(), seed);
    gpu_ptx += write(test, gpu_ptx_dialect);
    ptx += write(test, ptx_dialect);
  }
  const std::vector<std::string> in_gpu_ptx = {": shared",
                                               "(warp T0 T1)",
                                               "(device 1 ",
                                               "(cta 1 ",
                                               "(warp 2 ",
                                               "ld.cg",
                                               "ld.ca",
                                               "st.wb",
                                               "ld.volatile",
                                               "st.volatile",
                                               "ld.relaxed.sys",
                                               ".s32 [",
                                               ".reg .b64",
                                               "= x;",
                                               ".reg .u32",
                                               ".reg .pred p",
                                               ".reg .pred r",
                                               "@p",
                                               "@!p",
                                               "@r",
                                               "bra LC",
                                               "@!p2 bra LC",
                                               "setp.lt",
                                               ".u64",
                                               "div.",
                                               "cas.b32",
                                               ".inc.u32",
                                               "membar.gl",
                                               "fence.acquire",
                                               "suatom",
                                               "fence.proxy.texture",
                                               "bar.cta.arrive",
                                               "aliases",
                                               "tld",
                                               "beq ",
                                               "ble "};
  for (const std::string& word : in_gpu_ptx) {
    CAPTURE(word);
    CHECK(gpu_ptx.find(word) != gpu_ptx.npos);
  }
  const std::vector<std::string> in_ptx = {"@warp 2,cta", ": shared",   "[r1]",   "ld.cg",
                                           "beq p",       ".reg .pred", "goto LC"};
  for (const std::string& word : in_ptx) {
    CAPTURE(word);
    CHECK(ptx.find(word) != ptx.npos);
  }
}
