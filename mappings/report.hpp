// What a check found, for people and for programs. docs/opmap-check.schema.json describes the JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "mappings/check.hpp"
#include "mappings/diff.hpp"

namespace opexplore::mappings {

/// What was checked, for the head of a report.
struct CheckTitle {
  std::string source;    ///< machine and settings: "cxx (cxx=c++20)"
  std::string target;    ///< "ptx-proxy (ptx-reading=isa)"
  std::string tests;     ///< "the family two-thread", "FILES"
  std::size_t size = 0;  ///< how many source tests
};

/// "cxx (cxx=c++20)": a machine with all its settings.
std::string title_of(const Side& side);

/// "sound on 1158 tests", "unsound", "not used".
std::string verdict_text(const EntryReport& entry);

/// The entries that no test uses, in words: "reduce relaxed, cas" – an operation alone where that
/// is true of all its entries. Empty when there are none.
std::string untested_text(const TableReport& report);

/// One table: a line per entry, then the counterexamples with traces.
std::string text_report(const CheckTitle& title, const TableReport& report);

/// Tables checked under one source model.
struct ComparedTables {
  CheckTitle title;
  std::vector<TableReport> reports;
};

/// The page that compares tables.
std::string markdown_report(const std::vector<ComparedTables>& all);

/// One document for all of them. `exit_code` is what the program ends with.
nlohmann::ordered_json json_report(const std::vector<ComparedTables>& all, int exit_code);

/// SARIF 2.1.0: a rule for each entry of the tables, a result for each entry that a counterexample
/// blames, at the entry's place in the file of its table; notes for entries that a weaker one did
/// for, and for those that no test uses. Names of files are relative to the working folder.
nlohmann::ordered_json sarif_report(const std::vector<ComparedTables>& all);

/// Two tables: what differs, counts, counterexamples.
std::string text_report(const CheckTitle& title, const TableDiff& diff);

/// Two tables compared under one source model.
struct ComparedPair {
  CheckTitle title;
  TableDiff diff;
};

/// One document for all source models; docs/opmap-diff.schema.json describes it.
nlohmann::ordered_json json_report(const std::vector<ComparedPair>& all, int exit_code);

}  // namespace opexplore::mappings
