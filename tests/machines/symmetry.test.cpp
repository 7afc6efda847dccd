// States of the PTX machines that differ by an exchange of identical threads are one: fewer states,
// and nothing else changes.
#include <algorithm>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "explorer/search/search.hpp"
#include "litmus/generate/random_program.hpp"
#include "litmus/language/reader.hpp"
#include "opmodel/machines/ptx_proxy/machine.hpp"
#include "opmodel/results/answer.hpp"
#include "tests/catch.hpp"
#include "tests/machines/copied_threads.hpp"
#include "tests/naive.hpp"

namespace opexplore {

namespace {

using OneWord = ptx_model::Size<1, 1>;
using Identity = ptx_proxy::Identity;
template <class Size>
using InOrder = ptx_model::InOrderMachine<Size>;

// The same code for each of n threads, in CTAs of their own.
Test among(std::size_t n, const std::vector<std::string>& code, const std::string& condition) {
  std::string text = "PTX among\n{ }\n";
  for (std::size_t t = 0; t < n; ++t) {
    text += (t == 0 ? "P" : " | P") + std::to_string(t) + "@cta " + std::to_string(t) + ",gpu 0";
  }
  text += " ;\n";
  for (const std::string& line : code) {
    for (std::size_t t = 0; t < n; ++t) text += (t == 0 ? "" : " | ") + line;
    text += " ;\n";
  }
  return read(text + "forall (" + condition + ")\n", "among");
}

// A counter that each thread increments once while it has the lock.
Test lock(std::size_t n, std::vector<std::string> take, const std::vector<std::string>& give) {
  take.insert(take.end(), {"ld.weak r1, x", "add r1, r1, 1", "st.weak x, r1"});
  take.insert(take.end(), give.begin(), give.end());
  return among(n, take, "[x]=" + std::to_string(n));
}

const std::vector<std::string> unlock{"st.release.gpu lock, 0"};

Test cas_lock(std::size_t n) {
  return lock(n, {"L: atom.acquire.gpu.cas r0, lock, 0, 1", "bne r0, 0, L"}, unlock);
}

Test exchange_lock(std::size_t n) {
  return lock(n, {"L: atom.acquire.gpu.exch r0, lock, 1", "bne r0, 0, L"}, unlock);
}

Test ttas_lock(std::size_t n) {
  return lock(n,
              {"L: ld.relaxed.gpu r0, lock", "bne r0, 0, L", "atom.acquire.gpu.exch r0, lock, 1",
               "bne r0, 0, L"},
              unlock);
}

Test ticket_lock(std::size_t n) {
  return lock(n, {"atom.relaxed.gpu.add r2, in, 1", "L: ld.acquire.gpu r0, out", "bne r0, r2, L"},
              {"add r2, r2, 1", "st.release.gpu out, r2"});
}

Test fetch_add(std::size_t n) {
  return among(n, {"atom.acq_rel.gpu.add r0, x, 1"}, "[x]=" + std::to_string(n));
}

// Each thread writes what is in the register to a location of its own, which the test asks for.
Test writing_to_own(Test test, RegisterId reg) {
  for (std::size_t t = 0; t < test.program.threads.size(); ++t) {
    const auto own = static_cast<AddressId>(test.program.addresses.size());
    const std::string name = "own" + std::to_string(t);
    test.program.addresses.push_back(
        {name, static_cast<LocationId>(test.program.locations.size()), own, Proxy::generic});
    test.program.locations.push_back({name, 0, Region::global});
    Store store;
    store.address = own;
    store.value = RegisterOperand{reg};
    test.program.threads[t].instructions.push_back({store, {}, ""});
    test.observables.emplace_back(LocationTerm{own});
  }
  return test;
}

// Each adds one to a counter, and says what it was.
Test tickets(std::size_t n) {
  return writing_to_own(among(n, {"atom.relaxed.gpu.add r0, x, 1"}, "[x]=" + std::to_string(n)), 0);
}

// A block whose threads each add one to a counter, and say what it is behind a barrier.
Test counting_block(std::size_t n) {
  Test test = among(n, {"atom.relaxed.gpu.add r0, x, 1", "bar.cta.sync 0", "ld.weak r1, x"},
                    "[x]=" + std::to_string(n));
  for (Thread& thread : test.program.threads) thread.cta = 0;
  return writing_to_own(std::move(test), 1);
}

// What nvcc makes of __threadfence() and atomicExch().
Test fenced_lock(std::size_t n) {
  return lock(n, {"L: atom.relaxed.gpu.exch r0, lock, 1", "bne r0, 0, L", "fence.sc.gpu"},
              {"fence.sc.gpu", "atom.relaxed.gpu.exch r2, lock, 0"});
}

// The states of the in-order form, which is exact for these locks: in a state where a load could
// be late two threads would have the lock. Each execution ends, with the condition.
std::size_t states(const Test& test, bool symmetry = true) {
  MachineOptions options;
  options.symmetry = symmetry;
  const NaiveResult result =
      explore_naively(InOrder<OneWord>(test, Identity::reading(options), options));
  CHECK(result.stuck == 0);
  CHECK(result.outcomes.size() == 1);
  CHECK(holds(test.condition, result.outcomes.begin()->first));
  return result.states.size();
}

template <class Size>
Answer searched(const Test& test, const MachineOptions& machine) {
  ExploreOptions options;
  options.machine = machine;
  options.threads = 1;
  options.max_states = 2000;
  return search(InOrder<Size>(test, Identity::reading(machine), machine), test, options);
}

// What must not depend on symmetry.
struct SymmetryFindings {
  std::set<Outcome> outcomes;
  bool deadlock = false;
  bool endless = false;
  bool operator==(const SymmetryFindings&) const = default;
};

SymmetryFindings symmetry_findings(const Answer& report) {
  SymmetryFindings result{{}, report.deadlock.has_value(), report.endless.has_value()};
  for (const AnsweredOutcome& outcome : report.outcomes) result.outcomes.insert(outcome.values);
  return result;
}

// Of loads to a register that nothing reads each is of some location.
Test with_other_dead_loads(Test test, std::uint64_t seed) {
  std::mt19937 random(static_cast<unsigned>(seed));
  const Liveness liveness(test);
  for (std::size_t t = 1; t < test.program.threads.size(); ++t) {
    auto& instructions = test.program.threads[t].instructions;
    for (std::size_t i = 0; i < instructions.size(); ++i) {
      Load* const load = std::get_if<Load>(&instructions[i].action);
      if (load == nullptr || load->proxy != Proxy::generic) continue;
      const auto next = static_cast<InstructionId>(i + 1);
      if (liveness.is_live(static_cast<ThreadId>(t), next, load->destination)) continue;
      const AddressId other = static_cast<AddressId>(random() % test.program.addresses.size());
      if (test.program.addresses[other].proxy == Proxy::generic) load->address = other;
    }
  }
  return test;
}

// Whether some of the locations that the test asks for have some values, or all.
void ask_for_all_alike(Test& test, const std::vector<AnsweredOutcome>& outcomes,
                       std::mt19937& random) {
  const Outcome& values = outcomes[random() % outcomes.size()].values;
  Proposition asked;
  asked.kind = random() % 2 == 0 ? Proposition::Kind::conjunction : Proposition::Kind::disjunction;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!std::holds_alternative<LocationTerm>(test.observables[i])) continue;
    Proposition one;
    one.kind = Proposition::Kind::comparison;
    one.comparison = random() % 2 == 0 ? Comparison::equal : Comparison::not_equal;
    if (!asked.parts.empty()) one.comparison = asked.parts.front().comparison;
    one.left = ObservableIndex{static_cast<std::uint16_t>(i)};
    one.right =
        asked.parts.empty() || random() % 8 == 0 ? Term{values[i]} : asked.parts.front().right;
    asked.parts.push_back(one);
  }
  test.condition = asked;
}

