// Sets, relations and enumeration against results worked out by hand.
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tests/axioms/evaluated.hpp"
#include "tests/catch.hpp"

namespace opexplore::axioms {

namespace {

// Events: 0 initial x, 1 initial y, 2 st x, 3 st y, 4 ld y, 5 ld x.
Test unsynchronised_message_passing() {
  return short_test(
      "0,0: st.weak x, 1; st.relaxed.gpu y, 1 || 1,0: ld.acquire.cta r0, y; "
      "ld.weak r1, x",
      "exists (1:r0=1 /\\ 1:r1=0)");
}

// The relation in the execution with that outcome; without checks there is just one.
Edges edges(const Test& test, const Outcome& outcome, const std::string& expression,
            const std::string& before = "") {
  const Model model = read_model(before + "\nlet it = " + expression, "m.cat");
  for (const AxiomaticOutcome& found : evaluate(model, test).outcomes) {
    if (found.values != outcome) continue;
    for (const NamedRelation& relation : found.witness->relations) {
      if (relation.name == "it") return relation.edges;
    }
  }
  return {{99, 99}};
}

Edges weak(const std::string& expression, const std::string& before = "") {
  return edges(unsynchronised_message_passing(), {1, 0}, expression, before);
}

}  // namespace

TEST_CASE("axioms: base relations of message passing", "[axioms]") {
  CHECK(weak("po") == Edges{{2, 3}, {4, 5}});
  CHECK(weak("rf") == Edges{{0, 5}, {3, 4}});
  CHECK(weak("co") == Edges{{0, 2}, {1, 3}});
  CHECK(weak("fr") == Edges{{5, 2}});
  CHECK(weak("loc & W * R") == Edges{{0, 5}, {1, 4}, {2, 5}, {3, 4}});
  CHECK(weak("vloc & W * R") == Edges{{2, 5}, {3, 4}});  // initial writes have no virtual address
  CHECK(weak("[IW]") == Edges{{0, 0}, {1, 1}});
  CHECK(weak("[WEAK]") == Edges{{2, 2}, {5, 5}});
  CHECK(weak("[RLX & GPU]") == Edges{{3, 3}});
  CHECK(weak("[ACQ & CTA]") == Edges{{4, 4}});
  CHECK(weak("[GEN]") == Edges{{2, 2}, {3, 3}, {4, 4}, {5, 5}});
  CHECK(weak("sr \\ id").empty());  // the acquire's scope is its own CTA
  CHECK(weak("scta \\ int").empty());
  CHECK(weak("sgpu \\ int \\ (W * R)") == Edges{{4, 2}, {4, 3}, {5, 2}, {5, 3}});
  CHECK(weak("ext & IW * R") == Edges{{0, 4}, {0, 5}, {1, 4}, {1, 5}});
}

TEST_CASE("axioms: operators on relations and sets", "[axioms]") {
  CHECK(weak("po; rf") == Edges{{2, 4}});
  CHECK(weak("po | fr") == Edges{{2, 3}, {4, 5}, {5, 2}});
  CHECK(weak("po^-1") == Edges{{3, 2}, {5, 4}});
  CHECK(weak("rf \\ ([IW]; rf)") == Edges{{3, 4}});
  CHECK(weak("(po | rf | fr)+ & [_]") == Edges{{2, 2}, {3, 3}, {4, 4}, {5, 5}});
  CHECK(weak("(po; rf)* & IW * _") == Edges{{0, 0}, {1, 1}});
  CHECK(weak("po? & R * _") == Edges{{4, 4}, {4, 5}, {5, 5}});
  CHECK(weak("domain(rf) * range(fr)") == Edges{{0, 2}, {3, 2}});
  CHECK(weak("~(_ * _)").empty());
  CHECK(weak("[~(R | IW)]") == Edges{{2, 2}, {3, 3}});
  CHECK(weak("po \\ 0") == Edges{{2, 3}, {4, 5}});
  CHECK(weak("[R | {}]") == Edges{{4, 4}, {5, 5}});
  CHECK(weak("[emptyset]").empty());
  CHECK(weak("id & W * W") == Edges{{0, 0}, {1, 1}, {2, 2}, {3, 3}});
}

TEST_CASE("axioms: functions and fixpoints", "[axioms]") {
  CHECK(weak("swap(po, rf)", "let swap(a, b) = b; a") == Edges{{3, 5}});
  // A function sees what was defined before it, a redefinition what it redefines.
  CHECK(weak("f(rf)", "let a = po let f(x) = a; x let a = fr") == Edges{{2, 4}});
  CHECK(weak("a", "let a = po let a = a; rf") == Edges{{2, 4}});
  CHECK(weak("co", "let co = co+") == Edges{{0, 2}, {1, 3}});
  const std::string closure = "let rec up = po | rf | (up; up)";
  CHECK(weak("up", closure) == weak("(po | rf)+"));
  // Two that need each other: paths with an odd and an even number of steps.
  const std::string parity =
      "let step = po | rf let rec odd = step | (even; step) "
      "and even = odd; step";
  CHECK(weak("odd", parity) == Edges{{0, 5}, {2, 3}, {2, 5}, {3, 4}, {4, 5}});
  CHECK(weak("even", parity) == Edges{{2, 4}, {3, 5}});
}

TEST_CASE("axioms: dependencies and atomics", "[axioms]") {
  // 0 initial x, 1 initial y, 2 ld x, 3 st y, 4 R y, 5 W y, 6 st x
  const Test test = short_test(
      "0,0: ld.weak r0, x; add r1, r0, 1; st.weak y, r1; atom.relaxed.gpu.add r2, y, r0; "
      "beq r2, 7, LC00; LC00:; st.weak x, 3",
      "exists (0:r0=0)");
  const auto of = [&](const std::string& expression) {
    return edges(test, {0}, expression, "acyclic po | rf | co | fr");
  };
  CHECK(of("data") == Edges{{2, 3}, {2, 5}, {4, 5}});
  CHECK(of("ctrl") == Edges{{4, 6}});
  CHECK(of("rmw") == Edges{{4, 5}});
  CHECK(of("[RMW]") == Edges{{4, 4}, {5, 5}});
  CHECK(of("addr").empty());
  // A value that an operation cancels is still a dependency, but no circle of values.
  const Test cancelled = short_test(
      "0,0: ld.weak r0, x; xor r1, r0, r0; st.weak y, r1 || 1,0: ld.weak r0, y; st.weak x, r0",
      "exists (0:r0=0)");
  CHECK(edges(cancelled, {0}, "data") == Edges{{2, 3}, {4, 5}});
}

TEST_CASE("axioms: who meets at a barrier", "[axioms]") {
  const Test test = short_test(
      "0,0: st.weak x, 1; bar.cta.sync 0 || 0,0: bar.cta.sync 0; ld.weak r0, x || "
      "0,0: bar.cta.arrive 0",
      "exists (1:r0=1)");
  // 0, 1 initial; 2 st, 3 bar, 4 bar, 5 ld, 6 arrive
  CHECK(edges(test, {1}, "sync_barrier") == Edges{{3, 4}, {4, 3}, {6, 3}, {6, 4}});
  CHECK(edges(test, {1}, "[B]") == Edges{{3, 3}, {4, 4}, {6, 6}});
  // Two threads that wait for each other at different barriers never end.
  const Test stuck = short_test(
      "0,0: bar.cta.sync 0; bar.cta.sync 1 || "
      "0,0: bar.cta.sync 1; bar.cta.sync 0",
      "exists ([x]=0)");
  CHECK(evaluate(read_model("", "m.cat"), stuck).outcomes.empty());
  CHECK(evaluate(read_model("option barriers = instances", "m.cat"), stuck).outcomes.size() == 1);
}

TEST_CASE("axioms: checks in all their forms", "[axioms]") {
  const Test test = unsynchronised_message_passing();
  CHECK(allows("", test));
  CHECK_FALSE(allows("acyclic po | rf | fr", test));
  CHECK(allows("~acyclic po | rf | fr", test));
  CHECK_FALSE(allows("irreflexive po; rf; po; fr", test));
  CHECK(allows("~irreflexive po; rf; po; fr", test));
  CHECK_FALSE(allows("empty [IW]; rf", test));
  CHECK(allows("~empty [IW]; rf", test));
  CHECK_FALSE(allows("empty WEAK & W", test));
  CHECK(allows("empty ACQ_REL", test));
}

TEST_CASE("axioms: a flag is reported and forbids nothing", "[axioms]") {
  const auto report =
      evaluate(read_model("flag ~acyclic po | rf | fr as weak\nflag empty rf as never", "m.cat"),
               unsynchronised_message_passing());
  CHECK(report.outcomes.size() == 4);
  CHECK(report.consistent == 4);
  REQUIRE(report.flags.size() == 1);
  CHECK(report.flags[0].name == "weak");
  CHECK(report.flags[0].executions == 1);
}

TEST_CASE("axioms: coherence is total or as small as the checks allow", "[axioms]") {
  const Test test = short_test("0,0: st.weak x, 1 || 1,0: st.weak x, 2", "exists ([x]=1)");
  const auto ends = [&](const std::string& model) {
    const AxiomaticReport report = evaluate(read_model(model, "m.cat"), test);
    return std::pair{report.consistent, report.outcomes.size()};
  };
  CHECK(ends("") == std::pair{std::uint64_t{2}, std::size_t{2}});
  const std::string partial = "option coherence = partial\n";
  CHECK(ends(partial) == std::pair{std::uint64_t{1}, std::size_t{2}});
  const std::string both = partial + "empty (W * W & loc) \\ (co | co^-1 | id)";
  CHECK(ends(both) == std::pair{std::uint64_t{2}, std::size_t{2}});
  // One that has to come first.
  const std::string first = partial + "empty (W * W & loc & ~id & (_ * range(co))) \\ co";
  CHECK(ends(first).second == 0);
  CHECK(ends(partial + "empty (IW * W & loc & ext) \\ co").first == 1);
}

TEST_CASE("axioms: a check under partial decisions is not broken too early", "[axioms]") {
  // What is not known yet may stand on the right of \\: the answer is that of a filter at the end.
  const Test test = short_test(
      "0,0: st.weak x, 1; ld.weak r0, y || 1,0: st.weak y, 1; ld.weak r0, x || 2,0: st.weak x, 2",
      "exists (0:r0=0 /\\ 1:r0=0 /\\ [x]=0)");
  const std::vector<std::string> formulas{
      "empty (W * R & loc & ext) \\ rf",       "empty rf \\ (co; rf)?",
      "acyclic (po | fr) \\ (rf; po)",         "irreflexive fr; ~(rf | po)",
      "empty [W] \\ [domain(rf) | range(co)]", "acyclic ((co | co^-1) & ext) \\ (fr^-1; fr)",
      "irreflexive co; (rf \\ (po; rf)); fr",  "empty (R * R & loc & ~id) \\ (rf^-1; rf)"};
  for (const std::string& formula : formulas) {
    const std::size_t space = formula.find(' ');
    INFO(formula);
    const auto pruned = evaluate(read_model(formula, "m.cat"), test);
    // The flag is looked at when everything is decided.
    const auto all = evaluate(
        read_model("flag " + formula + " as ok\nlet it = " + formula.substr(space), "m.cat"), test);
    const std::uint64_t wanted = all.flags.empty() ? 0 : all.flags[0].executions;
    CHECK(pruned.consistent == wanted);
  }
}

TEST_CASE("axioms: values that would justify themselves are left out", "[axioms]") {
  const Test test = short_test(
      "0,0: ld.weak r0, x; st.weak y, r0 || 1,0: ld.weak r0, y; "
      "st.weak x, r0",
      "exists (0:r0=0)");
  const auto report = evaluate(read_model("", "m.cat"), test);
  CHECK(values_of(report) == std::set<Outcome>{{0}});
  CHECK(report.circular == 1);
  CHECK(report.complete());
}

TEST_CASE("axioms: loops are cut at the bound and say so", "[axioms]") {
  const Test test = short_test(
      "0,0: LC00:; ld.relaxed.gpu r0, x; add r1, r1, 1; bne r0, 2, LC00 || "
      "1,0: st.relaxed.gpu x, 1; st.relaxed.gpu x, 2",
      "exists (0:r1=2)");
  const Model model = load_model("sc");
  EvaluateOptions options;
  options.loop_bound = 0;
  const auto shortest = evaluate(model, test, options);
  options.loop_bound = 3;
  const auto longer = evaluate(model, test, options);
  CHECK_FALSE(shortest.complete());
  CHECK(shortest.incomplete_reason.find("a loop was cut") == 0);
  CHECK(shortest.consistent < longer.consistent);
  CHECK(values_of(longer) == std::set<Outcome>{{1}, {2}, {3}, {4}});
}

TEST_CASE("axioms: executions that are too large are left out and said to be", "[axioms]") {
  std::string thread;
  for (int i = 0; i < 22; ++i) thread += "st.weak x, " + std::to_string(i) + "; ";
  const std::string text = "0,0: " + thread + "|| 1,0: " + thread + "|| 2,0: " + thread;
  const auto report = evaluate(load_model("sc"), short_test(text, "exists ([x]=0)"));
  CHECK(report.outcomes.empty());
  CHECK_FALSE(report.complete());
  CHECK(report.incomplete_reason == "executions of more than 64 events are left out");
}

TEST_CASE("axioms: sync_fence orders fences that include each other, where it is used",
          "[axioms]") {
  const std::string fences = "0,0: fence.sc.gpu || 1,0: fence.sc.gpu || 2,0: fence.sc.cta";
  const Test test = short_test(fences, "exists ([x]=0)");
  CHECK(evaluate(read_model("", "m.cat"), test).consistent == 1);
  CHECK(evaluate(read_model("let s = sync_fence", "m.cat"), test).consistent == 2);
  // 0, 1 initial
  const std::string first = "empty [GPU] \\ [domain(sync_fence)] \\ [range(sync_fence)]";
  CHECK(evaluate(read_model(first, "m.cat"), test).consistent == 2);
  CHECK(evaluate(read_model("empty sync_fence \\ id", "m.cat"), test).consistent == 0);
  const Test three =
      short_test("0,0: fence.sc.gpu || 1,0: fence.sc.gpu || 2,0: fence.sc.gpu", "exists ([x]=0)");
  CHECK(evaluate(read_model("let s = sync_fence", "m.cat"), three).consistent == 6);
}

TEST_CASE("axioms: limits stop an evaluation", "[axioms]") {
  std::string thread;
  for (int i = 0; i < 7; ++i) thread += "st.weak x, " + std::to_string(i) + "; ld.weak r0, x; ";
  const Test test = short_test("0,0: " + thread + " || 1,0: " + thread + " || 2,0: " + thread,
                               "exists (0:r0=0)", "x=0;");
  EvaluateOptions options;
  options.timeout = std::chrono::milliseconds(30);
  const auto timed = evaluate(read_model("", "m.cat"), test, options);
  CHECK_FALSE(timed.complete());
  CHECK(timed.incomplete_reason == "the time limit was reached");
  CHECK(timed.seconds < 5);
  options.timeout.reset();
  options.interrupted = [] { return true; };
  CHECK(evaluate(read_model("", "m.cat"), test, options).incomplete_reason ==
        "the evaluation was interrupted");
}

TEST_CASE("axioms: a witness is a whole execution", "[axioms]") {
  const auto report = evaluate(load_model("ptx75"), unsynchronised_message_passing());
  REQUIRE(report.outcomes.size() == 4);
  const Execution& execution = *report.outcomes[2].witness;  // r0=1, r1=0
  REQUIRE(report.outcomes[2].values == Outcome{1, 0});
  REQUIRE(execution.events.size() == 6);
  CHECK(execution.events[0].kind == ExecutionEvent::Kind::initial_write);
  CHECK_FALSE(execution.events[0].thread);
  CHECK(execution.events[4].kind == ExecutionEvent::Kind::read);
  CHECK(execution.events[4].thread == ThreadId{1});
  CHECK(execution.events[4].instruction == InstructionId{0});
  CHECK(execution.events[4].value == Value{1});
  CHECK(execution.events[5].value == Value{0});
  std::set<std::string> names;
  for (const NamedRelation& relation : execution.relations) names.insert(relation.name);
  for (const char* name : {"po", "rf", "co", "ms", "base", "cause"}) CHECK(names.contains(name));
  EvaluateOptions options;
  options.witnesses = false;
  CHECK_FALSE(
      evaluate(load_model("ptx75"), unsynchronised_message_passing(), options).outcomes[0].witness);
}

TEST_CASE("axioms: the filter of a test", "[axioms]") {
  const Test test =
      short_test("0,0: st.weak x, 1 || 1,0: ld.weak r0, x", "filter (1:r0=1)\nexists (1:r0=0)");
  const auto report = evaluate(load_model("sc"), test);
  CHECK(values_of(report) == std::set<Outcome>{{1}});
  CHECK(report.filtered_outcomes == 1);
  CHECK_FALSE(condition_holds(test, report));
}

}  // namespace opexplore::axioms
