// Machines judged by results of several chips: first who has fewest tests on which a chip showed
// what the machine forbids, then who allows least that no chip showed, then whose outcomes were
// all seen on most tests.
//
// A test is one program with one question; its results on all devices, with all profiles, count
// together. What is compared are whole outcomes, not only the one that the test asks about.
#pragma once

#include <iosfwd>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "hardware/soundness_text.hpp"

namespace opexplore::hardware {

/// What devices showed of the proposition of a test.
struct RankedCell {
  std::uint64_t seen = 0;
  std::uint64_t executed = 0;
};

/// A test with its results.
struct ResultRow {
  std::string test;
  std::string hash;
  std::string question;  ///< its condition and its filter, which the hash leaves out
  std::vector<std::optional<RankedCell>> cells;  ///< by device; nothing where it did not run
};

/// What came of one machine and one test, all results together.
struct RowJudgement {
  Soundness verdict = Soundness::no_verdict;  ///< unsound if it is with any result
  bool by_compiler = false;     ///< unsound, and the machine code is not the test wherever it is
  bool by_harness = false;      ///< unsound, and the run went wrong wherever it is
  std::optional<bool> allowed;  ///< what the test asks about
  std::size_t weak_unseen = 0;  ///< weak outcomes that it allows and no device showed
  bool covered = false;         ///< all outcomes that it allows were seen
  std::string reason = {};      ///< why there is no answer
};

struct MachineScore {
  std::size_t unsound = 0;      ///< tests
  std::size_t weak_unseen = 0;  ///< outcomes, of all tests
  std::size_t covered = 0;      ///< tests
  std::size_t agrees = 0;       ///< tests on which it is not unsound
  std::size_t undecided = 0;
  std::size_t refused = 0;
};

struct RankedMachine {
  std::string name;
  std::vector<RowJudgement> rows;
};

struct ResultRanking {
  std::vector<std::string> devices;  ///< in the order of the results
  std::vector<ResultRow> rows;
  std::vector<RankedMachine> machines;  ///< in the order they were named
};

/// Ranks checked results: those of the same test stand together, whatever their order. Results
/// without a verdict are left out; of a run that went wrong only violations are there.
ResultRanking ranking_of(const std::vector<CheckedResult>& checks);

MachineScore score(const RankedMachine& machine);

/// Indices of the machines, best first; one that answered nothing comes last.
std::vector<std::size_t> best_first(const ResultRanking& ranking);

/// The name of the test of a row, with its question where another row has the same name.
std::string row_title(const ResultRanking& ranking, const ResultRow& row);

/// "allowed", "forbidden", "UNSOUND (compiler)", "refused": what stands in a table.
std::string answer_text(const RowJudgement& row);

/// Writes the scores, the tests by device and machine, and the reasons of what has no answer.
void write_ranking(std::ostream& out, const ResultRanking& ranking);

/// The value of `ranking` in a document; docs/hardware-check.schema.json describes it.
nlohmann::ordered_json json_ranking(const ResultRanking& ranking);

}  // namespace opexplore::hardware
