// What is wrong with a test for AMDGPU, or not modelled, is said where it stands, with advice.
#include <string>
#include <vector>

#include "tests/catch.hpp"
#include "tests/litmus/refused.hpp"

using namespace opexplore;
using opexplore::testing::Bad;
using opexplore::testing::check_refused;

TEST_CASE("amdgpu: unknown and unmodelled instructions", "[litmus][amdgpu]") {
  const std::vector<Bad> table{
      {"r0 = lod x", 4, 6, "unknown instruction 'lod'; did you mean 'load'?"},
      {"load x", 4, 1, "a load needs a register for its result; write 'r0 = load x'"},
      {"r0 = store 1, x", 4, 6, "'store' gives no result; leave the register out"},
      {"r0 = load x monotonic", 4, 13,
       "a load that is not atomic has no order; write 'load atomic"},
      {"store 1, x syncscope(\"agent\")", 4, 12, "a store that is not atomic has no syncscope"},
      {"r0 = load atomic x release", 4, 20, "an atomic load cannot be 'release'; the orders of"},
      {"store atomic 1, x unordered", 4, 19,
       "not modelled: the order 'unordered'; nearest: 'monot"},
      {"store atomic 1, x relaxed", 4, 19, "unknown order 'relaxed'; LLVM calls it 'monotonic'"},
      {"fence monotonic", 4, 7, "a fence cannot be 'monotonic'; the orders of a fence are"},
      {"fence syncscope(\"agents\") release", 4, 17,
       "unknown syncscope 'agents'; did you mean 'agen"},
      {"fence syncscope(system) release", 4, 17, "the system has no name: leave the syncscope out"},
      {"fence syncscope(agent-one-as) release", 4, 17, "not modelled: syncscopes of one address"},
      {"fence syncscope(\"agent-one-as\") release", 4, 17, "nearest: 'syncscope(\"agent\")'"},
      {"store atomic 1, x monotonic !av-none", 4, 29,
       "a monotonic operation makes nothing availab"},
      {"atomicrmw nand x, 1 monotonic", 4, 11,
       "unknown operation 'nand' of an atomicrmw; they are"},
      {"r0 = icmp lt r0, 1", 4, 11, "unknown comparison 'lt'; they are eq, ne, slt, sle, sgt"},
      {"s_barrier_signal -1", 4, 1, "not modelled: split and named barriers; nearest: 's_barrier'"},
      {"store 2147483648, x", 4, 7, "the number 2147483648 does not fit in 32 bits; tests for"},
      {"r0 = load r1", 4, 11, "expected a location, found 'r1'; pointers in registers are not"}};
  for (const Bad& bad : table) {
    check_refused(
        "AMDGPU t\n{ x=0; }\nP0@workgroup 0, agent 0 ;\n" + bad.text + " ;\nexists ([x]=1)", bad);
  }
}

TEST_CASE("amdgpu: places and locations", "[litmus][amdgpu]") {
  check_refused("AMDGPU t\n{ x=0; }\nP0 ;\n store 1, x ;\nexists ([x]=1)",
                {"", 3, 4, "write 'P0@workgroup 0, agent 0' for one of its own"});
  check_refused("AMDGPU t\n{ x=0; }\nP0@workgrup 0, agent 0 ;\n store 1, x ;\nexists ([x]=1)",
                {"", 3, 4, "found 'workgrup'; did you mean 'workgroup'?"});
  check_refused("AMDGPU t\n{ x @ shared = 0; }\nP0@workgroup 0, agent 0 ;\nexists ([x]=1)",
                {"", 2, 7, "expected 'lds', found 'shared'; write 'x @ lds = 0;'"});
  check_refused(
      "AMDGPU t\n{ x @ lds = 0; }\nP0@workgroup 0, agent 0 | P1@workgroup 1, agent 0 ;\n"
      "store 1, x | store 2, x ;\nexists ([x]=1)",
      {"", 4, 23, "the shared location 'x' is accessed from two CTAs"});
}
