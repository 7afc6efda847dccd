// The machine amdgpu and its axioms: the rows of the corpus, programs drawn at random, and models
// in which a rule is missing.
#include "opmodel/amdgpu.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "litmus/language/writer.hpp"
#include "tests/axioms/evaluated.hpp"
#include "tests/catch.hpp"
#include "tests/locations.hpp"
#include "tests/random/amdgpu_comparison.hpp"
#include "tests/random/amdgpu_programs.hpp"

namespace opexplore::axioms {

namespace {

using random_programs::AmdgpuAnswer;
using random_programs::AmdgpuShape;
using random_programs::Random;

const std::filesystem::path amdgpu_folder =
    std::filesystem::path(testing::source_folder) / "litmus" / "amdgpu";

struct AmdgpuRow {
  Test test;
  std::set<std::string> outcomes;  ///< "1:r1=undef;"
};

std::vector<AmdgpuRow> amdgpu_rows() {
  std::vector<AmdgpuRow> rows;
  std::ifstream table(amdgpu_folder / "expected.csv");
  for (std::string line; std::getline(table, line);) {
    if (line.starts_with('#')) continue;
    std::istringstream fields(line);
    std::string path, row, outcomes;
    for (std::string* field : {&path, &row, &outcomes}) std::getline(fields, *field, ',');
    AmdgpuRow& added = rows.emplace_back(AmdgpuRow{read_file(amdgpu_folder / path), {}});
    for (std::size_t at = 0; at != std::string::npos;) {
      const std::size_t end = outcomes.find(" | ", at);
      added.outcomes.insert(outcomes.substr(at, end == std::string::npos ? end : end - at));
      at = end == std::string::npos ? end : end + 3;
    }
  }
  return rows;
}

// What is shown of the outcomes that pass the filter.
std::set<std::string> shown_of(const Test& test, const AmdgpuAnswer& answer) {
  std::set<std::string> result;
  if (answer.undefined) result.insert("*undef*");
  for (const Outcome& outcome : answer.outcomes) {
    if (!passes_filter(test, outcome)) continue;
    std::string text;
    for (std::size_t i = 0; i < test.shown; ++i) {
      text += (i == 0 ? "" : " ") + to_string(test.observables[i], test.program) + "=" +
              (outcome[i] == undef ? "undef" : std::to_string(outcome[i])) + ";";
    }
    result.insert(text);
  }
  return result;
}

std::string text_of_part(const char* name) {
  std::ifstream file(std::filesystem::path(testing::source_folder) / "axioms/models/parts" / name);
  return {std::istreambuf_iterator<char>(file), {}};
}

// The model as one text, with one piece of it exchanged.
Model changed_model(const std::string& from, const std::string& to) {
  std::string text = "option language = amdgpu\noption coherence = partial\n";
  for (const char* part : {"amdgpu-order.cat", "amdgpu-availability.cat", "amdgpu-values.cat"}) {
    text += text_of_part(part);
  }
  const std::string include = "include \"amdgpu-order.cat\"\n";
  text.erase(text.find(include), include.size());
  const std::size_t at = text.find(from);
  INFO(from);
  REQUIRE(at != std::string::npos);
  return read_model(text.replace(at, from.size(), to), "changed.cat");
}

}  // namespace

TEST_CASE("amdgpu: machine and axioms give the outcomes of the corpus", "[axioms][amdgpu]") {
  const Model model = load_model("amdgpu");
  const std::vector<AmdgpuRow> rows = amdgpu_rows();
  CHECK(rows.size() >= 46);
  for (const AmdgpuRow& row : rows) {
    INFO(row.test.name);
    const auto by_axioms = random_programs::by_amdgpu_axioms(model, row.test);
    const auto by_machine = random_programs::by_amdgpu_machine(row.test);
    REQUIRE(by_axioms);
    REQUIRE(by_machine);
    CHECK(shown_of(row.test, *by_axioms) == row.outcomes);
    CHECK(shown_of(row.test, *by_machine) == row.outcomes);
  }
}

TEST_CASE("amdgpu: the machine gives what the axioms give on random programs", "[axioms][amdgpu]") {
  const Model model = load_model("amdgpu");
  unsigned compared = 0;
  unsigned undefs = 0;
  for (std::uint64_t seed = 1; seed <= 150; ++seed) {
    Random random(seed);
    const Test test = random_programs::random_amdgpu(random);
    const auto by_machine = random_programs::by_amdgpu_machine(test);
    const auto unreduced = random_programs::by_amdgpu_machine(test, false);
    const auto by_axioms = random_programs::by_amdgpu_axioms(model, test);
    if (!by_machine || !by_axioms || !unreduced) continue;
    ++compared;
    INFO(seed << "\n"
              << write(test) << "machine\n"
              << text_of(test, *by_machine) << "axioms\n"
              << text_of(test, *by_axioms));
    CHECK(*by_machine == *by_axioms);
    CHECK(*by_machine == *unreduced);
    undefs += std::ranges::any_of(by_machine->outcomes, [](const Outcome& outcome) {
      return std::ranges::find(outcome, undef) != outcome.end();
    });
  }
  CHECK(compared >= 140);
  CHECK(undefs >= 30);
}

// Properties that the text claims of its model.
TEST_CASE("amdgpu: without opt-outs it is scoped C++ with undef for races", "[axioms][amdgpu]") {
  const Model model = load_model("amdgpu-hb");
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    Random random(seed);
    const Test test = random_programs::random_amdgpu(random, {.opt_outs = false});
    const auto by_machine = random_programs::by_amdgpu_machine(test);
    const auto by_order = random_programs::by_amdgpu_axioms(model, test);
    if (!by_machine || !by_order) continue;
    INFO(seed << "\n" << write(test));
    CHECK(*by_machine == *by_order);
  }
}

