// What C++ tests mean: instruction by instruction.
#include <string>
#include <vector>

#include "litmus/language/hash.hpp"
#include "litmus/language/reader.hpp"
#include "litmus/language/writer.hpp"
#include "tests/catch.hpp"

using namespace opexplore;

namespace {

// The instructions of the first thread in PTX's words, which name order and scope.
std::vector<std::string> in_ptx(const Test& test) {
  Program program = test.program;
  program.language = Language::ptx;
  std::vector<std::string> result;
  for (const Instruction& instruction : program.threads[0].instructions) {
    std::string text = to_string(instruction.action, program.threads[0], program);
    const auto* const atomic = std::get_if<Atomic>(&instruction.action);
    if (atomic != nullptr && atomic->op == AtomicOp::cas) {
      text += " else " + std::string(to_string(atomic->failure));
    }
    result.push_back(text);
  }
  return result;
}

Test thread(const std::string& parameters, const std::string& body) {
  return read("C t\n{ x=0; y=0; }\nP0 (" + parameters + ") {\n" + body + "\n}\nexists (true)", "t");
}

std::vector<std::string> instructions_of(const std::string& body,
                                         const std::string& parameters = "atomic_int* x, int* y") {
  return in_ptx(thread(parameters, body));
}

using Code = std::vector<std::string>;

}  // namespace

TEST_CASE("C accesses that are not atomic", "[litmus][cxx]") {
  CHECK(instructions_of("int r0 = *y;") == Code{"ld.weak r0, y"});
  CHECK(instructions_of("int r0; r0 = *y; *y = r0;") == Code{"ld.weak r0, y", "st.weak y, r0"});
  CHECK(instructions_of("*y = *y + 1;") ==
        Code{"ld.weak t0, y", "add.s32 t1, t0, 1", "st.weak y, t1"});
  CHECK(instructions_of("*y += 2;") == Code{"ld.weak t0, y", "add.s32 t1, t0, 2", "st.weak y, t1"});
  CHECK(instructions_of("(*y)++; ++*y;") == Code{"ld.weak t0, y", "add.s32 t1, t0, 1",
                                                 "st.weak y, t1", "ld.weak t2, y",
                                                 "add.s32 t3, t2, 1", "st.weak y, t3"});
  CHECK(instructions_of("int r0 = y; y = 3;", "int& y") == Code{"ld.weak r0, y", "st.weak y, 3"});
  CHECK(instructions_of("*y = 1;", "volatile int* y") == Code{"st.weak y, 1"});
}

TEST_CASE("C functions of <stdatomic.h>", "[litmus][cxx]") {
  CHECK(instructions_of("int r0 = atomic_load(x);") == Code{"ld.sc.sys r0, x"});
  CHECK(instructions_of("int r0 = atomic_load_explicit(x, memory_order_acquire);") ==
        Code{"ld.acquire.sys r0, x"});
  CHECK(instructions_of("int r0 = std::atomic_load_explicit(x, std::memory_order_consume);") ==
        Code{"ld.acquire.sys r0, x"});
  CHECK(instructions_of("atomic_store(x, 1); atomic_store_explicit(x, 2, memory_order_release);") ==
        Code{"st.sc.sys x, 1", "st.release.sys x, 2"});
  CHECK(instructions_of(
            "atomic_store_explicit(x, 2, memory_order_relaxed, memory_scope_work_group);") ==
        Code{"st.relaxed.cta x, 2"});
  CHECK(instructions_of(
            "int r0 = atomic_load_explicit(x, memory_order_seq_cst, memory_scope_device);") ==
        Code{"ld.sc.gpu r0, x"});
  CHECK(instructions_of("int r0 = atomic_exchange_explicit(x, 1, memory_order_acq_rel);") ==
        Code{"atom.acq_rel.sys.exch r0, x, 1"});
  CHECK(instructions_of("atomic_exchange(x, 1);") == Code{"atom.sc.sys.exch t0, x, 1"});
  CHECK(instructions_of("atomic_fetch_add(x, 1); int r0 = atomic_fetch_sub_explicit(x, 2, "
                        "memory_order_release);") ==
        Code{"red.sc.sys.add x, 1", "atom.release.sys.sub r0, x, 2"});
  CHECK(instructions_of("atomic_fetch_and(x, 1); atomic_fetch_or(x, 1); atomic_fetch_xor(x, 1);"
                        "atomic_fetch_min(x, 1); atomic_fetch_max(x, 1);") ==
        Code{"red.sc.sys.and x, 1", "red.sc.sys.or x, 1", "red.sc.sys.xor x, 1",
             "red.sc.sys.min x, 1", "red.sc.sys.max x, 1"});
  CHECK(instructions_of("int r0 = atomic_load(&x);",
                        "cuda::atomic<int, cuda::thread_scope_block>& x") ==
        Code{"ld.sc.cta r0, x"});
}

