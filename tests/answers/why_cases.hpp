// Programs with the reads to blame and the rows that are missing, written down before they were
// first asked about.
#pragma once

#include <string>
#include <vector>

namespace opexplore::testing {

struct WhyThread {
  std::string place;  ///< "cta 1,gpu 0"
  std::vector<std::string> code;
};

struct WhyCase {
  std::string name;
  std::string initial;  ///< "x = 0; y = 0;"
  std::vector<WhyThread> threads;
  std::string condition;
  std::vector<std::string> culprits;  ///< "P1:1 stale": instruction 1 of P1, counted from 0
  /// "acquire P1:0"; first those of the trace, then those of other ways, each sorted.
  std::vector<std::string> missing;
  std::vector<std::string> ok = {};  ///< some of those that are there
};

/// The litmus text.
std::string litmus_of(const WhyCase& one);

/// All of them.
std::vector<WhyCase> why_cases();

}  // namespace opexplore::testing
