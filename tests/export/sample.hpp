// A store-buffering test and reports about it, made by hand: the writers are tested
// without a reader and without a search.
#pragma once

#include <string>
#include <vector>

#include "answers/reports.hpp"
#include "opmodel/condition.hpp"
#include "opmodel/results/answer.hpp"

namespace opexplore::testing {

inline constexpr char sample_hash[] = "0123456789abcdef0123456789abcdef";

inline Instruction store(AddressId address, std::uint32_t line, const std::string& text) {
  return {Store{{.address = address, .pointer = {}}, Value{1}}, {line, 2}, text};
}

inline Instruction load(AddressId address, std::uint32_t line, const std::string& text) {
  return {Load{{.address = address, .pointer = {}}, 0}, {line, 2}, text};
}

inline Proposition equals(std::uint16_t observable, Value value) {
  Proposition result;
  result.kind = Proposition::Kind::comparison;
  result.left = ObservableIndex{observable};
  result.right = value;
  return result;
}

/// SB with both registers and [x] shown, and [y] of a filter that is not.
inline Test sample_test(Quantifier quantifier = Quantifier::exists) {
  Test test;
  test.name = "SB";
  test.path = "tests/SB.litmus";
  test.program.locations = {{"x", 0}, {"y", 0}};
  test.program.addresses = {{"x", 0, 0, Proxy::generic}, {"y", 1, 1, Proxy::generic}};
  test.program.threads = {
      {0, 0, 0, {store(0, 4, "st.weak x, 1"), load(1, 5, "ld.weak r0, y")}, {{"r0", 0}}},
      {1, 0, 0, {store(1, 4, "st.weak y, 1"), load(0, 5, "ld.weak r0, x")}, {{"r0", 0}}}};
  test.observables = {RegisterTerm{0, 0}, RegisterTerm{1, 0}, LocationTerm{0}, LocationTerm{1}};
  test.shown = 3;
  test.quantifier = quantifier;
  test.condition.kind = Proposition::Kind::conjunction;
  test.condition.parts = {equals(0, 0), equals(1, 0)};
  return test;
}

/// Both stores still unseen: P1 reads x before P0's store arrives.
inline Trace sample_trace() {
  Trace trace;
  trace.initial = {{"memory", "x=0 y=0"}, {"buffer P0", "empty"}};
  trace.steps.resize(3);
  trace.steps[0] = {{1, 0, 0},
                    "issue_store",
                    "8.9.5",
                    "puts x=1",
                    0,
                    "",
                    {{"buffer P0", "empty", "x=1"}, {"pending", "", "P0"}},
                    {{Event::Kind::write, 0, 1, WriteRef{0, 1}}}};
  trace.steps[1] = {{2, 1, 7},
                    "read",
                    "8.8",
                    "reads x=0",
                    1,
                    "the store of P0 is still buffered",
                    {{"register P1:r0", "?", "0"}},
                    {{Event::Kind::read, 0, 0, {}, initial_write_of(0)}}};
  trace.steps[2] = {{3, 0, 0},
                    "commit",
                    "8.9.5",
                    "writes x=1",
                    {},
                    "",
                    {{"pending", "P0", ""}, {"memory", "x=0 y=0", "x=1 y=0"}},
                    {}};
  trace.coherence = {{initial_write_of(0), WriteRef{0, 1}}};
  return trace;
}

/// Four outcomes; two of them differ in what is not shown.
inline Answer sample_answer() {
  Answer report;
  report.answered_by = "sample";
  report.machine_version = "3";
  report.settings = {{"variant", "plain"}};
  report.outcomes = {
      {{0, 0, 1, 1}, 2, sample_trace()}, {{0, 1, 1, 0}, 3}, {{0, 1, 1, 1}, 4}, {{1, -1, 1, 1}, 1}};
  report.statistics.states = 40;
  report.statistics.transitions = 70;
  report.statistics.final_states = 10;
  report.statistics.depth = 9;
  report.statistics.state_bytes = 500;
  report.statistics.memory_bytes = 65536;
  report.statistics.seconds = 0.125;
  report.plan = {{Seeks::condition, SearchOrder::levels, true, 2'048},
                 {Seeks::outcomes, SearchOrder::levels}};
  return report;
}

/// A write, and which it is.
inline Event write(AddressId address, Value value, const std::optional<WriteRef>& wrote) {
  return {Event::Kind::write, address, value, wrote};
}

/// P0: W[x]=1, R[y]=0; P1: W[y]=1, R[x]=0, executed out of program order in P1.
inline Trace store_buffering_trace() {
  Trace trace;
  trace.steps.resize(4);
  trace.steps[0] = {{0, 1, 0}, "read", "", "",
                    1,         "",     {}, {{Event::Kind::read, 0, 0, {}, initial_write_of(0)}}};
  trace.steps[1] = {{1, 0, 0}, "write", "", "", 0, "", {}, {write(0, 1, WriteRef{0, 1})}};
  trace.steps[2] = {{0, 0, 0}, "read", "", "",
                    1,         "",     {}, {{Event::Kind::read, 1, 0, {}, initial_write_of(1)}}};
  trace.steps[3] = {{1, 1, 0}, "write", "", "", 0, "", {}, {write(1, 1, WriteRef{1, 1})}};
  trace.coherence = {{initial_write_of(0), WriteRef{0, 1}}, {initial_write_of(1), WriteRef{1, 1}}};
  return trace;
}

/// SB's execution with both stores unseen. Events: 0 and 1 initial writes of x and y, 2 and 3 those
/// of P0, 4 and 5 those of P1.
inline Execution sample_execution() {
  using Kind = ExecutionEvent::Kind;
  Execution execution;
  execution.events = {{Kind::initial_write, {}, {}, 0, 0}, {Kind::initial_write, {}, {}, 1, 0},
                      {Kind::write, 0, 0, 0, 1},           {Kind::read, 0, 1, 1, 0},
                      {Kind::write, 1, 0, 1, 1},           {Kind::read, 1, 1, 0, 0}};
  execution.relations = {{"po", {{2, 3}, {4, 5}}},
                         {"rf", {{0, 5}, {1, 3}}},
                         {"co", {{0, 2}, {1, 4}}},
                         {"fr", {{3, 4}, {5, 2}}},
                         {"rmw", {}},
                         {"addr", {}},
                         {"data", {}},
                         {"ctrl", {{4, 5}}},
                         {"sync_barrier", {}},
                         {"sync_fence", {}},
                         {"same-thread", {{2, 2}}},
                         {"before", {{2, 3}, {2, 4}, {3, 4}}},
                         {"nothing", {}}};
  execution.shown = {"before", "nothing"};
  return execution;
}

/// What evaluating a model on SB gives.
inline Answer sample_evaluation() {
  Answer answer;
  answer.answered_by = "mine";
  answer.outcomes = {{{0, 0, 1, 1}, 2, {}, sample_execution()},
                     {{0, 1, 1, 0}, 3, {}, sample_execution()},
                     {{0, 1, 1, 1}, 4, {}}};
  answer.statistics.seconds = 0.125;
  answer.evaluation = ModelFindings{40, 9, 1, {{"racy", 3}, {"read-old", 9}}};
  return answer;
}

}  // namespace opexplore::testing