TEST_CASE("C fences", "[litmus][cxx]") {
  CHECK(instructions_of("atomic_thread_fence(memory_order_seq_cst);") == Code{"fence.sc.sys"});
  CHECK(instructions_of(
            "cuda::atomic_thread_fence(cuda::memory_order::acquire, cuda::thread_scope_block);") ==
        Code{"fence.acquire.cta"});
  CHECK(instructions_of("cuda::std::atomic_thread_fence(cuda::std::memory_order_acq_rel);") ==
        Code{"fence.acq_rel.sys"});
  CHECK(instructions_of("atomic_thread_fence(memory_order_release, memory_scope_device);") ==
        Code{"fence.release.gpu"});
  CHECK(instructions_of("atomic_thread_fence(memory_order_relaxed);").empty());
}

TEST_CASE("C compare-exchanges have two orders", "[litmus][cxx]") {
  CHECK(instructions_of("int e = 1; bool ok = atomic_compare_exchange_strong_explicit(x, &e, 2, "
                        "memory_order_release, memory_order_acquire);") ==
        Code{"mov.s32 e, 1", "atom.release.sys.cas t0, x, e, 2 else acquire",
             "setp.eq.s32 ok, t0, e", "mov.s32 e, t0"});
  CHECK(instructions_of("int e; atomic_compare_exchange_weak(x, &e, 2);") ==
        Code{"atom.sc.sys.cas t0, x, e, 2 else sc", "mov.s32 e, t0"});
  const auto failure = [](const std::string& order) {
    return instructions_of("int e; x->compare_exchange_strong(e, 2, " + order + ");")[0];
  };
  CHECK(failure("memory_order_acq_rel") == "atom.acq_rel.sys.cas t0, x, e, 2 else acquire");
  CHECK(failure("memory_order_release") == "atom.release.sys.cas t0, x, e, 2 else relaxed");
  CHECK(failure("memory_order_acquire") == "atom.acquire.sys.cas t0, x, e, 2 else acquire");
  CHECK(failure("memory_order_seq_cst") == "atom.sc.sys.cas t0, x, e, 2 else sc");
  CHECK(failure("memory_order_relaxed, memory_order_seq_cst") ==
        "atom.relaxed.sys.cas t0, x, e, 2 else sc");
  // herd's form: the expected value is in memory, and gets the old one when the exchange fails.
  CHECK(instructions_of("bool ok = atomic_compare_exchange_strong(x, y, 2);") ==
        Code{"ld.weak t0, y", "atom.sc.sys.cas t1, x, t0, 2 else sc", "setp.eq.s32 ok, t1, t0",
             "mov.s32 t0, t1", "bne ok, 0, LC6", "st.weak y, t0"});
}

TEST_CASE("C++ members with libcu++'s names", "[litmus][cxx]") {
  const std::string device = "cuda::atomic<int, cuda::thread_scope_device>* x";
  CHECK(instructions_of("int r0 = x->load(cuda::memory_order_acquire); x->store(1);", device) ==
        Code{"ld.acquire.gpu r0, x", "st.sc.gpu x, 1"});
  CHECK(instructions_of("int r0 = (*x).fetch_add(1, cuda::std::memory_order_relaxed);", device) ==
        Code{"atom.relaxed.gpu.add r0, x, 1"});
  CHECK(instructions_of("int r0 = x.exchange(1, std::memory_order_release);",
                        "cuda::std::atomic<int>& x") == Code{"atom.release.sys.exch r0, x, 1"});
  CHECK(instructions_of("int r0 = cuda::atomic_ref<int, cuda::thread_scope_block>(*y).load();") ==
        Code{"ld.sc.cta r0, y"});
  CHECK(
      instructions_of(
          "cuda::atomic_ref<int> a{*y}; a.store(1, cuda::memory_order_relaxed); a.fetch_or(2);") ==
      Code{"st.relaxed.sys y, 1", "red.sc.sys.or y, 2"});
  CHECK(instructions_of(
            "std::atomic_ref a(*y); *y = 1; int r0 = a.load(std::memory_order::relaxed);") ==
        Code{"st.weak y, 1", "ld.relaxed.sys r0, y"});
}