int stages_of(const Test& test) {
  return ptx_model::Semantics(test, Identity::reading({})).stages().count;
}

}  // namespace

TEST_CASE("symmetry: identical threads take a lock one after the other", "[ptx]") {
  for (std::size_t n = 2; n <= 8; ++n) {
    CAPTURE(n);
    CHECK(states(fetch_add(n)) == n + 2);
    CHECK(states(cas_lock(n)) == 2 * n + 2);
    CHECK(states(exchange_lock(n)) == 2 * n + 2);
    CHECK(states(ticket_lock(n)) == 3 * n + 2);
    // What distinguishes those who have seen the lock free is after which turns they have.
    CHECK(states(ttas_lock(n)) <= (std::size_t{3} << n) - 1);
    CHECK(states(fenced_lock(n)) == 5 * n + 2);
    CHECK(states(counting_block(n)) == 4 * n + 2);
  }
}

TEST_CASE("symmetry: without it each order of the threads has states of its own", "[ptx]") {
  CHECK(states(fetch_add(5), false) > 1U << 5U);  // who came before whom is forgotten
  CHECK(states(cas_lock(4), false) > 4 * 3 * 2);
  CHECK(states(ticket_lock(4), false) > 4 * 3 * 2);
}

TEST_CASE("symmetry: threads whose fences are left open change places", "[ptx]") {
  const auto count = [](bool symmetry, bool goal) {
    std::vector<std::string> code{"atom.relaxed.gpu.cas r0, lock, 0, 1",
                                  "bne r0, 0, L",
                                  "fence.sc.gpu",
                                  "ld.relaxed.gpu r1, x",
                                  "add r1, r1, 1",
                                  "st.relaxed.gpu x, r1",
                                  "fence.sc.gpu",
                                  "atom.relaxed.gpu.exch r2, lock, 0",
                                  "L:"};
    ExploreOptions options;
    options.threads = 1;
    options.machine.symmetry = symmetry;
    options.machine.goal = goal;
    const Test test = among(5, code, "[x]!=0");
    const Answer report = find_machine("ptx")->explore(test, options);
    CHECK(verdict(test, report).ok);
    return report.statistics.states;
  };
  for (const bool goal : {false, true}) CHECK(count(true, goal) * 10 < count(false, goal));
}

