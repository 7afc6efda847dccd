// What the in-order form of the PTX machines forgets: knowledge that cannot matter (relevance),
// loads that nobody can notice, writes that nobody can read or order any more. Each exact test
// fails when its condition is left out of the rule; each count when the rule is.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "opmodel/machines/ptx_proxy/machine.hpp"
#include "opmodel/results/answer.hpp"
#include "tests/catch.hpp"
#include "tests/machines/reachable.hpp"

namespace opexplore {

namespace {

// One column per thread: "cta: instruction; instruction".
struct Column {
  int cta = 0;
  std::vector<std::string> code;
};

std::string program(const std::string& init, const std::vector<Column>& threads,
                    const std::string& condition, const std::string& quantifier = "exists") {
  std::size_t rows = 0;
  std::string text = "PTX in-place\n{ " + init + " }\n";
  for (std::size_t t = 0; t < threads.size(); ++t) {
    rows = std::max(rows, threads[t].code.size());
    text += (t == 0 ? "P" : " | P") + std::to_string(t) + "@cta " + std::to_string(threads[t].cta) +
            ",gpu 0";
  }
  text += " ;\n";
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t t = 0; t < threads.size(); ++t) {
      const auto& code = threads[t].code;
      text += (t == 0 ? "" : " | ") + (row < code.size() ? code[row] : std::string());
    }
    text += " ;\n";
  }
  return text + quantifier + " (" + condition + ")\n";
}

MachineOptions without(bool MachineOptions::*reduction) {
  MachineOptions options;
  options.*reduction = false;
  return options;
}

std::uint64_t states(const std::string& text, const MachineOptions& options = {}) {
  return complete_report("ptx-proxy", text, options).statistics.states;
}

// What the in-order form reaches, also of programs of which the static analysis says that they may
// need the other one.
struct InOrderStates {
  bool satisfying = false;
  bool complete = true;  // no limit was met
};

InOrderStates in_order(const std::string& text, const MachineOptions& options) {
  using Machine = ptx_model::InOrderMachine<ptx_model::Size<8, 1>>;
  constexpr std::size_t max_states = 5000;
  const Test test = read(text, "in place");
  const Machine machine(test, ptx_proxy::Identity::reading(options), options);
  const Goal goal(test);
  InOrderStates result;
  std::set<std::string> seen;
  std::vector<Machine::State> open;
  const auto meet = [&](const Machine::State& state) {
    std::string bytes;
    machine.encode(state, bytes);
    if (seen.insert(bytes).second) open.push_back(state);
  };
  meet(machine.initial());
  while (!open.empty() && result.complete) {
    const Machine::State state = std::move(open.back());
    open.pop_back();
    result.complete = machine.exceeded(state).empty() && seen.size() <= max_states;
    if (machine.is_final(state)) {
      const Outcome outcome = machine.outcome(state);
      const auto value = [&](std::size_t index) { return PossibleValues(outcome[index]); };
      result.satisfying = result.satisfying || goal.is_open(value);
    } else {
      machine.for_each_step(state, [&](Step, Machine::State&& next) { meet(next); });
    }
  }
  return result;
}

bool reached_in_order(const std::string& text, const MachineOptions& options = {}) {
  const InOrderStates states = in_order(text, options);
  CHECK(states.complete);
  return states.satisfying;
}

bool is_reached(const std::string& text) { return reachable("ptx-proxy", text); }

const Column publisher{0, {"st.weak x, 1", "st.release.gpu y, 1"}};

}  // namespace

