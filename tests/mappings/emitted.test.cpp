// What nvcc 13.0 and clang made of C++ tests: the recorded PTX is checked against its sources, so
// no compiler is needed. Made by: opmap nvcc TEST --keep DIR, opmap clang TEST --keep DIR.
#include "mappings/emitted.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "answers/exit_code.hpp"
#include "hardware/toolchain.hpp"
#include "litmus/language/reader.hpp"
#include "mappings/compile.hpp"
#include "tests/catch.hpp"
#include "tests/locations.hpp"
#include "tests/tools/cli.hpp"

using namespace opexplore;
using namespace opexplore::mappings;
using opexplore::testing::Folder;
using Kind = EmittedCheck::Kind;

namespace {

const std::string source_tree = std::string(testing::source_folder) + "/";

std::string text_of(const std::string& path) {
  std::ifstream file(path);
  REQUIRE(file);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

Test source(const std::string& name) {
  return with_locations_observed(read_file(source_tree + "litmus/cxx/" + name + ".litmus"));
}

std::string recorded(const std::string& name) {
  return text_of(source_tree + "tests/kernels/nvcc/" + name + ".ptx");
}

RunWith with(const std::string& machine, const std::string& setting = "",
             const std::string& value = "") {
  RunWith result{find_machine(machine), {}};
  REQUIRE(result.machine != nullptr);
  if (!setting.empty()) result.options.machine.settings[setting] = value;
  return result;
}

struct CheckedKernel {
  Test source, emitted;
  EmittedCheck answer;
};

CheckedKernel checked(const std::string& name, const std::string& ptx,
                      const std::string& cxx = "c++20") {
  Test from = source(name);
  const CudaText cuda = cuda_text(from);
  Test emitted = emitted_test(from, cuda, ptx, name + ".ptx");
  EmittedCheck answer =
      check_emitted({from, cuda, emitted}, with("cxx", "cxx", cxx), with("ptx-proxy"));
  return {std::move(from), std::move(emitted), std::move(answer)};
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

}  // namespace

TEST_CASE("nvcc: the emitted program has the source's outcomes", "[mappings][nvcc]") {
  const CheckedKernel fences = checked("mp/MP+F.rel+F.acq", recorded("MP+F.rel+F.acq.sm_90"));
  CHECK(fences.answer.kind == Kind::sound);
  CHECK(fences.answer.emitted_outcomes == 2);
  CHECK(fences.emitted.observables.size() == fences.source.observables.size());
  CHECK(fences.emitted.condition == fences.source.condition);
  const Table table = load_table("libcudacxx-13.0");
  CHECK(differences_from(table, fences.source, fences.emitted).empty());

  const CheckedKernel spin = checked("locks/CAS-spin", recorded("CAS-spin.sm_90"));
  CHECK(spin.answer.kind == Kind::sound);
  const CheckedKernel cas =
      checked("cas/CAS-tells-the-old-value", recorded("CAS-tells-the-old-value.sm_75"));
  CHECK(cas.answer.kind == Kind::sound);
  CHECK(cas.answer.source_outcomes == cas.answer.emitted_outcomes);
}

TEST_CASE("nvcc: the shipped seq_cst read-modify-write loses order between scopes",
          "[mappings][nvcc]") {
  for (const std::string arch : {"sm_75", "sm_90"}) {
    const CheckedKernel isa2 =
        checked("release-sequences/ISA2-Fcta-RMW", recorded("ISA2-Fcta-RMW." + arch));
    CHECK(isa2.answer.kind == Kind::unsound);
    REQUIRE(isa2.answer.missing.size() == 1);
    CHECK(holds(isa2.source.condition, isa2.answer.missing.front().values));
    CHECK(differences_from(load_table("libcudacxx-13.0"), isa2.source, isa2.emitted).empty());
    const auto differences = differences_from(load_table("lustig19"), isa2.source, isa2.emitted);
    REQUIRE_FALSE(differences.empty());
    CHECK_FALSE(differences.back().plain_only);
  }
  // With acq_rel, as published, the outcome is gone.
  const std::string published =
      replaced(recorded("ISA2-Fcta-RMW.sm_90"), "atom.add.acquire", "atom.add.acq_rel");
  CHECK(checked("release-sequences/ISA2-Fcta-RMW", published).answer.kind == Kind::sound);
}

TEST_CASE("nvcc: a false dependency is folded, and its order is gone", "[mappings][nvcc]") {
  const CheckedKernel lb = checked("lb/LB+datas+xor", recorded("LB+datas+xor.sm_90"));
  CHECK(lb.answer.kind == Kind::unsound);
  CHECK(differences_from(load_table("libcudacxx-13.0"), lb.source, lb.emitted).empty());
}

TEST_CASE("nvcc: a racy source promises nothing", "[mappings][nvcc]") {
  const CheckedKernel spin = checked("locks/CAS-spin+rlx", recorded("CAS-spin+rlx.sm_90"));
  CHECK(spin.answer.kind == Kind::undefined);
  CHECK(spin.answer.reason.find("data race") != std::string::npos);
}

TEST_CASE("nvcc: a wrong compilation is found, and shown beside the table", "[mappings][nvcc]") {
  const std::string ptx = replaced(recorded("MP+F.rel+F.acq.sm_90"), "fence.acq_rel.sys;", "");
  const CheckedKernel broken = checked("mp/MP+F.rel+F.acq", ptx);
  CHECK(broken.answer.kind == Kind::unsound);
  const auto differences =
      differences_from(load_table("libcudacxx-13.0"), broken.source, broken.emitted);
  REQUIRE(differences.size() == 1);
  CHECK(differences[0].thread == 0);
  CHECK_FALSE(differences[0].plain_only);
  REQUIRE(differences[0].table.size() == 3);
  CHECK(differences[0].table[1].text == "fence.acq_rel.sys");
  REQUIRE(differences[0].emitted.size() == 2);
  CHECK(differences[0].emitted[0].text == "st x");
  CHECK(differences[0].emitted[0].plain);
}

TEST_CASE("nvcc: a test as CUDA C++", "[mappings][nvcc]") {
  const Test test = read(
      "C t\n{ x = 0; y = 5; }\n"
      "P0(atomic_int* x, int* y) {\n"
      "  int e = 3;\n"
      "  int ok = atomic_compare_exchange_strong_explicit(x, &e, 1, memory_order_acq_rel, "
      "memory_order_acquire);\n"
      "  while (atomic_load_explicit(x, memory_order_relaxed) != 2) {}\n"
      "  atomic_fetch_add_explicit(x, 2, memory_order_seq_cst);\n"
      "  *y = e;\n}\n"
      "exists (0:ok=1 /\\ 0:e=3)\n",
      "t.litmus");
  const CudaText cuda = cuda_text(test);
  const auto has = [&](const std::string& part) {
    CAPTURE(part, cuda.text);
    CHECK(cuda.text.find(part) != std::string::npos);
  };
  has("extern \"C\" __global__ void P0(int* x0, int* x1, int* results) {");
  has("cuda::atomic_ref<int, cuda::thread_scope_system>(*x0).compare_exchange_strong(old0, 1, "
      "cuda::memory_order_acq_rel, cuda::memory_order_acquire);");
  has(".fetch_add(2, cuda::memory_order_seq_cst);");
  has("goto L");
  has("  *x1 = v");
  has("  results[1] = v");
  REQUIRE(cuda.results.size() == 1);
  CHECK(cuda.results[0].size() == 2);
  CHECK(cuda.width == std::vector<std::size_t>{4, 4});
  const Test ptx = read("PTX t\n{ }\nP0@cta 0,gpu 0;\nst x, 1;\nexists (x=1)", "t");
  CHECK_THROWS_WITH(cuda_text(ptx), Catch::Contains("compilers take C++"));
}

TEST_CASE("clang: read-modify-writes of the system are narrowed to the GPU", "[mappings][clang]") {
  const std::string name = "rmw/two-xchgs.system+two-gpus";
  const Test from = source(name);
  const CudaText cuda = cuda_text(from, {Atomics::clang});
  const std::string ptx =
      text_of(source_tree + "tests/kernels/clang/two-xchgs.system+two-gpus.sm_70.ptx");
  const auto answer = [&](const std::string& text) {
    const Test emitted = emitted_test(from, cuda, text, "t.ptx");
    CHECK(differences_from(load_table("clang-c"), from, emitted).empty() == (text == ptx));
    return check_emitted({from, cuda, emitted}, with("cxx"), with("ptx-proxy"));
  };
  const EmittedCheck narrow = answer(ptx);
  CHECK(narrow.kind == Kind::unsound);
  CHECK(std::ranges::any_of(narrow.missing, [&](const AnsweredOutcome& outcome) {
    return holds(from.condition, outcome.values);
  }));
  std::string wide = ptx;
  for (std::size_t at = 0; (at = wide.find("atom.global.exch", at)) != std::string::npos; ++at) {
    wide.replace(at, 16, "atom.sys.global.exch");
  }
  CHECK(answer(wide).kind == Kind::sound);
}

namespace {

EmittedCheck checked_small(const std::string& name, const CudaStyle& style,
                           const std::string& ptx) {
  const Test from = source(name);
  const CudaText cuda = cuda_text(from, style);
  const kernel::LaunchedKernel read = emitted_kernel(from, cuda, ptx, "t.ptx");
  return check_emitted({from, cuda, read.test, &read.facts}, with("cxx"), with("ptx-proxy"));
}

}  // namespace

TEST_CASE("clang: objects of 8 bits in words of one size have a verdict", "[mappings][clang]") {
  const std::string ptx = text_of(source_tree + "tests/kernels/clang/two-xchgs-8bit.sm_70.ptx");
  const CudaStyle small{Atomics::clang, Width::bits8};
  const EmittedCheck found = checked_small("rmw/two-xchgs", small, ptx);
  CHECK(found.kind == Kind::sound);
  CHECK(found.emitted_outcomes == 2);
  // Ones in the other bytes of the word.
  const EmittedCheck wrong =
      checked_small("rmw/two-xchgs", small, replaced(ptx, "and.b32  \t%r12", "or.b32  \t%r12"));
  CHECK(wrong.kind == Kind::unsound);
}

TEST_CASE("nvcc: a mixed-size data race is named, and has no verdict", "[mappings][nvcc]") {
  const CudaStyle small{Atomics::libcudacxx, Width::bits8};
  const std::string ptx = recorded("MP+ra-8bit.sm_90");
  const EmittedCheck found = checked_small("mp/MP+ra", small, ptx);
  CHECK(found.kind == Kind::mixed_size);
  CHECK(found.reason ==
        "P0 accesses 4 bytes at line 45, P1 accesses 2 bytes at line 108, and nothing orders them");
  CHECK(found.missing.empty());
  CHECK(code_of(found) == ExitCode::incomplete);
}

TEST_CASE("clang: a test in the words of its built-in functions", "[mappings][clang]") {
  const Test test = read(
      "C t\n{ x = 0; y = 5; }\n"
      "P0@cta 0,gpu 0 (atomic_int* x, cuda::atomic<int, cuda::thread_scope_device>* y) {\n"
      "  int e = 3;\n"
      "  int ok = atomic_compare_exchange_strong_explicit(x, &e, 1, memory_order_acq_rel, "
      "memory_order_acquire);\n"
      "  int r = y->exchange(2, cuda::memory_order_release);\n"
      "  atomic_thread_fence(memory_order_seq_cst);\n"
      "  y->fetch_sub(2, cuda::memory_order_relaxed);\n}\n"
      "exists (0:ok=1 /\\ 0:r=3)\n",
      "t.litmus");
  const CudaText cuda = cuda_text(test, {Atomics::clang, Width::bits16});
  const auto has = [&](const std::string& part) {
    CAPTURE(part, cuda.text);
    CHECK(cuda.text.find(part) != std::string::npos);
  };
  has("#define __global__ __attribute__((global))\n");
  has("P0(signed short* x0, signed short* x1, int* results) {");
  has("{ signed short old0 = v0; __atomic_compare_exchange_n(x0, &old0, 1, 0, __ATOMIC_ACQ_REL, "
      "__ATOMIC_ACQUIRE); ");
  has(" = __scoped_atomic_exchange_n(x1, 2, __ATOMIC_RELEASE, __MEMORY_SCOPE_DEVICE);");
  has("__atomic_thread_fence(__ATOMIC_SEQ_CST);");
  has("__scoped_atomic_fetch_sub(x1, 2, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE);");
  CHECK(cuda.text.find("cuda::") == std::string::npos);
  CHECK(cuda.width == std::vector<std::size_t>{2, 2});
}

TEST_CASE("emitted: a compiler is found, run, and its complaints are passed on",
          "[mappings][nvcc][clang]") {
  using Of = hardware::PtxCompiler::Kind;
  for (const auto& [kind, name] :
       {std::pair(Of::nvcc, "/no/such/nvcc"), std::pair(Of::nvcc, "no-such-compiler"),
        std::pair(Of::clang, "/no/such/clang"), std::pair(Of::clang, "no-such-compiler")}) {
    CHECK_THROWS_AS(hardware::find_ptx_compiler(kind, name), hardware::ToolchainError);
  }
  CHECK_THROWS_WITH(hardware::find_ptx_compiler(Of::clang, "no-such-compiler"),
                    "no-such-compiler is not found");
  const Folder folder;
  const auto script = [&](Of kind, const std::string& name, const std::string& commands) {
    const std::string path = folder.add(name, "#!/bin/sh\n" + commands);
    REQUIRE(chmod(path.c_str(), 0700) == 0);
    return hardware::find_ptx_compiler(kind, path);
  };
  const std::string cuda = folder.add("t.cu", "// t\n");
  const auto copying = script(Of::nvcc, "copying", "echo \"$1 $2 $3\" | cat - \"$4\" > \"$6\"\n");
  CHECK_FALSE(hardware::make_ptx(copying, "sm_90", cuda, folder.path("t.ptx")));
  CHECK(folder.text("t.ptx") == "-ptx -O3 -arch=sm_90\n// t\n");
  const auto failing = script(Of::nvcc, "failing", "echo 't.cu(1): error: no' >&2\nexit 2\n");
  CHECK(hardware::make_ptx(failing, "sm_90", cuda, folder.path("u.ptx")) == "t.cu(1): error: no");
  const auto clang = script(Of::clang, "clang", "echo \"$*\" > \"${13}\"\n");
  CHECK_FALSE(hardware::make_ptx(clang, "sm_70", cuda, folder.path("c.ptx")));
  CHECK(folder.text("c.ptx").find("--cuda-gpu-arch=sm_70") != std::string::npos);
  // LLVM's addresses are others in each run.
  const auto refusing = script(Of::clang, "refusing",
                               "echo 'clang: warning: old' >&2\n"
                               "echo 'fatal error: error in backend: Cannot select: 0x55d6: ch = "
                               "AtomicFence 0x55e0, T' >&2\n"
                               "exit 70\n");
  CHECK(hardware::make_ptx(refusing, "sm_70", cuda, folder.path("v.ptx")) ==
        "fatal error: error in backend: Cannot select: ch = AtomicFence T");
}
