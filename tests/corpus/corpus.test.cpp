// The project's own corpus, litmus/ptx: its tables are complete, the axioms give the
// verdicts that the tables promise, and so does every machine, by a complete search.
#include "tests/corpus/corpus.hpp"

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "opmodel/results/answer.hpp"
#include "tests/catch.hpp"
#include "tests/oracle/axiomatic.hpp"

using namespace opexplore;
using namespace opexplore::corpus;

namespace {

const Corpus& ptx_corpus() {
  static const Corpus corpus = read_corpus("ptx");
  return corpus;
}

const std::map<std::string, Test>& ptx_tests() { return ptx_corpus().tests; }

Verdicts ptx_expected(std::string_view machine) { return corpus::expected(ptx_corpus(), machine); }

bool has_loop(const Test& test) {
  return std::ranges::any_of(test.program.threads, [](const Thread& thread) {
    for (std::size_t at = 0; at < thread.instructions.size(); ++at) {
      const auto* const branch = std::get_if<Branch>(&thread.instructions[at].action);
      if (branch != nullptr && branch->target <= at) return true;
    }
    return false;
  });
}

/// A run of these ends with a thread that waits at a barrier for ever.
const std::set<std::string> deadlocks = {
    "barriers/MP+bar+ctrl-bar-quorum-p0:p1.litmus",  "barriers/MP+bar-read+bar-id-p0:p1::p2.litmus",
    "barriers/MP+bar-reg+bar-other-id-p0:p1.litmus", "barriers/MP+bars-other-id-p0:p1.litmus",
    "barriers/MP+bars-quorum-p0:p1:p2.litmus",       "barriers/MP+bars-quorum-short-p0:p1.litmus",
    "distinguishers/Bar+circular-p0:p1.litmus",      "progress/Stop+branches-id-p0:p1.litmus",
    "progress/Stop+exit-quorum-p0:p1.litmus",        "progress/Stop+named-count-p0:p1:p2.litmus",
};

/// The enumeration does not cover threads that come to a barrier in some executions only.
const std::set<std::string> beyond_the_oracle = {"barriers/MP+bar+ctrl-bar-p0:p1.litmus"};

/// Verdicts of the axioms on the loop-free tests that the enumeration covers.
Verdicts axiomatic_verdicts(const oracle::Model& model, std::set<std::string>& unsupported) {
  Verdicts verdicts;
  for (const auto& [path, test] : ptx_tests()) {
    if (has_loop(test)) continue;
    try {
      verdicts.emplace(path, oracle::condition_holds(test, oracle::outcomes(test, model)));
    } catch (const oracle::Unsupported&) {
      unsupported.insert(path);
    }
  }
  return verdicts;
}

void compare_with_axioms(std::string_view machine, const oracle::Model& model) {
  const Verdicts wanted = ptx_expected(machine);
  std::set<std::string> unsupported;
  const Verdicts found = axiomatic_verdicts(model, unsupported);
  CHECK(found.size() >= 250);
  CHECK(std::ranges::includes(beyond_the_oracle, unsupported));
  for (const auto& [path, ok] : found) {
    INFO(path);
    CHECK(ok == wanted.at(path));
  }
}

/// Within the loop bound an execution that decides the verdict is one of the model, so
/// what it decides must be in the table; what it leaves open is for the machines.
int compare_loops_with_axioms(std::string_view machine, const oracle::Model& model) {
  const Verdicts wanted = ptx_expected(machine);
  int decided = 0;
  for (const auto& [path, test] : ptx_tests()) {
    if (!has_loop(test)) continue;
    const oracle::Result result = oracle::enumerate(test, model);
    const bool ok = oracle::condition_holds(test, result.outcomes);
    if (result.loop_bound_hit && ok != (test.quantifier == Quantifier::exists)) continue;
    INFO(path);
    CHECK(ok == wanted.at(path));
    ++decided;
  }
  return decided;
}

void compare_with_machine(std::string_view name) {
  const MachineEntry* const machine = find_machine(name);
  REQUIRE(machine != nullptr);
  const Verdicts wanted = ptx_expected(name);
  for (const auto& [path, test] : ptx_tests()) {
    INFO(path << " on " << name);
    const Answer report = explored(*machine, test);
    CHECK(answer(test, report) == wanted.at(path));
    CHECK(report.deadlock.has_value() == deadlocks.contains(path));
  }
}

}  // namespace

