// Every way to be wrong in a C++ test that we know of, with the place and the words of the
// complaint.
#include <string>
#include <vector>

#include "litmus/language/limits.hpp"
#include "tests/catch.hpp"
#include "tests/litmus/refused.hpp"

using namespace opexplore;
using opexplore::testing::Bad;
using opexplore::testing::check_refused;
using opexplore::testing::repeated;

namespace {

// The text stands in line 4 of the test.
void check_statement(const Bad& bad) {
  check_refused(
      "C t\n{ x=0; y=0; }\nP0 (atomic_int* x, int* y) {\n" + bad.text + "\n}\nexists (true)", bad);
}

}  // namespace

TEST_CASE("malformed C tests", "[litmus][cxx]") {
  const std::vector<Bad> table = {
      {"C\n{}", 1, 2, "expected the name of the test"},
      {"C t\nP0 (", 2, 5, "expected '{', found the end of the file"},
      {"C t /* open\n{}", 2, 3, "expected a thread such as P0"},
      {"C t\n/* open {}", 2, 1, "'/*' is never closed; close it with '*/'"},
      {"C t\n{ x=0;", 2, 1, "'{' is never closed"},
      {"C t\n{ x }", 2, 5, "expected '=', found '}'; write 'x = 0;'"},
      {"C t\n{ x=y; }", 2, 5, "expected a number, found 'y'"},
      {"C t\n{ int* x; }", 2, 6, "not modelled: pointers as values"},
      {"C t\n{ float x; }", 2, 3, "not modelled: the type 'float'; nearest: int"},
      {"C t\n{ x=0; x=1; }", 2, 8, "'x' is declared twice"},
      {"C t\n{ int x = 5000000000; }", 2, 11, "does not fit type .s32"},
      {"C t\n{ 0:a=1; 0:a=2; }", 2, 12, "'a' is initialised twice"},
      {"C t\n{ 3:a=1; }\nP0 () {}\nexists (true)", 2, 3,
       "unknown thread P3; the only thread is P0"},
      {"C t\n{} exists (x=1)", 2, 4, "expected the thread P0, found 'exists'"},
      {"C t\n{}\nP1 () {}\nexists (true)", 3, 1,
       "expected the thread P0, found 'P1'; threads are numbered P0, P1, …"},
      {"C t\n{}\nT0 () {}\nexists (true)", 3, 1, "threads are functions, P0 (int* x) { … }"},
      {"C t\n{}\nP0 {}\nexists (true)", 3, 4, "expected '(' and the parameters, found '{'"},
      {"C t\n{}\nP0@cta 0 () {}\nexists (true)", 3, 10, "expected ',', found '('"},
      {"C t\n{}\nP0 (x) {}\nexists (true)", 3, 5, "expected a parameter, found 'x'"},
      {"C t\n{}\nP0 (int x) {}\nexists (true)", 3, 9, "expected '*' or '&', found 'x'"},
      {"C t\n{}\nP0 (int** x) {}\nexists (true)", 3, 9, "not modelled: pointers as values"},
      {"C t\n{}\nP0 (const* x) {}\nexists (true)", 3, 10, "expected a type of numbers, found '*'"},
      {"C t\n{}\nP0 (auto& x) {}\nexists (true)", 3, 5, "a parameter cannot be 'auto'"},
      {"C t\n{}\nP0 (char* x) {}\nexists (true)", 3, 5, "not modelled: the type 'char'"},
      {"C t\n{}\nP0 (int* x, int* x) {}\nexists (true)", 3, 18, "'x' is declared twice"},
      {"C t\n{}\nP0 (int* x) {}\nP1 (long* x) {}\nexists (true)", 4, 11,
       "'x' has two types, long here and int in line 3"},
      {"C t\n{ x=5000000000; }\nP0 (int* x) {}\nexists (true)", 3, 10,
       "the initial value 5000000000 of 'x' does not fit the type int"},
      {"C t\n{}\nP0 (cuda::atomic<int, cuda::thread_scope_thread>* x) {}\nexists (true)", 3, 29,
       "not modelled: the scope 'thread_scope_thread'; nearest: thread_scope_block"},
      {"C t\n{}\nP0 (cuda::atomic<int, cuda::thread_scope_devise>* x) {}\nexists (true)", 3, 29,
       "unknown scope 'thread_scope_devise'; did you mean 'thread_scope_device'?"},
      {"C t\n{}\nP0 () {\nexists (true)", 4, 1, "unknown name 'exists'"},
      {"C t\n{}\nP0 () {}\n", 4, 1, "a test needs a question"},
      {"C t\n{}\nP0 () {}\nexists (0:r0=1)", 4, 11, "unknown register 'r0' of P0"},
      {"C t\n{}\nP0 (int* y) { int r0 = *y + 1; }\nexists (0:t0=1)", 4, 11,
       "unknown register 't0' of P0"},
      {"C t\n{ __shared__ x=0; }\nP0 (int* x) { *x = 1; }\nP1 (int* x) { *x = 1; }\nexists (true)",
       4, 16, "the shared location 'x' is accessed from two CTAs: by P0 in line 3 and by P1 here"},
      {"C t\n#include <atomic>\n{}\n#define A\nP0 () {}\nexists (true)", 4, 1,
       "not modelled: preprocessor lines"},
      {"C t\n{}\nP0 () {}\nexists \\(true)", 4, 8, "'and' is written /\\"}};
  for (const Bad& bad : table) check_refused(bad.text, bad);
}