TEST_CASE("relevance: a thread keeps what it may pass on") {
  // By release.
  CHECK_FALSE(is_reached(program("",
                                 {publisher,
                                  {1, {"ld.acquire.gpu r0, y", "st.release.gpu z, 1"}},
                                  {2, {"ld.acquire.gpu r0, z", "ld.weak r1, x"}}},
                                 "1:r0=1 /\\ 2:r0=1 /\\ 2:r1=0")));
  // By a fence with a strong write behind it.
  CHECK_FALSE(
      is_reached(program("",
                         {publisher,
                          {1, {"ld.acquire.gpu r0, y", "fence.acq_rel.gpu", "st.relaxed.gpu z, 1"}},
                          {2, {"ld.acquire.gpu r0, z", "ld.weak r1, x"}}},
                         "1:r0=1 /\\ 2:r0=1 /\\ 2:r1=0")));
  // At a barrier.
  CHECK_FALSE(is_reached(program("",
                                 {publisher,
                                  {1, {"ld.acquire.gpu r0, y", "bar.cta.sync 0"}},
                                  {1, {"bar.cta.sync 0", "ld.weak r1, x"}}},
                                 "1:r0=1 /\\ 2:r1=0")));
  // At fence.sc.
  CHECK_FALSE(
      is_reached(program("",
                         {publisher,
                          {1, {"ld.acquire.gpu r0, y", "fence.sc.gpu", "ld.relaxed.gpu r1, z"}},
                          {2, {"st.relaxed.gpu z, 1", "fence.sc.gpu", "ld.weak r1, x"}}},
                         "1:r0=1 /\\ 1:r1=0 /\\ 2:r1=0")));
}

TEST_CASE("relevance: what is of no use to a reader makes no states") {
  // P1 learns of x or not, and it matters to nobody but P2 what is known of x.
  const std::string reader = program("",
                                     {publisher,
                                      {1, {"ld.acquire.gpu r0, y", "ld.relaxed.gpu r1, z"}},
                                      {2, {"ld.weak r0, x", "st.relaxed.gpu z, 1"}}},
                                     "1:r1=1 /\\ 2:r0=1");
  // Who reads what teaches least learns nothing anyway.
  MachineOptions all = without(&MachineOptions::skip_dead_loads);
  const std::size_t few = states(reader, all);
  all.relevance = false;
  CHECK(few < states(reader, all));
}

TEST_CASE("least reads: of equal values the one that teaches least", "[ptx]") {
  // Both writes to y are of one value, and only one hands on what is known of x.
  const std::string reader = program(
      "", {publisher, {2, {"st.relaxed.gpu y, 1"}}, {1, {"ld.acquire.gpu r0, y", "ld.weak r1, x"}}},
      "2:r0=1 /\\ 2:r1=0");
  CHECK(is_reached(reader));
  CHECK(states(reader) < states(reader, without(&MachineOptions::skip_dead_loads)));
}

TEST_CASE("relevance: a fence.sc that tells nothing comes at once") {
  for (std::size_t n = 3; n <= 6; ++n) {
    std::vector<Column> ring;
    for (std::size_t i = 0; i < n; ++i) {
      ring.push_back({static_cast<int>(i),
                      {"st.relaxed.gpu x" + std::to_string(i) + ", 1", "fence.sc.gpu",
                       "ld.relaxed.gpu r0, x" + std::to_string((i + 1) % n)}});
    }
    MachineOptions in_its_place;  // each fence has one when it runs
    in_its_place.lazy_fences = in_its_place.fuse_independent = false;
    CHECK(states(program("", ring, "0:r0=0"), in_its_place) == 2 * n + 3);
    CHECK(states(program("", ring, "0:r0=0")) == n + 3);
  }
}

TEST_CASE("relevance: a fence.sc that tells something waits for its place") {
  const auto threads = [](const std::string& first, const std::string& second) {
    return program("",
                   {{0, {"st.relaxed.gpu x, 1", "fence.sc.gpu", "ld.relaxed.gpu r0, y"}},
                    {1, {"st.relaxed.gpu y, 1", "fence.sc.gpu", "ld.relaxed.gpu r0, x"}}},
                   "0:r0=" + first + " /\\ 1:r0=" + second);
  };
  CHECK(is_reached(threads("0", "1")));
  CHECK(is_reached(threads("1", "0")));
  CHECK(is_reached(threads("1", "1")));
  CHECK_FALSE(is_reached(threads("0", "0")));
  // What it tells may be what it learns right there, from a write that its thread observed.
  CHECK(is_reached(program("",
                           {publisher,
                            {1, {"ld.relaxed.gpu r0, y", "fence.sc.gpu", "ld.relaxed.gpu r1, z"}},
                            {2, {"st.relaxed.gpu z, 1", "fence.sc.gpu", "ld.weak r1, x"}}},
                           "1:r0=1 /\\ 1:r1=1 /\\ 2:r1=0")));
}

