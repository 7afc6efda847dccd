// Infinite runs of the C++ machine: an iteration that changed nothing leads back to the head of its
// loop, and no read takes an old write for ever.
#include <set>
#include <string>

#include "litmus/language/reader.hpp"
#include "opmodel/machines/cxx/machine.hpp"
#include "tests/catch.hpp"
#include "tests/machines/weakened.hpp"
#include "tests/progress_graph.hpp"

namespace opexplore::cxx {

namespace {

const std::string parameters = "(atomic_int* x, atomic_int* y, int* d) {\n";

Test threads(const std::string& first, const std::string& second) {
  return opexplore::read("C in-place\n{ x = 0; y = 0; d = 0; }\nP0 " + parameters + first +
                             "\n}\nP1 " + parameters + second + "\n}\nexists ([x]=0)\n",
                         "in place");
}

std::string load(const std::string& from, const std::string& order = "relaxed") {
  return "atomic_load_explicit(" + from + ", memory_order_" + order + ")";
}
std::string set(const std::string& to, const std::string& value,
                const std::string& order = "relaxed") {
  return "atomic_store_explicit(" + to + ", " + value + ", memory_order_" + order + ");";
}
std::string await(const std::string& from, const std::string& order = "relaxed") {
  return "while (" + load(from, order) + " == 0) {}";
}
const std::string lock =
    "while (atomic_exchange_explicit(x, 1, memory_order_acquire) == 1) {}\n*d = *d + 1;\n" +
    set("x", "0", "release");

ProgressGraph graph_of(const Test& test, const MachineOptions& options = {}) {
  const cxx::Machine machine(test, for_liveness(options));
  return progress_graph(machine, test, 5'000);
}

bool ends(const Test& test) {
  const ProgressGraph graph = graph_of(test);
  CHECK(graph.exceeded.empty());
  CHECK_FALSE(graph.raced);
  CHECK_FALSE(leaves_somebody_alone(graph));
  return ends_under_fairness(graph);
}

}  // namespace

TEST_CASE("cxx progress: loops that read have finite graphs, and end when others write", "[cxx]") {
  CHECK(ends(threads(set("x", "1"), await("x"))));
  CHECK_FALSE(ends(threads(set("y", "1"), await("x"))));
  CHECK(ends(threads(set("x", "1") + await("y"), set("y", "1") + await("x"))));
  CHECK_FALSE(ends(threads(await("y") + set("x", "1"), await("x") + set("y", "1"))));
  CHECK(ends(threads("*d = 1;" + set("x", "1", "release"), await("x", "acquire") + "*d = 2;")));
  const std::string fenced =
      "while (" + load("x") + " == 0) { atomic_thread_fence(memory_order_seq_cst); }";
  CHECK(ends(threads(set("x", "1"), fenced)));
  CHECK_FALSE(ends(threads(set("y", "1"), fenced)));
  CHECK(graph_of(threads(set("y", "1"), fenced)).states() < 10);
}

TEST_CASE("cxx progress: locks that spin have finite graphs, and end", "[cxx]") {
  CHECK(ends(threads(lock, lock)));
  CHECK(graph_of(threads(lock, lock)).states() < 40);
  const std::string taken = "while (atomic_exchange_explicit(x, 1, memory_order_acquire) == 1) {}";
  CHECK_FALSE(ends(threads(taken, taken)));  // and never given back
  const std::string cas =
      "int e = 0;\nwhile (!atomic_compare_exchange_strong_explicit(x, &e, 1, "
      "memory_order_acquire, memory_order_relaxed)) e = 0;\n";
  CHECK(ends(threads(cas + set("x", "0", "release"), cas + set("x", "0", "release"))));
  CHECK_FALSE(ends(threads(cas, cas)));
}

TEST_CASE("cxx progress: an old write must not be read for ever", "[cxx]") {
  const auto ignored = [](std::uint32_t) { return false; };
  CHECK_FALSE(ends_under_fairness(graph_of(threads(set("x", "1"), await("x"))), ignored));
  // That each of x and y is read as new again and again is not enough: the two differ only as long
  // as one of them is read as old.
  const std::string differ =
      "int a = 0; int b = 1;\nwhile (a != b) { a = " + load("x") + "; b = " + load("y") + "; }";
  CHECK(ends(threads(set("x", "1") + set("y", "1"), differ)));
  CHECK_FALSE(ends(threads(set("x", "1"), differ)));
  // Old and new come back to the same state here.
  const std::string ignores =
      "int a = 0;\nwhile (" + load("y") + " == 0) { a = " + load("x") + "; }";
  CHECK_FALSE(ends(threads(set("x", "1"), ignores)));
  CHECK(ends(threads(set("x", "1") + set("y", "1"), ignores)));
}

TEST_CASE("cxx progress: who has not started has written nothing", "[cxx]") {
  ProgressGraph graph = graph_of(threads(set("x", "1"), await("x")));
  CHECK(graph.standings.front().ended == 0);
  std::erase_if(graph.edges, [](const ProgressEdge& edge) { return edge.step.thread == 0; });
  for (const ProgressEdge& edge : graph.edges) {
    if (edge.from == 0) CHECK(edge.to == 0);  // the second thread spins where it is
  }
}

TEST_CASE("cxx progress: a loop without accesses is a step", "[cxx]") {
  const ProgressGraph graph = graph_of(threads("while (1) {}", set("x", "1")));
  CHECK_FALSE(ends_under_fairness(graph));
  CHECK(graph.states() == 2);
  CHECK(std::ranges::any_of(graph.edges, [](const ProgressEdge& edge) {
    return rule_list.is<cxx::local>(edge.step) && edge.from == edge.to;
  }));
  const Test counts = threads("int i = 0;\nwhile (i < 100000) { i = i + 1; }", set("x", "1"));
  CHECK_FALSE(graph_of(counts).exceeded.empty());
}

TEST_CASE("cxx progress: memory shows the last write, for infinite runs alone", "[cxx]") {
  const Test test = threads(set("x", "1"), "int a = " + load("x") + ";");
  const auto rules_after_store = [&](const MachineOptions& options) {
    const cxx::Machine machine(test, options);
    std::multiset<std::string> rules;
    machine.for_each_step(machine.initial(), [&](Step first, const State& stored) {
      if (first.thread != 0) return;
      machine.for_each_step(stored, [&](Step step, const State& next) {
        rules.emplace(cxx::Machine::rules[step.rule].name);
        if (!machine.is_memory_step(step)) return;
        machine.for_each_step(next, [&](Step last, const State& end) {
          rules.emplace("then " + std::string(cxx::Machine::rules[last.rule].name));
          CHECK(end.floors == machine.initial().floors);  // it will not read any more
        });
      });
    });
    return rules;
  };
  using Rules = std::multiset<std::string>;
  CHECK(rules_after_store({}) == Rules{"read", "read"});
  CHECK(rules_after_store(for_liveness({})) == Rules{"propagate", "read", "read", "then read"});
}

TEST_CASE("cxx progress: a loop that writes something new is given up, and that is said", "[cxx]") {
  const std::string toggle = "while (1) { " + set("x", "1") + set("x", "0") + " }";
  CHECK(graph_of(threads(toggle, await("x"))).exceeded ==
        "an instruction of a thread has written more than 4 times");
}

TEST_CASE("cxx progress: load buffering is left out, and said where it could matter", "[cxx]") {
  const auto windowed = [](const Test& test, const MachineOptions& options = {}) {
    return graph_of(test, options).windowed;
  };
  const Test buffering =
      threads("int a = " + load("x") + ";\n" + set("y", "1") + "if (a == 0) { " + await("y") + " }",
              "int a = " + load("y") + ";\n" + set("x", "1"));
  CHECK(windowed(buffering));
  CHECK_FALSE(windowed(buffering, with_setting("cxx", "rc11")));
  // A thread that waits for its read at once gains nothing, and a plain read would race.
  CHECK_FALSE(windowed(threads(lock, lock)));
}

TEST_CASE("cxx progress: a step that closes a round is described with its event", "[cxx]") {
  const Test test = threads(set("y", "1"), await("x"));
  const cxx::Machine machine(test, for_liveness({}));
  const State state = machine.initial();
  std::size_t rounds = 0;
  machine.for_each_step(state, [&](Step step, const State& next) {
    if (step.thread != 1) return;
    ++rounds;
    CHECK(next.events() == 0);
    CHECK(machine.describe(state, step).arguments == "reads x=0, its initial value");
  });
  CHECK(rounds == 1);
}

}  // namespace opexplore::cxx
