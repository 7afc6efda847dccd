// The corpus for the machines of Singh, Aga, Narayanasamy (MICRO 2015), litmus/singh: its tables
// are complete and true, and on its tests the machines keep to what the paper claims of them.
#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "axioms/axioms.hpp"
#include "litmus/corpus/tables.hpp"
#include "opmodel/machines/sc_typed/mechanisms.hpp"
#include "opmodel/results/answer.hpp"
#include "tests/catch.hpp"
#include "tests/corpus/corpus.hpp"

using namespace opexplore;
using namespace opexplore::corpus;

namespace {

const Corpus& singh_corpus() {
  static const Corpus corpus = read_corpus("singh");
  return corpus;
}

const std::map<std::string, Test>& singh_tests() { return singh_corpus().tests; }

Verdicts singh_expected(std::string_view table) { return corpus::expected(singh_corpus(), table); }

/// races.csv: whether drf0 finds a race.
Verdicts races() {
  Verdicts verdicts;
  for (const Expectation& line : read_expected_file(singh_corpus().root / "races.csv")) {
    CHECK(verdicts.emplace(singh_corpus().path_of(line.test), line.ok).second);
  }
  return verdicts;
}

using Settings = std::map<std::string, std::string, std::less<>>;

MachineOptions with(const Settings& settings) {
  MachineOptions options;
  options.settings = settings;
  return options;
}

const MachineEntry& machine(std::string_view name) {
  const MachineEntry* const found = find_machine(name);
  REQUIRE(found != nullptr);
  return *found;
}

std::set<Outcome> outcomes(std::string_view name, const Test& test, const Settings& settings = {}) {
  std::set<Outcome> result;
  for (const AnsweredOutcome& outcome : explored(machine(name), test, with(settings)).outcomes) {
    result.insert(outcome.values);
  }
  return result;
}

bool reaches(std::string_view name, const Test& test, const Settings& settings = {}) {
  return answer(test, explored(machine(name), test, with(settings)));
}

/// Whether some access or fence of the test is `chosen`, which is asked for order and scope.
template <class Chosen>
bool has_order(const Test& test, const Chosen& chosen) {
  return std::ranges::any_of(test.program.threads, [&](const Thread& thread) {
    return std::ranges::any_of(thread.instructions, [&](const Instruction& instruction) {
      const Action& action = instruction.action;
      if (const auto* load = std::get_if<Load>(&action)) return chosen(load->order, false);
      if (const auto* store = std::get_if<Store>(&action)) return chosen(store->order, false);
      if (const auto* atomic = std::get_if<Atomic>(&action)) return chosen(atomic->order, false);
      if (const auto* fence = std::get_if<Fence>(&action)) return chosen(fence->order, true);
      return false;
    });
  });
}

/// Acquire and release accesses, which CUDA does not have (table 1b).
bool has_ordered_accesses(const Test& test) {
  return has_order(test, [](Order order, bool fence) {
    return !fence && order != Order::weak && order != Order::relaxed;
  });
}

std::set<std::string> run_by_cuda() {
  std::set<std::string> paths;
  for (const auto& [path, test] : singh_tests()) {
    if (!has_ordered_accesses(test)) paths.insert(path);
  }
  return paths;
}

/// "p0:p1::p2": `:` between threads of one CTA, `::` between CTAs, `:::` between GPUs.
std::string placement(const Program& program) {
  std::string text;
  for (std::size_t t = 0; t < program.threads.size(); ++t) {
    if (t > 0) {
      const Thread& before = program.threads[t - 1];
      const Thread& thread = program.threads[t];
      text += before.gpu != thread.gpu ? ":::" : before.cta != thread.cta ? "::" : ":";
    }
    text += "p" + std::to_string(t);
  }
  return text;
}

/// The machines that reach the condition, as the head of each file says.
std::string reached_by(const std::string& path) {
  static const std::map<std::string, Verdicts> tables = [] {
    std::map<std::string, Verdicts> all;
    for (const char* const table : {"sc", "tso", "rmo", "rmo-cuda"})
      all[table] = singh_expected(table);
    return all;
  }();
  if (tables.at("sc").at(path)) return "Every machine";
  const bool tso = tables.at("tso").at(path);
  if (tables.at("rmo").at(path)) return tso ? "tso, rmo" : "rmo";
  const Verdicts& cuda = tables.at("rmo-cuda");
  const bool with_cuda = cuda.contains(path) && cuda.at(path);
  if (with_cuda) return tso ? "tso, and rmo with --table cuda" : "rmo with --table cuda";
  return tso ? "tso" : "Never";
}

}  // namespace

