// What is written in C++ is read back as it was.
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "litmus/language/reader.hpp"
#include "litmus/language/writer.hpp"
#include "tests/catch.hpp"
#include "tests/litmus/same_test.hpp"
#include "tests/locations.hpp"

using namespace opexplore;
using opexplore::testing::check_same;

namespace {

std::string body_written(const std::string& body) {
  const Test test = read(
      "C t\n{ x=0; y=0; }\nP0@cta 0,gpu 0 (int* x, int* y) {\n" + body + "}\nexists (true)", "t");
  const std::string text = write(test);
  CAPTURE(text);
  const Test again = read(text, "written");
  CHECK(again.program.language == Language::cxx);
  check_same(again, test);
  CHECK(write(again) == text);
  const std::size_t begin = text.find(") {\n") + 4;
  return text.substr(begin, text.find("}\nexists") - begin);
}

// What is written as it is here.
void check_c_canonical(const std::string& body) { CHECK(body_written(body) == body); }

void check_round_trip(const std::string& text) {
  const Test test = read(text, "t");
  const std::string once = write(test);
  CAPTURE(once);
  const Test again = read(once, "written");
  check_same(again, test);
  CHECK(write(again) == once);
}

}  // namespace

TEST_CASE("C++ tests are written in libcu++'s names", "[litmus][cxx]") {
  const std::string text = R"(C MP
"Passing a message"
{
 x=0;
 y=2;
 1:r9=5;
 long 1:r8=-1;
}
P0@cta 0,gpu 0 (int* x, int* y) {
  *x = 1;
  cuda::atomic_ref<int, cuda::thread_scope_device>(*y).store(1, cuda::memory_order_release);
}
P1@warp 1,cta 0,gpu 0 (int* x, int* y) {
  int r0 = cuda::atomic_ref<int, cuda::thread_scope_device>(*y).load(cuda::memory_order_acquire);
  if (r0 == 1) {
    *x = r9;
    r8 = r9;
  }
}
locations [ [x]; ]
exists (1:r0=1)
)";
  const Test test = read(text, "MP");
  CHECK(test.program.threads[1].warp == 1);
  std::string own = text;
  own.replace(own.find("warp 1,"), 7, "");  // the number a second thread has anyway
  CHECK(write(test) == own);
  check_same(read(own, "again"), test);
}

TEST_CASE("C++ statements are written as they are", "[litmus][cxx]") {
  check_c_canonical("  int r0 = *x;\n  int r1 = r0 + 1;\n  *y = r1;\n");
  check_c_canonical(
      "  cuda::atomic_thread_fence(cuda::memory_order_seq_cst, "
      "cuda::thread_scope_block);\n");
  check_c_canonical(
      "  cuda::atomic_ref<int, cuda::thread_scope_system>(*x).fetch_add(1, "
      "cuda::memory_order_seq_cst);\n"
      "  int r0 = cuda::atomic_ref<int, cuda::thread_scope_block>(*x).exchange(2, "
      "cuda::memory_order_acq_rel);\n");
  check_c_canonical(
      "  int e = 1;\n"
      "  bool ok = cuda::atomic_ref<int, cuda::thread_scope_device>(*x)."
      "compare_exchange_strong(e, 2, cuda::memory_order_release, "
      "cuda::memory_order_acquire);\n"
      "  cuda::atomic_ref<int, cuda::thread_scope_device>(*x)."
      "compare_exchange_strong(e, 3, cuda::memory_order_seq_cst, "
      "cuda::memory_order_relaxed);\n"
      "  if (!ok) {\n    *y = e;\n  }\n");
}

TEST_CASE("C++ jumps are written as blocks", "[litmus][cxx]") {
  check_c_canonical(
      "  int r0 = *x;\n  if (r0 == 1) {\n    *y = 1;\n  } else {\n    *y = 2;\n  }\n");
  check_c_canonical("  int r0;\n  do {\n    r0 = *x;\n  } while (r0 == 0);\n  *y = r0;\n");
  check_c_canonical(
      "  int r0;\n  while (true) {\n    r0 = *x;\n    if (r0 == 1) break;\n    if (r0 > 2) "
      "continue;\n"
      "    *y = r0;\n  }\n  *y = 5;\n");
  check_c_canonical(
      "  int r0;\n  do {\n    r0 = *x;\n    if (r0 < 1) return;\n    if (r0 >= 1) {\n"
      "      if (r0 != 3) {\n        *y = 1;\n      }\n    }\n  } while (r0 == 2);\n  *y = 2;\n");
  CHECK(body_written("  while (*x == 0) {}\n") ==
        "  int t0;\n  do {\n    t0 = *x;\n  } while (t0 == 0);\n");
  CHECK(
      body_written("  for (int i = 0; i < 2; ++i) { *x = i; }\n") ==
      "  int i = 0;\n  while (true) {\n    if (i >= 2) break;\n    *x = i;\n    i = i + 1;\n  }\n");
}

TEST_CASE("C++ jumps that are no blocks are written with labels", "[litmus][cxx]") {
  CHECK(body_written("  int r0 = *x;\n  if (r0 == 1) goto A;\n  *y = 1;\n  B: *y = 2;\n"
                     "  if (r0 == 2) goto C;\n  A: *y = 3;\n  goto B;\n  C: ;\n") ==
        "  int r0;\n  r0 = *x;\n  if (r0 == 1) goto LC5;\n  *y = 1;\n  LC3:\n  *y = 2;\n"
        "  if (r0 == 2) goto LC7;\n  LC5:\n  *y = 3;\n  goto LC3;\n  LC7:\n");
}

