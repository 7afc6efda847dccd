// Reductions of the machines with address queues that are almost right: for each a program that
// shows it. Under the wrong rule the program would lose the final state that it asks for.
#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "explorer/explore.hpp"
#include "litmus/language/reader.hpp"
#include "opmodel/results/answer.hpp"
#include "tests/catch.hpp"

namespace opexplore {

namespace {

/// A wrong rule, the machine that it is about (empty: both), a program that shows it and a
/// condition on what the program may end with. Threads are "CTA: instructions".
struct Shown {
  std::string_view rule, machine;
  std::vector<std::string_view> threads;
  std::vector<std::string_view> conditions;
  std::string_view initially = "";
};

const std::vector<Shown>& shown() {
  static const std::vector<Shown> all{
      {"a load conflicts with nothing", "", {"0: st x, 1", "1: ld r0, x"}, {"1:r0=1"}},
      // Nobody has x to deliver before thread 0 has read y.
      {"a load conflicts with what is on its way alone",
       "",
       {"0: ld r0, y; st x, r0", "1: ld r0, x", "2: st y, 1"},
       {"1:r0=1", "1:r0=0 /\\ 0:r0=1", "1:r0=0"}},
      // Both views would be written first, and what is delivered first would overwrite the other.
      {"a store conflicts with nothing",
       "gpu-queues",
       {"0: st x, 1", "1: st x, 2",
        "2: ld r0, x; xor r1, r0, r0; add r2, r1, r0; st y, r2; ld r3, x"},
       {"2:r0=1 /\\ 2:r3=2", "2:r0=2 /\\ 2:r3=1", "[x]=1", "[x]=2"}},
      {"a store conflicts with nothing that its own thread owes",
       "",
       {"0: st x, 1; st x, 2", "1: ld r0, x"},
       {"1:r0=1 /\\ [x]=2", "1:r0=2"}},
      {"two values that leave for the same place do not conflict",
       "",
       {"0: st x, 1", "1: st x, 2"},
       {"[x]=1", "[x]=2"}},
      // Each load is behind a fence.
      {"what leaves conflicts with the loads that are there alone",
       "",
       {"0: st x, 1; membar.gl; ld r0, y", "1: st y, 1; membar.gl; ld r0, x"},
       {"0:r0=0", "1:r0=0", "0:r0=1 /\\ 1:r0=1"}},
      {"a fence conflicts with nothing",
       "",
       {"0: st x, 1; membar.gl; st y, 1", "1: ld r0, x; ld r1, y"},
       {"1:r0=0 /\\ 1:r1=1", "1:r0=0 /\\ 1:r1=0", "1:r0=1 /\\ 1:r1=0"}},
      // Thread 1 has to read y before its fence.
      {"a fence that cannot leave yet waits for nobody",
       "",
       {"0: st x, 1", "1: ld r1, y; membar.gl; ld r0, x", "2: st y, 1"},
       {"1:r1=1 /\\ 1:r0=0", "1:r1=0 /\\ 1:r0=1"}},
      // The second load of x is issued when y has been read, and passes the first one.
      {"what waits to be issued comes after the loads of its address",
       "",
       {"0: st x, 1", "1: ld r0, x; ld r1, y; beq r1, 0, LC0; LC0: ld r2, x", "2: st y, 1"},
       {"1:r0=1 /\\ 1:r1=1 /\\ 1:r2=0", "1:r0=0 /\\ 1:r2=1"}},
      // With x in its view before the fence, thread 1 would make it known, and with it z.
      {"what reaches the block conflicts with those alone that access it",
       "",
       {"0: st x, 1", "0: ld r3, w; membar.gl; st z, 1", "1: ld r0, z; membar.gl; ld r1, x",
        "2: st w, 1"},
       {"2:r0=1 /\\ 2:r1=0 /\\ 1:r3=1", "2:r0=1 /\\ 2:r1=1"}},
      {"a value that leaves does not conflict with a later store of its thread",
       "",
       {"0: st x, 1; ld r0, y; beq r0, 0, LC0; LC0: st x, 2", "1: ld r0, x", "2: st y, 1"},
       {"1:r0=1 /\\ 0:r0=1", "1:r0=2", "1:r0=0"}},
      {"an atomic conflicts with nothing",
       "gpu-scoped",
       {"0: atom.exch r0, x, 1", "1: atom.exch r0, x, 2"},
       {"0:r0=2", "1:r0=1"}},
      {"an atomic conflicts with the loads of no other thread of its block",
       "gpu-scoped",
       {"0: atom.exch r0, x, 1", "0: membar.cta; ld r0, x", "0: st y, 1; ld r1, y"},
       {"1:r0=0", "1:r0=1"}},
      {"an atomic conflicts with the loads of no other block",
       "gpu-scoped",
       {"0: atom.exch r0, x, 1", "1: membar.gl; ld r0, x"},
       {"1:r0=0", "1:r0=1"}},
      {"an atomic need not wait for what its thread owes",
       "gpu-scoped",
       {"0: st x, 3; ld r0, x; atom.cas r1, x, 0, 3; st x, 1", "0: ld r0, x"},
       {"1:r0=3", "1:r0=1", "0:r1=3 /\\ [x]=1"}},
      {"what is published conflicts with no store of others of the block",
       "gpu-scoped",
       {"0: st x, 2", "0: st x, 3; membar.cta; ld r0, x"},
       {"1:r0=2 /\\ [x]=2", "1:r0=3 /\\ [x]=3", "1:r0=3 /\\ [x]=2"}},
      {"a refresh of one thread does not conflict with what another publishes",
       "gpu-scoped",
       {"0: ld r0, x", "0: st x, 3; ld r0, x", "1: atom.max r0, x, 1"},
       {"0:r0=1 /\\ 1:r0=3 /\\ [x]=3", "1:r0=1 /\\ 2:r0=3", "0:r0=3 /\\ 2:r0=0 /\\ [x]=1"}},
      {"the refresh of a block does not conflict with the fences of its threads",
       "gpu-scoped",
       {"0: ld r0, x", "1: membar.cta; ld r0, x; membar.cta", "2: st x, 3",
        "2: st x, 3; membar.gl"},
       {"1:r0=0 /\\ [x]=3", "1:r0=3"}},
      // A load that has crossed takes a new value from other blocks alone.
      {"a membar.cta does not conflict with the loads that it crosses",
       "",
       {"0: ld r0, x; membar.cta", "0: st x, 1"},
       {"0:r0=1", "0:r0=0"}},
      // What is stale and what is not are refreshed at once.
      {"a refresh conflicts with those alone who change what is stale",
       "gpu-scoped",
       {"0: ld r0, x; ld r1, y", "1: st x, 1; membar.gl; st y, 1"},
       {"0:r0=0 /\\ 0:r1=1", "0:r0=1 /\\ 0:r1=0", "0:r0=1 /\\ 0:r1=1"}},
      // Towards 1:r0=5 the load of x, which sees 0, would take it at once.
      {"a load has to find what its register is to be, though another may follow",
       "",
       {"0: st x, 1", "1: ld r0, x; bne r0, 1, LC0; ld r0, y; LC0:"},
       {"1:r0=5", "1:r0=0"},
       "y=5;"},
      {"a load finds what is in its view, or is stored later",
       "",
       {"0: st x, 1", "1: membar.gl; ld r0, y; ld r1, x", "2: st y, 1"},
       {"1:r0=1 /\\ 1:r1=1", "1:r0=1 /\\ 1:r1=0"}}};
  return all;
}

// The program with one of its conditions.
Test test_of(const Shown& program, std::string_view condition) {
  std::vector<std::vector<std::string>> columns;
  std::size_t rows = 0;
  for (const std::string_view text : program.threads) {
    std::vector<std::string>& column = columns.emplace_back();
    const std::size_t colon = text.find(':');
    column.push_back("P" + std::to_string(columns.size() - 1) + "@cta " +
                     std::string(text.substr(0, colon)) + ",gpu 0");
    std::string rest(text.substr(colon + 1));
    for (std::size_t end = 0; end != std::string::npos;) {
      end = rest.find(';');
      column.push_back(rest.substr(0, end));
      if (end != std::string::npos) rest.erase(0, end + 1);
    }
    rows = std::max(rows, column.size());
  }
  std::string result = "PTX shown\n{ " + std::string(program.initially) + " }\n";
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t c = 0; c < columns.size(); ++c) {
      result += (c == 0 ? " " : " | ") + (row < columns[c].size() ? columns[c][row] : "");
    }
    result += " ;\n";
  }
  return read(result + "exists (" + std::string(condition) + ")\n", "shown.litmus");
}

