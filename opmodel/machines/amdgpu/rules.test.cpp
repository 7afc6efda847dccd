// One program per rule of the AMDGPU machine, which loses an outcome without that rule; what makes
// a write available and visible, on hand-made graphs; and what keeps states few.
#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "litmus/language/reader.hpp"
#include "opmodel/machines/amdgpu/machine.hpp"
#include "opmodel/machines/amdgpu/values.hpp"
#include "tests/catch.hpp"

using namespace opexplore;

namespace {

struct AmdgpuRun {
  std::set<Outcome> outcomes;
  bool undefined = false;
  std::size_t states = 0;
  bool exceeded = false;
};

// All that the machine does, without the steps of one rule.
AmdgpuRun run_amdgpu(const Test& test, std::string_view without = "",
                     const MachineOptions& options = {}) {
  const amdgpu::Machine machine(test, options);
  AmdgpuRun run;
  std::set<std::string> met;
  std::vector<cxx::State> open{machine.initial()};
  while (!open.empty()) {
    const cxx::State state = std::move(open.back());
    open.pop_back();
    ++run.states;
    run.exceeded = run.exceeded || !machine.exceeded(state).empty();
    if (!machine.exceeded(state).empty()) continue;
    if (machine.has_raced(state)) {
      run.undefined = true;
    } else if (machine.is_final(state)) {
      run.outcomes.insert(machine.outcome(state));
    } else {
      machine.for_each_step(state, [&](Step step, cxx::State&& next) {
        std::string bytes;
        machine.encode(next, bytes);
        const bool left_out = machine.rules[step.rule].name == without;
        if (!left_out && met.insert(bytes).second) open.push_back(std::move(next));
      });
    }
  }
  return run;
}

Test amdgpu_test(std::string_view rest) {
  return read("AMDGPU short\n" + std::string(rest), "short");
}

constexpr std::string_view far_apart = " P0@workgroup 0, agent 0 | P1@workgroup 1, agent 0 ;\n";

Test two_workgroups(std::string_view init, std::string_view rows, std::string_view question) {
  return amdgpu_test(std::string(init) + "\n" + std::string(far_apart) + std::string(rows) + "\n" +
                     std::string(question));
}

struct AmdgpuRule {
  std::string_view rule;
  std::string_view init, rows, question;
};

// Without the rule the answer to each is another one.
const std::vector<AmdgpuRule> rules_at_work{
    {"fence", "{ x = 0; f = 0; }",
     "store 1, x | r0 = load atomic f monotonic ; fence release | fence acquire ;"
     "store atomic 1, f monotonic | r1 = load x ;",
     "filter (1:r0=1) exists (1:r1=1)"},
    {"write", "{ x = 0; }", "store atomic 1, x monotonic | r0 = load atomic x monotonic ;",
     "exists (1:r0=1)"},
    {"read", "{ x = 0; }", "store atomic 1, x monotonic | r0 = load atomic x monotonic ;",
     "exists (1:r0=1)"},
    {"read_undef", "{ x = 0; }", "store 1, x | r0 = load x ;", "exists (1:r0=undef)"},
    {"update", "{ x = 0; }",
     "r0 = atomicrmw add x, 1 monotonic | r0 = atomicrmw add x, 1 monotonic ;",
     "exists (0:r0=0 /\\ 1:r0=1)"},
    {"update_undef", "{ x = 0; }", "store 1, x | r0 = atomicrmw add x, 1 monotonic ;",
     "exists (1:r0=undef /\\ [x]=undef)"},
    {"branch", "{ x = 0; y = 0; }",
     "store 1, x | r0 = load x ; | br eq r0, 1, LC00 ; | store 1, y ; | LC00: ;", "exists (true)"},
    {"postpone", "{ x = 0; y = 0; }",
     "r0 = load atomic x monotonic | r0 = load atomic y monotonic ;"
     "store atomic 1, y monotonic | store atomic 1, x monotonic ;",
     "exists (0:r0=1 /\\ 1:r0=1)"},
    {"wait", "{ x = 0; y = 0; z = 0; w = 0; }",
     "r0 = load atomic x monotonic | r0 = load atomic y monotonic ;"
     "store atomic r0, z monotonic | store atomic r0, w monotonic ;"
     "store atomic 1, y monotonic | store atomic 1, x monotonic ;",
     "exists (0:r0=1 /\\ 1:r0=1)"}};

}  // namespace

TEST_CASE("amdgpu: each rule is good for an outcome", "[amdgpu]") {
  std::set<std::string_view> used{"arrive"};
  for (const AmdgpuRule& row : rules_at_work) {
    INFO(row.rule);
    const Test test = two_workgroups(row.init, row.rows, row.question);
    const AmdgpuRun whole = run_amdgpu(test);
    CHECK(!whole.exceeded);
    const bool reached = std::ranges::any_of(whole.outcomes, [&](const Outcome& outcome) {
      return passes_filter(test, outcome) && holds(test.condition, outcome);
    });
    CHECK((reached || whole.undefined));
    const AmdgpuRun crippled = run_amdgpu(test, row.rule);
    CHECK((crippled.outcomes != whole.outcomes || crippled.undefined != whole.undefined));
    used.insert(row.rule);
  }
  const Test meeting = amdgpu_test(
      "{ x = 0; }\n P0@workgroup 0, agent 0 | P1@workgroup 0, agent 0 ;\n"
      "s_barrier | s_barrier ;\nexists (true)");
  CHECK(run_amdgpu(meeting).outcomes.size() == 1);
  CHECK(run_amdgpu(meeting, "arrive").outcomes.empty());
  for (const Rule& rule : amdgpu::Machine::rules) CHECK(used.contains(rule.name));
}