TEST_CASE("singh corpus: every test is in every table", "[corpus]") {
  const std::set<std::string> paths = keys(singh_tests());
  CHECK(paths.size() >= 100);
  CHECK(keys(reasons(singh_corpus())) == paths);
  CHECK(indexed(singh_corpus()) == paths);
  CHECK(indexed(singh_corpus(), "@cuda") == run_by_cuda());
  for (const char* const table : {"sc", "tso", "rmo"}) {
    INFO(table);
    CHECK(keys(singh_expected(table)) == paths);
  }
  CHECK(keys(singh_expected("rmo-cuda")) == run_by_cuda());
  CHECK(keys(races()) == paths);
  const std::vector<std::string> named = named_in_readme(singh_corpus());
  CHECK(named.size() >= 10);
  for (const std::string& path : named) {
    INFO(path);
    CHECK(paths.contains(path));
  }
}

TEST_CASE("singh corpus: a test has its name, place, reason and kind", "[corpus]") {
  const std::map<std::string, std::string> why = reasons(singh_corpus());
  const Kinds kinds = read_kinds_file(singh_corpus().root / "kinds.txt");
  const Verdicts racy = races();
  std::set<std::string> names;
  for (const auto& [path, test] : singh_tests()) {
    INFO(path);
    const std::filesystem::path file(path);
    const std::string stem = file.stem().string();
    // A mechanism's test has its name and that of the family.
    const std::string start = stem.substr(0, stem.find("-figure-1b")) + "+";
    CHECK((test.name == stem ||
           (file.parent_path() == "mechanisms" && test.name.starts_with(start))));
    CHECK(names.insert(test.name).second);
    if (const std::size_t at = stem.find("-p0"); at != std::string::npos) {
      const std::string place = placement(test.program);
      CHECK(stem.substr(at + 1, place.size()) == place);
    }
    const std::string comment = comment_of(test);
    CHECK(comment == words(why.at(path)));
    CHECK(comment.ends_with('.'));
    CHECK(comment.find("? " + reached_by(path) + ": ") != std::string::npos);
    if (file.parent_path() == "races" || file.parent_path() == "figures") {
      CHECK(comment.find(racy.at(path) ? " Racy: " : " Race-free: ") != std::string::npos);
    }
    CHECK(kinds.at(test.name) == test.quantifier);
  }
  CHECK(keys(kinds) == names);
}

TEST_CASE("singh corpus: every machine gives the verdicts of its table", "[corpus]") {
  using Row = std::tuple<std::string, std::string, Settings>;
  const auto [name, table, settings] = GENERATE(
      as<Row>{}, Row{"sc", "sc", {}}, Row{"sc-naive", "sc", {}}, Row{"sc-typed", "sc", {}},
      Row{"tso", "tso", {}}, Row{"rmo", "rmo", {}}, Row{"rmo", "rmo-cuda", {{"table", "cuda"}}});
  const Verdicts wanted = singh_expected(table);
  for (const auto& [path, test] : singh_tests()) {
    INFO(path << " on " << name << ", table " << table);
    if (wanted.contains(path)) {
      CHECK(reaches(name, test, settings) == wanted.at(path));
    } else {
      CHECK(machine(name).refusal(test, with(settings)).has_value());
    }
  }
}

TEST_CASE("singh corpus: the axioms give the verdicts of sc and tso", "[corpus]") {
  const bool strong = GENERATE(true, false);
  const axioms::Model model = axioms::load_model(strong ? "sc" : "tso-sm");
  const Verdicts wanted = singh_expected(strong ? "sc" : "tso");
  axioms::EvaluateOptions options;
  options.witnesses = false;
  int decided = 0;
  for (const auto& [path, test] : singh_tests()) {
    INFO(path << " under " << model.name());
    const axioms::AxiomaticReport report = axioms::evaluate(model, test, options);
    const bool ok = axioms::condition_holds(test, report);
    // What a cut loop left out could still reach the condition, or break it.
    if (!report.complete() && ok != (test.quantifier == Quantifier::exists)) continue;
    CHECK(ok == wanted.at(path));
    ++decided;
  }
  CHECK(decided >= 100);
}

TEST_CASE("singh corpus: drf0 finds the races, and no others", "[corpus]") {
  for (const auto& [path, racy] : races()) {
    INFO(path);
    const Answer report = explored(machine("drf0"), singh_tests().at(path));
    CHECK((report.statistics.racy_states != 0) == racy);
    CHECK(report.race.has_value() == racy);
  }
}

