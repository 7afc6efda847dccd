// Two tables compared.
#include "mappings/diff.hpp"

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "mappings/report.hpp"
#include "tests/catch.hpp"
#include "tests/export/schema_check.hpp"
#include "tests/locations.hpp"
#include "tests/mappings/checked.hpp"

namespace opexplore::mappings {
namespace {

using Texts = std::vector<std::string>;
using opexplore::testing::Checked;

// A table named "mine" that extends the published one by these groups.
Table mine(const std::string& groups, const std::string& members = "") {
  return read_table(R"({"name": "mine", "summary": "s", "extends": "lustig19", )" + members +
                        R"("groups": [)" + groups + "]}",
                    "mine.json");
}

const std::string relaxed_sc_store =
    R"({"operation": "store", "entries": {
        "seq_cst": ["fence.sc.{scope}", "st.relaxed.{scope} [{address}], {value}"]}})";
const std::string fenceless_sc_load =
    R"({"operation": "load", "entries": {
        "seq_cst": ["ld.acquire.{scope} {destination}, [{address}]"]}})";

TableDiff diff(const Table& before, const Table& after, const Checked& what) {
  const auto tests = opexplore::testing::tests_of(what);
  return diff_tables(tests, opexplore::testing::options_of(what), before, after);
}

std::string name(const TableDiff& diff, const EntryChange& change) {
  return change.after ? to_string(*change.after, diff.after)
                      : to_string(*change.before, diff.before);
}

}  // namespace

TEST_CASE("diff: an entry that is weaker and still sound", "[mappings]") {
  const TableDiff found = diff(load_table("lustig19"), mine(relaxed_sc_store), {"accesses"});
  REQUIRE(found.changes.size() == 1);
  CHECK(name(found, found.changes[0]) == "store seq_cst");
  CHECK(found.changes[0].effects == Texts{"st.release.{scope} becomes st.relaxed.{scope}"});
  CHECK(found.newly_unsound() == 0);
  CHECK(found.broken.empty());
  CHECK(found.mended.empty());
  // Those with an sc store, and no others.
  const TableReport whole = opexplore::testing::check("lustig19", {"accesses"});
  const auto* const store = opexplore::testing::entry_named(whole, "store seq_cst");
  CHECK(found.count(Finding::sound, Finding::sound) == store->tests);
  CHECK(found.affected == store->uses);
}

TEST_CASE("diff: what becomes unsound is blamed on the entry that changed", "[mappings]") {
  const Table before = mine(relaxed_sc_store);
  const TableDiff found = diff(before, mine(fenceless_sc_load), {"accesses"});
  CHECK(found.before.name == "mine-old");
  CHECK(found.after.name == "mine-new");
  REQUIRE(found.changes.size() == 2);
  CHECK(found.changes[0].effects == Texts{"saves fence.sc.{scope}"});
  CHECK(found.changes[1].effects == Texts{"st.relaxed.{scope} becomes st.release.{scope}"});
  const TableReport alone = opexplore::testing::check(
      std::string(testing::source_folder) + "/tests/mappings/broken/01-sc-load-acquire.json",
      {"accesses"});
  CHECK(found.newly_unsound() == alone.count(Finding::unsound));
  REQUIRE(found.broken.size() == 1);
  const Counterexample& example = found.broken.front();
  CHECK(to_string(example.blamed.front(), found.after) == "load seq_cst");
  CHECK(example.sentence.ends_with(
      "with `fence.sc.{scope}; ld.acquire.{scope} {destination}, [{address}]`, as mine-old has "
      "it, it is not."));
  CHECK(found.mended.empty());

  // The other way round it is mended.
  const TableDiff back = diff(mine(fenceless_sc_load), before, {"accesses"});
  CHECK(back.newly_unsound() == 0);
  CHECK(back.count(Finding::unsound, Finding::sound) == alone.count(Finding::unsound));
  REQUIRE(back.mended.size() == 1);
  CHECK(to_string(back.mended.front().blamed.front(), back.before) == "load seq_cst");
  CHECK(back.changes[0].effects == Texts{"adds fence.sc.{scope}"});
}