TEST_CASE("malformed C statements", "[litmus][cxx]") {
  const std::vector<Bad> table = {
      {"r0 = 1;", 4, 1, "unknown name 'r0'; declare a variable with 'int r0;'"},
      {"int seen = 1; sene = 2;", 4, 15, "unknown name 'sene'; did you mean 'seen'?"},
      {"*z = 1;", 4, 2, "unknown name 'z'; declare a variable"},
      {"{ int a = 1; } a = 2;", 4, 16, "unknown name 'a'"},
      {"int y = 1;", 4, 5, "'y' is declared twice"},
      {"int a = 1; { int a = 2; }", 4, 18, "'a' is declared twice"},
      {"{ int a = 1; } { long a = 2; }", 4, 23, "'a' is declared with two types in this thread"},
      {"int* p = x;", 4, 4, "not modelled: pointers and references in variables"},
      {"int a[2];", 4, 6, "not modelled: arrays"},
      {"int a = y[1];", 4, 9, "not modelled: the pointer 'y' as a value; arrays are not modelled"},
      {"int a = y;", 4, 9, "not modelled: the pointer 'y' as a value; write '*y'"},
      {"int a = &y;", 4, 9, "not modelled: pointers in variables"},
      {"*y++;", 4, 3, "not modelled: arithmetic on pointers; write '(*y)'"},
      {"atomic_int a;", 4, 1, "not modelled: atomic objects of one thread"},
      {"auto a;", 4, 7, "expected '=' and a value, found ';'; the type of 'auto'"},
      {"auto a = cuda::atomic_ref<int>(*y);", 4, 6, "found the atomic object"},
      {"float a = 1;", 4, 1, "not modelled: the type 'float'"},
      {"int a = 1", 5, 1, "expected ';', found '}'"},
      {"int a = ;", 4, 9, "expected an expression, found ';'"},
      {"int a = 1u;", 4, 9, "the number '1u' has a suffix; leave it out, or write a cast"},
      {"int a = 010;", 4, 9, "not modelled: octal numbers such as '010'"},
      {"int a = 1.5;", 4, 9, "not modelled: floating point"},
      {"int a = 5 % 2;", 4, 11, "not modelled: the operator '%'"},
      {"int a = 5 << 2;", 4, 11, "not modelled: the operator '<<'"},
      {"int a = *y ? 1 : 2;", 4, 12, "not modelled: '?:'; write if … else"},
      {"int a = (1, 2);", 4, 11, "not modelled: the comma operator"},
      {"1 = 2;", 4, 1, "'1' cannot be assigned to"},
      {"x->load() = 2;", 4, 1, "'x->load()' cannot be assigned to; assign to a variable"},
      {"bool b; ++b;", 4, 11, "'b' cannot be counted up or down"},
      {"*x *= 2;", 4, 4, "atomic objects have no '*='; use a compare-exchange"},
      {"int a = x->store(1);", 4, 9, "'x->store(1)' has no value"},
      {"if (atomic_thread_fence(memory_order_acquire)) {}", 4, 5, "has no value"},
      {"int a = int(2);", 4, 9, "found the type 'int'; a conversion is written '(int) r0'"},
      {"break;", 4, 1, "'break' stands in no loop"},
      {"goto L;", 4, 6, "unknown label 'L'"},
      {"LC01: goto LC10;", 4, 12, "unknown label 'LC10'; did you mean 'LC01'?"},
      {"L: ; L: ;", 4, 6, "the label 'L' is defined twice; the first time was in line 4"},
      {"do *y = 1; until (1);", 4, 12, "expected 'while' behind the body of 'do', found 'until'"},
      {"if *y {}", 4, 4, "expected '(' and a condition, found '*'"},
      {"return 1;", 4, 8, "expected ';', found '1'; a thread returns nothing"},
      {"asm volatile(\"fence\");", 4, 1,
       "not modelled: 'asm'; write the access with an atomic_ref"},
      {"__syncthreads();", 4, 1, "not modelled: '__syncthreads'"},
      {"__threadfence();", 4, 1,
       "write 'cuda::atomic_thread_fence(cuda::memory_order_seq_cst, cuda::thread_scope_device)'"},
      {"atomicAdd(y, 1);", 4, 1, "not modelled: 'atomicAdd'; write it as 'cuda::atomic_ref"},
      {"f(y);", 4, 1, "unknown name 'f'; calls of functions are not modelled"},
      {"atomic_stroe(x, 1);", 4, 1, "unknown name 'atomic_stroe'; did you mean 'atomic_store'?"}};
  for (const Bad& bad : table) check_statement(bad);
}

