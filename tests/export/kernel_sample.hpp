// A hand-off between two blocks without a fence, as compiled from CUDA, with a verdict made by
// hand: the writers of bugs are tested without a compiler and without a search.
#pragma once

#include <string>

#include "answers/findings/findings.hpp"
#include "litmus/kernels/facts.hpp"
#include "tests/export/sample.hpp"

namespace opexplore::testing {

inline Instruction with_code(Instruction instruction, const std::string& file, SourcePlace place,
                             const std::string& text) {
  instruction.code = CodePlace{file, place, text};
  return instruction;
}

/// Block 0 stores to data and flag, block 1 loads flag and data.
inline Test kernel_test(const std::string& file = "handoff.cu") {
  Test test = sample_test();
  test.name = "handoff";
  test.path = file;
  test.program.locations = {{"data", 0}, {"flag", 0}};
  test.program.addresses = {{"data", 0, 0, Proxy::generic}, {"flag", 1, 1, Proxy::generic}};
  test.program.threads = {
      {0,
       0,
       0,
       {with_code(store(0, 31, "st.global.u32 [data], 42"), file, {6, 5}, "data = 42;"),
        with_code(store(1, 33, "st.volatile.global.u32 [flag], 1"), file, {7, 5}, "flag = 1;")},
       {{"r0", 0}},
       "block 0"},
      {1,
       0,
       0,
       {with_code(load(1, 40, "ld.volatile.global.u32 %r1, [flag]"), file, {9, 12},
                  "while (flag == 0) {}"),
        with_code(load(0, 42, "ld.global.u32 %r2, [data]"), file, {10, 5}, "*out = data;")},
       {{"r0", 0}},
       "block 1"}};
  return test;
}

/// Data is stored last, and the load of it is too early.
inline Trace kernel_trace() {
  Trace trace;
  const auto add = [&](ThreadId thread, InstructionId at, const std::string& what) {
    TraceStep step;
    step.step.thread = thread;
    step.rule = "access";
    step.arguments = what;
    step.instruction = at;
    trace.steps.push_back(step);
  };
  add(0, 0, "writes data=42");
  add(0, 1, "writes flag=1");
  trace.steps.push_back({{3, 0, 0}, "commit", "8.9.5", "writes flag=1 to memory", {}, "", {}, {}});
  add(1, 0, "reads flag=1");
  add(1, 1, "reads data=0");
  trace.steps.back().reason = "nothing makes the newer value visible";
  return trace;
}

/// `trace` and the result belong together.
inline Bug kernel_race(const Trace* trace = nullptr, const std::string& file = "handoff.cu") {
  return {
      .kind = BugKind::data_race,
      .title = "data race on `data`",
      .places = {{0, 0, "store"}, {1, 1, "load, may see 0"}},
      .sentences = {"Block 1 saw flag = 1 and still reads the old data.", "Nothing publishes it."},
      .fix = CodeFix{{{CodeEdit::Where::before, {file, {7, 5}, "flag = 1;"}, "__threadfence();"},
                      {CodeEdit::Where::after,
                       {file, {9, 5}, "while (flag == 0) {}"},
                       "__threadfence();"}},
                     "out is always 42",
                     true},
      .other_fixes = {"cuda::atomic<int>, release store, acquire load"},
      .trace = trace};
}

inline kernel::Facts kernel_facts() {
  kernel::Facts facts;
  facts.file = "handoff.cu";
  facts.kernels = {"handoff(int*)"};
  facts.launch = "<<<2, 1>>>";
  facts.compiler = "nvcc 13.0";
  facts.target = "sm_90";
  return facts;
}

inline Findings kernel_verdict(const Trace* trace = nullptr) {
  Findings verdict;
  verdict.bugs = {kernel_race(trace)};
  verdict.fine = {{"no hang"}};
  verdict.notes = {
      {"The compiler reads flag once.", CodePlace{"handoff.cu", {9, 12}, "while (flag == 0) {}"}},
      {"An ordinary launch promises less.", {}}};
  return verdict;
}

}  // namespace opexplore::testing