TEST_CASE("C++ operators on atomic objects are seq_cst", "[litmus][cxx]") {
  CHECK(instructions_of("*x = 1; int r0 = *x;") == Code{"st.sc.sys x, 1", "ld.sc.sys r0, x"});
  CHECK(instructions_of("x++; --x; x |= 4; int r0 = x++; int r1 = ++x; int r2 = (x -= 3);",
                        "cuda::atomic<int, cuda::thread_scope_device>& x") ==
        Code{"red.sc.gpu.add x, 1", "red.sc.gpu.sub x, 1", "red.sc.gpu.or x, 4",
             "atom.sc.gpu.add r0, x, 1", "atom.sc.gpu.add t0, x, 1", "add.s32 r1, t0, 1",
             "atom.sc.gpu.sub t1, x, 3", "sub.s32 r2, t1, 3"});
  CHECK(instructions_of("cuda::atomic_ref<int, cuda::thread_scope_block> a(*y); a = 5; a += 1;") ==
        Code{"st.sc.cta y, 5", "red.sc.cta.add y, 1"});
}

TEST_CASE("C expressions are evaluated from left to right", "[litmus][cxx]") {
  CHECK(instructions_of("int r0 = *y * 2 + *x - 1;") ==
        Code{"ld.weak t0, y", "mul.s32 t1, t0, 2", "ld.sc.sys t2, x", "add.s32 t3, t1, t2",
             "sub.s32 r0, t3, 1"});
  CHECK(instructions_of("int r0 = 7 & 3 | 1 ^ 2;") ==
        Code{"and.s32 t0, 7, 3", "xor.s32 t1, 1, 2", "or.s32 r0, t0, t1"});
  CHECK(instructions_of("int r0 = -1; int r1 = -r0; int r2 = ~r0; bool b = !r0;") ==
        Code{"mov.s32 r0, -1", "sub.s32 r1, 0, r0", "xor.s32 r2, r0, -1", "setp.eq.s32 b, r0, 0"});
  CHECK(instructions_of("int r0 = 1; int r1 = r0++; r0 -= 2; --r0; int r2 = (r0 = 3);") ==
        Code{"mov.s32 r0, 1", "mov.s32 t0, r0", "add.s32 r0, r0, 1", "mov.s32 r1, t0",
             "sub.s32 r0, r0, 2", "sub.s32 r0, r0, 1", "mov.s32 r0, 3", "mov.s32 r2, r0"});
  CHECK(instructions_of("int r0 = 0x10 / (1 + 2);") ==
        Code{"add.s32 t0, 1, 2", "div.s32 r0, 16, t0"});
}

TEST_CASE("C types decide how arithmetic wraps and converts", "[litmus][cxx]") {
  CHECK(instructions_of("int r0 = 1; unsigned r1 = r0; long r2 = r0; bool r3 = r0;") ==
        Code{"mov.s32 r0, 1", "mov.u32 r1, r0", "mov r2, r0", "mov.pred r3, r0"});
  CHECK(instructions_of("unsigned r0 = 1; r0 = r0 - 2; long r1 = r0 + 1; bool b = r0 < -1;") ==
        Code{"mov.u32 r0, 1", "sub.u32 r0, r0, 2", "add.u32 r1, r0, 1",
             "setp.lt.u32 b, r0, 4294967295"});
  CHECK(
      instructions_of("long r0 = 5000000000; int r1 = r0 + 1; unsigned long r2 = (unsigned) r1;") ==
      Code{"mov r0, 5000000000", "add t0, r0, 1", "mov.s32 r1, t0", "mov.u32 t1, r1",
           "mov.u64 r2, t1"});
  CHECK(instructions_of("int r0 = -1; if ((unsigned) r0 > 1) *y = 1;") ==
        Code{"mov.s32 r0, -1", "setp.gt.u32 t0, r0, 1", "beq t0, 0, LC4", "st.weak y, 1"});
  CHECK(instructions_of("*z = 1; auto r0 = *z;", "long* z") ==
        Code{"st.weak z, 1", "ld.weak r0, z"});
  const Test test =
      thread("atomic_bool* x, unsigned* y", "auto r0 = *y; auto r1 = x->exchange(2);");
  CHECK(test.program.threads[0].registers[0].type == NumberType::u32);
  CHECK(test.program.threads[0].registers[1].type == NumberType::pred);
  CHECK(in_ptx(test)[1] == "atom.sc.sys.exch r1, x, 1");
}

