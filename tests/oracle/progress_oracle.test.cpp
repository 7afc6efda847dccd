// The oracle of progress models on programs whose verdicts are known.
#include "tests/oracle/progress_oracle.hpp"

#include <array>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>

#include "litmus/language/reader.hpp"
#include "tests/catch.hpp"
#include "tests/locations.hpp"
#include "tests/skip.hpp"

namespace opexplore::oracle {

namespace {

constexpr std::array<ProgressModel, 6> models = {ProgressModel::fair, ProgressModel::hsa,
                                                 ProgressModel::obe,  ProgressModel::hsa_obe,
                                                 ProgressModel::lobe, ProgressModel::unfair};

Promise uniform(ProgressModel model) { return {"uniform", {model, model, model, model}, {}}; }

// A program of threads in one column each, written as rows; all in one warp.
Program in_one_warp(std::string_view rows, std::size_t threads) {
  std::string text = "PTX table\n{ x=0; y=0; }\n";
  for (std::size_t thread = 0; thread < threads; ++thread) {
    text += (thread == 0 ? " " : " | ") + ("P" + std::to_string(thread)) + "@warp 0,cta 0,gpu 0";
  }
  text += " ;\n" + std::string(rows) + "exists ([x]=0)\n";
  return read(text, "table").program;
}

// "10": weak yes, strong no.
std::string shown(const Ending& ending) {
  return std::string(ending.weak ? "1" : "0") + (ending.strong ? "1" : "0");
}

std::string verdicts(const Program& program) {
  ProgressOracle oracle(program);
  std::string all;
  for (const ProgressModel model : models) {
    all += (all.empty() ? "" : " ") + shown(oracle.judge(uniform(model)));
  }
  return all;
}

struct Row {
  std::string_view name;
  std::string_view rows;
  std::string_view expected;  ///< FAIR, HSA, OBE, HSA_OBE, LOBE, UNFAIR
};

constexpr std::string_view spin_lock =
    " L0: | L1: ;\n"
    " atom.relaxed.gpu.exch r0, x, 1 | atom.relaxed.gpu.exch r0, x, 1 ;\n"
    " bne r0, 0, L0 | bne r0, 0, L1 ;\n"
    " st.relaxed.gpu x, 0 | st.relaxed.gpu x, 0 ;\n";

constexpr std::string_view spin_lock_twice =
    " A0: | A1: ;\n"
    " atom.relaxed.gpu.exch r0, x, 1 | atom.relaxed.gpu.exch r0, x, 1 ;\n"
    " bne r0, 0, A0 | bne r0, 0, A1 ;\n"
    " st.relaxed.gpu x, 0 | st.relaxed.gpu x, 0 ;\n"
    " B0: | B1: ;\n"
    " atom.relaxed.gpu.exch r0, x, 1 | atom.relaxed.gpu.exch r0, x, 1 ;\n"
    " bne r0, 0, B0 | bne r0, 0, B1 ;\n"
    " st.relaxed.gpu x, 0 | st.relaxed.gpu x, 0 ;\n";

constexpr std::array<Row, 8> known = {{
    {"waits for the younger",
     " L: | st.relaxed.gpu x, 1 ;\n"
     " ld.relaxed.gpu r0, x | ;\n"
     " bne r0, 1, L | ;\n",
     "11 00 00 00 00 01"},
    {"waits for the older",
     " st.relaxed.gpu x, 1 | L: ;\n"
     " | ld.relaxed.gpu r0, x ;\n"
     " | bne r0, 1, L ;\n",
     "11 11 00 11 11 01"},
    {"each waits for the other",
     " st.relaxed.gpu x, 1 | st.relaxed.gpu y, 1 ;\n"
     " L0: | L1: ;\n"
     " ld.relaxed.gpu r0, y | ld.relaxed.gpu r0, x ;\n"
     " bne r0, 1, L0 | bne r0, 1, L1 ;\n",
     "11 00 00 00 00 01"},
    {"a spin lock, once", spin_lock, "11 00 11 11 11 01"},
    {"a spin lock, twice", spin_lock_twice, "11 00 11 11 11 01"},
    {"exchanges that chase each other",
     " L0: | L1: ;\n"
     " atom.relaxed.gpu.exch r0, x, 1 | atom.relaxed.gpu.exch r0, x, 0 ;\n"
     " beq r0, 0, L0 | beq r0, 1, L1 ;\n",
     "01 01 01 01 01 01"},
    {"a lock that is taken for ever",
     " L0: | L1: ;\n"
     " atom.relaxed.gpu.exch r0, x, 1 | atom.relaxed.gpu.exch r0, x, 1 ;\n"
     " bne r0, 0, L0 | bne r0, 0, L1 ;\n"
     " st.relaxed.gpu x, 0 | st.relaxed.gpu x, 0 ;\n"
     " goto L0 | ;\n",
     "00 00 00 00 00 01"},
    {"a flag that comes and goes",
     " L0: | L1: ;\n"
     " st.relaxed.gpu x, 1 | ld.relaxed.gpu r0, x ;\n"
     " st.relaxed.gpu x, 0 | bne r0, 1, L1 ;\n"
     " goto L0 | ;\n",
     "00 00 00 00 00 01"},
}};

std::vector<std::string> fields(const std::string& line) {
  std::vector<std::string> result;
  std::istringstream stream(line);
  for (std::string field; std::getline(stream, field, ',');) result.push_back(field);
  return result;
}

Program with_all_in_one_warp(Program program) {
  for (Thread& thread : program.threads) thread.warp = 0;
  return program;
}

// The verdicts under the models but UNFAIR, weak then strong, as the list has them.
std::vector<std::string> csv_verdicts(const Program& program) {
  ProgressOracle oracle(program);
  std::vector<std::string> weak, strong;
  for (const ProgressModel model : models) {
    if (model == ProgressModel::unfair) continue;
    const Ending ending = oracle.judge(uniform(model));
    weak.push_back(ending.weak ? "1" : "0");
    strong.push_back(ending.strong ? "1" : "0");
  }
  weak.insert(weak.end(), strong.begin(), strong.end());
  return weak;
}

std::optional<std::filesystem::path> progress_suite_or_skip() {
  std::filesystem::path suite =
      std::filesystem::path(testing::source_folder) / ".." / "shared" / "suites" / "progress";
  if (std::filesystem::is_directory(suite)) return suite;
  testing::skip("suite", "there is no " + suite.string());
  return std::nullopt;
}

}  // namespace

TEST_CASE("progress oracle: small programs under all models", "[oracle][progress]") {
  for (const Row& row : known) {
    INFO(row.name);
    CHECK(verdicts(in_one_warp(row.rows, 2)) == row.expected);
  }
}

TEST_CASE("progress oracle: models without groups are those of groups in one warp",
          "[oracle][progress]") {
  for (const Row& row : known) {
    const Program program = in_one_warp(row.rows, 2);
    ProgressOracle oracle(program);
    for (const ProgressModel model : models) {
      INFO(row.name << ", " << static_cast<int>(model));
      const Ending ending = oracle.judge(uniform(model));
      CHECK(oracle.weak_without_groups(model) == ending.weak);
      CHECK(oracle.strong_without_groups(model) == ending.strong);
    }
  }
}

TEST_CASE("progress oracle: the programs of Sorensen and others, OOPSLA 2021",
          "[oracle][progress]") {
  const auto suite = progress_suite_or_skip();
  if (!suite) return;
  std::ifstream list(*suite / "expected-progress.csv");
  std::size_t programs = 0;
  for (std::string line; std::getline(list, line);) {
    if (line.empty() || line.front() == '#') continue;
    const std::vector<std::string> row = fields(line);
    REQUIRE(row.size() == 11);
    const std::vector<std::string> expected(row.begin() + 1, row.end());
    const Program placed = read_file(*suite / "ptx" / row.front()).program;
    INFO(row.front());
    // They are meant to be in one warp. With uniform models a warp of one thread changes nothing.
    const Program flat = with_all_in_one_warp(placed);
    CHECK(csv_verdicts(flat) == expected);
    CHECK(csv_verdicts(placed) == expected);
    ProgressOracle oracle(flat);
    for (const ProgressModel model : models) {
      const Ending ending = oracle.judge(uniform(model));
      CHECK(oracle.weak_without_groups(model) == ending.weak);
      CHECK(oracle.strong_without_groups(model) == ending.strong);
    }
    ++programs;
  }
  CHECK(programs == 241);
}

TEST_CASE("progress oracle: barriers of the suite, as generations", "[oracle][progress]") {
  const auto suite = progress_suite_or_skip();
  if (!suite) return;
  // A quorum of two leaves the third thread waiting for ever.
  const std::array<std::pair<std::string_view, std::string_view>, 8> table = {{
      {"barrier-inscope", "11 11 11 11 11 11"},
      {"quorum1-fail", "11 11 11 11 11 11"},
      {"quorum1-hang", "00 00 00 00 00 00"},
      {"quorum1-pass", "00 00 00 00 00 00"},
      {"quorum2-pass", "00 00 00 00 00 00"},
      {"quorum3-fail", "00 00 00 00 00 00"},
      {"quorum3-pass", "00 00 00 00 00 00"},
      {"quorum4-fail", "00 00 00 00 00 00"},
  }};
  for (const auto& [name, expected] : table) {
    INFO(name);
    const auto file = *suite / "ptx" / "Barrier" / (std::string(name) + ".litmus");
    CHECK(verdicts(read_file(file).program) == expected);
  }
}

TEST_CASE("progress oracle: so many CTAs fit", "[oracle][progress]") {
  const auto with_resident = [](std::uint32_t resident) {
    Promise promise = uniform(ProgressModel::fair);
    promise.resident = resident;
    return promise;
  };
  const auto judge = [&](std::string_view text, std::uint32_t resident) {
    const Program program = read(text, "resident").program;
    ProgressOracle oracle(program);
    return shown(oracle.judge(with_resident(resident)));
  };
  // One waits for the other, which may find no place.
  constexpr std::string_view pair =
      "PTX pair\n{ x=0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n L: | st.relaxed.gpu x, 1 ;\n"
      " ld.relaxed.gpu r0, x | ;\n bne r0, 1, L | ;\nexists ([x]=0)\n";
  CHECK(judge(pair, 1) == "00");
  CHECK(judge(pair, 2) == "11");
  // The same on two GPUs: each has its own places.
  constexpr std::string_view apart =
      "PTX apart\n{ x=0; }\n P0@cta 0,gpu 0 | P1@cta 0,gpu 1 ;\n L: | st.relaxed.sys x, 1 ;\n"
      " ld.relaxed.sys r0, x | ;\n bne r0, 1, L | ;\nexists ([x]=0)\n";
  CHECK(judge(apart, 1) == "11");
  // Who waits at a barrier of its CTA keeps its place: with one place the other never comes.
  constexpr std::string_view kept =
      "PTX kept\n{ x=0; }\n P0@cta 0,gpu 0 | P1@cta 0,gpu 0 | P2@cta 1,gpu 0 ;\n"
      " bar.cta.sync 0 | L: | st.relaxed.gpu x, 1 ;\n | ld.relaxed.gpu r0, x | ;\n"
      " | bne r0, 1, L | ;\n | bar.cta.sync 0 | ;\nexists ([x]=0)\n";
  CHECK(judge(kept, 1) == "00");
  CHECK(judge(kept, 2) == "11");
}

TEST_CASE("progress oracle: groups", "[oracle][progress]") {
  const auto judge = [](std::string_view text, std::array<ProgressModel, 4> by_level) {
    const Program program = read(text, "groups").program;
    ProgressOracle oracle(program);
    return shown(oracle.judge({"groups", by_level, {}}));
  };
  using enum ProgressModel;
  // P0 waits for another thread of its CTA, P1 for one of the other CTA.
  constexpr std::string_view within =
      "PTX within\n{ x=0; }\n P0@cta 1,gpu 0 | P1@cta 1,gpu 0 ;\n L: | st.relaxed.gpu x, 1 ;\n"
      " ld.relaxed.gpu r0, x | ;\n bne r0, 1, L | ;\nexists ([x]=0)\n";
  constexpr std::string_view across =
      "PTX across\n{ x=0; }\n P0@cta 1,gpu 0 | P1@cta 0,gpu 0 ;\n L: | st.relaxed.gpu x, 1 ;\n"
      " ld.relaxed.gpu r0, x | ;\n bne r0, 1, L | ;\nexists ([x]=0)\n";
  CHECK(judge(within, {fair, obe, fair, fair}) == "11");
  CHECK(judge(within, {fair, fair, obe, fair}) == "00");
  CHECK(judge(across, {fair, obe, fair, fair}) == "00");
  CHECK(judge(across, {fair, hsa, fair, fair}) == "11");
  CHECK(judge(across, {fair, fair, unfair, unfair}) == "11");
  CHECK(judge(across, {fair, unfair, fair, fair}) == "01");
}

TEST_CASE("progress oracle: says when there are too many states", "[oracle][progress]") {
  const Program program =
      in_one_warp(" L: | st.relaxed.gpu y, 1 ;\n red.relaxed.gpu.add x, 1 | ;\n goto L | ;\n", 2);
  ProgressOracle oracle(program, 500);
  CHECK_THROWS_AS(oracle.judge(uniform(ProgressModel::fair)), TooManyStates);
}

}  // namespace opexplore::oracle
