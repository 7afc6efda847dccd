// A test that waits for a flag, and reports about its end, made by hand.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "opmodel/results/answer.hpp"
#include "tests/export/sample.hpp"

namespace opexplore::testing {

/// P0, in block 0, waits until P1, in block 1, has set the flag.
inline Test waiting_test() {
  Test test;
  test.name = "wait";
  test.path = "tests/wait.litmus";
  test.program.locations = {{"flag", 0}};
  test.program.addresses = {{"flag", 0, 0, Proxy::generic}};
  test.program.threads = {{0, 0, 0, {load(0, 4, "ld.relaxed.gpu r0, flag")}, {{"r0", 0}}},
                          {1, 0, 0, {store(0, 4, "st.relaxed.gpu flag, 1")}, {}}};
  test.program.threads[0].instructions.push_back({Branch{}, {5, 2}, "bne r0, 1, L"});
  return test;
}

inline TraceStep waiting_load() {
  return {{1, 0, 0},
          "load",
          "1",
          "reads flag=0",
          0,
          "",
          {{"P0 next", "ld.relaxed.gpu r0, flag", "bne r0, 1, L"}},
          {{Event::Kind::read, 0, 0, {}, initial_write_of(0)}}};
}

inline TraceStep waiting_jump() {
  return {
      {0, 0, 0}, "local", "1", "", 1, "", {{"P0 next", "bne r0, 1, L", "ld.relaxed.gpu r0, flag"}},
      {}};
}

/// P0 reads the flag for ever, and P1 never starts.
inline Lasso waiting_lasso() {
  Lasso lasso;
  lasso.stem.initial = {{"[flag]", "0"}, {"P0 next", "ld.relaxed.gpu r0, flag"}};
  lasso.stem.steps = {waiting_load()};
  lasso.loop = {waiting_jump(), waiting_load()};
  lasso.threads = {{Role::steps, ""}, {Role::not_guaranteed, "CTA 1 has not started"}};
  lasso.reads = {{0, 0, 0, 0, initial_write_of(0)}};
  lasso.boundary = Boundary{Boundary::By::model, ScopeLevel::gpu};
  return lasso;
}

/// The answer of a machine that was asked whether the program ends.
inline Answer answered(Termination report) {
  Answer answer;
  answer.answered_by = "sample";
  answer.machine_version = "3";
  answer.settings = {{"variant", "plain"}};
  answer.plan = {Stage{}};
  answer.termination = std::move(report);
  return answer;
}

inline Termination report_on(std::vector<EndJudgement> judgements) {
  Termination report;
  report.judgements = std::move(judgements);
  report.states = 12;
  report.transitions = 20;
  report.components = 2;
  report.seconds = 0.125;
  return report;
}

inline EndJudgement judgement_of(const std::string& promise, Ends weak, Ends strong) {
  return {parse_promise(promise), weak, strong, {}, {}};
}

inline Termination waiting_report() {
  EndJudgement judgement = judgement_of("cuda", Ends::no, Ends::no);
  judgement.lasso = waiting_lasso();
  judgement.trap = Trap{judgement.lasso->stem, 2, judgement.lasso->threads};
  return report_on({judgement});
}

/// P1 waits at a barrier, and P0 has ended.
inline Termination deadlocked_report() {
  Termination report = report_on({judgement_of("cuda", Ends::no, Ends::no)});
  Deadlock deadlock;
  deadlock.path.initial = {{"[flag]", "0"}};
  deadlock.path.steps = {waiting_load()};
  deadlock.reason = "P1 waits at line 4: `bar.sync 0`";
  deadlock.threads = {{Role::ended, "has ended"}, {Role::waits, "waits at line 4: `bar.sync 0`"}};
  report.deadlock = deadlock;
  return report;
}

}  // namespace opexplore::testing
