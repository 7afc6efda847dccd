// What registers hold in the assembly of the host.
#include "litmus/kernels/host_registers.hpp"

#include <string>
#include <vector>

#include "tests/catch.hpp"

namespace opexplore::testing {
namespace {

std::string held(const std::string& reg, const std::vector<std::string>& lines) {
  kernel::HostRegisters registers;
  for (const std::string& line : lines) registers.read(line);
  return std::string(registers.value_of(reg));
}

}  // namespace

TEST_CASE("host registers: what is loaded is known in each width, and where it is copied",
          "[kernel][host]") {
  CHECK(held("%rax", {"\tmovl\t$opx_memory_0, %eax"}) == "$opx_memory_0");
  CHECK(held("%r14d", {"movl $7, %edx", "movl %edx, %r14d"}) == "$7");
  CHECK(held("%r8", {"movabsq $opx_memory_3+2147483648, %r8"}) == "$opx_memory_3+2147483648");
  CHECK(held("%rdx", {"movl $opx_memory_0, %edx", "pushq %rbx", "movzbl %dh, %eax"}) ==
        "$opx_memory_0");
  CHECK(held("%esi", {"xorl %esi, %esi"}) == "$0");
  CHECK(held("%rbx", {"movq $5, %rbx", "movq %rbx, 8(%rsp)", "# 3 \"k.cu\" 1", ".cfi_def_cfa 7, 8",
                      "cmpq $1, %rbx", "je .L3"}) == "$5");
}

TEST_CASE("host registers: what may have changed is not known", "[kernel][host]") {
  const std::string set = "movq $5, %rax";
  for (const std::string then :
       {"movq 8(%rsp), %rax", "addl $1, %eax", "movb $1, %al", "sete %al", "call rand",
        "call *8(%rdi)", ".L4:", "main:", "rdtsc", "cltq", "idivl 8(%rsp)", "popq %rcx",
        "lock cmpxchgl %edx, (%rdi)", "cmpxchgl %edx, (%rdi)", "xorl %ecx, %eax"}) {
    CAPTURE(then);
    CHECK(held("%rax", {set, then}) == "%rax");
  }
  CHECK(held("%rcx", {set}) == "%rcx");
  CHECK(held("8(%rsp)", {set}) == "8(%rsp)");
}

}  // namespace opexplore::testing