namespace {

// Each writes what is its own, comes to a counter, waits for all and reads what is the next one's.
// Whether the first reads it is asked.
Test meeting(std::size_t n) {
  std::string text = "PTX meeting\n{ }\n";
  const auto row = [&](const auto& cell) {
    for (std::size_t t = 0; t < n; ++t) text += (t == 0 ? "" : " | ") + cell(t);
    text += " ;\n";
  };
  const auto number = [](std::size_t t) { return std::to_string(t); };
  row([&](std::size_t t) { return "P" + number(t) + "@cta " + number(t) + ",gpu 0"; });
  row([&](std::size_t t) { return "st.weak own" + number(t) + ", 1"; });
  row([&](std::size_t) { return std::string("atom.acq_rel.gpu.add r0, count, 1"); });
  row([&](std::size_t) { return std::string("L: ld.acquire.gpu r1, count"); });
  row([&](std::size_t) { return "bne r1, " + number(n) + ", L"; });
  row([&](std::size_t t) { return "ld.weak r2, own" + number((t + 1) % n); });
  return read(text + "exists (0:r2=0)\n", "meeting");
}

// Each takes a lock if it can, and says so at a place of its own, which is asked of all.
Test tries(std::size_t n) {
  Test test = among(n,
                    {"atom.acquire.gpu.cas r0, lock, 0, 1", "bne r0, 0, L", "ld.weak r1, x",
                     "add r1, r1, 1", "st.weak x, r1", "st.release.gpu lock, 0", "mov r2, 1", "L:"},
                    "[x]=" + std::to_string(n));
  test = writing_to_own(std::move(test), 2);
  Proposition all;
  all.kind = Proposition::Kind::conjunction;
  for (std::size_t i = 0; i < test.observables.size(); ++i) {
    Proposition one = test.condition;
    one.left = ObservableIndex{static_cast<std::uint16_t>(i)};
    one.right = Value{1};
    if (i == 0) {
      one = test.condition;
      one.comparison = Comparison::not_equal;
    }
    all.parts.push_back(one);
  }
  test.condition = all;
  test.quantifier = Quantifier::exists;
  return test;
}

// What a search towards the condition looks at before it says that nothing satisfies it.
std::uint64_t states_to_refute(const Test& test, MachineOptions options) {
  options.goal = true;
  const Answer report = searched<OneWord>(test, options);
  CHECK(report.coverage.complete());
  CHECK_FALSE(verdict(test, report).ok);
  return report.statistics.states;
}

}  // namespace

TEST_CASE("symmetry: loads that are no steps do not tell threads apart", "[ptx]") {
  const auto count = [](std::size_t n, bool skips) {
    MachineOptions options;
    options.skip_dead_loads = skips;
    return states_to_refute(meeting(n), options);
  };
  CHECK(count(5, true) * 4 < count(5, false));
  CHECK(count(7, true) < 500);
}

TEST_CASE("symmetry: threads of which the condition says the same change places", "[ptx]") {
  const auto count = [](std::size_t n, bool symmetry) {
    MachineOptions options;
    options.symmetry = symmetry;
    return states_to_refute(tries(n), options);
  };
  CHECK(count(4, true) * 6 < count(4, false));
}

