// Which axioms forbid: known cases, and the models with and without lines of their text.
#include "axioms/explain.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "tests/axioms/evaluated.hpp"
#include "tests/catch.hpp"
#include "tests/locations.hpp"

namespace opexplore::axioms {

namespace {

using Sets = std::vector<std::vector<std::string>>;

constexpr const char* message_passing_threads =
    "0,0: st.weak x, 1; st.release.gpu y, 1 || 1,0: ld.acquire.gpu r0, y; ld.weak r1, x";
constexpr const char* bad = "exists (1:r0=1 /\\ 1:r1=0)";

Sets sets_of(const Explanation& explanation) {
  Sets result;
  for (const Prohibition& prohibition : explanation.prohibitions) {
    result.push_back(prohibition.axioms);
  }
  return result;
}

Explanation explain(const Model& model, const Test& test, const EvaluateOptions& options = {}) {
  return forbidding(
      model, test, [&](const Outcome& outcome) { return holds(test.condition, outcome); }, options);
}

Sets why(const Model& model, const Test& test) { return sets_of(explain(model, test)); }

std::string source_of(const std::string& model) {
  std::ifstream file(std::filesystem::path(testing::source_folder) / "axioms/models" /
                     (model + ".cat"));
  return {std::istreambuf_iterator<char>(file), {}};
}

// The text without the lines that end in `as NAME`.
std::string without(const std::string& text, const std::set<std::string>& names) {
  std::istringstream lines(text);
  std::string result;
  for (std::string line; std::getline(lines, line);) {
    const auto as = line.rfind(" as ");
    const bool axiom = !line.starts_with("show") && as != std::string::npos;
    if (!axiom || !names.contains(line.substr(as + 4))) result += line + '\n';
  }
  return result;
}

bool allowed_without(const std::string& text, const std::set<std::string>& names,
                     const Test& test) {
  const Model model = read_model(without(text, names), "m.cat");
  for (const AxiomaticOutcome& outcome : evaluate(model, test).outcomes) {
    if (holds(test.condition, outcome.values)) return true;
  }
  return false;
}

// Deletes the axioms from the text: the outcome has to be allowed then, and not before.
void check_by_text(const std::string& text, const Test& test, const Explanation& explanation) {
  CHECK(explanation.allowed == allowed_without(text, {}, test));
  for (const Prohibition& prohibition : explanation.prohibitions) {
    const std::set<std::string> names(prohibition.axioms.begin(), prohibition.axioms.end());
    CHECK(allowed_without(text, names, test));
    for (const std::string& name : names) {
      std::set<std::string> fewer = names;
      fewer.erase(name);
      CHECK_FALSE(allowed_without(text, fewer, test));
    }
  }
}

}  // namespace

TEST_CASE("axioms: causality forbids message passing gone wrong", "[axioms]") {
  const Test test = short_test(message_passing_threads, bad);
  const Explanation explanation = explain(load_model("ptx75"), test);
  CHECK_FALSE(explanation.allowed);
  CHECK(explanation.stopped == Stopped::no);
  REQUIRE(sets_of(explanation) == Sets{{"Causality"}});
  const Execution& execution = explanation.prohibitions[0].execution;
  REQUIRE(execution.events.size() == 6);
  CHECK(execution.events[4].value == 1);
  CHECK(execution.events[5].value == 0);
  CHECK(execution.shown == std::vector<std::string>{"synchronizes", "cause"});
  CHECK(sets_of(forbidding(load_model("ptx75"), test, Outcome{1, 0})) == Sets{{"Causality"}});
}

TEST_CASE("axioms: checks that ask for coherence forbid too", "[axioms]") {
  // Without the pair that the check asks for either write may be the last.
  const Test store_order = short_test(
      "0,0: st.weak x, 1; st.release.gpu y, 1 || "
      "1,0: ld.acquire.gpu r0, y; st.weak x, 2",
      "exists (1:r0=1 /\\ [x]=1)");
  CHECK(why(load_model("ptx75"), store_order) == Sets{{"Coherence"}});
  const Test twice = short_test(
      "0,0: atom.add.relaxed.gpu r0, x, 1 || "
      "1,0: atom.add.relaxed.gpu r0, x, 1",
      "exists (0:r0=0 /\\ 1:r0=0)");
  CHECK(why(load_model("ptx75"), twice) == Sets{{"MorallyStrongWrites"}, {"Atomicity"}});
  const Test back = short_test(
      "0,0: st.relaxed.gpu x, 1 || "
      "1,0: ld.relaxed.gpu r0, x; ld.relaxed.gpu r1, x",
      bad);
  CHECK(why(load_model("ptx75"), back) == Sets{{"SC-per-Location", "Causality"}});
}

TEST_CASE("axioms: an allowed outcome needs no explanation", "[axioms]") {
  const Explanation explanation = explain(
      load_model("ptx75"), short_test(message_passing_threads, "exists (1:r0=1 /\\ 1:r1=1)"));
  CHECK(explanation.allowed);
  CHECK(explanation.prohibitions.empty());
}

TEST_CASE("axioms: no axiom forbids what no candidate has", "[axioms]") {
  const Explanation absent =
      explain(load_model("ptx75"), short_test(message_passing_threads, "exists (1:r0=7)"));
  CHECK_FALSE(absent.allowed);
  CHECK(absent.prohibitions.empty());
  CHECK(absent.stopped == Stopped::no);
  // Neither does the filter: outcomes that fail it do not count.
  const Test filtered = short_test(message_passing_threads, "filter (1:r0=0)\nexists (1:r0=1)");
  CHECK(explain(load_model("ptx75"), filtered).prohibitions.empty());
}

TEST_CASE("axioms: axioms without a name are called by their place", "[axioms]") {
  const Test test = short_test(message_passing_threads, bad);
  const Model model = read_model(
      "let com = rf | co | fr\n\nacyclic po | com\n~empty po\n"
      "flag ~empty rf as reads",
      "m.cat");
  CHECK(why(model, test) == Sets{{"acyclic at m.cat:3"}});
  CHECK(why(read_model("~empty rf & addr", "m.cat"), test) == Sets{{"~empty at m.cat:1"}});
}

TEST_CASE("axioms: an explanation can be ended", "[axioms]") {
  const Test test = short_test(
      "0,0: atom.add.relaxed.gpu r0, x, 1; atom.add.relaxed.gpu r1, x, 1; "
      "atom.add.relaxed.gpu r2, x, 1; atom.add.relaxed.gpu r3, x, 1 || "
      "1,0: atom.add.relaxed.gpu r0, x, 1; atom.add.relaxed.gpu r1, x, 1; "
      "atom.add.relaxed.gpu r2, x, 1; atom.add.relaxed.gpu r3, x, 1",
      "exists ([x]=77)");
  EvaluateOptions options;
  SECTION("by time") {
    options.timeout = std::chrono::milliseconds(20);
    const Explanation explanation = explain(load_model("ptx60"), test, options);
    CHECK(explanation.stopped == Stopped::time);
    CHECK(explanation.incomplete_reason == "the time limit was reached");
  }
  SECTION("by the caller") {
    options.interrupted = [] { return true; };
    CHECK(explain(load_model("ptx60"), test, options).stopped == Stopped::interrupted);
  }
}

TEST_CASE("axioms: an evaluation ends when it is enough", "[axioms]") {
  const Test test = short_test(message_passing_threads, bad);
  EvaluateOptions options;
  options.enough = [](const Outcome& outcome) { return outcome == Outcome{0, 1}; };
  const AxiomaticReport some = evaluate(read_model("", "m.cat"), test, options);
  CHECK(some.had_enough);
  CHECK(some.complete());
  CHECK(some.outcomes.size() < 4);
  options.enough = [](const Outcome&) { return false; };
  const AxiomaticReport all = evaluate(read_model("", "m.cat"), test, options);
  CHECK_FALSE(all.had_enough);
  CHECK(all.outcomes.size() == 4);
}

TEST_CASE("axioms: without the lines that forbid it an outcome is allowed", "[axioms][slow]") {
  const auto folder = std::filesystem::path(testing::source_folder) / "litmus/ptx";
  std::size_t explained = 0;
  for (const char* name : {"ptx75", "ptx60", "rmo-scoped", "tso"}) {
    const std::string text = source_of(name);
    const Model model = load_model(name);
    for (const char* part : {"classic", "atomics"}) {
      for (const auto& entry : std::filesystem::directory_iterator(folder / part)) {
        if (entry.path().extension() != ".litmus") continue;
        INFO(entry.path() << " under " << name);
        const Test test = read_file(entry.path());
        const Explanation explanation = explain(model, test);
        check_by_text(text, test, explanation);
        if (!explanation.prohibitions.empty()) ++explained;
      }
    }
  }
  CHECK(explained > 100);
}

}  // namespace opexplore::axioms
