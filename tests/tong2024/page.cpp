#include "tests/tong2024/page.hpp"

#include <vector>

#include "tests/tong2024/kernel_table.hpp"
#include "tests/tong2024/litmus_table.hpp"
#include "tests/tong2024/lock_table.hpp"
#include "tests/tong2024/measured.hpp"
#include "tests/tong2024/scaling.hpp"

namespace opexplore::tong2024 {
namespace {

constexpr std::string_view introduction =
    R"(# The tables of Tong et al., measured again

Tong, Gavrilenko, Ponce de León and Heljanko, *Towards Unified Analysis of GPU Consistency* (ASPLOS
2024), compare Dartagnan with tools that are written in Alloy, and with GPUVerify. Here are their
tables 5 to 7 and figure 15 with the verdicts and times of opexplore beside them. The program
`opexplore_tong2024` writes this page, and prints each part:

    opexplore_tong2024 table5|table6|table7|figure15
    opexplore_tong2024 page docs/reports/tong2024.md

Times are milliseconds of processor time from the file to the verdict, in one process and one
thread unless the column says otherwise; on an idle computer as much passes on the clock. They are
those of one run. The paper's were taken on an Intel Core i5-1135G7 (2.4 GHz, 16 GB, Ubuntu 22.04),
each test in a process of its own.

)";

constexpr std::string_view before_table5 = R"(
## Table 5: litmus tests

The tests are those of Dartagnan's that the conformance suite beside the source tree has: a part of
today's lists, which have grown since the paper. *Safety* is whether the file's own quantifier
holds; *liveness* is whether every run ends under fair progress; *races* is whether a complete
execution that passes the filter has a data race. PTX 6.0 is the machine `ptx` and PTX 7.5 is
`ptx-proxy`, both with `--ptx-reading dat3m`; safety in Vulkan is asked with `--races ignore`, as
Dartagnan does.

`Manual/OOTA.litmus` asks for a value out of thin air. Vulkan's axioms allow it, and the machine
does not: a load reads what has been written.

)";

constexpr std::string_view before_table6 = R"(
## Table 6: races in kernels

GPUVerify has 486 kernels in OpenCL, of which the paper takes 177. Of those that Dartagnan's list
has in SPIR-V, 74 have an expected verdict; those that the suite has are asked about here. *Equal*
means: as Dartagnan's list says. In the paper it is where Dartagnan and GPUVerify agree.

)";

constexpr std::string_view before_table7 = R"(
## Table 7: locks and a barrier

A grid X.Y is Y workgroups of X threads. A kernel is *correct* if no execution has a data race, none
gives a wrong result, and all end under fair progress; the search stops at the first race or wrong
result. *Unbounded* means that the answer is of all executions, however often loops are gone round;
the paper's hold up to the number of unrollings that Dartagnan was given. The kernels are the
suite's on the paper's grid, each workgroup one subgroup. In a lock each thread notes what it found
in the critical section, and no two may have found the same; the barrier's question is its file's.

)";

constexpr std::string_view before_figure15 = R"(
## Figure 15: more and more threads

Relaxed accesses of gpu (in Vulkan: device) scope, and each thread in a CTA (workgroup) of its own.
MP is a chain, SB and LB are rings, IRIW has as many writers as readers: there is none of 2 threads,
or of an odd number. The question is whether the weak outcome can be reached. The paper shows curves
without numbers: Dartagnan's time is linear in the threads, that of both tools in Alloy exponential;
they run out of memory above 25 threads (PTX) and 10 threads (Vulkan). The machines are `ptx-proxy`
and `vulkan`; times are the least of three, without making the test.

)";

}  // namespace

std::string table5(const Measuring& measuring) {
  return in_markdown(measure_litmus_table(measuring.suites, measuring.most, measuring.program));
}

std::string table6(const Measuring& measuring) {
  return in_markdown(measure_kernel_table(measuring.suites / "vulkan", measuring.most));
}

std::string table7(const Measuring& measuring) {
  std::vector<MeasuredLock> locks;
  for (const LockRow& row : lock_rows()) {
    if (measuring.most && locks.size() == *measuring.most) break;
    locks.push_back(measured(row, measuring.suites / "vulkan"));
  }
  return in_markdown(locks);
}

std::string figure15(const Measuring& measuring) {
  std::vector<std::size_t> threads{2, 4, 8, 10, 16, 25, 32};
  if (measuring.most) std::erase_if(threads, [&](std::size_t n) { return n > *measuring.most; });
  return in_markdown(measure_scaling(threads));
}

std::string page(const Measuring& measuring) {
  std::string text(introduction);
  text += measured_on();
  text += std::string(before_table5) + table5(measuring);
  text += std::string(before_table6) + table6(measuring);
  text += std::string(before_table7) + table7(measuring);
  text += std::string(before_figure15) + figure15(measuring);
  return text;
}

}  // namespace opexplore::tong2024