TEST_CASE("singh corpus: sc-naive and sc-typed have the outcomes of sc", "[corpus]") {
  for (const auto& [path, test] : singh_tests()) {
    const std::set<Outcome> wanted = outcomes("sc", test);
    for (const std::string sms : {"each", "1", "2"}) {
      INFO(path << " with sms=" << sms);
      CHECK(outcomes("sc-naive", test, {{"sms", sms}}) == wanted);
      for (const std::string sector : {"1", "2", "8"}) {
        INFO("sector=" << sector);
        CHECK(outcomes("sc-typed", test, {{"sms", sms}, {"sector", sector}}) == wanted);
      }
      CHECK(outcomes("sc-typed", test, {{"sms", sms}, {"mac-entries", "1"}}) == wanted);
    }
  }
}

TEST_CASE("singh corpus: what sc allows tso does, and what tso allows rmo does", "[corpus]") {
  for (const auto& [path, test] : singh_tests()) {
    INFO(path);
    const std::set<Outcome> sc = outcomes("sc", test);
    const std::set<Outcome> tso = outcomes("tso", test);
    const std::set<Outcome> rmo = outcomes("rmo", test);
    CHECK(std::ranges::includes(tso, sc));
    CHECK(std::ranges::includes(rmo, sc));
    if (!has_ordered_accesses(test)) {
      CHECK(std::ranges::includes(outcomes("rmo", test, {{"table", "cuda"}}), sc));
    }
    CHECK(std::ranges::includes(rmo, tso));
  }
}

TEST_CASE("singh corpus: a program without races is sequentially consistent on rmo", "[corpus]") {
  int free = 0;
  int broken_by_cuda = 0;
  for (const auto& [path, racy] : races()) {
    if (racy) continue;
    INFO(path);
    const Test& test = singh_tests().at(path);
    const std::set<Outcome> sc = outcomes("sc", test);
    CHECK(outcomes("rmo", test) == sc);
    ++free;
    if (has_ordered_accesses(test)) continue;
    broken_by_cuda += outcomes("rmo", test, {{"table", "cuda"}}) == sc ? 0 : 1;
  }
  CHECK(free >= 25);
  // Section 2.2: the fence of CUDA alone does not make what DRF-0 needs.
  CHECK(broken_by_cuda >= 3);
}

TEST_CASE("singh corpus: on one SM everything is sequentially consistent", "[corpus]") {
  for (const auto& [path, test] : singh_tests()) {
    const bool one_gpu = std::ranges::all_of(test.program.threads,
                                             [](const Thread& thread) { return thread.gpu == 0; });
    if (!one_gpu) continue;
    INFO(path);
    const std::set<Outcome> sc = outcomes("sc", test);
    CHECK(outcomes("tso", test, {{"sms", "1"}}) == sc);
    CHECK(outcomes("rmo", test, {{"sms", "1"}}) == sc);
  }
}

TEST_CASE("singh corpus: every mechanism of sc-typed has a test that fails without it",
          "[corpus]") {
  std::set<std::string> left;
  for (const auto& [path, test] : singh_tests()) {
    if (path.starts_with("mechanisms/")) left.insert(path);
  }
  for (const auto& mechanism : sc_typed::mechanism_names) {
    const std::string name(mechanism.name);
    int found = 0;
    for (const std::string& suffix : {std::string{}, std::string("-figure-1b")}) {
      const std::string path = "mechanisms/" + name + suffix + ".litmus";
      if (!singh_tests().contains(path)) continue;
      INFO(path);
      const Test& test = singh_tests().at(path);
      Settings settings;
      if (name.starts_with("recall")) settings["mac-entries"] = "1";
      CHECK_FALSE(reaches("sc-typed", test, settings));
      settings["without"] = name;
      CHECK(reaches("sc-typed", test, settings));
      left.erase(path);
      if (suffix.empty()) ++found;
    }
    INFO(name);
    CHECK(found == 1);
  }
  CHECK(left.empty());
}

TEST_CASE("singh corpus: kernels access memory by loads and stores, and stay small", "[corpus]") {
  const MachineOptions unreduced = without_reductions({});
  int kernels = 0;
  for (const auto& [path, test] : singh_tests()) {
    if (!path.starts_with("kernels/")) continue;
    INFO(path);
    ++kernels;
    CHECK(test.program.threads.size() == 2);
    CHECK_FALSE(has_order(test, [](Order order, bool) { return order != Order::weak; }));
    for (const char* const name : {"sc-typed", "sc-naive", "tso", "rmo"}) {
      CHECK(explored(machine(name), test, unreduced).statistics.states < 100'000);
    }
  }
  CHECK(kernels >= 12);
}