TEST_CASE("amdgpu: without opt-outs and races it is the machine of scoped C++",
          "[axioms][amdgpu]") {
  unsigned compared = 0;
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    Random random(seed);
    const bool races = random.chance(50);
    const Test test = random_programs::random_amdgpu(random, {.opt_outs = false, .races = races});
    const auto in_cxx = random_programs::by_cxx_machine(test);
    const auto by_machine = random_programs::by_amdgpu_machine(test);
    if (!in_cxx || !by_machine || in_cxx->undefined) continue;
    ++compared;
    INFO(seed << "\n" << write(test));
    CHECK(*by_machine == *in_cxx);
  }
  CHECK(compared >= 80);
}

TEST_CASE("amdgpu: marking an operation av-none loses no outcome", "[axioms][amdgpu]") {
  unsigned changed = 0;
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    Random random(seed);
    const Test test = random_programs::random_amdgpu(random);
    const auto marked = random_programs::with_one_more_av_none(test, random.below(8));
    if (!marked) continue;
    const auto before = random_programs::by_amdgpu_machine(test);
    const auto behind = random_programs::by_amdgpu_machine(*marked);
    if (!before || !behind) continue;
    INFO(seed << "\n" << write(*marked));
    CHECK(random_programs::covers(*before, *behind));
    changed += *before != *behind ? 1 : 0;
  }
  CHECK(changed > 0);
}

TEST_CASE("amdgpu: without any one of its rules the model fails a row", "[axioms][amdgpu]") {
  const std::vector<AmdgpuRow> rows = amdgpu_rows();
  const std::vector<std::array<std::string, 2>> changes{
      {"    [W]; po; [SEMAV]\n  | ((itself", "    ((itself"},      // (b)
      {"itself; (hb & own-reach) | made; (hb & reach)); [SEMAV]",  // (c), from the write
       "made; (hb & reach)); [SEMAV]"},
      {"itself; (hb & own-reach) | made; (hb & reach)); [SEMAV]",  // (c), from another
       "itself; (hb & own-reach)); [SEMAV]"},
      {"let itself = [W & AV]", "let itself = [W & AV & ATOM]"},  // av.store, volatile, LDS
      {"  | made; [S]; both; [SEMVIS & S]\n", ""},                // visibility (a)
      {"  | (made; [S]; then-own; [VIS & A]) & loc\n", ""},       // (a), of the read itself
      {"    seen; (hb & near & reach^-1); [SEMVIS & S]\n  | (seen", "    (seen"},  // (b)
      {"  | (seen; (hb & near & own-reach^-1); [VIS & A]) & loc\n", ""},  // (b), of the read itself
      {"[SEMVIS & S] | (both-own; [VIS & A]) & loc", "[SEMVIS & S]"},     // both by themselves
      {"let own-reach = [LDS]; scta | [M \\ LDS]; reach", "let own-reach = reach"},
      {"    [W]; po; [M]\n  | (itself", "    (itself"},                    // program order
      {"  | (itself; (hb & own-reach) | made; (hb & reach)); [W]\n", ""},  // write after write
      {"  | (visible | visible; po); [R]\n", ""},                          // read after write
      {"  | [R]; hb; [M])", "  )"},                                        // write after read
      {"let Undef = Mixed & Raced", "let Undef = Raced"},
      {"let Undef = Mixed & Raced", "let Undef = Mixed"},
      {"range(sees \\ lo) | domain((sees^-1; (W * W \\ id); sees) & id)", "range(sees \\ lo)"},
      {"& (incl | IW * R)", ""},
      {"(from-release; (incl & reads); to-acquire | through-barrier)",
       "(from-release; (incl & reads); to-acquire)"}};
  for (const auto& [from, to] : changes) {
    INFO(from << " -> " << to);
    const Model model = changed_model(from, to);
    const bool caught = std::ranges::any_of(rows, [&](const AmdgpuRow& row) {
      const auto answer = random_programs::by_amdgpu_axioms(model, row.test);
      return !answer || shown_of(row.test, *answer) != row.outcomes;
    });
    CHECK(caught);
  }
}

}  // namespace opexplore::axioms