TEST_CASE("amdgpu: undef is a value", "[amdgpu]") {
  const auto only = [](const Test& test) {
    const AmdgpuRun run = run_amdgpu(test);
    CHECK(!run.undefined);
    REQUIRE(run.outcomes.size() == 1);
    return *run.outcomes.begin();
  };
  SECTION("arithmetic hands it on, and 0 absorbs it") {
    const Test test = two_workgroups("{ x = 0; }",
                                     "store 1, x | r0 = load x ; | r1 = add r0, 1 ;"
                                     "| r2 = and r0, 0 ; | r3 = xor r0, r0 ;",
                                     "locations [1:r1; 1:r2; 1:r3;]");
    CHECK(only(test) == Outcome{undef, 0, undef});
  }
  SECTION("it may be any number: what is asked for may hold, and may fail") {
    const Test may = two_workgroups("{ x = 0; }", "store 1, x | r0 = load x ;", "exists (1:r0=7)");
    CHECK(holds(may.condition, only(may)));
    const Test must = two_workgroups("{ x = 0; }", "store 1, x | r0 = load x ;", "forall (1:r0=7)");
    CHECK(!holds(must.condition, only(must)));
    const Test never =
        two_workgroups("{ x = 0; }", "store 1, x | r0 = load x ;", "~exists (not (1:r0=7))");
    CHECK(holds(never.condition, only(never)));
    const Test named =
        two_workgroups("{ x = 0; }", "store 1, x | r0 = load x ;", "forall (1:r0=undef)");
    CHECK(holds(named.condition, only(named)));
  }
  SECTION("a comparison of a cmpxchg with it goes either way") {
    const Test test = two_workgroups(
        "{ x = 0; }", "store 1, x | r0 = cmpxchg x, 5, 6 monotonic monotonic ;", "exists ([x]=6)");
    const AmdgpuRun run = run_amdgpu(test);
    CHECK(run.outcomes == std::set<Outcome>{{1}, {undef}});
  }
  SECTION("of a 32-bit sum the rest is lost") {
    const Test test = two_workgroups("{ x = 2147483647; }", "r0 = atomicrmw add x, 1 monotonic | ;",
                                     "exists ([x]=0)");
    CHECK(only(test) == Outcome{-2147483648});
  }
}

TEST_CASE("amdgpu: a jump on undef leaves the program without a meaning", "[amdgpu]") {
  const std::string_view rows =
      "r0 = load x | r0 = load atomic y monotonic ; br eq r0, 1, LC00 | br eq r0, 0, LC01 ;"
      "store atomic 1, y monotonic | store 1, x ; LC00: | LC01: ;";
  // The store that it races with comes about by what it has read.
  const AmdgpuRun run = run_amdgpu(two_workgroups("{ x = 0; y = 0; }", rows, "exists (true)"));
  CHECK(run.undefined);
}

TEST_CASE("amdgpu: spinning has finitely many states", "[amdgpu]") {
  const Test test = two_workgroups(
      "{ x = 0; f = 0; }",
      "store 1, x | LC00: r0 = load atomic f syncscope(\"agent\") acquire ;"
      "store atomic 1, f syncscope(\"agent\") release | br ne r0, 1, LC00 ; | r1 = load x ;",
      "forall (1:r1=1)");
  const AmdgpuRun run = run_amdgpu(test);
  CHECK(!run.exceeded);
  CHECK(run.outcomes == std::set<Outcome>{{1}});
  CHECK(run.states < 30);
  MachineOptions kept;
  kept.prune_spins = false;
  CHECK(run_amdgpu(test, "", kept).exceeded);
}

// An acquire in a loop may make visible what the read that ends the loop does not.
TEST_CASE("amdgpu: an iteration that makes something visible is kept", "[amdgpu]") {
  const Test test =
      two_workgroups("{ x = 0; f = 0; g = 0; }",
                     "store 1, x | LC00: r0 = load atomic f syncscope(\"agent\") acquire !av-none ;"
                     "store atomic 1, f syncscope(\"agent\") release |"
                     " r1 = load atomic g syncscope(\"agent\") acquire ;"
                     "store atomic 1, g monotonic | br ne r1, 1, LC00 ; | r2 = load x ;",
                     "exists (1:r0=1 /\\ 1:r2=1)");
  const AmdgpuRun run = run_amdgpu(test);
  CHECK(!run.exceeded);
  CHECK(std::ranges::any_of(run.outcomes, [&](const Outcome& outcome) {
    return holds(test.condition, outcome) && std::ranges::find(outcome, undef) == outcome.end();
  }));
}

// Its compare-and-swaps could be postponed, so that nothing is judged while they are.
TEST_CASE("amdgpu: a lock has finitely many states", "[amdgpu]") {
  const std::string acquire = "cmpxchg l, 0, 1 syncscope(\"agent\") acquire monotonic ";
  const std::string release = "store atomic 0, l syncscope(\"agent\") release ";
  const Test test =
      two_workgroups("{ l = 0; x = 0; }",
                     "LC00: r0 = " + acquire + "| LC00: r0 = " + acquire + ";" +
                         "br ne r0, 0, LC00 | br ne r0, 0, LC00 ; r1 = load x | r1 = load x ;"
                         "r1 = add r1, 1 | r1 = add r1, 1 ; store r1, x | store r1, x ;" +
                         release + "| " + release + ";",
                     "forall ([x]=2)");
  const AmdgpuRun run = run_amdgpu(test);
  CHECK(!run.exceeded);
  CHECK(run.outcomes == std::set<Outcome>{{2}});
}
