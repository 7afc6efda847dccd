// Kernels that clang 14 and 16 have made LLVM IR of, for two targets: what they do, and that nvcc's
// PTX of the same sources does the same by the model of PTX.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>

#include "tests/litmus/llvm_text.hpp"
#include "tests/locations.hpp"

namespace opexplore::testing {
namespace {

namespace fs = std::filesystem;

const fs::path folder = fs::path(source_folder) / "tests/kernels/llvm";

std::string text_of(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

/// The recorded modules of a source, by name.
std::map<std::string, kernel::ModuleFile> modules(const std::string& source,
                                                  const std::string& ending) {
  std::map<std::string, kernel::ModuleFile> found;
  for (const auto& entry : fs::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    if (!name.starts_with(source + '.') || !name.ends_with(ending)) continue;
    found.try_emplace(name, text_of(entry.path()), entry.path().string());
  }
  return found;
}

struct Case {
  std::string source, kernel;
  kernel::Triple blocks, threads;
  std::vector<kernel::Binding> parameters;
  std::string question;
  KernelVerdict verdict;
};

kernel::Binding filled(const std::string& parameter, const std::string& location,
                       std::vector<Value> initial) {
  return {parameter, kernel::Buffer{location, std::nullopt, std::nullopt, std::move(initial)}};
}

const std::vector<kernel::Binding> of_handoff{buffer("0", "data"), buffer("1", "flag"),
                                              buffer("2", "out")};
const std::vector<kernel::Binding> of_lock{buffer("0", "lock"), buffer("1", "count")};
const std::vector<kernel::Binding> of_sum{filled("0", "in", {1, 2, 3, 4}), buffer("1", "out")};

Case handoff(const std::string& kernel, KernelVerdict verdict) {
  return {"handoff",         kernel, {2, 1, 1}, {1, 1, 1}, of_handoff, "locations [ out; ]",
          std::move(verdict)};
}

Case in_block(const std::string& source, const std::string& kernel, std::uint32_t threads,
              std::vector<kernel::Binding> parameters, KernelVerdict verdict) {
  const bool array = parameters.size() == 1 && threads == 2;
  return {source,
          kernel,
          {1, 1, 1},
          {threads, 1, 1},
          std::move(parameters),
          array ? "locations [ out[0]; out[1]; ]" : "locations [ out; ]",
          std::move(verdict)};
}

std::vector<Case> both_targets() {
  return {handoff("handoff", {false, {{42}}}),
          handoff("handoff_relaxed", racy),
          handoff("handoff_fences", {false, {{42}}}),
          handoff("handoff_one_fence", racy),
          handoff("handoff_plain", racy),
          {"locks", "spin", {2, 1, 1}, {1, 1, 1}, of_lock, "locations [ count; ]", {false, {{2}}}},
          {"locks", "spin_relaxed", {2, 1, 1}, {1, 1, 1}, of_lock, "locations [ count; ]", racy},
          {"locks",
           "ticket",
           {2, 1, 1},
           {1, 1, 1},
           {buffer("0", "lock")},
           "locations [ lock[2]; ]",
           {false, {{2}}}},
          in_block("blocks", "exchange", 2, {buffer("0", "out")}, {false, {{2, 1}}}),
          in_block("blocks", "exchange_at_once", 2, {buffer("0", "out")}, racy),
          in_block("blocks", "sum", 4, of_sum, {false, {{10}}}),
          in_block("blocks", "sum_racy", 4, of_sum, racy)};
}

std::vector<Case> of_amdgpu() {
  const auto of_scopes = [](const std::string& kernel, KernelVerdict verdict) {
    Case result = handoff(kernel, std::move(verdict));
    result.source = "scopes";
    return result;
  };
  return {of_scopes("device_scope", {false, {{42}}}), of_scopes("group_scope", racy),
          in_block("scopes", "barrier_alone", 2, {buffer("0", "out")}, racy),
          in_block("scopes", "barrier_in_fences", 2, {buffer("0", "out")}, {false, {{2, 1}}}),
          in_block("scopes", "barrier_in_thread_fences", 2, {buffer("0", "out")}, racy)};
}

kernel::Launch launch_of(const Case& one) {
  return launch(grid(one.kernel, one.blocks, one.threads, one.parameters), one.question);
}

KernelVerdict verdict_in(const kernel::ModuleFile& file, const Case& one) {
  return verdict_of(kernel::read_launched(file, launch_of(one)).test);
}

void check_all(const std::vector<Case>& cases, const std::string& ending, std::size_t files) {
  std::map<std::string, std::map<std::string, kernel::ModuleFile>> read;
  for (const Case& one : cases) {
    if (!read.contains(one.source)) read.emplace(one.source, modules(one.source, ending));
    const auto& all = read.at(one.source);
    CHECK(all.size() == files);
    for (const auto& [name, file] : all) {
      INFO(name << ' ' << one.kernel);
      CHECK(verdict_in(file, one) == one.verdict);
    }
  }
}

}  // namespace

TEST_CASE("llvm corpus: kernels do the same for each target, compiler and level", "[llvm]") {
  check_all(both_targets(), ".ll", 6);
}

TEST_CASE("llvm corpus: scopes and barriers of AMDGPU", "[llvm]") {
  check_all(of_amdgpu(), ".ll", 2);
}

TEST_CASE("llvm corpus: nvcc's PTX of the same sources does the same", "[llvm][ptx]") {
  check_all(both_targets(), ".ptx", 1);
}

TEST_CASE("llvm corpus: orders of one address space are refused where there are two", "[llvm]") {
  for (const auto& [name, file] : modules("scopes", ".ll")) {
    INFO(name);
    const kernel::Launch how =
        launch(grid("two_spaces", {1, 1, 1}, {2, 1, 1},
                    {buffer("0", "in"), buffer("1", "flag"), buffer("2", "out")}),
               "locations [ out; ]");
    CHECK_THROWS_WITH(kernel::read_launched(file, how), Catch::Contains("one address space alone"));
  }
}

// What has no atomics computes the same numbers everywhere.
TEST_CASE("llvm corpus: numbers, members, calls and memory of a thread's own", "[llvm]") {
  const auto run = [](const kernel::ModuleFile& file, const std::string& kernel,
                      std::vector<kernel::Binding> parameters, const std::string& question) {
    const KernelVerdict verdict = verdict_of(
        kernel::read_launched(
            file, launch(grid(kernel, {1, 1, 1}, {1, 1, 1}, std::move(parameters)), question))
            .test);
    REQUIRE(verdict.outcomes.size() == 1);
    return *verdict.outcomes.begin();
  };
  const std::string four = "locations [ out[0]; out[1]; out[2]; out[3]; ]";
  std::map<std::string, kernel::ModuleFile> all = modules("forms", ".ll");
  all.merge(modules("forms", ".ptx"));
  CHECK(all.size() == 7);
  for (const auto& [name, file] : all) {
    INFO(name);
    for (const Value n : {0, 1, 2, 3}) {
      const Value tag = n + 200;
      const Value base = -n + tag + n;
      const std::vector<Value> sums{base + 1, base + 20, base + 60, -1};
      const std::vector<Value> expected{
          sums[static_cast<std::size_t>(n)], n > 1 ? n : -n, (n * 7) % 5 + n / 2,
          std::vector<Value>{31, 32, 31, 32}[static_cast<std::size_t>(n)]};
      CHECK(run(file, "numbers", {buffer("0", "pairs"), {"1", n}, buffer("2", "out")}, four) ==
            expected);
    }
    CHECK(run(file, "own", {{"0", Value{2}}, buffer("1", "out")}, "locations [ out; ]").front() ==
          4921);
    if (name.ends_with(".ptx")) continue;  // it has no nand
    const std::vector<Value> updates =
        run(file, "updates", {filled("0", "x", {16}), filled("1", "u", {9}), buffer("2", "out")},
            "locations [ out[0]; out[1]; out[2]; out[3]; out[4]; out[5]; out[6]; out[7]; out[8]; "
            "x; u; ]");
    CHECK(updates == std::vector<Value>{16, 21, 20, 28, 12, 15, ~(15 & 6), 100, 9, 7, 200});
  }
}

}  // namespace opexplore::testing