TEST_CASE("diff: entries of one table, and scopes", "[mappings]") {
  const Table base = load_table("lustig19");
  const Table reduces = mine(
      R"({"operation": "reduce", "entries": {"relaxed": ["red.{op}.relaxed.{scope} [{address}], {value}"]}})");
  const TableDiff added = diff(base, reduces, {"reduce", 11});
  REQUIRE(added.changes.size() == 1);
  CHECK_FALSE(added.changes[0].before);
  CHECK(added.affected > 100);
  CHECK(added.newly_unsound() == 0);
  const TableDiff removed = diff(reduces, base, {"reduce", 11});
  CHECK_FALSE(removed.changes.at(0).after);

  // No entry differs, and yet tests of two GPUs do.
  const TableDiff narrow = diff(base, mine("", R"("scopes": {"system": "gpu"}, )"), {"accesses"});
  CHECK(narrow.changes.empty());
  CHECK(narrow.newly_unsound() > 0);
  CHECK_FALSE(narrow.broken.empty());
  const std::string text = text_report({"cxx", "ptx-proxy", "accesses", 1224}, narrow);
  CHECK(text.find("\n  system scope: .sys becomes .gpu\n") != std::string::npos);
  CHECK(text.find("no entry differs") == std::string::npos);

  const TableDiff same = diff(base, mine(""), {"accesses"});
  CHECK(same.affected == 0);
  CHECK(text_report({"cxx", "ptx-proxy", "accesses", 1224}, same).find("\n  no entry differs\n") !=
        std::string::npos);
}

TEST_CASE("diff: fences that move", "[mappings]") {
  const std::vector<EntryChange> changes =
      changes_between(load_table("lustig19"), load_table("trailing"));
  REQUIRE_FALSE(changes.empty());
  for (const EntryChange& change : changes) {
    CHECK(change.effects == Texts{"the same in another order"});
  }
  CHECK(changes_between(load_table("abi-13"), load_table("abi-13-fences")).front().effects ==
        Texts{"ld.acquire.{scope} becomes ld.relaxed.{scope}", "adds fence.acquire.{scope}"});
  CHECK(changes_between(load_table("lustig19"), load_table("lustig19")).empty());
}

TEST_CASE("diff: tests that only one table covers", "[mappings]") {
  const Table refusing =
      mine(R"({"operation": "rmw", "entries": {"seq_cst": {"refused": "an error"}}})");
  const TableDiff found = diff(refusing, load_table("lustig19"), {"rmw", 31});
  CHECK(found.count(Finding::uncovered, Finding::sound) > 0);
  CHECK(found.newly_unsound() == 0);
  const TableDiff back = diff(load_table("lustig19"), refusing, {"rmw", 31});
  CHECK(back.count(Finding::sound, Finding::uncovered) ==
        found.count(Finding::uncovered, Finding::sound));
}

TEST_CASE("diff: reports keep to their formats, for any number of threads", "[mappings]") {
  const auto report = [](unsigned threads) {
    Checked what{"accesses"};
    what.threads = threads;
    TableDiff found = diff(mine(relaxed_sc_store), mine(fenceless_sc_load), what);
    found.seconds = 0;
    return ComparedPair{{"cxx", "ptx-proxy", "families accesses", 1224}, std::move(found)};
  };
  const ComparedPair pair = report(1);
  const std::string json = json_report({pair}, 20).dump();
  CHECK(opexplore::testing::schema_fault(json, "opmap-diff.schema.json") == "");
  CHECK(json_report({report(4)}, 20).dump() == json);
  const std::string text = text_report(pair.title, pair.diff);
  CHECK(text.find("From mine-old (extends lustig19) to mine-new (extends lustig19): cxx") == 0);
  CHECK(text.find("\n  load seq_cst\n"
                  "    - fence.sc.{scope}; ld.acquire.{scope} {destination}, [{address}]\n"
                  "    + ld.acquire.{scope} {destination}, [{address}]\n"
                  "      saves fence.sc.{scope}\n") != std::string::npos);
  CHECK(text.find(" of 1224 tests become different programs: ") != std::string::npos);
  CHECK(text.find("\nBecame unsound. Counterexample 1: ") != std::string::npos);
}

}  // namespace opexplore::mappings