TEST_CASE("dead loads: those that end or begin an acquire pattern are steps") {
  CHECK_FALSE(is_reached(program(
      "", {publisher, {1, {"ld.relaxed.gpu r0, y", "ld.acquire.gpu r1, y", "ld.weak r2, x"}}},
      "1:r0=1 /\\ 1:r2=0")));
  // P2 knows the write of y by hearsay alone; its own read is the head of the fence's pattern.
  const auto hearsay = [](const std::string& order) {
    return program("",
                   {publisher,
                    {1, {"ld.relaxed.gpu r0, y", "st.release.gpu z, 1"}},
                    {2,
                     {"ld.acquire.gpu r0, z", "ld." + order + " r1, y", "fence.acq_rel.gpu",
                      "ld.weak r2, x"}}},
                   "1:r0=1 /\\ 2:r0=1 /\\ 2:r2=0");
  };
  CHECK_FALSE(is_reached(hearsay("relaxed.gpu")));
  CHECK(is_reached(hearsay("weak")));
  // The same where an acquire of the address ends the pattern, having read a later write, which was
  // not there yet when P2 read first.
  MachineOptions as_written;  // the store that P3 waits for stays behind P2's first read
  as_written.hoist_stores = false;
  CHECK_FALSE(
      reached_in_order(program("",
                               {publisher,
                                {1, {"ld.relaxed.gpu r0, y", "st.release.gpu z, 1"}},
                                {2,
                                 {"ld.acquire.gpu r0, z", "ld.relaxed.gpu r1, y",
                                  "st.relaxed.gpu v, 1", "ld.acquire.gpu r1, y", "ld.weak r2, x"}},
                                {3, {"ld.relaxed.gpu r0, v", "st.relaxed.gpu y, 2"}}},
                               "1:r0=1 /\\ 2:r0=1 /\\ 2:r1=2 /\\ 3:r0=1 /\\ 2:r2=0"),
                       as_written));
}

TEST_CASE("dead loads: are no steps, and loops of them end") {
  const std::string loads =
      program("",
              {{0, {"st.relaxed.gpu x, 1"}},
               {1, {"ld.relaxed.gpu r0, x", "ld.weak r0, x", "ld.relaxed.gpu r0, y"}}},
              "1:r0=1");
  CHECK(states(loads) < states(loads, without(&MachineOptions::skip_dead_loads)));
  const std::string endless = program(
      "", {{0, {"st.relaxed.gpu x, 1"}}, {1, {"L:", "ld.weak r0, x", "ld.weak r1, y", "bra L"}}},
      "x=1");
  CHECK(states(endless) > 0);
}

TEST_CASE("commuting atomics: whichever goes first, unless somebody can tell") {
  const auto added = [](const std::string& kind, const std::string& to) {
    std::vector<Column> columns;
    for (int thread = 0; thread < 4; ++thread) {
      columns.push_back({thread,
                         {"red.relaxed." + kind + " x, 1", "red.relaxed." + to + " y, 2",
                          "red.relaxed.gpu.max z, " + std::to_string(thread)}});
    }
    return program("", columns, "x=4 /\\ y=8 /\\ z=3");
  };
  const std::string commute = added("gpu.add", "gpu.add");
  CHECK(states(commute) == 13);  // one thread after the other
  CHECK(states(commute, without(&MachineOptions::ample_threads)) > 100);
  CHECK(is_reached(commute));
  // Weaker than the others at x, so that they race.
  CHECK(states(added("cta.add", "gpu.add")) > 13);
  // Read, or the head of an acquire pattern: the other order counts.
  CHECK(is_reached(
      program("", {{0, {"atom.relaxed.gpu.add r0, x, 1"}}, {1, {"atom.relaxed.gpu.add r0, x, 1"}}},
              "0:r0=1 /\\ 1:r0=0")));
  CHECK(is_reached(
      program("", {{0, {"red.relaxed.gpu.add x, 1"}}, {1, {"red.relaxed.gpu.and x, 0"}}}, "x=1")));
  CHECK(is_reached(
      program("", {{0, {"red.relaxed.gpu.add x, 1"}}, {1, {"red.relaxed.gpu.and x, 0"}}}, "x=0")));
}

