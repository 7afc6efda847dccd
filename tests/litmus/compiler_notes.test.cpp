// What can be told of things that a compiler took away.
#include <string>
#include <vector>

#include "litmus/kernels/cuda_words.hpp"
#include "litmus/kernels/kernel.hpp"
#include "litmus/kernels/module.hpp"
#include "litmus/kernels/source_variables.hpp"
#include "tests/catch.hpp"
#include "tests/litmus/kernel_launch.hpp"

namespace opexplore::testing {

using Texts = std::vector<std::string>;

namespace {

Texts texts(const std::vector<kernel::CompilerNote>& notes) {
  Texts result;
  for (const kernel::CompilerNote& note : notes) result.push_back(note.text);
  return result;
}

std::vector<kernel::CompilerNote> removed(const std::string& ptx, const Texts& kernels,
                                          const std::string& cuda, const std::string& file) {
  return kernel::removed_variables(kernel::read_module({ptx, "k.ptx"}), kernels, cuda, file);
}

/// The notes on a recorded kernel, from the PTX alone. Lines are those of the source if the program
/// has them, so what is before and behind the place is returned.
Texts notes_of(const std::string& entry, const Texts& locations, std::uint32_t blocks = 2) {
  std::vector<kernel::Binding> parameters;
  for (const std::string& location : locations) {
    parameters.push_back(buffer(std::to_string(parameters.size()), location));
  }
  return texts(
      kernel::read_launched(recorded("hoisted.sm_90.ptx"), "hoisted.ptx",
                            launch(grid(entry, {blocks, 1, 1}, {1, 1, 1}, std::move(parameters)),
                                   "locations [ " + locations.front() + "; ]"))
          .facts.notes);
}

Texts notes_of_body(const std::string& body) {
  return texts(kernel::read_launched(module_text(body), "k.ptx", usual_launch()).facts.notes);
}

bool ends_with(const std::string& text, const std::string& end) { return text.ends_with(end); }

/// "shared s of kernel at 3:5", with "unused" in front if it is not.
Texts variables(const std::string& cuda) {
  Texts result;
  for (const kernel::SourceVariable& variable : kernel::source_variables(cuda)) {
    result.push_back((variable.used ? "" : "unused ") + variable.kind + ' ' + variable.name +
                     (variable.kernel.empty() ? "" : " of " + variable.kernel) + " at " +
                     std::to_string(variable.place.line) + ':' +
                     std::to_string(variable.place.column));
  }
  return result;
}

}  // namespace

TEST_CASE("compiler notes: a loop whose load went in front of it", "[kernel][notes]") {
  const Texts one = notes_of("handoff", {"flag", "data", "out"});
  REQUIRE(one.size() == 1);
  CHECK(one[0].starts_with("the loop at hoisted."));
  CHECK(ends_with(one[0],
                  " never reads memory again: the compiler read `flag` once in front of it (it is "
                  "neither volatile nor atomic)"));
  const Texts two = notes_of("both", {"a", "b"});
  REQUIRE(two.size() == 1);
  CHECK(ends_with(two[0],
                  "read `a` and `b` once in front of it (they are neither volatile nor "
                  "atomic)"));
  CHECK(notes_of("polls", {"flag", "out"}).empty());
  CHECK(notes_of("handoff", {"flag", "data", "out"}, 1).empty());  // nobody goes there
}

TEST_CASE("compiler notes: a loop that waits for nothing", "[kernel][notes]") {
  const Texts notes = notes_of("sleeps", {"x"}, 1);
  REQUIRE(notes.size() == 1);
  CHECK(ends_with(notes[0], " never ends and never reads memory"));
}

TEST_CASE("compiler notes: where a loop is, and what decides of it", "[kernel][notes]") {
  const std::string loop = "@%p1 bra out;\nloop: add.s32 %r5, %r5, 1;\nbra loop;\nout: ret;";
  const std::string set = "mov.u32 %r5, 0;\n";
  CHECK(notes_of_body("ld.u32 %r1, [%rd1]; setp.eq.s32 %p1, %r1, 1;" + set + loop) ==
        Texts{"the loop at k.ptx:15 never reads memory again: the compiler read `x` once in front "
              "of it (it is neither volatile nor atomic)"});
  // What is volatile is read again where the source says so; nor does an atomic tell anything.
  for (const std::string load : {"ld.volatile.u32 %r1, [%rd1];", "atom.add.u32 %r1, [%rd1], 1;",
                                 "ld.acquire.gpu.u32 %r1, [%rd1];"}) {
    CHECK(notes_of_body(load + " setp.eq.s32 %p1, %r1, 1;" + set + loop) ==
          Texts{"the loop at k.ptx:15 never ends and never reads memory"});
  }
  // Two ways to the value: nothing is said of it.
  CHECK(notes_of_body("ld.u32 %r1, [%rd1]; setp.eq.s32 %p1, %r1, 1; @%p1 ld.u32 %r1, [%rd2];\n"
                      "setp.eq.s32 %p1, %r1, 1;" +
                      set + loop) ==
        Texts{"the loop at k.ptx:16 never ends and never reads memory"});
  // Loops with a way out, memory or a barrier.
  CHECK(notes_of_body("ld.u32 %r1, [%rd1];\nl: add.s32 %r1, %r1, 1; setp.lt.s32 %p1, %r1, 5;\n"
                      "@%p1 bra l;")
            .empty());
  CHECK(notes_of_body("l: ld.u32 %r1, [%rd1]; bra l;").empty());
  CHECK(notes_of_body("l: bar.sync 0; bra l;").empty());
}

TEST_CASE("compiler notes: variables that the source declares", "[kernel][notes]") {
  CHECK(variables("__device__ int a;\nstatic __device__ volatile unsigned long b[2] = {1, 2};\n"
                  "__managed__ cuda::atomic<int, cuda::thread_scope_device> c{0};\n"
                  "namespace n { __device__ int* d = nullptr; }\n"
                  "int f() { return a + b[0] + c + *n::d; }") ==
        Texts{"device a at 1:16", "device b at 2:42", "managed c at 3:58", "device d at 4:31"});
  CHECK(
      variables("template <class T>\n__global__ void __launch_bounds__(64) k(T* x, int (*f)(int)) "
                "{\n  alignas(16) __shared__ T s[4];\n  { __shared__ int inner; inner = 1; }\n"
                "  __shared__ int never;\n  s[0] = 1;\n}\n__device__ int never_used;") ==
      Texts{"shared s of k at 3:28", "shared inner of k at 4:20",
            "unused shared never of k at 5:18", "unused device never_used at 8:16"});
}

TEST_CASE("compiler notes: nothing is found where there is doubt", "[kernel][notes]") {
  CHECK(variables("// __device__ int a;\n/* __device__ int b; */\n"
                  "const char* t = \"__device__ int c;\"; auto r = R\"x(__device__ int d;)x\";\n"
                  "#define E __device__ int e; \\\n  __device__ int e2;\n"
                  "#if 0\n__device__ int f;\n#endif\n"
                  "__device__ int g(int x) { return x; }\n__device__ int h, i;\n"
                  "extern __device__ int j;\n__device__ const int k = 3;\n"
                  "__constant__ __device__ int l;\nextern __shared__ int m[];\n"
                  "__device__ void n() { __shared__ int o; o = 1; }\n"
                  "struct S { __device__ S() {} };\n__device__ struct T { int x; } p;\n"
                  "__device__ int (*q)(int);\n__global__ void u(int*);\nMACRO(__device__ int v;)\n")
            .empty());
}

TEST_CASE("compiler notes: variables that the PTX does not have", "[kernel][notes]") {
  const std::string cuda = recorded("hoisted.cu");
  const std::string ptx = recorded("hoisted.sm_90.ptx");
  const auto notes = removed(ptx, {"handoff(int*, int*, int*)"}, cuda, "h.cu");
  REQUIRE(texts(notes) == Texts{"shared variable `copy` of `handoff` does not occur in the PTX: "
                                "the compiler removed it"});
  REQUIRE(notes[0].at);
  CHECK(notes[0].at->file == "h.cu");
  CHECK(notes[0].at->place == SourcePlace{5, 18});
  CHECK(notes[0].at->text == "__shared__ int copy;");
  CHECK(removed(ptx, {"polls(int*, int*)"}, cuda, "h.cu").empty());
  const std::string with_gone = cuda + "__device__ int gone;\nint f() { return gone; }\n";
  CHECK(texts(removed(ptx, {"polls(int*, int*)"}, with_gone, "h.cu")) ==
        Texts{"device variable `gone` does not occur in the PTX: the compiler removed it"});
  // A variable of the same name in another kernel is another one.
  const std::string module =
      module_text("") + ".entry _Z1mPi() {\n.shared .u32 _ZZ1mPiE1s;\nret; }\n";
  const std::string both =
      "__global__ void k(int* x) { __shared__ int s; s = 1; }\n"
      "__global__ void m(int* x) { __shared__ int s; s = 1; }\n";
  CHECK(texts(removed(module, {"k(int*)", "m(int*)"}, both, "k.cu")) ==
        Texts{"shared variable `s` of `k` does not occur in the PTX: the compiler removed it"});
}

TEST_CASE("compiler notes: words of CUDA C++", "[kernel][notes]") {
  Texts words;
  for (const kernel::CudaWord& word :
       kernel::cuda_words("x1 = 1'000.5f; c = '\\'';\n\"a\\\"b\"é")) {
    words.push_back(std::string(word.text));
  }
  CHECK(words == Texts{"x1", "=", "1'000.5f", ";", "c", "=", "'\\''", ";", "\"a\\\"b\"", "é"});
  CHECK(kernel::cuda_words("a /* é */ b").at(1).place == SourcePlace{1, 11});
}

}  // namespace opexplore::testing
