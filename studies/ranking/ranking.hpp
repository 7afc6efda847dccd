// Machines judged by what hardware was seen to do: one that forbids what some chip showed is
// unsound there; what it allows and no chip showed is counted, and no mistake.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "answers/exit_code.hpp"
#include "opmodel/condition.hpp"
#include "studies/ranking/observations.hpp"

namespace opexplore {

// WART: ranked-machines. Contenders are machines, never models.
/// A test that some row names.
struct RankedTest {
  std::string name;
  std::string path;
  std::string hash;
};

/// A row with one of the tests it stands for: what contenders are judged on.
struct Judged {
  std::size_t row = 0;   ///< index into Observations::rows
  std::size_t test = 0;  ///< index into Ranking::tests
};

/// Whether a machine reaches the condition of a test.
enum class RankedAnswer : std::uint8_t { allowed, forbidden, undecided, refused };

struct ContenderAnswer {
  RankedAnswer answer = RankedAnswer::undecided;
  std::string reason = {};  ///< of a refusal, or why it is undecided
};

/// A machine with its settings, and what it says.
struct Contender {
  std::string name;  ///< "gpu-scoped:chip=fermi"
  std::string machine;
  std::string version;
  std::string source;
  std::vector<std::pair<std::string, std::string>> settings;
  std::vector<std::size_t> columns;      ///< of the observations that it is judged on
  std::vector<ContenderAnswer> answers;  ///< of each test
};

struct Ranking {
  Observations observations;
  std::vector<RankedTest> tests;
  std::vector<Judged> judged;         ///< rows in their order, their tests in that of the tests
  std::vector<std::size_t> untested;  ///< rows that no test belongs to
  std::vector<Contender> contenders;  ///< in the order they were named
  std::vector<std::string> notes;     ///< one sentence each: what was left out
  std::size_t searches = 0;           ///< to be done for all answers
  std::size_t searches_done = 0;      ///< fewer after an interruption
  /// `complete` when all answers are there, refusals included, else the most severe reason.
  ExitCode code = ExitCode::complete;
};

/// What an answer means beside the observations.
enum class Judgement : std::uint8_t {
  agrees,     ///< allowed and seen, or forbidden and never seen
  unsound,    ///< forbidden and seen
  unseen,     ///< allowed and never seen
  undecided,  ///< a limit ended the search before the answer
  refused,    ///< the machine cannot run the test
  unmeasured  ///< the row has no count for the contender's chips
};

/// The judgement of a contender on an element of `judged`.
Judgement judgement(const Ranking& ranking, const Contender& contender, const Judged& judged);

/// How many elements of `judged` got which judgement.
struct Score {
  std::size_t agrees = 0;
  std::size_t unsound = 0;
  std::size_t unseen = 0;
  std::size_t undecided = 0;
  std::size_t refused = 0;
  std::size_t unmeasured = 0;

  /// Those with an answer and observations.
  std::size_t answered() const { return agrees + unsound + unseen; }
};
Score score(const Ranking& ranking, const Contender& contender);

/// The elements of `judged` with that judgement, in their order.
std::vector<Judged> with_judgement(const Ranking& ranking, const Contender& contender,
                                   Judgement wanted);

/// Indices of the contenders, best first: fewest unsound rows, then fewest that it allows and
/// nobody saw, then most rows answered, then the order in which they were named. A contender that
/// answered nothing comes last.
std::vector<std::size_t> best_first(const Ranking& ranking);

/// The rows with their tests. Of tests that are equal to the last letter of program and question
/// a row takes the first. Rows without a test go to `untested`.
std::vector<Judged> matched(const Observations& observations, std::span<const Test> tests,
                            std::vector<std::size_t>& untested);

/// The columns whose names begin with the chip's name; all of them for an empty name.
std::vector<std::size_t> columns_of(const Observations& observations, std::string_view chip);

/// The counts of the columns, "kepler_gtx_titan 19, maxwell_gtx_750 0".
std::string counts_text(const Observations& observations, const Observation& row,
                        std::span<const std::size_t> columns);

/// \name Words for the enumerators, as all outputs print them.
/// @{
std::string_view to_string(RankedAnswer answer);
std::string_view to_string(Judgement judgement);
/// @}

}  // namespace opexplore
