// Recorded modules in which one word is another one: orders that are weaker, scopes that are
// smaller, fences and barriers that are gone. Each is found, and what is stronger stays right.
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "tests/litmus/llvm_text.hpp"
#include "tests/locations.hpp"

namespace opexplore::testing {
namespace {

std::string llvm_module(const std::string& name) {
  std::ifstream in(std::filesystem::path(source_folder) / "tests/kernels/llvm" / name,
                   std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  REQUIRE_FALSE(text.str().empty());
  return text.str();
}

/// The module with the first `from` of the kernel replaced.
std::string mutated(std::string text, const std::string& kernel, const std::string& from,
                    const std::string& to) {
  const std::size_t begin = text.find(" @" + kernel + '(');
  REQUIRE(begin != std::string::npos);
  const std::size_t at = text.find(from, begin);
  REQUIRE(at < text.find("\n}", begin));
  return text.replace(at, from.size(), to);
}

struct Mutation {
  std::string from, to;
  KernelVerdict verdict;
};

void check(const std::string& module, const kernel::Launch& how,
           const std::vector<Mutation>& mutations) {
  const std::string text = llvm_module(module);
  for (const Mutation& one : mutations) {
    INFO(module << ": " << one.from << " becomes " << one.to);
    const std::string changed = mutated(text, how.grids.front().entry, one.from, one.to);
    CHECK(verdict_of(kernel::read_launched(changed, "mutant.ll", how).test) == one.verdict);
  }
}

kernel::Launch of_blocks(const std::string& kernel, std::vector<kernel::Binding> parameters,
                         const std::string& observed) {
  return launch(grid(kernel, {2, 1, 1}, {1, 1, 1}, std::move(parameters)),
                "locations [ " + observed + "; ]");
}

kernel::Launch handoff(const std::string& kernel) {
  return of_blocks(kernel, {buffer("0", "data"), buffer("1", "flag"), buffer("2", "out")}, "out");
}

kernel::Launch exchange() {
  return launch(grid("exchange", {1, 1, 1}, {2, 1, 1}, {buffer("0", "out")}),
                "locations [ out[0]; out[1]; ]");
}

}  // namespace

TEST_CASE("llvm mutations: orders and scopes of a flag", "[llvm]") {
  check("handoff.amdgcn.O2.clang-16.ll", handoff("handoff"),
        {{"release, align", "monotonic, align", racy},
         {"acquire, align", "monotonic, align", racy},
         {"%1 release", "%1 syncscope(\"workgroup\") release", racy},
         {"%1 acquire", "%1 syncscope(\"singlethread\") acquire", racy},
         {"%1 acquire", "%1 syncscope(\"agent\") seq_cst", {false, {{42}}}}});
}

TEST_CASE("llvm mutations: fences", "[llvm]") {
  check("handoff.amdgcn.O2.clang-16.ll", handoff("handoff_fences"),
        {{"fence syncscope(\"agent\") release", "fence syncscope(\"workgroup\") release", racy},
         {"fence syncscope(\"agent\") acquire", "fence syncscope(\"agent\") release", racy},
         {"fence syncscope(\"agent\") release", "fence seq_cst", {false, {{42}}}},
         {"store volatile i32 1", "store i32 1", racy}});
}

TEST_CASE("llvm mutations: a lock", "[llvm]") {
  check("locks.amdgcn.O2.clang-16.ll",
        of_blocks("spin", {buffer("0", "lock"), buffer("1", "count")}, "count"),
        {{"acquire monotonic", "monotonic monotonic", racy},
         {"acquire monotonic", "acq_rel acquire", {false, {{2}}}},
         {"release, align", "monotonic, align", racy}});
}

TEST_CASE("llvm mutations: barriers", "[llvm]") {
  check("blocks.amdgcn.O2.clang-16.ll", exchange(),
        {{"call void @llvm.amdgcn.s.barrier()", "call void @llvm.amdgcn.wave.barrier()", racy},
         {"fence syncscope(\"workgroup\") release", "fence syncscope(\"singlethread\") release",
          racy},
         {"fence syncscope(\"workgroup\") acquire", "fence syncscope(\"workgroup\") release", racy},
         {"fence syncscope(\"workgroup\") acquire",
          "fence syncscope(\"agent\") acq_rel",
          {false, {{2, 1}}}}});
  check("blocks.nvptx64.O2.clang-16.ll", exchange(),
        {{"tail call void @llvm.nvvm.barrier0()", "fence seq_cst", racy}});
}

}  // namespace opexplore::testing
