// The built-in models against published verdicts, program by program.
#include <array>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <string_view>

#include "tests/axioms/evaluated.hpp"
#include "tests/catch.hpp"
#include "tests/locations.hpp"
#include "tests/oracle/verdicts.hpp"
#include "tests/skip.hpp"

namespace opexplore::axioms {

namespace {

constexpr std::array ptx_models{"ptx60", "ptx75", "ptx60-dat3m", "ptx75-dat3m"};

void check_verdicts(std::span<const oracle::Verdict> table) {
  for (std::size_t m = 0; m < ptx_models.size(); ++m) {
    const Model model = load_model(ptx_models[m]);
    for (const oracle::Verdict& row : table) {
      const Test test = short_test(row.threads, row.condition, row.declarations);
      INFO(row.id << " under " << model.name());
      const AxiomaticReport report = evaluate(model, test);
      CHECK(report.complete());
      CHECK((condition_holds(test, report) ? 'A' : 'F') == row.verdicts[m]);
    }
  }
}

// Path, then 1 (the condition holds) or 0.
std::map<std::string, bool> expected_verdicts(const std::filesystem::path& csv) {
  std::map<std::string, bool> result;
  std::ifstream file(csv);
  for (std::string line; std::getline(file, line);) {
    const std::size_t comma = line.rfind(',');
    if (comma == std::string::npos) continue;
    result[line.substr(0, comma)] = line[comma + 1] == '1';
  }
  return result;
}

void check_suite(const std::filesystem::path& suite, const char* table, const char* name) {
  const auto verdicts = expected_verdicts(suite / table);
  REQUIRE(verdicts.size() > 100);
  const Model model = load_model(name);
  EvaluateOptions options;
  options.loop_bound = 1;  // the tables were made with loops unrolled once
  for (const auto& [path, expected] : verdicts) {
    INFO(path << " under " << name);
    const Test test = read_file(suite / path);
    CHECK(condition_holds(test, evaluate(model, test, options)) == expected);
  }
}

struct Classic {
  std::string_view name, threads, condition;
  char verdict;
};

// Owens, Sarkar and Sewell 2009 and the manuals that they cite; every fence is mfence, atom.exch
// xchg.
constexpr std::array x86{
    Classic{"MP", "0,0: st.weak x, 1; st.weak y, 1 || 1,0: ld.weak r0, y; ld.weak r1, x",
            "exists (1:r0=1 /\\ 1:r1=0)", 'F'},
    Classic{"SB", "0,0: st.weak x, 1; ld.weak r0, y || 1,0: st.weak y, 1; ld.weak r0, x",
            "exists (0:r0=0 /\\ 1:r0=0)", 'A'},
    Classic{"SB+mfence+po",
            "0,0: st.weak x, 1; fence.sc.sys; ld.weak r0, y || 1,0: st.weak y, 1; ld.weak r0, x",
            "exists (0:r0=0 /\\ 1:r0=0)", 'A'},
    Classic{"SB+mfences",
            "0,0: st.weak x, 1; fence.sc.sys; ld.weak r0, y || "
            "1,0: st.weak y, 1; fence.sc.cta; ld.weak r0, x",
            "exists (0:r0=0 /\\ 1:r0=0)", 'F'},
    Classic{"SB+acq_rel fences",
            "0,0: st.weak x, 1; fence.acq_rel.sys; ld.weak r0, y || "
            "1,0: st.weak y, 1; fence.acq_rel.sys; ld.weak r0, x",
            "exists (0:r0=0 /\\ 1:r0=0)", 'F'},
    Classic{"SB with xchg",
            "0,0: atom.relaxed.gpu.exch r1, x, 1; ld.weak r0, y || "
            "1,0: atom.relaxed.gpu.exch r1, y, 1; ld.weak r0, x",
            "exists (0:r0=0 /\\ 1:r0=0)", 'F'},
    Classic{"SB with a failing cmpxchg",
            "0,0: st.weak x, 1; atom.relaxed.gpu.cas r1, z, 5, 6; ld.weak r0, y || "
            "1,0: st.weak y, 1; atom.relaxed.gpu.cas r1, z, 5, 6; ld.weak r0, x",
            "exists (0:r0=0 /\\ 1:r0=0)", 'F'},
    Classic{"SB over a barrier",
            "0,0: st.weak x, 1; bar.cta.sync 0; ld.weak r0, y || "
            "0,0: st.weak y, 1; bar.cta.sync 0; ld.weak r0, x",
            "exists (0:r0=0)", 'F'},
    Classic{"LB", "0,0: ld.weak r0, x; st.weak y, 1 || 1,0: ld.weak r0, y; st.weak x, 1",
            "exists (0:r0=1 /\\ 1:r0=1)", 'F'},
    Classic{"S", "0,0: st.weak x, 2; st.weak y, 1 || 1,0: ld.weak r0, y; st.weak x, 1",
            "exists (1:r0=1 /\\ [x]=2)", 'F'},
    Classic{"R", "0,0: st.weak x, 1; st.weak y, 1 || 1,0: st.weak y, 2; ld.weak r0, x",
            "exists ([y]=2 /\\ 1:r0=0)", 'A'},
    Classic{"R+po+mfence",
            "0,0: st.weak x, 1; st.weak y, 1 || 1,0: st.weak y, 2; fence.sc.gpu; ld.weak r0, x",
            "exists ([y]=2 /\\ 1:r0=0)", 'F'},
    Classic{"2+2W", "0,0: st.weak x, 2; st.weak y, 1 || 1,0: st.weak y, 2; st.weak x, 1",
            "exists ([x]=2 /\\ [y]=2)", 'F'},
    Classic{"IRIW",
            "0,0: st.weak x, 1 || 1,0: ld.weak r0, x; ld.weak r1, y || "
            "2,0: st.weak y, 1 || 3,0: ld.weak r0, y; ld.weak r1, x",
            "exists (1:r0=1 /\\ 1:r1=0 /\\ 3:r0=1 /\\ 3:r1=0)", 'F'},
    Classic{"RWC",
            "0,0: st.weak x, 1 || 1,0: ld.weak r0, x; ld.weak r1, y || "
            "2,0: st.weak y, 1; ld.weak r0, x",
            "exists (1:r0=1 /\\ 1:r1=0 /\\ 2:r0=0)", 'A'},
    Classic{"own stores first (iwp 2.4)",
            "0,0: st.weak x, 1; ld.weak r0, x; ld.weak r1, y || "
            "1,0: st.weak y, 1; ld.weak r0, y; ld.weak r1, x",
            "exists (0:r0=1 /\\ 0:r1=0 /\\ 1:r0=1 /\\ 1:r1=0)", 'A'},
    Classic{"n5", "0,0: st.weak x, 1; ld.weak r0, x || 1,0: st.weak x, 2; ld.weak r0, x",
            "exists (0:r0=2 /\\ 1:r0=1)", 'F'},
    Classic{"n6",
            "0,0: st.weak x, 1; ld.weak r0, x; ld.weak r1, y || 1,0: st.weak y, 2; st.weak x, 2",
            "exists (0:r0=1 /\\ 0:r1=0 /\\ [x]=1)", 'A'},
    Classic{"two increments",
            "0,0: atom.relaxed.gpu.add r0, x, 1 || 1,0: atom.relaxed.gpu.add r0, x, 1",
            "exists ([x]=1)", 'F'},
};

// Thesis table 6.2, "allowed": by configuration, for MP, SB and LD the bare test, with
// membar.cta and with membar.gl. LD+membar.ctas is not printed; it follows from figure 6.1.
struct Row {
  std::string_view configuration, test, allowed;
};
constexpr std::array table_6_2{
    Row{"D-warp-S-cta-Shared", "MP", "YNN"}, Row{"D-warp-S-cta-Shared", "SB", "YNN"},
    Row{"D-warp-S-cta-Shared", "LD", "YNN"}, Row{"D-warp-S-cta-Global", "MP", "YNN"},
    Row{"D-warp-S-cta-Global", "SB", "YNN"}, Row{"D-warp-S-cta-Global", "LD", "YNN"},
    Row{"D-cta-S-ker-Global", "MP", "YYN"},  Row{"D-cta-S-ker-Global", "SB", "YYN"},
    Row{"D-cta-S-ker-Global", "LD", "YYN"},
};

}  // namespace

TEST_CASE("axioms: programs on which the PTX definitions agree", "[axioms]") {
  check_verdicts(oracle::baseline_verdicts());
}

TEST_CASE("axioms: programs that tell the PTX definitions apart", "[axioms]") {
  check_verdicts(oracle::distinguishing_verdicts());
}

TEST_CASE("axioms: verdicts of the published PTX suite", "[axioms]") {
  const auto suite = testing::suite_or_skip();
  if (!suite) return;
  SECTION("6.0") { check_suite(*suite, "expected-ptx-6.0.csv", "ptx60-dat3m"); }
  SECTION("7.5") { check_suite(*suite, "expected-ptx-7.5.csv", "ptx75-dat3m"); }
}

TEST_CASE("axioms: tso gives the classic x86 verdicts", "[axioms]") {
  const Model tso = load_model("tso");
  const Model sc = load_model("sc");
  for (const Classic& row : x86) {
    INFO(row.name);
    const Test test = short_test(row.threads, row.condition, "x=0; y=0; z=0;");
    const AxiomaticReport report = evaluate(tso, test);
    CHECK((condition_holds(test, report) ? 'A' : 'F') == row.verdict);
    // SC allows no more.
    for (const Outcome& outcome : values_of(evaluate(sc, test))) {
      CHECK(values_of(report).contains(outcome));
    }
  }
}

TEST_CASE("axioms: rmo-scoped has the verdicts of table 6.2 of the thesis", "[axioms]") {
  const Model model = load_model("rmo-scoped");
  const auto corpus = std::filesystem::path(testing::source_folder) / "litmus" / "thesis";
  constexpr std::array variants{"", "+membar.ctas", "+membar.gls"};
  for (const Row& row : table_6_2) {
    for (std::size_t v = 0; v < variants.size(); ++v) {
      const std::string name = std::string(row.test) + variants[v] + ".litmus";
      INFO(row.configuration << "/" << name);
      const Test test = read_file(corpus / row.configuration / name);
      CHECK((condition_holds(test, evaluate(model, test)) ? 'Y' : 'N') == row.allowed[v]);
    }
  }
}

TEST_CASE("axioms: membar and fence.sc are one thing to rmo-scoped", "[axioms]") {
  const Model model = load_model("rmo-scoped");
  const auto reaches = [&](const std::string& fence, const std::string& second_cta) {
    const Test test = short_test("0,0: st.weak x, 1; " + fence + "; st.weak y, 1 || " + second_cta +
                                     ",0: ld.weak r0, y; " + fence + "; ld.weak r1, x",
                                 "exists (1:r0=1 /\\ 1:r1=0)");
    return condition_holds(test, evaluate(model, test));
  };
  CHECK(reaches("membar.cta", "1"));
  CHECK(reaches("fence.sc.cta", "1"));
  CHECK_FALSE(reaches("membar.cta", "0"));
  CHECK_FALSE(reaches("fence.sc.cta", "0"));
  CHECK_FALSE(reaches("membar.gl", "1"));
  CHECK_FALSE(reaches("membar.sys", "1"));
  CHECK_FALSE(reaches("fence.sc.gpu", "1"));
  CHECK(reaches("fence.acq_rel.gpu", "1"));
}

}  // namespace opexplore::axioms