Answer report(const std::string& machine, const Test& test, const MachineOptions& options,
              bool verdict_only) {
  ExploreOptions search;
  search.machine = options;
  search.threads = 1;
  search.verdict_only = verdict_only;
  return find_machine(machine)->explore(test, search);
}

bool allowed(const std::string& machine, const Test& test, const MachineOptions& options,
             bool verdict_only) {
  return verdict(test, report(machine, test, options, verdict_only)).ok;
}

std::vector<Outcome> sorted_outcomes(const Answer& report) {
  std::vector<Outcome> result;
  for (const AnsweredOutcome& outcome : report.outcomes) result.push_back(outcome.values);
  std::ranges::sort(result);
  return result;
}

}  // namespace

TEST_CASE("queues: programs that show wrong reductions end as they should", "[reductions]") {
  for (const Shown& program : shown()) {
    for (const std::string machine : {"gpu-queues", "gpu-scoped"}) {
      if (!program.machine.empty() && program.machine != machine) continue;
      for (const std::string_view condition : program.conditions) {
        CAPTURE(program.rule, machine, condition);
        const Test test = test_of(program, condition);
        const Answer all = report(machine, test, without_reductions({}), false);
        const bool expected = verdict(test, all).ok;
        CHECK(sorted_outcomes(report(machine, test, {}, false)) == sorted_outcomes(all));
        CHECK(allowed(machine, test, {}, true) == expected);
        if (condition == program.conditions.front()) CHECK(expected);
      }
    }
  }
}

// On chips with L1 caches a line may be all that still holds the old value.
TEST_CASE("queues: a search for a verdict knows of lines in L1 caches", "[reductions]") {
  const Test test = test_of(
      {"", "", {"0: st x, 1; membar.gl; st y, 1", "1: ld r0, y; membar.gl; ld r1, x"}, {}, ""},
      "1:r0=1 /\\ 1:r1=0");
  MachineOptions fermi;
  fermi.settings["chip"] = "fermi";
  CHECK(allowed("gpu-scoped", test, fermi, true));
  CHECK_FALSE(allowed("gpu-scoped", test, {}, true));
}

}  // namespace opexplore
