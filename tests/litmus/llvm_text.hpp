// Modules of LLVM IR for tests of its front.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "tests/litmus/kernel_launch.hpp"
#include "tests/litmus/kernel_outcomes.hpp"

namespace opexplore::testing {

/// The line of a module's text on which `body` begins.
inline constexpr std::uint32_t llvm_body_line = 6;

/// A module for AMDGPU with the kernel k, whose body is `body`, with pointers to x, y and out;
/// around it what else stands in the module.
inline std::string llvm_text(const std::string& body, const std::string& more = "") {
  return "; ModuleID = 'k'\n"
         "target datalayout = \"e-p:64:64-p3:32:32-p5:32:32-i64:64-A5\"\n"
         "target triple = \"amdgcn-amd-amdhsa\"\n"
         "@s = internal addrspace(3) global [4 x i32] undef, align 4\n"
         "define amdgpu_kernel void @k(ptr addrspace(1) %x, ptr addrspace(1) %y, "
         "ptr addrspace(1) %out) {\n" +
         body + "\nret void\n}\n" + more + "\n";
}

/// A launch of it.
inline kernel::Launch llvm_launch(kernel::Triple blocks = {1, 1, 1},
                                  kernel::Triple threads = {1, 1, 1},
                                  const std::string& question = "locations [ out; ]", Value x = 0) {
  return launch(grid("k", blocks, threads,
                     {{"0", kernel::Buffer{"x", std::nullopt, std::nullopt, {x}}},
                      buffer("1", "y"),
                      buffer("2", "out")}),
                question);
}

inline Test llvm_test(const std::string& body, const kernel::Launch& how = llvm_launch(),
                      const std::string& more = "") {
  return kernel::read_kernel(llvm_text(body, more), "k.ll", how);
}

/// What a kernel does: whether it races, and if it does not, what it leaves.
struct KernelVerdict {
  bool races = false;
  std::set<std::vector<Value>> outcomes = {};
  bool operator==(const KernelVerdict&) const = default;
};

inline const KernelVerdict racy{true, {}};

inline std::ostream& operator<<(std::ostream& out, const KernelVerdict& verdict) {
  if (verdict.races) return out << "races";
  for (const std::vector<Value>& outcome : verdict.outcomes) {
    out << '(';
    for (const Value value : outcome) out << value << ' ';
    out << ')';
  }
  return out;
}

inline KernelVerdict verdict_of(const Test& test) {
  const bool cxx = test.program.language == Language::cxx;
  const MachineEntry* const entry = find_machine(cxx ? "cxx" : "ptx-proxy");
  REQUIRE(entry != nullptr);
  REQUIRE_FALSE(entry->refusal(test, {}));
  ExploreOptions options;
  options.machine.races = !cxx;
  const Answer answer = entry->explore(test, options);
  REQUIRE((answer.races || answer.coverage.complete()));
  KernelVerdict verdict;
  verdict.races = answer.races || !answer.data_races.empty();
  if (verdict.races) return verdict;
  for (const AnsweredOutcome& outcome : answer.outcomes) verdict.outcomes.insert(outcome.values);
  return verdict;
}

/// The value that out has at the end in every execution, of which one thread is enough.
inline Value computed(const std::string& body, Value x = 0, const std::string& more = "") {
  const KernelVerdict verdict =
      verdict_of(llvm_test(body, llvm_launch({1, 1, 1}, {1, 1, 1}, "locations [ out; ]", x), more));
  REQUIRE_FALSE(verdict.races);
  REQUIRE(verdict.outcomes.size() == 1);
  return verdict.outcomes.begin()->at(0);
}

/// The same of an expression of i32: `%r` is its result, and %a is what x holds.
inline Value computed_i32(const std::string& body, Value x = 0, const std::string& more = "") {
  return computed(
      "%a = load i32, ptr addrspace(1) %x\n" + body + "\nstore i32 %r, ptr addrspace(1) %out", x,
      more);
}

/// The message of the refusal of a body, with its place.
inline std::string llvm_refusal(const std::string& body, const std::string& more = "",
                                const kernel::Launch& how = llvm_launch()) {
  try {
    llvm_test(body, how, more);
  } catch (const InputError& error) {
    return std::to_string(error.line) + ':' + std::to_string(error.column) + ": " + error.message;
  }
  return "";
}

}  // namespace opexplore::testing