TEST_CASE("C conditions branch directly", "[litmus][cxx]") {
  CHECK(instructions_of("int r0 = *y; if (r0 == 1) { *y = 2; }") ==
        Code{"ld.weak r0, y", "bne r0, 1, LC3", "st.weak y, 2"});
  CHECK(instructions_of("int r0 = *y; if (r0) *y = 2; else *y = 3;") ==
        Code{"ld.weak r0, y", "beq r0, 0, LC4", "st.weak y, 2", "goto LC5", "st.weak y, 3"});
  CHECK(instructions_of("if (*y && *x > 2) *y = 2;") == Code{"ld.weak t0, y", "beq t0, 0, LC5",
                                                             "ld.sc.sys t1, x", "ble t1, 2, LC5",
                                                             "st.weak y, 2"});
  CHECK(instructions_of("if (!(*y || *x)) *y = 2;") == Code{"ld.weak t0, y", "bne t0, 0, LC5",
                                                            "ld.sc.sys t1, x", "bne t1, 0, LC5",
                                                            "st.weak y, 2"});
  CHECK(instructions_of("if (*y || *x) *y = 2;") == Code{"ld.weak t0, y", "bne t0, 0, LC4",
                                                         "ld.sc.sys t1, x", "beq t1, 0, LC5",
                                                         "st.weak y, 2"});
  CHECK(instructions_of("int r0; bool r1 = r0 && *y;") == Code{"mov.pred t0, 0", "beq r0, 0, LC4",
                                                               "ld.weak t1, y", "mov.pred t0, t1",
                                                               "mov.pred r1, t0"});
  CHECK(instructions_of("int r0; int r1; int r2 = r0 || r1;") ==
        Code{"setp.ne.s32 t0, r0, 0", "setp.ne.s32 t1, r1, 0", "or.s32 t2, t0, t1",
             "mov.s32 r2, t2"});
}

TEST_CASE("C loops", "[litmus][cxx]") {
  CHECK(instructions_of("while (x->load() == 0) {}") == Code{"ld.sc.sys t0, x", "beq t0, 0, LC0"});
  CHECK(instructions_of("int r0; do { r0 = *x; } while (r0 != 1);") ==
        Code{"ld.sc.sys r0, x", "bne r0, 1, LC0"});
  CHECK(instructions_of("while (*y != 1) { if (*x) break; *y = 2; continue; }") ==
        Code{"ld.weak t0, y", "beq t0, 1, LC7", "ld.sc.sys t1, x", "bne t1, 0, LC7", "st.weak y, 2",
             "goto LC0", "goto LC0"});
  CHECK(instructions_of("for (int i = 0; i < 2; ++i) { if (i == 1) continue; *y = i; }") ==
        Code{"mov.s32 i, 0", "bge i, 2, LC6", "beq i, 1, LC4", "st.weak y, i", "add.s32 i, i, 1",
             "goto LC1"});
  CHECK(instructions_of("for (;;) { if (*x) return; }") ==
        Code{"ld.sc.sys t0, x", "bne t0, 0, LC3", "goto LC0"});
  CHECK(instructions_of("L: *y = 1; if (*y) goto L; goto M; *y = 2; M: ;") ==
        Code{"st.weak y, 1", "ld.weak t0, y", "bne t0, 0, LC0", "goto LC5", "st.weak y, 2"});
  CHECK(instructions_of(
            "int e = 0; while (!x->compare_exchange_weak(e, 1, memory_order_acquire)) e = 0;") ==
        Code{"mov.s32 e, 0", "atom.acquire.sys.cas t0, x, e, 1 else acquire",
             "setp.eq.s32 t1, t0, e", "mov.s32 e, t0", "bne t1, 0, LC7", "mov.s32 e, 0",
             "goto LC1"});
}

