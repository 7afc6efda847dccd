// Programs that never end, and states from which no end can be reached.
#include "explorer/analyses/endless.hpp"

#include <algorithm>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "explorer/explore.hpp"
#include "explorer/limits.hpp"
#include "litmus/language/reader.hpp"
#include "opmodel/results/answer.hpp"
#include "tests/catch.hpp"
#include "tests/explorer/explore_toy.hpp"
#include "tests/locations.hpp"
#include "tests/told.hpp"

namespace opexplore {
namespace {

// Whether it is certain of the states, each of one number.
template <class M>
std::vector<bool> never_end_of(const M& machine, const std::vector<std::uint64_t>& numbers) {
  std::vector<std::string> states;
  for (const std::uint64_t number : numbers) machine.encode({number}, states.emplace_back());
  return Endings(walker_of(machine)).never_end(states);
}

// Counts for ever.
struct Endless : toy::Base {
  static constexpr std::string_view name = "toy-endless";
  using Base::Base;
  State initial() const { return {0}; }
  bool is_final(const State&) const { return false; }
  template <class Sink>
  bool for_each_step(const State& state, Sink&& sink) const {
    sink(Step{0, 0, 0}, State{state[0] + 1});
    return false;
  }
};

// Of its closed end one state belongs to no execution.
struct InVain : toy::Corridor {
  using Corridor::Corridor;
  static bool may_be_dead_end(const State& state) { return state.front() == 2; }
};

// A graph of a few states, of which the first is the initial one, as a search has found it.
class RandomGraph {
 public:
  explicit RandomGraph(std::mt19937& random) : successors_(2 + random() % 7) {
    for (auto& steps : successors_) {
      kinds_.push_back(static_cast<Kind>(random() % 5));
      for (auto left = random() % 3; left != 0; --left) {
        steps.push_back(static_cast<unsigned char>(random() % successors_.size()));
      }
    }
    kinds_.front() = Kind::common;
    search();
  }

  const VisitedSet& visited() const { return visited_; }
  const std::vector<Edge>& known_steps() const { return known_steps_; }
  bool leaves_out() const { return std::ranges::count(kinds_, Kind::pruned) != 0; }

  Walker walker() const {
    Walker walker;
    const auto at = std::make_shared<unsigned char>();
    walker.go_to = [at](std::string_view state) { *at = static_cast<unsigned char>(state[0]); };
    walker.encoded = [at] { return std::string_view(reinterpret_cast<const char*>(at.get()), 1); };
    walker.is_final = [this, at] { return kinds_[*at] == Kind::final; };
    walker.exceeded = [] { return std::string_view(); };
    walker.has_raced = [] { return false; };
    walker.may_be_dead_end = [this, at] { return kinds_[*at] == Kind::dead_end; };
    walker.for_each_step = [this, at](StepSink sink) {
      const unsigned char here = *at;
      for (const unsigned char next : successors_[here]) {
        *at = next;
        sink({});
      }
      *at = here;
      return kinds_[here] == Kind::pruned || kinds_[here] == Kind::dead_end;
    };
    return walker;
  }

 private:
  enum class Kind : std::uint8_t { common, other, final, dead_end, pruned };

  static std::string encoded(unsigned char state) { return {static_cast<char>(state)}; }

  void search() {
    const std::string initial = encoded(0);
    visited_.insert(initial, hash_bytes(initial), 0, {});
    for (Position from = 0; from != visited_.end(); ++from) {
      const auto state = static_cast<unsigned char>(visited_.at(from).bytes[0]);
      if (kinds_[state] == Kind::final) continue;
      for (const unsigned char next : successors_[state]) {
        const std::string bytes = encoded(next);
        const auto known = visited_.find(bytes, hash_bytes(bytes));
        if (known) known_steps_.push_back({from, *known});
        visited_.insert(bytes, hash_bytes(bytes), from, {});
      }
    }
  }