TEST_CASE("erased writes: what was observed stays until its message is of no use") {
  CHECK_FALSE(is_reached(
      program("", {publisher, {1, {"ld.relaxed.gpu r0, y", "fence.acq_rel.gpu", "ld.weak r1, x"}}},
              "1:r0=1 /\\ 1:r1=0")));
}

TEST_CASE("erased writes: a write is covered only for those who know better at their address") {
  const auto reader = [](const std::string& load) {
    return program("x = 0; y @ generic aliases x; t @ texture aliases x;",
                   {{0, {"st.weak x, 1", "st.weak x, 2", "st.release.gpu f, 1"}},
                    {1, {"ld.acquire.gpu r0, f", load}}},
                   "1:r0=1 /\\ 1:r1=1");
  };
  CHECK(is_reached(reader("ld.weak r1, y")));
  CHECK(is_reached(reader("tld.weak r1, t")));
  CHECK_FALSE(is_reached(reader("ld.weak r1, x")));
}

TEST_CASE("erased writes: what must not follow a write still must not when it is read no more") {
  // P1 has read 2 and knew its own 1, so 1 does not follow 2; 3 follows 2, and so 1 as well. In the
  // second test P2 covers 2 by 5.
  const auto racing = [](const std::string& seen) {
    return program("x = 0; xa @ generic aliases x;",
                   {{0, {"st.relaxed.gpu x, 2", "st.relaxed.gpu x, 5"}},
                    {1, {"st.relaxed.gpu xa, 1", "fence.proxy.alias", "ld.relaxed.gpu r0, x"}},
                    {2, {"ld.relaxed.gpu r0, x", "fence.proxy.alias", "st.relaxed.gpu xa, 3"}}},
                   "1:r0=2 /\\ 2:r0=" + seen + " /\\ x=1");
  };
  MachineOptions options = without(&MachineOptions::ample_threads);
  CHECK_FALSE(reached_in_order(racing("2"), options));
  CHECK_FALSE(reached_in_order(racing("5"), options));
}

TEST_CASE("erased writes: one that a read-modify-write has read stays until that is settled") {
  // 5 takes the place behind 1, so 3 comes behind 5, whichever is in memory first.
  const std::string exchange =
      program("",
              {{0, {"st.relaxed.gpu x, 1", "st.weak x, 2", "st.relaxed.gpu x, 3"}},
               {1, {"atom.relaxed.gpu.exch r0, x, 5"}}},
              "1:r0=1 /\\ x=5");
  CHECK_FALSE(reached_in_order(exchange));
  CHECK_FALSE(reached_in_order(exchange, without(&MachineOptions::ample_threads)));
}

TEST_CASE("erased writes: loops around barriers and of producer and consumer have an end") {
  const std::string around = program("",
                                     {{0,
                                       {"L:", "st.weak x, 1", "bar.cta.sync 0", "ld.weak r0, y",
                                        "bar.cta.sync 0", "bne r0, 5, L"}},
                                      {0,
                                       {"L:", "st.weak y, 1", "bar.cta.sync 0", "ld.weak r0, x",
                                        "bar.cta.sync 0", "bne r0, 5, L"}}},
                                     "x=1");
  CHECK(in_order(around, {}).complete);
  CHECK_FALSE(in_order(around, without(&MachineOptions::erase_writes)).complete);
  const std::string queue = program("",
                                    {{0,
                                      {"L:", "st.weak x, 1", "st.release.gpu f, 1",
                                       "W:", "ld.acquire.gpu r0, f", "bne r0, 0, W", "bra L"}},
                                     {1,
                                      {"L:", "V:", "ld.acquire.gpu r0, f", "bne r0, 1, V",
                                       "ld.weak r1, x", "st.release.gpu f, 0", "bne r1, 5, L"}}},
                                    "x=1");
  CHECK(in_order(queue, {}).complete);
  CHECK_FALSE(in_order(queue, without(&MachineOptions::erase_writes)).complete);
}

TEST_CASE("erased writes: n writers of one location need few states") {
  std::vector<Column> threads;
  for (int t = 0; t < 7; ++t) threads.push_back({t, {"st.relaxed.gpu x, " + std::to_string(t)}});
  const std::string writers = program("", threads, "x=1");
  CHECK(states(writers) == 29);
  CHECK(complete_report("ptx-proxy", writers).outcomes.size() == 7);
}

}  // namespace opexplore