TEST_CASE("round trips of C++ tests with everything", "[litmus][cxx]") {
  const std::vector<std::string> bodies = {
      "int a = *y * 2 + *x - 1; (*y)++; a = -a; a = ~a; bool b = !a; b = a && *x; b = a || b;",
      "unsigned u = *y; u = u - 2; long l = u + 1; bool b = u < -1; l = 5000000000; u = l;",
      "int a = *y; unsigned u = (unsigned) a / 2; if ((unsigned) a > 1) *y = 1; bool c = a; c = c "
      "& b0;",
      "while (*y != 1) { if (*x) break; *y = 2; continue; } do { *x = 1; if (*y) continue; } while "
      "(*x);",
      "int e = 0; while (!x->compare_exchange_weak(e, 1)) e = 0; x->store(0);",
      "bool ok = atomic_compare_exchange_strong(x, y, 2); if (!ok || *y) *y = 3; else (*x)++;",
      "for (int i = 0; i < 3; ++i) for (int j = 0; j < i; j++) { if (j == 1) break; *y = *y + j; }",
      "if (*x == 1 && *y == 2) { *y = 3; } else { *y = 4; } L: if (*y) goto L;",
      "int r = x->fetch_add(1) + x->exchange(4); int s = (*x += 2); x->fetch_max(r); "
      "x->fetch_min(s);",
      "unsigned u = *y; if (u > (long) *y) *y = 1; if (u <= *y) *y = 2; bool c = b0 | true;",
      "unsigned long v = *y; if (v < 3 && v != 0) *y = 3; unsigned u = 0xffffffff ^ *y; u = u - 1;",
      "bool c; goto M; if (!c) goto L; M: *y = -(0x80000000 + 1); if (*y == 5) goto M; L: ;",
      "while (true) { while (*y) { if (*x) return; } if (*y == 2) { break; } }"};
  for (const std::string& body : bodies) {
    CAPTURE(body);
    check_round_trip("C t\n{ x=1; y=0; bool 0:b0=1; }\nP0@cta 3,gpu 1 (atomic_int* x, int* y) {\n" +
                     body + "\n}\nP1 (int* y) { *y = 5; }\nexists (0:b0=1 /\\ [x]=2)\n");
  }
}

TEST_CASE("round trips of C++ objects of all types", "[litmus][cxx]") {
  for (const std::string type : {"int", "unsigned", "long", "unsigned long", "bool"}) {
    CAPTURE(type);
    check_round_trip("C t\n{ z=1; }\nP0 (" + type + "* z) { " + type +
                     " a = *z; *z = a; auto b = "
                     "cuda::atomic_ref<" +
                     type + ">(*z).exchange(a); }\nexists (0:b=1)\n");
  }
  check_round_trip(
      "C t\n{ z=4000000000; }\nP0 (unsigned* z) { *z = 4000000000; }\nexists ([z]=1)\n");
  check_round_trip("C t\n{ __shared__ z=1; }\nP0 (int* z) { *z = 4; }\nexists ([z]=1)\n");
}

TEST_CASE("the examples of the page on C++ tests are tests", "[litmus][cxx][docs]") {
  std::ifstream page(std::string(testing::source_folder) + "/docs/litmus-format.md");
  std::stringstream stream;
  stream << page.rdbuf();
  const std::string all = stream.str();
  const std::string open = "```\nC ";
  std::size_t examples = 0;
  for (std::size_t at = all.find(open); at != all.npos; at = all.find(open, at + 1)) {
    const std::size_t begin = at + 4;
    check_round_trip(all.substr(begin, all.find("```", begin) - begin));
    ++examples;
  }
  CHECK(examples == 2);
}

// Programs that no reader made: a result that goes where nothing is expected.
TEST_CASE("other compare-exchanges are written through a variable", "[litmus][cxx]") {
  Test test = read("C t\n{ x=0; }\nP0 (int* x) { int r0; int r1; *x = 1; }\nexists (0:r0=0)", "t");
  const auto as_written = [&](std::optional<RegisterId> destination, Operand operand) {
    Atomic cas;
    cas.op = AtomicOp::cas;
    cas.destination = destination;
    cas.operand = operand;
    cas.order = Order::relaxed;
    cas.scope = Scope::gpu;
    test.program.threads[0].instructions[0].action = cas;
    const std::string text = write(test);
    read(text, "again");
    const std::size_t begin = text.find(";\n", text.find("int r0")) + 2;
    return text.substr(begin, text.find("}\nexists") - begin);
  };
  const std::string exchange =
      "cuda::atomic_ref<int, cuda::thread_scope_device>(*x)."
      "compare_exchange_strong(";
  const std::string orders = ", cuda::memory_order_relaxed, cuda::memory_order_relaxed);\n";
  CHECK(as_written(RegisterId{0}, Value{7}) == "  r0 = 0;\n  " + exchange + "r0, 7" + orders);
  CHECK(as_written(RegisterId{0}, RegisterOperand{0}) == "  {\n    int expected = 0;\n    " +
                                                             exchange + "expected, r0" + orders +
                                                             "    r0 = expected;\n  }\n");
  CHECK(as_written(std::nullopt, Value{7}) ==
        "  {\n    int expected = 0;\n    " + exchange + "expected, 7" + orders + "  }\n");
}
