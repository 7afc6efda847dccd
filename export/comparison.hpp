// Two machines and one test: which outcomes have both, which only one of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "explorer/report.hpp"
#include "opmodel/condition.hpp"

namespace opexplore {

/// Whether a machine reaches an outcome; an incomplete search may not know.
enum class Reached : std::uint8_t { no, yes, unknown };

/// An outcome that at least one of the machines reaches.
struct ComparedOutcome {
  Outcome values;          ///< of the first Test::shown observables
  bool satisfies = false;  ///< the test's proposition
  Reached first = Reached::no;
  Reached second = Reached::no;
};

/// `undecided`: no difference is certain, but a search was incomplete.
enum class Agreement : std::uint8_t { equal, different, undecided };

struct OutcomeComparison {
  std::vector<ComparedOutcome> outcomes;  ///< in increasing order of their values
  bool complete = false;                  ///< both machines were explored to the end
  std::size_t only_first = 0;             ///< outcomes that the second certainly lacks
  std::size_t only_second = 0;            ///< outcomes that the first certainly lacks
  std::size_t undecided = 0;              ///< outcomes of one, where the other is incomplete

  Agreement agreement() const;
};

/// Compares what two machines found on the same test. A machine whose search is
/// incomplete lacks nothing for certain.
OutcomeComparison compare(const Test& test, const Report& first, const Report& second);

/// Leaves traces and executions in the reports only for outcomes that one machine has and the other
/// certainly lacks: one for each, the shortest.
void keep_differing_traces(const Test& test, const OutcomeComparison& comparison, Report& first,
                           Report& second);

}  // namespace opexplore
