// Searching for environments in which weak behaviour is frequent, in stages (Sorensen and
// Donaldson, PLDI 2016; Kirkham et al., OOPSLA 2020): random ones, then the neighbours of the best,
// then the best again and for longer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "hardware/device/suite_run.hpp"

namespace opexplore::hardware {

/// What an environment is worth. A test that is seen at last counts more than one that is seen more
/// often (Levine et al., ASPLOS 2023, section 5: environments must kill all mutants).
struct Score {
  std::uint32_t tests = 0;  ///< that showed what they ask for at least three times
  double rates = 0;         ///< sum of log10(1 + rate per second) over the tests
  bool operator==(const Score&) const = default;
  auto operator<=>(const Score&) const = default;
};

struct ScoredEnvironment {
  Environment environment;
  Score score;
};

/// The scores of environments, by their ids, in results of run_suite().
std::vector<Score> scores(std::span<const Result> results, std::size_t environments);

/// The tests of a suite that tell how good an environment is: those that are nobody's fenced form.
Suite telling_tests(const Suite& suite);

/// The environment with one to three parameters chosen anew. The same on every machine.
Environment neighbour(const Environment& environment, std::uint64_t seed, std::uint32_t index);

struct TuneOptions {
  std::uint32_t random = 60;     ///< environments of the first stage
  std::uint32_t best = 6;        ///< whose neighbours are tried, and that are run again
  std::uint32_t neighbours = 6;  ///< of each
  double seconds = 0.1;          ///< of a test in an environment
  double final_seconds = 1;      ///< in the last stage
  RunOptions run;                ///< seed, GPU, driver, …; no environments
};

/// How long it takes if all goes well.
double estimated_seconds(const Suite& suite, const TuneOptions& options);

/// The best environments, best first, with the scores of the last stage that was run. Throws as
/// run_suite().
std::vector<ScoredEnvironment> tune(const Suite& suite, const TuneOptions& options);

/// The file that `run --env` reads.
std::string environments_text(std::span<const ScoredEnvironment> environments);

}  // namespace opexplore::hardware