  std::vector<std::vector<unsigned char>> successors_;
  std::vector<Kind> kinds_;
  VisitedSet visited_;
  std::vector<Edge> known_steps_;
};

Answer explored(const std::string& machine, const Test& test, unsigned threads = 1) {
  const MachineEntry* const entry = find_machine(machine);
  REQUIRE(entry != nullptr);
  REQUIRE_FALSE(entry->refusal(test, {}));
  return entry->explore(test, with_threads(threads));
}

Test of_corpus(const std::string& file) {
  return read_file(std::string(testing::source_folder) + "/litmus/" + file);
}

// Reads x, then y, and goes round until x is 1.
const std::string two_loads =
    "PTX TwoLoads\n{ x = 0; y = 0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n"
    " L: | st.relaxed.gpu x, 1 ;\n ld.relaxed.gpu r0, x | ;\n ld.relaxed.gpu r1, y | ;\n"
    " bne r0, 1, L | ;\nexists (0:r0=1)\n";

// Waits for what nobody writes if it reads 0.
const std::string may_wait =
    "PTX MayWait\n{ x = 0; z = 0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n"
    " st.relaxed.gpu x, 1 | ld.relaxed.gpu r0, x ;\n | beq r0, 1, E ;\n | L: ;\n"
    " | ld.relaxed.gpu r1, z ;\n | bne r1, 1, L ;\n | E: ;\nexists (1:r0=1)\n";

// Takes a lock that is never free.
const std::string held_lock =
    "PTX Held\n{ x = 1; }\n P0@cta 0,gpu 0 ;\n L: ;\n atom.relaxed.gpu.exch r0, x, 1 ;\n"
    " bne r0, 0, L ;\nexists (0:r0=0)\n";

// Waits for what nobody writes.
const std::string waiting_spin =
    "PTX Spin\n{ x = 0; }\n P0@cta 0,gpu 0 ;\n L: ;\n ld.relaxed.gpu r0, x ;\n bne r0, 1, L ;\n"
    "exists (0:r0=1)\n";

std::string asking(std::string text, const std::string& quantifier) {
  return text.replace(text.rfind("exists"), 6, quantifier);
}

}  // namespace

TEST_CASE("endless: no end is certain only where every way is known", "[explorer][endless]") {
  CHECK(never_end_of(toy::Ring{10}, {0, 9, 10}) == std::vector{false, false, false});
  const toy::Corridor closed{9, true};
  CHECK(never_end_of(closed, {0, 2, 3, 4}) == std::vector{false, true, true, false});
  const toy::Corridor bound{9, false, true};
  CHECK(never_end_of(bound, {2, 3}) == std::vector{false, false});
  CHECK(never_end_of(toy::Spinner{}, {5}) == std::vector{true});
  CHECK(never_end_of(InVain{9, true}, {0, 2, 3, 4}) == std::vector{false, false, true, false});
  // Nothing ends, but there are more states than are looked at.
  CHECK(never_end_of(Endless{}, {0}) == std::vector{false});
  CHECK(never_end_of(Endless{}, {}).empty());
}

TEST_CASE("endless: the steps that a search has noted say what taking them again says",
          "[explorer][endless]") {
  std::mt19937 random(28);
  const ExploreOptions options;
  unsigned ending = 0, endless = 0;
  for (int round = 0; round < 20'000; ++round) {
    const RandomGraph graph(random);
    Limits limits(options);
    LookedAt looked_at(limits, graph.visited().size());
    const bool all = all_may_end(graph.walker(), graph.visited(), graph.known_steps());
    const bool none = !first_without_end(graph.walker(), graph.visited(), looked_at);
    REQUIRE((all == none || (none && graph.leaves_out())));
    ++(all ? ending : endless);
  }
  CHECK(ending > 2'000);
  CHECK(endless > 2'000);
}

TEST_CASE("endless: a thread that comes round and leaves is none", "[explorer][endless]") {
  const auto machine = GENERATE("ptx", "ptx-proxy", "sc", "tso", "rmo");
  const Test test =
      GENERATE(read(two_loads, "two"), of_corpus("ptx/loops/Atom+cas-loops.rlx.gpu-p0::p1.litmus"),
               of_corpus("ptx/loops/MP+rel.gpu+spin-acq.gpu-p0::p1.litmus"));
  INFO(machine << ' ' << test.name);
  const Answer report = explored(machine, test);
  CHECK(report.statistics.endless_states == 0);
  CHECK_FALSE(report.endless);
  const Verdict answer = verdict(test, report);
  CHECK(answer.decided);
  CHECK_FALSE(answer.never_ends);
}

TEST_CASE("endless: a state that leads to no end is named with the way there",
          "[explorer][endless]") {
  const auto machine = GENERATE("ptx", "ptx-proxy");
  const unsigned threads = GENERATE(1U, 3U);
  const Test test = read(may_wait, "may_wait");
  const Answer report = explored(machine, test, threads);
  CHECK(report.statistics.endless_states > 0);
  REQUIRE(report.endless);
  CHECK(told(report.endless_reason) == "P1 is at line 7: `ld.relaxed.gpu r1, z`");
  const Verdict answer = verdict(test, report);
  CHECK(answer.ok);
  CHECK(answer.decided);
  CHECK_FALSE(answer.never_ends);
}

TEST_CASE("endless: a program that never ends satisfies no quantifier", "[explorer][endless]") {
  const std::string text = GENERATE(held_lock, waiting_spin);
  const auto machine = GENERATE("ptx", "ptx-proxy", "sc", "tso", "rmo");
  const auto quantifier = GENERATE("exists", "~exists", "forall");
  INFO(machine << ' ' << quantifier << '\n' << text);
  const Test test = read(asking(text, quantifier), "endless");
  const Answer report = explored(machine, test);
  if (!report.coverage.complete()) return;  // writes pile up
  const Verdict answer = verdict(test, report);
  CHECK(answer.never_ends);
  CHECK_FALSE(answer.ok);
  CHECK(answer.decided);
  CHECK(answer.observation != Frequency::undecided);
  REQUIRE(report.endless);
  CHECK(told(report.endless_reason).starts_with("P0 is at line "));
}

TEST_CASE("endless: a deadlock never ends, a filter is no reason", "[explorer][endless]") {
  const Test stuck = of_corpus("ptx/distinguishers/Bar+circular-p0:p1.litmus");
  const Answer report = explored("ptx-proxy", stuck);
  CHECK(report.deadlock);
  CHECK_FALSE(report.endless);
  CHECK(verdict(stuck, report).never_ends);
  const Test filtered = read(
      "PTX F\n{ x = 0; }\n P0@cta 0,gpu 0 ;\n ld.weak r0, x ;\nfilter (0:r0=1)\nforall (0:r0=1)\n",
      "filtered");
  const Verdict answer = verdict(filtered, explored("ptx-proxy", filtered));
  CHECK_FALSE(answer.never_ends);
  CHECK(answer.ok);
}

TEST_CASE("endless: a search that was cut says nothing of ends", "[explorer][endless]") {
  const Test test = read(asking(two_loads, "~exists"), "two");
  ExploreOptions options = with_threads(1);
  options.max_states = 2;
  const Answer report = find_machine("ptx")->explore(test, options);
  REQUIRE(report.coverage.incomplete == Incomplete::states);
  const Verdict answer = verdict(test, report);
  CHECK_FALSE(answer.never_ends);
  CHECK_FALSE(answer.decided);
  CHECK(answer.observation == Frequency::undecided);
}

// A load that was put off in vain leaves a state without a step that is no execution's.
TEST_CASE("endless: nothing is claimed of dead ends", "[explorer][endless]") {
  // Possible load buffering: the out-of-order form.
  const Test late = read(
      "PTX Late\n{ x = 0; y = 0; z = 0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n"
      " ld.relaxed.gpu r0, x | ld.relaxed.gpu r0, y ;\n"
      " st.relaxed.gpu y, 1 | st.relaxed.gpu x, 1 ;\n"
      " | beq r0, 1, E ;\n | L: ;\n | ld.relaxed.gpu r1, z ;\n | bne r1, 1, L ;\n | E: ;\n"
      "exists (0:r0=1 /\\ 1:r0=1)\n",
      "late");
  const Test buffered = read(
      "PTX Buffered\n{ x = 0; y = 0; z = 0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n"
      " ld.relaxed.gpu r0, x | L: ;\n st.relaxed.gpu y, 1 | ld.relaxed.gpu r0, y ;\n"
      " | st.relaxed.gpu x, 1 ;\n | beq r0, 0, L ;\n"
      "exists (0:r0=1 /\\ 1:r0=1)\n",
      "buffered");
  for (const char* const machine : {"ptx", "ptx-proxy"}) {
    ExploreOptions options = with_threads(1);
    options.machine.hoist_stores = options.machine.watch_lateness = false;
    const Answer report = find_machine(machine)->explore(late, options);
    // Where nothing is put off the state is an execution's, and P1 may go round for ever.
    CHECK(report.statistics.endless_states > 0);
    CHECK(verdict(late, report).ok);
    CHECK(explored(machine, late).endless);
    // Here nobody goes round, though a load that is put off in vain has no end either.
    const Answer ends = find_machine(machine)->explore(buffered, options);
    CHECK(ends.statistics.endless_states == 0);
    CHECK_FALSE(ends.endless);
  }
  const Test spinning = read(
      "C Spin\n{ x = 0; }\nP0 (atomic_int* x) {\n"
      "  while (atomic_load_explicit(x, memory_order_relaxed) != 1) {}\n}\nexists (x=1)\n",
      "spin");
  const Answer report = explored("cxx", spinning);
  CHECK(report.statistics.endless_states == 0);
  CHECK(verdict(spinning, report).never_ends);
  // But where nothing ends, that is true of the initial state.
  REQUIRE(report.endless);
  CHECK(report.endless->steps.empty());
  CHECK(told(report.endless_reason).starts_with("P0 is at line 4: "));
}

TEST_CASE("endless: who spins by writing is named with the way there", "[explorer][endless]") {
  const auto machine = GENERATE("ptx", "ptx-proxy");
  // Two locks in opposite orders; a lock that is never given back before a barrier.
  const auto [file, steps, reason] = GENERATE(table<std::string, std::size_t, std::string>(
      {{"Locks+opposite-p0::p1", 2,
        "P0 is at line 14: `atom.acquire.gpu.exch r0, n, 1`; "
        "P1 is at line 14: `atom.acquire.gpu.exch r0, m, 1`"},
       {"Lock+bar-inside+bar-behind-p0:p1", 2,
        "P1 is at line 10: `atom.acquire.cta.exch r0, m, 1`"}}));
  INFO(machine << ' ' << file);
  const Answer report = explored(machine, of_corpus("ptx/progress/" + file + ".litmus"));
  CHECK(report.statistics.endless_states > 0);
  REQUIRE(report.endless);
  CHECK(report.endless->steps.size() == steps);
  CHECK(told(report.endless_reason) == reason);
  CHECK(report.coverage.untraced == Incomplete::none);
}

TEST_CASE("endless: where nothing ends it is said where threads wait", "[explorer][endless]") {
  // Nobody gives the lock back. The initial state leads to no end, but nobody waits there.
  const Test test = read(
      "PTX Kept\n{ m = 0; x = 0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n A: | B: ;\n"
      " atom.acquire.gpu.exch r0, m, 1 | atom.acquire.gpu.exch r0, m, 1 ;\n"
      " bne r0, 0, A | bne r0, 0, B ;\n st.relaxed.gpu x, 1 | st.relaxed.gpu x, 2 ;\n"
      "exists ([x]=1)\n",
      "kept");
  const Answer report = explored("ptx", test);
  CHECK(never_ends(report));
  CHECK(told(report.endless_reason).find("atom.acquire.gpu.exch r0, m, 1") != std::string::npos);
  if (report.endless) CHECK(!report.endless->steps.empty());
}

TEST_CASE("endless: the place is named where no trace is found", "[explorer][endless]") {
  // Two locks in opposite orders. The loads may run late: the out-of-order form, whose search for a
  // trace keeps all writes.
  const Test test = read(
      "PTX Opposite\n{ m = 0; n = 0; x = 0; y = 0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n"
      " A: | A: ;\n atom.relaxed.gpu.exch r0, m, 1 | atom.relaxed.gpu.exch r0, n, 1 ;\n"
      " bne r0, 0, A | bne r0, 0, A ;\n ld.relaxed.gpu r2, x | ld.relaxed.gpu r2, y ;\n"
      " B: | B: ;\n atom.relaxed.gpu.exch r0, n, 1 | atom.relaxed.gpu.exch r0, m, 1 ;\n"
      " bne r0, 0, B | bne r0, 0, B ;\n st.relaxed.gpu y, 1 | st.relaxed.gpu x, 1 ;\n"
      " st.relaxed.gpu n, 0 | st.relaxed.gpu m, 0 ;\n"
      " st.relaxed.gpu m, 0 | st.relaxed.gpu n, 0 ;\nexists (0:r2=1 /\\ 1:r2=1)\n",
      "opposite");
  const Answer report = explored("ptx", test);
  CHECK(report.statistics.endless_states > 0);
  CHECK_FALSE(report.endless);
  CHECK(report.coverage.untraced == Incomplete::machine_bound);
  CHECK(told(report.endless_reason) ==
        "P0 is at line 9: `atom.relaxed.gpu.exch r0, n, 1`; "
        "P1 is at line 9: `atom.relaxed.gpu.exch r0, m, 1`");
}

TEST_CASE("endless: loops that write are gone through backwards", "[explorer][endless]") {
  // Whoever reads 0 toggles z for ever; nobody is idle there.
  const std::string toggles =
      "PTX Toggles\n{ x = 0; z = 0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n"
      " st.relaxed.gpu x, 1 | ld.relaxed.gpu r0, x ;\n | beq r0, 1, E ;\n | L: ;\n"
      " | st.relaxed.gpu z, 1 ;\n | st.relaxed.gpu z, 0 ;\n | goto L ;\n | E: ;\n"
      "exists (1:r0=1)\n";
  for (const char* const machine : {"sc", "ptx", "tso"}) {
    INFO(machine);
    const Answer report = explored(machine, read(toggles, "toggles"));
    if (!report.coverage.complete()) continue;  // late writes may have no bound
    CHECK(report.statistics.endless_states == 1);
    // Where nothing is erased writes pile up: none of them leads to an end.
    REQUIRE(report.endless);
    CHECK(report.endless->steps.size() <= 2);  // P0 may have to go first
    CHECK(report.coverage.untraced == Incomplete::none);
    CHECK_FALSE(never_ends(report));
  }
  const Answer report = explored("sc", read(toggles, "toggles"));
  CHECK(report.coverage.complete());
  REQUIRE(report.endless.has_value());
  CHECK(report.endless->steps.size() == 1);
  // The same with a way out is none.
  std::string leaves = toggles;
  leaves.replace(leaves.find("goto L"), 6, "bne r0, 0, L");
  CHECK(explored("sc", read(leaves, "leaves")).statistics.endless_states == 0);
}

}  // namespace opexplore
