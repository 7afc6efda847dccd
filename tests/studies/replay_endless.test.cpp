// Traces that claim to end where no final state can be reached: accepted only where that is so.
#include <string>
#include <utility>
#include <vector>

#include "opmodel/results/answer.hpp"
#include "tests/catch.hpp"
#include "tests/studies/traced.hpp"

namespace opexplore::testing {
namespace {

// Any thread may go first and loads are steps although nobody notices them, so that tests can say
// which steps there are.
MachineOptions all_steps() {
  MachineOptions options;
  options.ample_threads = options.split_components = options.skip_dead_loads = false;
  options.erase_writes = options.symmetry = false;
  return options;
}

// ptx-proxy on a test, and what it makes of steps.
class Claims {
 public:
  explicit Claims(const Test& test, MachineOptions options = all_steps())
      : text_(written(test)), options_(std::move(options)) {}

  Replayed after(const std::vector<Step>& steps) const {
    return replay(machine_, text_.test, options_, steps);
  }

  // What the replay says of a document that has these steps and claims that no end can be reached.
  ReplayResult endless(const std::vector<Step>& steps) const {
    const TracedRun run{text_.test, text_.litmus, text_.hash, machine_.facts(), options_};
    Replayed forged = after(steps);
    forged.end = TraceEnd::spin;
    Json document = json_traces(traced_tool);
    document["traces"].push_back(json_traced(run, forged, identity(run)));
    return replayed(document);
  }

 private:
  WrittenTest text_;
  const MachineEntry& machine_ = *find_machine("ptx-proxy");
  MachineOptions options_;
};

Answer explored(const Test& test) {
  ExploreOptions explore;
  explore.machine = all_steps();
  explore.threads = 1;
  explore.traces = Traces::every_outcome;
  return find_machine("ptx-proxy")->explore(test, explore);
}

std::vector<Step> steps_of(const Trace& trace) {
  std::vector<Step> steps;
  for (const TraceStep& step : trace.steps) steps.push_back(step.step);
  return steps;
}

}  // namespace

TEST_CASE("replay: accepts a state that leads to no end, and not the one before", "[replay]") {
  const Test test = read(
      "PTX W\n{ x = 0; z = 0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n"
      " st.relaxed.gpu x, 1 | ld.relaxed.gpu r0, x ;\n | beq r0, 1, E ;\n | L: ;\n"
      " | ld.relaxed.gpu r1, z ;\n | bne r1, 1, L ;\n | E: ;\nexists (1:r0=1)\n",
      "w");
  const Answer report = explored(test);
  REQUIRE(report.statistics.endless_states > 0);
  const Claims claims(test);
  std::vector<Step> steps = steps_of(*report.endless);
  CHECK(claims.endless(steps).fault() == "nothing");
  steps.pop_back();
  const ReplayResult refused = claims.endless(steps);
  CHECK_FALSE(refused.accepted());
  CHECK(refused.checked.at(0).fault.pointer.starts_with("/traces/0/claim"));
}

TEST_CASE("replay: whoever spins by writing goes on, and reaches no end all the same", "[replay]") {
  const Test test = read_file(corpus_path("ptx/progress/Locks+opposite-p0::p1.litmus"));
  const Json document = traced(*find_machine("ptx-proxy"), test);
  REQUIRE(document["traces"].size() == 2);
  CHECK(document["traces"].back()["claim"]["kind"] == "spin");
  CHECK(replayed(document).fault() == "nothing");
  // Either lock alone may yet be given back.
  const Claims claims(test);
  const std::vector<Step> enabled = claims.after({}).enabled;
  REQUIRE(enabled.size() == 2);
  for (const Step step : enabled) CHECK_FALSE(claims.endless({step}).accepted());
}

TEST_CASE("replay: a final state is an end", "[replay]") {
  const Test test = read_file(corpus_path("ptx/MP.litmus"));
  const std::vector<Step> steps = steps_of(*explored(test).outcomes.front().trace);
  CHECK_FALSE(Claims(test).endless(steps).accepted());
}

TEST_CASE("replay: a thread without a step may come round and leave", "[replay]") {
  const Test test = read(
      "PTX T\n{ x = 0; y = 0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n"
      " L: | st.relaxed.gpu x, 1 ;\n ld.relaxed.gpu r0, x | ;\n ld.relaxed.gpu r1, y | ;\n"
      " bne r0, 1, L | ;\nexists (0:r0=1)\n",
      "t");
  const Claims claims(test);
  // P0 reads 0 before the store of P1, and then the store.
  std::size_t seen = 0;
  for (const Step& load : claims.after({}).enabled) {
    for (const Step& next : claims.after({load}).enabled) {
      const std::vector<Step> both{load, next};
      if (claims.after(both).end != TraceEnd::dead_end) continue;
      ++seen;
      CHECK_FALSE(claims.endless(both).accepted());
    }
  }
  CHECK(seen > 0);
}

TEST_CASE("replay: a dead end of the out-of-order form shows nothing", "[replay]") {
  const Test test = read(
      "PTX D\n{ x = 0; y = 0; z = 0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n"
      " ld.relaxed.gpu r0, x | ld.relaxed.gpu r0, y ;\n"
      " st.relaxed.gpu y, 1 | st.relaxed.gpu x, 1 ;\n"
      " L: | ;\n ld.relaxed.gpu r1, z | ;\n bne r1, 1, L | ;\nexists (0:r0=1)\n",
      "d");
  MachineOptions options = all_steps();
  options.hoist_stores = options.watch_lateness = false;
  const Claims claims(test, options);
  // Down the first of the steps, always, until there is none.
  std::vector<Step> steps;
  Replayed now = claims.after(steps);
  while (!now.enabled.empty()) {
    steps.push_back(now.enabled.front());
    now = claims.after(steps);
  }
  CHECK((now.end == TraceEnd::dead_end || now.end == TraceEnd::bound));
  CHECK_FALSE(claims.endless(steps).accepted());
}

}  // namespace opexplore::testing
