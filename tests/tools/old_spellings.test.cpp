// Command lines from before commands had names: they mean what they meant, byte for byte.
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iomanip>
#include <regex>
#include <sstream>
#include <string>

#include "tests/catch.hpp"
#include "tests/locations.hpp"
#include "tests/tools/cli.hpp"

namespace opexplore::testing {
namespace {

// Each line: exit code, digest of what is printed, arguments.
constexpr const char* list = "tests/tools/old_spellings.txt";

// Files that the lines name.
void add_files(const Folder& folder) {
  folder.add("SB.litmus", store_buffering());
  folder.add("MP.litmus",
             "PTX MP\n{ x = 0; y = 0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n"
             " st.weak x, 1 | ld.weak r0, y ;\n st.weak y, 1 | ld.weak r1, x ;\n"
             "exists (P1:r0 == 1 /\\ P1:r1 == 0)\n");
  std::filesystem::create_directory(folder.path("sub"));
  folder.add("sub/c.litmus", store_buffering("C"));
  folder.add("compare", store_buffering("Compare"));
  folder.add("replay", store_buffering("Replay"));
  folder.add("-h", store_buffering("Dash"));
  folder.add("bad.litmus", bad_test);
  folder.add("stuck.litmus", deadlock_test);
  folder.add("odd.litmus",
             "PTX odd\n{ x = 0; }\n P0@cta 0,gpu 0 ;\n red.acquire.gpu.add x, 1 ;\n"
             "exists (x == 0)\n");
  folder.add("CXX.litmus", docs::read("litmus/cxx/mp/MP+ra+na+no-guard.litmus"));
  folder.add("names.txt", "SB\n");
  folder.add("kinds.txt", "SB Forbidden\n");
  folder.add("bad.txt", "SB Perhaps\n");
  folder.add("expect.csv", "SB.litmus,1\n");
  folder.add("wrong.csv", "SB.litmus,0\n");
  folder.add("tests.campaign", "--family MP\n");
  folder.add("@all", "SB.litmus\nMP.litmus\n");
  folder.add("launch.json", "{}");
  folder.add("data.json", R"({"source": "made up", "hardware": [
    {"table": "1", "config": "D-cta:S-ker-Global", "test": "SB",
     "observed": {"fermi_one": 7, "kepler_one": 0}},
    {"table": "1", "config": "D-cta:S-ker-Global", "test": "MP",
     "observed": {"fermi_one": 0, "kepler_one": 0}}]})");
}

// What differs from run to run and from build to build is left out.
std::string without_costs(const std::string& text) {
  static const std::regex costs(
      R"re(Time [^\n]*|peak_memory=\d+|"(seconds|peak_memory|version|revision)": *("[^"]*"|[0-9.e+-]+))re"
      R"re(| +[0-9]+\.[0-9]+( s)?(?=\n)|, [0-9.]+ s)re");
  return std::regex_replace(text, costs, "");
}

// FNV-1a, 64 bits.
std::string digest(const std::string& text) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  std::ostringstream hexadecimal;
  hexadecimal << std::hex << std::setw(16) << std::setfill('0') << hash;
  return hexadecimal.str();
}

// "EXIT DIGEST", and all that is printed for who looks for a difference.
std::pair<std::string, std::string> result_and_text(const std::string& arguments) {
  const Folder folder;
  add_files(folder);
  const CommandResult result = run("cd " + folder.path("") + " && opexplore " + arguments +
                                   " 2>err; code=$?; echo; cat err; exit $code");
  const std::string printed = without_costs(result.output);
  return {std::to_string(result.status) + ' ' + digest(printed), printed};
}

}  // namespace

TEST_CASE("old spellings of command lines mean what they meant", "[cli][spellings]") {
  std::istringstream lines(docs::read(list));
  std::size_t count = 0;
  for (std::string line; std::getline(lines, line); ++count) {
    const std::size_t end = line.find(' ', line.find(' ') + 1);
    const auto [result, printed] = result_and_text(line.substr(end + 1));
    INFO(line << '\n' << printed);
    CHECK(result == line.substr(0, end));
  }
  CHECK(count > 150);
}

TEST_CASE("write what old spellings of command lines mean", "[.][write-spellings]") {
  std::istringstream lines(docs::read(list));
  std::string text;
  for (std::string line; std::getline(lines, line);) {
    const std::string arguments = line.substr(line.find(' ', line.find(' ') + 1) + 1);
    text += result_and_text(arguments).first + ' ' + arguments + '\n';
  }
  std::ofstream(std::string(source_folder) + "/" + std::string(list)) << text;
}

TEST_CASE("commands do what their older spellings do", "[cli][spellings]") {
  const auto [older, newer] = GENERATE(table<std::string, std::string>(
      {{"--machine ptx --compare-with sc SB.litmus", "compare ptx sc SB.litmus"},
       {"--machine ptx --within sc SB.litmus", "within ptx sc SB.litmus"},
       {"--rank data.json --machine sc SB.litmus", "rank data.json --machine sc SB.litmus"},
       {"--check-axioms --machine ptx --generate '--family MP'",
        "campaign --machine ptx '--family MP'"},
       {"--minimise --machine ptx SB.litmus", "minimise --machine ptx SB.litmus"},
       {"--stalls --machine sc-naive,tso SB.litmus", "stalls SB.litmus --machine sc-naive,tso"},
       {"--diagram --machine sc-typed", "diagram sc-typed"},
       {"--machines", "machines"},
       {"--models", "models"},
       {"--trace SB.litmus", "run --trace SB.litmus"}}));
  INFO(newer);
  // There is a file of that name.
  static const std::regex remark("Remark: compare [^\n]*\n");
  CHECK(std::regex_replace(result_and_text(newer).second, remark, "") ==
        result_and_text(older).second);
}

TEST_CASE("a file may be named like a command", "[cli][spellings]") {
  const auto printed = [](const std::string& arguments) {
    return result_and_text(arguments).second;
  };
  CHECK(contains(printed("-q ./compare"), "Test Compare "));
  CHECK(contains(printed("-q -- compare"), "Test Compare "));
  CHECK(contains(printed("compare sc tso SB.litmus"),
                 "Remark: compare is a command here; the file of that name is ./compare\n"));
  CHECK(contains(printed("comapre sc tso SB.litmus"),
                 "there is no file comapre, and no such command; did you mean compare?"));
}

}  // namespace opexplore::testing
