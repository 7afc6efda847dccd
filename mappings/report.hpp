// What a check found, for people and for programs. docs/opmap-check.schema.json describes the JSON.
#pragma once

#include <array>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "answers/exit_code.hpp"
#include "mappings/chain.hpp"
#include "mappings/check.hpp"
#include "mappings/diff.hpp"
#include "mappings/emitted.hpp"

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

/// The reports of all of them, one after the other.
std::string text_report(const std::vector<ComparedTables>& all);

/// The page that compares tables.
std::string markdown_report(const std::vector<ComparedTables>& all);

/// One document for all of them. `exit_code` is what the program ends with.
nlohmann::ordered_json json_report(const std::vector<ComparedTables>& all, int exit_code);

/// SARIF 2.1.0: a rule for each entry of the tables, a result for each entry that a counterexample
/// blames, at the entry's place in the file of its table; notes for entries that a weaker one did
/// for, and for those that no test uses. Names of files are relative to the working folder.
nlohmann::ordered_json sarif_report(const std::vector<ComparedTables>& all);

/// A chain under one source model.
struct CheckedChain {
  CheckTitle title;
  std::vector<CheckTitle> steps;  ///< of each step
  ChainReport report;
};

/// Of all source models: what all steps do together, which one is to blame, then each step.
std::string text_report(const std::vector<CheckedChain>& all);

/// The same as one document: a check for each step of each chain, and the chains.
nlohmann::ordered_json json_report(const std::vector<CheckedChain>& all, int exit_code);

/// Two tables: what differs, counts, counterexamples.
std::string text_report(const CheckTitle& title, const TableDiff& diff);

/// Two tables compared under one source model.
struct ComparedPair {
  CheckTitle title;
  TableDiff diff;
};

/// The reports of all of them, one after the other.
std::string text_report(const std::vector<ComparedPair>& all);

/// One document for all source models; docs/opmap-diff.schema.json describes it.
nlohmann::ordered_json json_report(const std::vector<ComparedPair>& all, int exit_code);

/// A source test, and what a compiler made of it.
struct EmittedTest {
  const Test& source;
  std::string title;              ///< "sm_75", or the name of a file
  const Test* emitted = nullptr;  ///< nothing: it made nothing that can be read
  Width width = Width::bits32;    ///< of the objects
};

/// A line for the verdict, outcomes that the source does not have, with a trace, and the threads
/// that are not what the table says.
std::string text_report(const EmittedTest& test, const EmittedCheck& check, const Table& table);

/// \name What a program ends with that found this.
/// @{
ExitCode code_of(const TableReport& report);
ExitCode code_of(const ChainReport& report);
ExitCode code_of(const TableDiff& diff);
ExitCode code_of(const EmittedCheck& check);
/// @}

/// A litmus test to keep.
struct KeptTest {
  std::string name;
  std::string text;
};

/// Source and compiled test of a counterexample, with comments that say what they show.
std::array<KeptTest, 2> kept_tests(const Counterexample& example, const CheckOptions& options);

/// A line for each family and group: name, number of tests, summary.
std::string families_text();

/// A line for each built-in table: name and summary.
std::string tables_text();

}  // namespace opexplore::mappings
