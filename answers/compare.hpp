// Two machines and one test: which outcomes have both, which only one of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "answers/reports.hpp"
#include "opmodel/condition.hpp"

namespace opexplore {

/// An outcome cut down to what the test shows. Refers to the answer.
struct ShownOutcome {
  std::span<const Value> values;  ///< of the first Test::shown observables
  std::uint64_t count = 0;        ///< of all outcomes merged here
};

/// The answer's outcomes without the observables that only `filter` mentions;
/// equal ones merged, in increasing order of their values.
std::vector<ShownOutcome> shown_outcomes(const Test& test, const Answer& answer);

/// Whether a machine reaches an outcome; an incomplete search may not know.
enum class Reached : std::uint8_t { no, yes, unknown };

/// An outcome that at least one of the machines reaches.
struct ComparedOutcome {
  Outcome values;          ///< of the first Test::shown observables
  bool satisfies = false;  ///< the test's proposition
  Reached first = Reached::no;
  Reached second = Reached::no;
};

/// What is asked of two machines: whether their outcomes are the same, or whether the first has
/// none that the second lacks.
enum class Asked : std::uint8_t { equality, inclusion };

/// `equal` is yes to what was asked, `different` no: outcomes or racing pairs differ, or one side
/// found a data race and the other looked for one in vain. `undecided`: no difference is certain,
/// but a search was incomplete. `undefined`: otherwise a side found a data race, and so allows
/// everything.
enum class Agreement : std::uint8_t { equal, different, undecided, undefined };

struct OutcomeComparison {
  Asked asked = Asked::equality;
  std::vector<ComparedOutcome> outcomes;  ///< in increasing order of their values
  bool complete = false;                  ///< what was not explored cannot make a difference
  std::size_t only_first = 0;             ///< outcomes that the second certainly lacks
  /// Outcomes that the first certainly lacks; of an inclusion 0, for they are no difference.
  std::size_t only_second = 0;
  /// Outcomes of one, where the other is incomplete; of an inclusion, those of the first.
  std::size_t undecided = 0;
  /// \name Racing pairs of one (Answer::data_races) that the other certainly lacks, of
  /// executions that end; where both looked for them. Of an inclusion those of the second are no
  /// difference.
  /// @{
  std::vector<RacingPair> pairs_only_first = {};
  std::vector<RacingPair> pairs_only_second = {};
  bool compares_pairs = false;
  /// @}
  /// \name A data race was found: nothing is a difference, and the counts are 0.
  /// @{
  bool first_races = false;
  bool second_races = false;
  bool race_differs = false;  ///< that itself is a difference
  /// @}

  /// Whether the outcome, one of `outcomes`, is certainly a difference.
  bool differs(const ComparedOutcome& outcome) const;
  Agreement agreement() const;
};

/// Compares what two machines found on the same test. A machine whose search is
/// incomplete lacks nothing for certain.
OutcomeComparison compare(const Test& test, const Answer& first, const Answer& second,
                          Asked asked = Asked::equality);

/// Leaves traces and executions in the answers only for outcomes that differ: one for each, the
/// shortest.
void keep_differing_traces(const Test& test, const OutcomeComparison& comparison, Answer& first,
                           Answer& second);

}  // namespace opexplore
