// What is found in a CUDA source without a compiler: kernels, launches, words in comments.
#include "litmus/kernels/cuda_source.hpp"

#include <string>

#include "litmus/kernels/found_launch.hpp"
#include "tests/catch.hpp"

namespace opexplore::testing {

namespace {

using kernel::look_through;

std::string parameters_of(const std::string& text) {
  std::string result;
  for (const kernel::CudaKernel& kernel : look_through(text).kernels) {
    result += kernel.name + ':';
    for (const kernel::CudaParameter& parameter : kernel.parameters) {
      result += ' ' + parameter.name + (parameter.is_pointer() ? "*" : "");
    }
    result += ';';
  }
  return result;
}

}  // namespace

TEST_CASE("cuda source: kernels and their parameters are found", "[kernel][cuda]") {
  CHECK(parameters_of("__global__ void f(int* a, const int *__restrict__ b, int n = 4) {}") ==
        "f: a* b* n;");
  CHECK(parameters_of("extern \"C\" __global__ void __launch_bounds__(32, 1) g(float x[], "
                      "std::pair<int, int> p) {}") == "g: x* p;");
  CHECK(parameters_of("__global__ void none(void) {}\n__global__ void empty() {}") ==
        "none:;empty:;");
  CHECK(parameters_of("// __global__ void no(int a) {}\n/* __global__ void no() {} */\n"
                      "const char* s = \"__global__ void no(int b)\";") == "");
  CHECK(parameters_of("template <class T> __global__ void t(T* in, void (*call)(int)) {}")
            .starts_with("t: in*"));
}

TEST_CASE("cuda source: launches written in numbers are found", "[kernel][cuda]") {
  const auto launches =
      look_through("f<<<2, 32>>>(a); g<int, 3><<<dim3(2, 3), dim3(4)>>>(); h<<<n, 2>>>();")
          .launches;
  REQUIRE(launches.size() == 3);
  CHECK(launches[0].kernel == "f");
  CHECK(launches[0].blocks == kernel::Triple{2, 1, 1});
  CHECK(launches[0].threads == kernel::Triple{32, 1, 1});
  CHECK(launches[1].kernel == "g");
  CHECK(launches[1].blocks == kernel::Triple{2, 3, 1});
  CHECK(launches[1].threads == kernel::Triple{4, 1, 1});
  CHECK(launches[1].text == "g<int, 3><<<dim3(2, 3), dim3(4)>>>");
  CHECK(launches[2].kernel == "h");
  CHECK_FALSE(launches[2].blocks);
  CHECK(look_through("cudaLaunchKernelEx(&c, f, p)").launches.at(0).kernel == "f");
  CHECK(look_through("cudaLaunchKernel((void*)f<int>, 1, 2, a)").launches.at(0).kernel == "f");
  CHECK(look_through("// f<<<2, 2>>>()\n").launches.empty());
  CHECK(look_through("f<<<2>>>();").launches.empty());
}

TEST_CASE("cuda source: what a pointer points to has its size", "[kernel][cuda]") {
  CHECK(kernel::pointed_bytes("unsigned char const*") == 1);
  CHECK(kernel::pointed_bytes("signed char*") == 1);
  CHECK(kernel::pointed_bytes("const unsigned short *") == 2);
  CHECK(kernel::pointed_bytes("unsigned*") == 4);
  CHECK(kernel::pointed_bytes("volatile unsigned int*") == 4);
  CHECK(kernel::pointed_bytes("unsigned long long*") == 8);
  CHECK(kernel::pointed_bytes("int**") == 0);
  CHECK(kernel::pointed_bytes("Node*") == 0);
}

TEST_CASE("cuda source: words of comments have their places", "[kernel][cuda]") {
  const auto words = look_through("int x;\n  // opexplore: --grid 2\n").words;
  REQUIRE(words.size() == 1);
  CHECK(words[0].text == " --grid 2");
  CHECK(words[0].place == SourcePlace{2, 16});
}

TEST_CASE("cuda source: a text that ends anywhere is looked through", "[kernel][cuda]") {
  const std::string text =
      "extern \"C\" __global__ void f(int* a, int b[2]) { f<int><<<dim3(1, 2), 3>>>(a, b); }";
  for (std::size_t end = 0; end <= text.size(); ++end) {
    CHECK_NOTHROW(look_through(text.substr(0, end)));
  }
}

namespace {

std::string members_of(const std::string& text, const std::string& name) {
  std::string result;
  const kernel::CudaSource source = look_through(text);
  const auto known = source.structs.find(name);
  if (known == source.structs.end()) return "none";
  for (const kernel::CudaMember& member : known->second.members) {
    result += member.name + '@' + std::to_string(member.offset) + ' ';
  }
  return result + std::to_string(known->second.bytes) + (known->second.whole ? "" : "…");
}

}  // namespace

TEST_CASE("cuda source: members of structures lie where the compiler puts them", "[kernel][cuda]") {
  CHECK(members_of("struct V { int n; int *a, *b; bool full = false; };", "V") ==
        "n@0 a@8 b@16 full@24 32");
  CHECK(members_of("struct In { short s; double d; };\nclass V { public: V(); char c; In in[2]; };",
                   "V") == "c@0 in[0].s@8 in[0].d@16 in[1].s@24 in[1].d@32 40");
  CHECK(members_of("template <class T> struct S { T* p; std::size_t n; T& operator[](int); };",
                   "S") == "p@0 n@8 16");
  CHECK(members_of("struct V { enum class K : char { a }; K k; float4 v; void (*f)(int); };",
                   "V") == "k@0 v.x@16 v.y@20 v.z@24 v.w@28 f@32 48");
  CHECK(members_of("struct V { int n; unsigned flag : 3; int* p; };", "V") == "n@0 4…");
  CHECK(members_of("struct V { Unknown u; int n; };", "V") == "0…");
  const std::string text = "struct A { struct B { int x[2]; } b; int (*f)(A*); enum { e } k; };";
  for (std::size_t end = 0; end <= text.size(); ++end) {
    CHECK_NOTHROW(look_through(text.substr(0, end)));
  }
}

}  // namespace opexplore::testing