TEST_CASE("the corpus is complete: every test is in every table", "[corpus]") {
  const std::set<std::string> paths = keys(ptx_tests());
  CHECK(paths.size() >= 140);
  CHECK(paths.contains("MP.litmus"));
  for (const char* const machine : {"sc", "ptx", "ptx-proxy"}) {
    INFO(machine);
    CHECK(keys(ptx_expected(machine)) == paths);
  }
  CHECK(keys(reasons(ptx_corpus())) == paths);
  CHECK(std::ranges::includes(paths, deadlocks));
  CHECK(std::ranges::includes(paths, beyond_the_oracle));

  CHECK(indexed(ptx_corpus()) == paths);
}

TEST_CASE("a test of the corpus has the name of its file, its reason and its kind", "[corpus]") {
  const std::map<std::string, std::string> why = reasons(ptx_corpus());
  const Kinds kinds = read_kinds_file(ptx_corpus().root / "kinds.txt");
  std::set<std::string> names;
  for (const auto& [path, test] : ptx_tests()) {
    INFO(path);
    CHECK(test.name == std::filesystem::path(path).stem().string());
    CHECK(names.insert(test.name).second);
    CHECK(comment_of(test) == words(why.at(path)));
    CHECK(comment_of(test).ends_with('.'));
    CHECK(kinds.at(test.name) == test.quantifier);
  }
  CHECK(keys(kinds) == names);
}

TEST_CASE("the index of the README leads to tests of the corpus", "[corpus]") {
  const std::vector<std::string> links = named_in_readme(ptx_corpus());
  for (const std::string& path : links) {
    INFO(path);
    CHECK(ptx_tests().contains(path));
  }
  CHECK(links.size() >= 75);  // one per row of the tables of distinguishing programs
}

TEST_CASE("the axioms give the verdicts of the corpus", "[corpus]") {
  SECTION("PTX 6.0") { compare_with_axioms("ptx", oracle::ptx60()); }
  SECTION("PTX 7.5") { compare_with_axioms("ptx-proxy", oracle::ptx75()); }
  SECTION("loops, PTX 6.0") { CHECK(compare_loops_with_axioms("ptx", oracle::ptx60()) >= 15); }
  SECTION("loops, PTX 7.5") {
    CHECK(compare_loops_with_axioms("ptx-proxy", oracle::ptx75()) >= 15);
  }
}

TEST_CASE("every machine gives the verdicts of the corpus", "[corpus]") {
  const std::string machine = GENERATE(as<std::string>{}, "sc", "ptx", "ptx-proxy");
  compare_with_machine(machine);
}

TEST_CASE("the corpus tells the readings of the model apart", "[corpus]") {
  oracle::Model model = oracle::ptx75();
  SECTION("fence.sc does not order like fence.acq_rel") { model.fence_sc_acq_rel = false; }
  SECTION("SC-per-Location is not checked") { model.sc_per_location = false; }
  SECTION("a failed compare-and-swap writes") { model.failed_cas_writes = true; }
  SECTION("barriers are one-shot instances") { model.arrive_blocks = true; }
  SECTION("addresses are locations") { model.proxies = false; }
  const Verdicts wanted = ptx_expected("ptx-proxy");
  std::set<std::string> unsupported;
  const Verdicts found = axiomatic_verdicts(model, unsupported);
  const bool told_apart = std::ranges::any_of(
      found, [&](const auto& answer) { return answer.second != wanted.at(answer.first); });
  // Catch2 runs this once per section, never without one.
  CHECK(told_apart);
}