TEST_CASE("C tests have threads, places and an initial state", "[litmus][cxx]") {
  const Test test = read(R"(C places "two words" Com=Rf Fr
(* a comment *) // another {
{ x=1; [y]=-2; int z = 3; atomic_int u; __shared__ v = 4; 1:r0=5; long 1:r1=6; }
P0@cta 2,gpu 1 (atomic_int* x, int* v) { *x = 2; } /* between */
P1 (int* y, int* z, atomic_int* u) { int r2 = r0; }
P2@warp 3,gpu 0,cta 1 () {}
locations [ x; u; ]
exists (1:r0=5 /\ (* also here *) 1:r2=1))",
                         "places");
  const Program& program = test.program;
  CHECK(program.language == Language::cxx);
  CHECK(test.comments == std::vector<std::string>{"two words"});
  REQUIRE(program.threads.size() == 3);
  CHECK((program.threads[0].cta == 2 && program.threads[0].gpu == 1));
  CHECK((program.threads[1].cta == 1 && program.threads[1].gpu == 0));
  CHECK((program.threads[2].cta == 1 && program.threads[2].warp == 3));
  REQUIRE(program.locations.size() == 5);
  CHECK(program.locations[0].initial == 1);
  CHECK(program.locations[1].initial == -2);
  CHECK(program.locations[3].initial == 0);
  CHECK(program.locations[4].region == Region::shared);
  REQUIRE(program.threads[1].registers.size() == 3);
  CHECK(program.threads[1].registers[0] == Register{"r0", 5, NumberType::s32});
  CHECK(program.threads[1].registers[2] == Register{"r1", 6, NumberType::s64});
}

TEST_CASE("C instructions keep their place and text", "[litmus][cxx]") {
  const Test test = thread("atomic_int* x, int* y",
                           "  int r0 = atomic_load_explicit(x,\n    memory_order_acquire);\n"
                           "  if (r0 == 1) *y = *y + 1;");
  const std::vector<Instruction>& made = test.program.threads[0].instructions;
  REQUIRE(made.size() == 5);
  CHECK(made[0].text == "int r0 = atomic_load_explicit(x, memory_order_acquire)");
  CHECK(made[0].place == SourcePlace{4, 12});
  CHECK(made[1].text == "if (r0 == 1)");
  CHECK(made[2].text == "*y");
  CHECK(made[2].place == SourcePlace{6, 21});
  CHECK(made[4].text == "*y = *y + 1");
}

TEST_CASE("C names that blocks declare again are one register", "[litmus][cxx]") {
  const Test test = thread("int* y", "if (*y) { int r1 = 1; } else { int r1 = 2; }");
  CHECK(test.program.threads[0].registers.size() == 2);
}

TEST_CASE("the hash of a C++ test knows orders, scopes and language", "[hash][cxx]") {
  const auto hash_of = [](const std::string& body) {
    return hash(thread("atomic_int* x, int* y", "int e; " + body));
  };
  const auto cas = [&](const std::string& orders) {
    return hash_of("x->compare_exchange_strong(e, 1, " + orders + ");");
  };
  const std::string relaxed = "memory_order_acquire, memory_order_relaxed";
  CHECK(cas(relaxed) == cas(relaxed));
  CHECK(cas(relaxed) != cas("memory_order_acquire, memory_order_acquire"));
  CHECK(cas(relaxed) != cas("memory_order_acq_rel, memory_order_relaxed"));
  CHECK(hash_of("int r0 = *x;") == hash_of("int r0 = atomic_load(x);"));
  CHECK(hash_of("int r0 = *x;") != hash_of("int r0 = x->load(memory_order_acquire);"));
  CHECK(hash_of("cuda::atomic_ref<int, cuda::thread_scope_block>(*y).store(1);") !=
        hash_of("cuda::atomic_ref<int, cuda::thread_scope_device>(*y).store(1);"));
  Test test = thread("int* y", "*y = 1;");
  const std::string in_cxx = hash(test);
  test.program.language = Language::ptx;
  CHECK(hash(test) != in_cxx);
}
