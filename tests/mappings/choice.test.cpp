// What users choose checks of, and what programs end with.
#include "mappings/choice.hpp"

#include <string>
#include <vector>

#include "litmus/input/input_error.hpp"
#include "litmus/input/usage_error.hpp"
#include "opmodel/instruction.hpp"
#include "tests/catch.hpp"
#include "tests/locations.hpp"

namespace opexplore::mappings {
namespace {

const std::string corpus_root = std::string(testing::source_folder) + "/litmus/";

std::string line_of(const std::string& text, const std::string& start) {
  const std::size_t at = text.rfind('\n' + start);
  return text.substr(at + 1, text.find('\n', at + 1) - at - 1);
}

}  // namespace

TEST_CASE("choice: tests of families, and one of so many", "[mappings]") {
  const SelectedTests all = selected_tests({}, {"accesses"});
  CHECK(all.title == "families accesses");
  const SelectedTests some = selected_tests({}, {"accesses", 7});
  CHECK(some.title == "families accesses, one of 7");
  CHECK(some.list().size == (all.list().size + 6) / 7);
  CHECK(some.list().family(0) == "accesses");
  const SelectedTests clusters = selected_tests({}, {"accesses", 7, true});
  CHECK(clusters.list().size == some.list().size);
  CHECK(clusters.title == "families accesses, in clusters, one of 7");
  std::size_t with_cluster_scope = 0;
  for (std::size_t i = 0; i < some.list().size; ++i) {
    const Test usual = some.list().make(i);
    const Test in_cluster = clusters.list().make(i);
    for (std::size_t t = 0; t < usual.program.threads.size(); ++t) {
      const Thread& thread = in_cluster.program.threads[t];
      CHECK(thread.cluster == 0);
      for (std::size_t n = 0; n < thread.instructions.size(); ++n) {
        const Scope* const was = scope_of(usual.program.threads[t].instructions[n].action);
        const Scope* const is = scope_of(thread.instructions[n].action);
        const bool device = was != nullptr && *was == Scope::gpu;
        CHECK((is != nullptr && *is == Scope::cluster) == device);
        with_cluster_scope += device ? 1 : 0;
      }
    }
  }
  CHECK(with_cluster_scope > 0);
  CHECK_THROWS_AS(selected_tests({}, {"accesses", 0}), UsageError);
  CHECK_THROWS_AS(selected_tests({}, {"acesses"}), InputError);
}

TEST_CASE("choice: tests of files are C++", "[mappings]") {
  const std::vector<std::string> one{corpus_root + "cxx/mp/MP+ra.litmus"};
  const SelectedTests tests = selected_tests(one, {});
  CHECK(tests.title == "1 file");
  CHECK(tests.list().size == 1);
  CHECK(tests.list().make(0).name == "MP+ra");
  const std::vector<std::string> other{corpus_root + "ptx/MP.litmus"};
  CHECK_THROWS_WITH(selected_tests(other, {}),
                    Catch::Contains("this is a PTX test, and mappings compile C++"));
}

TEST_CASE("choice: machines of both sides", "[mappings]") {
  const ChosenMachines chosen = chosen_machines({"rc11", "ptx", "dat3m"}, "compiled tests are PTX");
  const CheckOptions options = check_options(chosen, width_of("64"));
  CHECK(title_of(options.source).find("cxx=rc11") != std::string::npos);
  CHECK(title_of(options.target).find("ptx-reading=dat3m") != std::string::npos);
  CHECK(options.width == Width::bits32);
  CHECK_FALSE(options.weaken);
  CHECK_THROWS_WITH(chosen_machines({"c++20", "cxx", ""}, "compiled tests are PTX"),
                    "compiled tests are PTX, and cxx does not run that");
  CHECK_THROWS_AS(chosen_machines({"c++20", "sc", "isa"}, ""), UsageError);
  CHECK_THROWS_AS(width_of("7"), UsageError);
}

TEST_CASE("choice: lists name what there is", "[mappings]") {
  const std::string families = '\n' + families_text();
  for (const SourceFamily& family : source_families()) {
    const std::string line = line_of(families, std::string(family.name) + ' ');
    CHECK(line.ends_with("  " + std::string(family.summary)));
  }
  const std::string tables = '\n' + tables_text();
  for (const Table& table : load_all_tables()) {
    CHECK(line_of(tables, table.name + ' ').ends_with(table.summary));
  }
}

TEST_CASE("report: what a program ends with", "[mappings]") {
  TableReport report;
  report.findings.resize(finding_count);
  CHECK(code_of(report) == ExitCode::incomplete);  // nothing is known to be sound
  report.findings[static_cast<std::size_t>(Finding::sound)] = 2;
  CHECK(code_of(report) == ExitCode::complete);
  report.incomplete = "a search ended early";
  CHECK(code_of(report) == ExitCode::incomplete);
  report.findings[static_cast<std::size_t>(Finding::unsound)] = 1;
  CHECK(code_of(report) == ExitCode::disagreement);
  report.counterexamples.emplace_back().disagreement = "the axioms allow it";
  CHECK(code_of(report) == ExitCode::internal_error);
  EmittedCheck check;
  check.kind = EmittedCheck::Kind::undefined;
  CHECK(code_of(check) == ExitCode::complete);
  check.kind = EmittedCheck::Kind::unsound;
  CHECK(code_of(check) == ExitCode::disagreement);
}

}  // namespace opexplore::mappings