// If more threads change places then.
TEST_CASE("symmetry: out of order a search for a verdict may be one for all outcomes", "[ptx]") {
  // Each tries twice to take a lock, and says at a place of its own whether it has.
  const std::string take = "atom.acquire.gpu.cas r0, lock, 0, 1";
  Test test = writing_to_own(
      among(3,
            {take, "beq r0, 0, T", take, "beq r0, 0, T", "goto L", "T: ld.weak r1, x",
             "add r1, r1, 1", "st.weak x, r1", "st.release.gpu lock, 0", "mov r2, 1", "L:"},
            "[x]=3"),
      2);
  test.quantifier = Quantifier::exists;
  const auto states = [&](ObservableIndex of, Value value, bool goal) {
    ExploreOptions options;
    options.machine.goal = goal;
    options.machine.watch_lateness = false;
    test.condition.left = of;
    test.condition.right = value;
    const Answer answer = find_machine("ptx")->explore(test, options);
    CHECK(verdict(test, answer).ok);
    return answer.statistics.states;
  };
  CHECK(states({0}, 3, true) < states({0}, 3, false));   // x is the same to all
  CHECK(states({1}, 1, true) == states({1}, 1, false));  // the place of one alone
}

TEST_CASE("symmetry: a thread that the test asks for is not exchanged", "[ptx]") {
  Test test = fetch_add(4);
  test.observables.emplace_back(RegisterTerm{0, 0});
  const auto outcomes = [&](bool symmetry) {
    MachineOptions options;
    options.symmetry = symmetry;
    return explore_naively(InOrder<OneWord>(test, Identity::reading(options), options)).outcomes;
  };
  CHECK(outcomes(true).size() == 4);
  CHECK(outcomes(false).size() == 4);
}

TEST_CASE("symmetry: threads with locations of their own change places with these", "[ptx]") {
  const auto explored = [](const Test& test, bool symmetry) {
    MachineOptions options;
    options.symmetry = symmetry;
    return explore_naively(InOrder<OneWord>(test, Identity::reading(options), options));
  };
  const NaiveResult on = explored(tickets(4), true);
  const NaiveResult off = explored(tickets(4), false);
  // One final state stands for the outcomes of all orders of the threads.
  CHECK(off.outcomes.size() == 24);
  CHECK(on.outcomes == off.outcomes);
  CHECK(on.states.size() * 4 < off.states.size());
}

TEST_CASE("symmetry: a search towards the condition leaves what it asks for in its place",
          "[ptx]") {
  Test test = tickets(3);
  test.quantifier = Quantifier::exists;
  test.condition = {
      Proposition::Kind::comparison, Comparison::equal, ObservableIndex{2}, Value{0}, {}};
  MachineOptions options;
  options.goal = true;
  for (const Value ticket : {0, 1, 2, 3}) {
    test.condition.right = ticket;
    const Answer report = searched<OneWord>(test, options);
    const bool reached = std::ranges::any_of(report.outcomes, [&](const AnsweredOutcome& outcome) {
      return holds(test.condition, outcome.values);
    });
    CHECK(reached == (ticket < 3));
  }
}

TEST_CASE("symmetry: outcomes, deadlocks and endless loops stay", "[ptx]") {
  std::size_t compared = 0;
  for (std::uint64_t number = 0; number < 400; ++number) {
    const Test plain = drawn_copies(number);
    const Test test = number % 2 == 0 ? plain : with_other_dead_loads(plain, number);
    if (stages_of(test) > 8) continue;
    MachineOptions options;
    const Answer on = searched<ptx_model::Size<8, 1>>(test, options);
    options.symmetry = false;
    const Answer off = searched<ptx_model::Size<8, 1>>(test, options);
    if (!off.coverage.complete()) continue;
    CAPTURE(number, test.name);
    CHECK(on.coverage.complete());
    CHECK(symmetry_findings(on) == symmetry_findings(off));
    ++compared;
  }
  CHECK(compared > 300);
}

TEST_CASE("symmetry: a verdict stays", "[ptx]") {
  std::mt19937 random(7);
  int compared = 0, held = 0;
  for (std::uint64_t number = 0; number < 600; ++number) {
    Test test = with_other_dead_loads(with_own_locations(drawn_copies(number)), number);
    if (stages_of(test) > 8) continue;
    MachineOptions options;
    options.symmetry = false;
    const Answer all = searched<ptx_model::Size<8, 1>>(test, options);
    if (!all.coverage.complete() || all.outcomes.empty()) continue;
    for (int question = 0; question < 4; ++question) {
      ask_for_all_alike(test, all.outcomes, random);
      const bool holds_somewhere = std::ranges::any_of(
          all.outcomes,
          [&](const AnsweredOutcome& outcome) { return holds(test.condition, outcome.values); });
      options.symmetry = options.goal = true;
      const Answer found = searched<ptx_model::Size<8, 1>>(test, options);
      CAPTURE(number, question, test.name, condition_line(test));
      CHECK(verdict(test, found).ok == holds_somewhere);
      ++compared;
      held += holds_somewhere ? 1 : 0;
    }
  }
  CHECK(compared > 1'000);
  CHECK(held > 200);
  CHECK(held < compared - 200);
}

}  // namespace opexplore