TEST_CASE("malformed C atomic operations", "[litmus][cxx]") {
  const std::vector<Bad> table = {
      {"int a = atomic_load_explicit(x);", 4, 31, "expected ',' and a memory order, found ')'"},
      {"int a = atomic_load(x, memory_order_acquire);", 4, 22,
       "expected ')', found ','; orders are arguments of the functions ending in _explicit"},
      {"int a = x->load(mo_rlx);", 4, 17, "unknown memory order 'mo_rlx'; the orders are"},
      {"int a = x->load(memory_order_aquire);", 4, 17, "did you mean 'memory_order_acquire'?"},
      {"int a = x->load(memory_order::acquir);", 4, 31, "did you mean 'memory_order_acquire'?"},
      {"int a = x->load(1);", 4, 17, "expected a memory order, found '1'"},
      {"int a = x->load(memory_order_release);", 4, 17,
       "a load cannot be release; a load is relaxed, acquire or seq_cst"},
      {"atomic_store_explicit(x, 1, memory_order_acq_rel);", 4, 29,
       "a store cannot be acq_rel; a store is relaxed, release or seq_cst"},
      {"int e; x->compare_exchange_strong(e, 1, memory_order_relaxed, memory_order_release);", 4,
       63, "a compare-exchange that fails cannot be release"},
      {"int e; x->compare_exchange_strong(0, 1);", 4, 35, "the expected value must be a variable"},
      {"long e; x->compare_exchange_strong(e, 1);", 4, 36,
       "the expected value must have the type of the object, int"},
      {"x->compare_exchange_strong(*x, 1);", 4, 28,
       "the expected value cannot be in an atomic object"},
      {"int e; atomic_compare_exchange_strong(x, e, 1);", 4, 42,
       "expected the address of the expected value, found 'e'; write '&e'"},
      {"int e; atomic_compare_exchange_strong_explicit(x, &e, 1, memory_order_relaxed);", 4, 78,
       "expected ',' and the order of failure, found ')'"},
      {"int a; atomic_load(a);", 4, 20, "expected a location, found the variable 'a'"},
      {"atomic_store(&x, 1);", 4, 15, "'x' is a pointer already; write 'x'"},
      {"atomic_store(q, 1);", 4, 14, "unknown name 'q'"},
      {"y->store(1);", 4, 1,
       "'y' is not atomic; write 'cuda::atomic_ref<int, cuda::thread_scope_device>(*y).store(…)'"},
      {"int a; a.load();", 4, 8, "'a' is no atomic object"},
      {"x->wait(0);", 4, 4, "not modelled: the member 'wait'"},
      {"x->fetch_ad(0);", 4, 4, "did you mean 'fetch_add'?"},
      {"cuda::atomic_ref<int>(1).load();", 4, 23, "expected a location such as '*x', found '1'"},
      {"cuda::atomic_ref<long>(*y).load();", 4, 7, "'y' has the type int, not long"},
      {"cuda::atomic_ref<int, cuda::thread_scope_warp>(*y).load();", 4, 29, "unknown scope"},
      {"atomic_thread_fence();", 4, 21, "expected a memory order, found ')'"},
      {"atomic_signal_fence(memory_order_acquire);", 4, 1, "leave it out: it orders nothing"}};
  for (const Bad& bad : table) check_statement(bad);
  check_refused("C t\n{}\nP0 (atomic_bool* x) { x->fetch_add(1); }\nexists (true)",
                {"", 3, 26, "a bool has no 'fetch_add'"});
  check_refused("C t\n{}\nP0 (atomic_ulong* x) { x->fetch_max(1); }\nexists (true)",
                {"", 3, 27, "not modelled: 'fetch_max' of unsigned long"});
  check_refused("C t\n{}\nP0 (atomic_int& x) { atomic_load(x); }\nexists (true)",
                {"", 3, 34, "'x' is no pointer; write '&x'"});
}

TEST_CASE("C tests that are too large", "[litmus][cxx]") {
  const auto refused = [](const std::string& body, const std::string& says) {
    try {
      read("C t\n{}\nP0 (int* y) {\n" + body + "\n}\nexists (true)", "t");
      FAIL_CHECK("no error");
    } catch (const InputError& error) {
      CHECK(std::string(error.what()).find(says) != std::string::npos);
    }
  };
  const std::size_t deep = 100000;
  refused("int a = " + repeated("(", deep), "nested too deeply");
  refused("int a = " + repeated("-", deep), "nested too deeply");
  refused("int a = 1" + repeated("+1", deep) + ";", "too many operands in a row");
  refused(repeated("{", deep), "nested too deeply");
  refused(repeated("if (1) ", deep), "nested too deeply");
  refused(repeated("*y = 1;", max_instructions + 1), "too many instructions");
  std::string variables;
  for (std::size_t i = 0; i <= max_registers; ++i) variables += "int a" + std::to_string(i) + ";";
  refused(variables, "too many variables");
}
